"""Whether an exported adapter writes in llama.cpp what the trained one writes in transformers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.training.base_model import Base, load_model, load_tokenizer
from situated_qa.training.lora import load

MAX_TOKENS = 160


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
    before = tuple(greedy(model, tokenizer, prompt, threads) for prompt in prompts)
    after = _in_llama_cpp(prompts, base, exported, threads)
    return Replies(tuple(prompts), before, after)


def greedy(model: Any, tokenizer: Any, prompt: str, threads: int = 1) -> str:
    """The reply of a transformers model, without the end token."""
    import torch

    torch.set_num_threads(threads)
    ids = torch.tensor([tokenizer(prompt, add_special_tokens=False)["input_ids"]])
    with torch.no_grad():
        out = model.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            do_sample=False,
            max_new_tokens=MAX_TOKENS,
            temperature=None,
            top_p=None,
            top_k=None,
            repetition_penalty=1.0,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.eos_token_id,
        )
    return str(tokenizer.decode(out[0, ids.shape[1] :], skip_special_tokens=True))


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
