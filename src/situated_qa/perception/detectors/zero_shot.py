"""Detectors that look for names they are told: OWLv2 and Grounding DINO through `transformers`.

The names are `detector.prompts`, else the household names of the knowledge table. What is not among them is not looked
for, so they are the detector's vocabulary.

Sources: Minderer 2023, Scaling Open-Vocabulary Object Detection; Liu 2023, Grounding DINO.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from situated_qa.errors import DetectorError, SettingsError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.perception.detectors.decoded import best_classes, corners, sigmoid
from situated_qa.perception.detectors.suppression import suppress
from situated_qa.settings import check_settings, setting


@dataclass(frozen=True, slots=True)
class ZeroShotParameters:
    """The parameters of the detectors owlv2 and grounding-dino; `detector.model_path` may name a folder instead.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    model: str = setting("", "name on huggingface.co; empty means the detector's own, see docs/detectors.md")
    revision: str = setting("", "commit of it, so that the weights never change; empty means what is newest")
    download: bool = setting(False, "fetch the weights when they are not on this machine (0.6 to 0.9 GB)")
    device: str = setting("auto", "where it runs; auto takes CUDA where it is", choices=("auto", "cpu", "cuda"))
    half: bool = setting(False, "compute in 16 bits on CUDA")
    template: str = setting("a photo of a {}", "owlv2: what is asked for a name, which stands for {}")

    def __post_init__(self) -> None:
        check_settings(self)
        if self.template.count("{}") != 1:
            raise SettingsError(f"ZeroShotParameters.template must hold {{}} once, got {self.template!r}")


class _ZeroShot:
    """What both have in common."""

    parameters_class = ZeroShotParameters
    name: str
    default_model: str

    def __init__(
        self,
        settings: DetectorSettings,
        parameters: ZeroShotParameters = ZeroShotParameters(),  # noqa: B008
        prompts: tuple[str, ...] = (),
    ) -> None:
        if not prompts:
            raise DetectorError(f"detector {self.name} has nothing to look for: set detector.prompts")
        try:
            import torch
            import transformers
        except ImportError as error:
            raise DetectorError(
                f"detector {self.name} needs {error.name}: pip install situated_qa[zero-shot]"
            ) from error
        if parameters.device == "cuda" and not torch.cuda.is_available():
            raise DetectorError(f"detector {self.name}: device cuda is not there for torch {torch.__version__}")
        self._torch = torch
        self._parameters, self._prompts = parameters, prompts
        self._threshold = settings.score_threshold
        self._device = parameters.device
        if self._device == "auto":
            self._device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.set_num_threads(settings.threads)
        where = settings.model_path or parameters.model or self.default_model
        options: dict[str, Any] = {"local_files_only": not parameters.download}
        if parameters.revision:
            options["revision"] = parameters.revision
        try:
            self._processor = transformers.AutoProcessor.from_pretrained(where, **options)
            self._model = transformers.AutoModelForZeroShotObjectDetection.from_pretrained(
                where, use_safetensors=True, **options
            )
        except Exception as error:  # OSError, ValueError and the hub's own types
            raise DetectorError(
                f"detector {self.name} cannot load {where}: {error}. Fetch it once with detector.parameters.download: "
                f"true or `hf download {where}`, or set detector.model_path to a folder that holds it"
            ) from error
        self._model = self._model.eval().to(self._device)
        if parameters.half and self._device == "cuda":
            self._model = self._model.half()
        self.capabilities = Capabilities(open_vocabulary=True, vocabulary=prompts)
        self._texts = self._make_texts()

    def detect(self, frame: Frame) -> list[Detection]:
        """Boxes of what was asked for above the score threshold, best first.

        Raises:
            DetectorError: the inference failed.
        """
        scores, boxes = [], []
        try:
            for text, columns in self._texts:
                some, where = self._look(frame, text)
                all_prompts = np.zeros((len(some), len(self._prompts)))
                all_prompts[:, columns] = some
                scores.append(all_prompts)
                boxes.append(where)
        except Exception as error:  # torch raises many
            raise DetectorError(
                f"detector {self.name} failed on the frame at {frame.stamp} ns: {type(error).__name__}: {error}"
            ) from error
        everything = np.ones(len(self._prompts), bool)
        rows, best, classes = best_classes(np.vstack(scores), self._threshold, everything)
        size = np.array([frame.camera.width, frame.camera.height] * 2, np.float64)
        found = np.clip(np.vstack(boxes)[rows], 0.0, size)
        return [
            Detection(self._prompts[classes[i]], min(float(best[i]), 1.0), found[i])
            for i in suppress(found, best, classes)
            if (found[i, 2:] - found[i, :2] >= 1.0).all()
        ]

    def _run(self, frame: Frame, text: Any) -> tuple[Any, Any]:
        """The processor's inputs and the model's outputs."""
        inputs = self._processor(text=text, images=frame.color, return_tensors="pt").to(self._device)
        if self._parameters.half and self._device == "cuda":
            inputs["pixel_values"] = inputs["pixel_values"].half()
        with self._torch.inference_mode():
            return inputs, self._model(**inputs)

    def _make_texts(self) -> list[tuple[Any, list[int]]]:
        """What is given to the processor in each pass, and which prompts are in it."""
        raise NotImplementedError

    def _look(self, frame: Frame, text: Any) -> tuple[np.ndarray, np.ndarray]:
        """(N, prompts of the pass) scores and (N, 4) corners in px of the image."""
        raise NotImplementedError


