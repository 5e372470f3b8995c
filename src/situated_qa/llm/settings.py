"""The settings of the language model, and which size of model counts as small."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from situated_qa.llm.thinking import EFFORTS, OFF
from situated_qa.settings import check_settings, setting

FORMS = (
    "default | none | ASSET | ollama:MODEL[@URL] | llama-cpp:ASSET | llama-cpp:PATH.gguf | PATH.gguf"
    " | PATH.gguf+MMPROJ.gguf (sees images) | ASSET+ADAPTER.gguf | openai:MODEL@URL"
    " | scripted:FILE.jsonl"
    " | record:FILE.jsonl[:SPEC] | replay:FILE.jsonl"
    " (for example ollama:qwen2.5-coder:7b@http://127.0.0.1:11434)"
)
"""ASSET is the name of a model among `situated-qa fetch --list`; `default` is one of them."""
SMALL_MODEL_BILLIONS = 3.0
"""Up to this size a model writes an expression better than Python."""


@dataclass(frozen=True, slots=True)
class LLMSettings:
    """The language model and how it is run."""

    spec: str = setting("default", f"the model: {FORMS}")
    reader: str = setting(
        "default",
        "the trained reader beside a larger model that is no reader itself: default (the package's, where it ships "
        "one) | none | a spec; not used where the model is none or a small one",
    )
    n_threads: int = setting(0, "threads of the embedded model; 0: half of the cores", minimum=0, maximum=256)
    num_ctx: int = setting(8192, "context, tokens; sent with every request", minimum=512, maximum=1_048_576)
    temperature: float = setting(0.0, "randomness; 0 repeats itself", minimum=0.0, maximum=2.0)
    seed: int = setting(1, "seed of the sampler", minimum=0, maximum=2**31 - 1)
    thinking: str = setting(OFF, "how long a model that can think does so before it answers", choices=EFFORTS)
    thinking_tokens: int = setting(
        2048,
        "more tokens for a model that thinks, besides those of its reply",
        minimum=64,
        maximum=131_072,
    )
    keep_alive: str = setting("30m", "how long an Ollama server keeps the model loaded, e.g. 30m; -1: for ever")
    keep_prompts: bool = setting(True, "embedded model: keep evaluated static prompts in the cache folder, 33 MB each")
    prompt_cache_mb: int = setting(256, "memory for evaluated prompts, embedded model, MB", minimum=0, maximum=65536)

    def __post_init__(self) -> None:
        check_settings(self)

    def threads(self) -> int:
        """Threads to use: the setting, or half of the cores."""
        return self.n_threads or max(1, (os.cpu_count() or 2) // 2)


def is_small(name: str, size_bytes: int | None = None) -> bool:
    """Whether a model's name (or, where that is silent, its file's size) says at most 3 billion parameters."""
    sizes = re.findall(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", name.lower())
    if sizes:
        number, unit = sizes[-1]
        return float(number) / (1000.0 if unit == "m" else 1.0) <= SMALL_MODEL_BILLIONS
    return size_bytes is not None and size_bytes <= 2_500_000_000
