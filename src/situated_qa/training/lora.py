"""The adapter: LoRA matrices on all linear layers, trained as float32 masters beside the model's own copies.

The model's own copies have the base model's type (bfloat16 halves the time on a CPU); gradients are taken there, and
AdamW steps on the masters, which keep what bfloat16 would round away.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from situated_qa.errors import TrainingError
from situated_qa.training.settings import TrainSettings

ADAPTER_FILE = "adapter_model.safetensors"


def linear_layers(model: Any) -> list[str]:
    """Names of the linear layers that get an adapter: all but the output layer, e.g. q_proj … down_proj."""
    import torch

    output = model.get_output_embeddings()
    named = model.named_modules()
    return sorted({name.rpartition(".")[2] for name, part in named
                   if isinstance(part, torch.nn.Linear) and part is not output})  # fmt: skip


def attach(model: Any, settings: TrainSettings, base_name: str) -> Any:
    """Put a new adapter on a model; its first weights follow from the seed."""
    import peft
    import torch

    torch.manual_seed(settings.seed)
    alpha: Any = settings.alpha  # which peft takes as a float, too
    config = peft.LoraConfig(
        r=settings.rank,
        lora_alpha=alpha,
        lora_dropout=0.0,
        target_modules=linear_layers(model),
        task_type="CAUSAL_LM",
    )
    adapted = peft.get_peft_model(model, config)  # the adapter in float32: the masters begin unrounded
    adapted.peft_config["default"].base_model_name_or_path = base_name
    return adapted


def weights_file(adapter: Path) -> Path:
    """The weights of a saved adapter.

    Raises:
        TrainingError: the folder holds none.
    """
    path = adapter / ADAPTER_FILE
    if not path.is_file():
        raise TrainingError(f"{adapter} holds no adapter: {ADAPTER_FILE} is missing")
    return path


def load(model: Any, adapter: Path, *, trainable: bool = False) -> Any:
    """Put a saved adapter on a model.

    Raises:
        TrainingError: the folder holds none.
    """
    import peft

    weights_file(adapter)
    return peft.PeftModel.from_pretrained(model, str(adapter), is_trainable=trainable)


class Masters:
    """The trained weights of an adapted model in float32, in the order of their names."""

    def __init__(self, model: Any) -> None:
        named = sorted((name, weight) for name, weight in model.named_parameters() if weight.requires_grad)
        dtype = model.get_base_model().get_input_embeddings().weight.dtype
        self.names = [name for name, _ in named]
        self.weights = [weight for _, weight in named]
        self.values = [weight.detach().float().clone() for weight in self.weights]
        for weight in self.weights:
            weight.data = weight.data.to(dtype)

    def load(self, values: list[Any]) -> None:
        """Take other values, and give them to the model."""
        for mine, value in zip(self.values, values, strict=True):
            mine.copy_(value)
        self.publish()

    def publish(self) -> None:
        """Give the model what the masters hold now."""
        import torch

        with torch.no_grad():
            for mine, weight in zip(self.values, self.weights, strict=True):
                weight.copy_(mine)

    def take_gradients(self) -> Any:
        """The model's gradients in one float32 vector; they are removed from the model."""
        import torch

        found = [
            (torch.zeros_like(value) if weight.grad is None else weight.grad.float()).reshape(-1)
            for value, weight in zip(self.values, self.weights, strict=True)
        ]
        for weight in self.weights:
            weight.grad = None
        return torch.cat(found)

    def set_gradients(self, flat: Any) -> None:
        """Put the vector of `take_gradients`, or the sum of several, where the optimizer looks."""
        start = 0
        for value in self.values:
            value.grad = flat[start : start + value.numel()].view_as(value)
            start += value.numel()

    def save(self, model: Any, folder: Path) -> None:
        """Write the adapter with its float32 weights in PEFT's form, as a whole or not at all."""
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        state = {name.replace(".default", ""): value for name, value in zip(self.names, self.values, strict=True)}
        config = model.peft_config["default"]
        part.mkdir(parents=True)
        from safetensors.torch import save_file

        save_file({name: value.contiguous() for name, value in state.items()}, str(part / ADAPTER_FILE))
        was, config.inference_mode = config.inference_mode, True
        config.save_pretrained(str(part))
        config.inference_mode = was
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