class Owlv2(_ZeroShot):
    """OWLv2 (or OWL-ViT).

    Raises:
        DetectorError: transformers, torch, the weights or the device are missing.
    """

    name = "owlv2"
    default_model = "google/owlv2-base-patch16-ensemble"

    def _make_texts(self) -> list[tuple[Any, list[int]]]:
        texts = [[self._parameters.template.replace("{}", name) for name in self._prompts]]
        return [(texts, list(range(len(self._prompts))))]

    def _look(self, frame: Frame, text: Any) -> tuple[np.ndarray, np.ndarray]:
        _, outputs = self._run(frame, text)
        logits = outputs.logits[0].float().cpu().numpy()
        boxes = corners(outputs.pred_boxes[0].double().cpu().numpy())
        # The image was padded to a square at its right or bottom side; OWL-ViT stretches it instead.
        width, height = frame.camera.width, frame.camera.height
        square = self._model.config.model_type == "owlv2"
        size = [max(width, height)] * 4 if square else [width, height] * 2
        return sigmoid(logits)[:, : len(self._prompts)], boxes * np.array(size, np.float64)


class GroundingDino(_ZeroShot):
    """Grounding DINO. The score of a name is that of its best token.

    Raises:
        DetectorError: transformers, torch, the weights or the device are missing.
    """

    name = "grounding-dino"
    default_model = "IDEA-Research/grounding-dino-tiny"

    def _make_texts(self) -> list[tuple[Any, list[int]]]:
        """As many names a pass as its text takes."""
        most = int(getattr(self._model.config, "max_text_len", 256)) - 2  # its first and last token are its own
        passes: list[list[int]] = [[]]
        used = 0
        for number, name in enumerate(self._prompts):
            tokens = len(self._processor.tokenizer(_as_phrase(name) + " .", add_special_tokens=False)["input_ids"])
            if used + tokens > most and passes[-1]:
                passes.append([])
                used = 0
            passes[-1].append(number)
            used += tokens
        return [(" . ".join(_as_phrase(self._prompts[n]) for n in group) + " .", group) for group in passes]

    def _look(self, frame: Frame, text: Any) -> tuple[np.ndarray, np.ndarray]:
        inputs, outputs = self._run(frame, text)
        tokens = inputs["input_ids"][0].tolist()
        scores = sigmoid(outputs.logits[0].float().cpu().numpy())  # (N, tokens), 0 where there is no token
        tokenizer = self._processor.tokenizer
        stop = tokenizer.convert_tokens_to_ids(".")
        spans: list[list[int]] = [[]]
        for place, token in enumerate(tokens):
            if token == stop:
                spans.append([])
            elif token not in tokenizer.all_special_ids or token == tokenizer.unk_token_id:
                spans[-1].append(place)
        by_name = np.stack([scores[:, span].max(axis=1) for span in spans if span], axis=1)
        boxes = corners(outputs.pred_boxes[0].double().cpu().numpy())
        return by_name, boxes * np.array([frame.camera.width, frame.camera.height] * 2, np.float64)


def _as_phrase(name: str) -> str:
    """In small letters and without the full stops that separate the names."""
    return name.lower().replace(".", " ").strip()
