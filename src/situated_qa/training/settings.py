"""Settings of a training run, and presets of them for two CPU cores and for GPUs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from situated_qa.errors import SettingsError
from situated_qa.settings import check_settings, setting

AUTO = "auto"


@dataclass(frozen=True)
class TrainSettings:
    """How a LoRA adapter is trained; the same for supervised fine-tuning (SFT) and DPO."""

    rank: int = setting(16, "rank of the LoRA matrices, on all linear layers", minimum=1, maximum=256)
    alpha: float = setting(32.0, "LoRA scale; what the adapter adds is multiplied by alpha / rank", minimum=0.01)
    batch: int = setting(16, "samples per step", minimum=1)
    micro_batch: int = setting(
        0, "samples that one worker puts through the model at a time; 0: its whole share", minimum=0
    )
    epochs: float = setting(1.0, "passes over the data, at most", minimum=0.0)
    max_steps: int = setting(0, "steps, at most; 0: no limit", minimum=0)
    minutes: float = setting(0.0, "time limit of the training itself, min; 0: none", minimum=0.0)
    lr: float = setting(2e-4, "highest learning rate of AdamW", minimum=0.0)
    warmup: float = setting(0.0, "share of all steps in which the learning rate rises", minimum=0.0, maximum=1.0)
    warmup_steps: int = setting(15, "steps in which the learning rate rises, at least", minimum=0)
    final_lr: float = setting(0.05, "what the cosine ends with, as a share of lr", minimum=0.0, maximum=1.0)
    clip: float = setting(1.0, "norm that gradients are clipped to; 0: not clipped", minimum=0.0)
    weight_decay: float = setting(0.0, "of AdamW", minimum=0.0)
    max_tokens: int = setting(256, "longer samples are left out (prompt and answer together)", minimum=8)
    sampled_tokens: int = setting(
        6000,
        "the softmax covers the tokens of the data and so many others, drawn by the seed; 0: the whole vocabulary",
        minimum=0,
    )
    dtype: str = setting(AUTO, "of the base model; auto: bfloat16", choices=(AUTO, "bfloat16", "float32"))
    device: str = setting(AUTO, "auto: a GPU if PyTorch sees one", choices=(AUTO, "cpu", "cuda"))
    gradient_checkpointing: bool = setting(False, "recompute activations instead of keeping them (large models)")
    workers: int = setting(1, "processes that share each batch and average gradients (CPU)", minimum=1, maximum=64)
    threads: int = setting(0, "threads of each worker; 0: 1 if there are several workers, else all cores", minimum=0)
    seed: int = setting(0, "of the adapter's first weights and of the order of samples", minimum=0)
    checkpoint_minutes: float = setting(5.0, "time between two checkpoints, min", minimum=0.0)
    dev_minutes: float = setting(10.0, "time between two evaluations on dev samples, min", minimum=0.0)
    dev_samples: int = setting(200, "dev samples of an evaluation, drawn by the seed", minimum=0)
    beta: float = setting(0.1, "DPO: weight of the distance to the reference", minimum=0.0)
    sft_weight: float = setting(0.0, "DPO: weight of the chosen expression's own SFT loss", minimum=0.0)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.workers > self.batch:
            raise SettingsError(f"TrainSettings.workers must be at most batch ({self.batch}), got {self.workers}")

    def fingerprint(self) -> dict[str, Any]:
        """The settings that decide what is learned; a run resumes only with the same ones."""
        return {name: value for name, value in dataclasses.asdict(self).items() if name not in _FREE}

    def thread_count(self, cores: int) -> int:
        """Threads of each worker on a machine with so many cores."""
        return self.threads or (1 if self.workers > 1 else max(1, cores))


_FREE = {"minutes", "workers", "threads", "device", "checkpoint_minutes", "dev_minutes", "micro_batch",
         "gradient_checkpointing"}  # fmt: skip
"""Settings that may differ when a run resumes."""

PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "cpu": {"sft": {"workers": 2}, "dpo": {"workers": 2, "lr": 2e-5}},
    # One data-center GPU, models of 0.5 to 2 billion weights: with 16 samples a step, launching kernels takes the time.
    "gpu": {
        "sft": {"batch": 128, "lr": 3e-4, "warmup_steps": 60, "dev_minutes": 2.0},
        "dpo": {"batch": 64, "lr": 2e-5, "dev_minutes": 2.0},
    },
    # As DeepThink3D trained Llama-3.1-8B-Instruct: LoRA of rank 8 on all layers, bfloat16, 2 GPUs x 8 accumulated
    # batches of 2; SFT for 1,550 steps at 1e-4 with 10 % warm-up, DPO for 100 steps at 5e-6 with beta 0.1.
    "gpu-8b": {
        "sft": {"rank": 8, "alpha": 16.0, "batch": 32, "micro_batch": 2, "lr": 1e-4, "warmup": 0.1, "max_steps": 1550,
                "epochs": 100.0, "final_lr": 0.0, "sampled_tokens": 0, "gradient_checkpointing": True},
        "dpo": {"rank": 8, "alpha": 16.0, "batch": 32, "micro_batch": 2, "lr": 5e-6, "warmup": 0.1, "max_steps": 100,
                "epochs": 100.0, "final_lr": 0.0, "sampled_tokens": 0, "gradient_checkpointing": True, "beta": 0.1},
    },
}  # fmt: skip


def preset(name: str, stage: str) -> dict[str, Any]:
    """The settings that a preset gives.

    Args:
        name: of PRESETS.
        stage: "sft" or "dpo".

    Raises:
        SettingsError: no such preset.
    """
    if name not in PRESETS:
        raise SettingsError(f"no preset {name!r}; there are: {', '.join(PRESETS)}")
    return dict(PRESETS[name][stage])
