"""The adapter before and after its export, on the embedded model: 50 prompts, and their tokens.

Set SITUATED_QA_ADAPTER to a run's folder to check that run's adapter; without it, a random one is checked.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tiny_model import LIBRARIES_WARN, training_libraries

training_libraries()
for name in ("gguf", "xllamacpp"):
    pytest.importorskip(name, reason=f"{name} is not installed")
pytestmark = [pytest.mark.filterwarnings(f"ignore:{text}") for text in LIBRARIES_WARN]

from situated_qa.assets import asset_path  # noqa: E402
from situated_qa.errors import AssetError  # noqa: E402
from situated_qa.llm.llama_cpp import LlamaCppModel  # noqa: E402
from situated_qa.llm.settings import LLMSettings  # noqa: E402
from situated_qa.reasoning.reader.prompt import reader_prompt  # noqa: E402
from situated_qa.training import export, lora  # noqa: E402
from situated_qa.training.agreement import compare  # noqa: E402
from situated_qa.training.base_model import Base, find_base, load_model, load_tokenizer  # noqa: E402
from situated_qa.training.settings import TrainSettings  # noqa: E402

ASSET = "qwen2.5-coder-0.5b"
THINGS = ("chair", "office chair", "lamp", "Sofa", "bücherregal", "télé", "床", "sillón", "  desk  ", "micro-wave")
FORMS = (
    "Where is the {}?",
    "how many {}s are ther",
    "what's left of the {}",
    "{}: color??",
    "Is the {}\nopen, or shut?",
)
PROMPTS = [reader_prompt(form.format(thing)) for form in FORMS for thing in THINGS]


@pytest.fixture(scope="module")
def base() -> Base:
    try:
        asset_path(ASSET)
    except AssetError as error:
        pytest.skip(str(error))
    return find_base(ASSET)


def test_llama_cpp_sees_the_tokens_that_the_model_was_trained_on(base: Base) -> None:
    """Each prompt has as many tokens in both; a different split of the same text would show in one of 50."""
    assert base.gguf is not None
    gguf = base.gguf
    tokenizer = load_tokenizer(base)
    model = LlamaCppModel(base.name, lambda: gguf, LLMSettings(n_threads=1, num_ctx=512, keep_prompts=False))
    try:
        counted = [model.continue_text(prompt, max_tokens=1, timeout_s=300.0).prompt_tokens for prompt in PROMPTS]
    finally:
        model.close()
    assert counted == [len(tokenizer(prompt, add_special_tokens=False)["input_ids"]) for prompt in PROMPTS]


def test_the_replies_are_the_same_before_and_after(base: Base, tmp_path: Path) -> None:
    named = os.environ.get("SITUATED_QA_ADAPTER")
    if not named:
        pytest.skip("SITUATED_QA_ADAPTER names no trained adapter")
    adapter = export.adapter_folder(Path(named))
    assert base.gguf is not None
    architecture = export.architecture_of_gguf(base.gguf)
    tensors = export.lora_tensors(adapter, architecture)
    exported = export.write_adapter(tensors, architecture, tmp_path / "adapter.gguf", name="adapter")
    assert exported.stat().st_size <= 20e6
    replies = compare(PROMPTS, base, adapter, exported)
    assert len(replies.differing) <= 5, [(replies.before[i], replies.after[i]) for i in replies.differing]


def test_an_exported_adapter_changes_the_logits_as_the_trained_one_does(base: Base, tmp_path: Path) -> None:
    """A random adapter large enough to matter: the next token's log-probability moves alike in both runtimes."""
    import torch

    assert base.gguf is not None
    gguf = base.gguf
    adapted = lora.attach(load_model(base, "bfloat16"), TrainSettings(seed=5), base.name).eval()
    masters = lora.Masters(adapted)
    draw = torch.Generator().manual_seed(5)
    masters.load([value + 0.02 * torch.randn(value.shape, generator=draw) for value in masters.values])
    masters.save(adapted, tmp_path / "adapter")
    architecture = export.architecture_of_gguf(gguf)
    tensors = export.lora_tensors(tmp_path / "adapter", architecture)
    exported = export.write_adapter(tensors, architecture, tmp_path / "random.gguf", name="random")
    tokenizer = load_tokenizer(base)
    settings = LLMSettings(n_threads=1, num_ctx=512, keep_prompts=False)
    model = LlamaCppModel(base.name, lambda: gguf, settings, adapter=lambda: exported)
    plain = LlamaCppModel(base.name, lambda: gguf, settings)
    moved = []
    try:
        for prompt in PROMPTS[:4]:
            with torch.no_grad():
                ids = torch.tensor([tokenizer(prompt, add_special_tokens=False)["input_ids"]])
                best = torch.log_softmax(adapted(ids).logits[0, -1].float(), -1).max()
            (found,) = model.continue_text(prompt, max_tokens=1, timeout_s=300.0).token_logprobs
            (without,) = plain.continue_text(prompt, max_tokens=1, timeout_s=300.0).token_logprobs
            assert found == pytest.approx(float(best), abs=0.35)
            moved.append(abs(found - without))
    finally:
        model.close()
        plain.close()
    assert max(moved) > 0.5
