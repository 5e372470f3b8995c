"""Whether an exported adapter writes in llama.cpp what the trained one writes in transformers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.training.base_model import Base, load_model, load_tokenizer
from situated_qa.training.lora import load

MAX_TOKENS = 160
_BATCH = 10  # prompts that transformers completes at a time: one by one takes five times as long


@dataclass(frozen=True, slots=True)
class Replies:
    """Greedy replies to the same prompts."""

    prompts: tuple[str, ...]
    before: tuple[str, ...]  # of the adapter in PEFT's form
    after: tuple[str, ...]  # of the GGUF adapter in llama.cpp

    @property
    def differing(self) -> list[int]:
        """Indices of prompts with different replies."""
        return [i for i in range(len(self.prompts)) if self.before[i] != self.after[i]]


def compare(prompts: Sequence[str], base: Base, adapter: Path, exported: Path, threads: int = 1) -> Replies:
    """Reply to each prompt in both ways.

    Args:
        base: with a GGUF file.
        adapter: in PEFT's form.
        exported: the GGUF adapter.
        threads: of each runtime.
    """
    tokenizer = load_tokenizer(base)
    model = load(load_model(base, "bfloat16"), adapter).eval()
    before = tuple(greedy(model, tokenizer, prompts, threads))
    after = _in_llama_cpp(prompts, base, exported, threads)
    return Replies(tuple(prompts), before, after)


def greedy(model: Any, tokenizer: Any, prompts: Sequence[str], threads: int = 1) -> list[str]:
    """The replies of a transformers model, without the end token."""
    import torch

    torch.set_num_threads(threads)
    replies = []
    for start in range(0, len(prompts), _BATCH):
        rows = tokenizer(list(prompts[start : start + _BATCH]), add_special_tokens=False)["input_ids"]
        longest = max(len(row) for row in rows)
        ids = torch.tensor(
            [[tokenizer.eos_token_id] * (longest - len(row)) + row for row in rows]
        )  # padded on the left
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
        with torch.no_grad():
            out = model.generate(
                input_ids=ids,
                attention_mask=mask,
                do_sample=False,
                max_new_tokens=MAX_TOKENS,
                temperature=None,
                top_p=None,
                top_k=None,
                repetition_penalty=1.0,
                eos_token_id=tokenizer.eos_token_id,
                pad_token_id=tokenizer.eos_token_id,
            )
        replies += [str(tokenizer.decode(row[longest:], skip_special_tokens=True)) for row in out]
    return replies


def _in_llama_cpp(prompts: Sequence[str], base: Base, exported: Path, threads: int) -> tuple[str, ...]:
    from situated_qa.llm.llama_cpp import LlamaCppModel
    from situated_qa.llm.settings import LLMSettings

    assert base.gguf is not None
    gguf = base.gguf
    settings = LLMSettings(n_threads=threads, num_ctx=1024, keep_prompts=False)
    model = LlamaCppModel(base.name, lambda: gguf, settings, adapter=lambda: exported)
    try:
        return tuple(model.continue_text(prompt, max_tokens=MAX_TOKENS, timeout_s=600.0).text for prompt in prompts)
    finally:
        model.close()
