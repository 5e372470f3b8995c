"""What llama.cpp's server in process is started with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from situated_qa.llm.settings import LLMSettings
from situated_qa.llm.thinking import OFF

BATCH_TOKENS = 64
"""Tokens evaluated between two looks at the clock: about 2 s of one core, and no slower than larger batches."""

IMAGE_BATCH_TOKENS = 2048
"""The same for a model that sees: some evaluate all tokens of an image in one batch, or not at all."""

SHORT_PROMPTS_MB = 32
"""Memory for evaluated prompts of a trained reader, MB: one long prompt of a chat fits."""


def server_params(
    path: Path,
    settings: LLMSettings,
    *,
    adapter: Path | None,
    projector: Path | None,
    reads: bool,
    prompts: Path | None,
    key: str,
) -> Any:
    """`xllamacpp.CommonParams` of a model; the package must be installed.

    Args:
        path: of the model, GGUF.
        adapter: a LoRA adapter for it, GGUF.
        projector: of a model that sees, GGUF.
        reads: it is a trained reader: its prompts are a question each, and never come again.
        prompts: the folder for evaluated prompts; None where they are not kept.
        key: what a request to the server's port on loopback must hold.
    """
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = settings.num_ctx
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = BATCH_TOKENS if projector is None else IMAGE_BATCH_TOKENS
    if projector is not None:
        params.mmproj.path = str(projector)
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads()
    params.cache_ram_mib = settings.prompt_cache_mb
    if reads:
        params.cache_ram_mib = min(params.cache_ram_mib, SHORT_PROMPTS_MB)
        modes = getattr(xllamacpp, "llama_load_mode", None)
        if modes is not None:  # mapped, the file would stay in memory beside its weights in another order
            params.load_mode = modes.LLAMA_LOAD_MODE_NONE
    if adapter is not None:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
    params.verbosity = -1
    params.warmup = False
    if settings.thinking == OFF:
        params.enable_reasoning = 0
    params.api_keys = [key]
    params.ui = params.endpoint_slots = False
    if prompts is not None:
        params.slot_save_path = f"{prompts}/"
    return params
