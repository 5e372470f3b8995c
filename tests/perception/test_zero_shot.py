"""OWLv2 and Grounding DINO, as tiny models with random weights; what their outputs mean is checked by hand."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from rooms_for_perception import frame_of

torch = pytest.importorskip("torch", reason="zero-shot detectors need torch: pip install situated_qa[zero-shot]")
transformers = pytest.importorskip("transformers", reason="they need transformers: pip install situated_qa[zero-shot]")

from situated_qa.errors import DetectorError  # noqa: E402
from situated_qa.perception.detector import DetectorSettings  # noqa: E402
from situated_qa.perception.detectors.factory import make_detector  # noqa: E402

FRAME = frame_of(np.full((120, 160), 2.0))
PROMPTS = ("coffee mug", "lamp", "rug")


@pytest.fixture(scope="module")
def owl_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("owl")
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    tokens = [*letters, *(f"{letter}</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    (folder / "vocab.json").write_text(json.dumps({token: number for number, token in enumerate(tokens)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = transformers.CLIPTokenizer.from_pretrained(str(folder), model_max_length=32)
    small = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    config = transformers.Owlv2Config(
        text_config={**small, "vocab_size": len(tokens), "max_position_embeddings": 32, "pad_token_id": 0,
                     "bos_token_id": len(tokens) - 2, "eos_token_id": len(tokens) - 1},
        vision_config={**small, "image_size": 32, "patch_size": 8},
        projection_dim=16,
    )  # fmt: skip
    torch.manual_seed(0)
    transformers.Owlv2ForObjectDetection(config).save_pretrained(folder)
    images = transformers.Owlv2ImageProcessor(size={"height": 32, "width": 32})
    transformers.Owlv2Processor(images, tokenizer).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def dino_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dino")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "coffee", "mug", "lamp", "rug"]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n")
    tokenizer = transformers.BertTokenizer.from_pretrained(str(folder))
    backbone = transformers.SwinConfig(
        image_size=32, patch_size=4, embed_dim=8, depths=[1, 1, 1, 1], num_heads=[1, 1, 1, 1], window_size=2,
        out_features=["stage2", "stage3", "stage4"],
    )  # fmt: skip
    text = transformers.BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=64,
    )  # fmt: skip
    config = transformers.GroundingDinoConfig(
        backbone_config=backbone, text_config=text, d_model=32, encoder_layers=1, decoder_layers=2, num_queries=6,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_text_len=12,
        num_feature_levels=4,
    )  # fmt: skip
    torch.manual_seed(0)
    transformers.GroundingDinoForObjectDetection(config).save_pretrained(folder)
    images = transformers.GroundingDinoImageProcessor(size={"shortest_edge": 128, "longest_edge": 160})
    transformers.GroundingDinoProcessor(images, tokenizer).save_pretrained(folder)
    return folder


def make(name, folder, prompts=PROMPTS, threshold=0.35, **parameters):
    return make_detector(
        DetectorSettings(
            name=name, model_path=str(folder), prompts=prompts, score_threshold=threshold, parameters=parameters
        )
    )


class Says:
    """Stands for a model: gives the same outputs for every input, and notes the inputs."""

    def __init__(self, model, logits, boxes):
        self.config, self.asked = model.config, []
        self._outputs = SimpleNamespace(logits=torch.tensor(logits), pred_boxes=torch.tensor(boxes))

    def __call__(self, **inputs):
        self.asked.append(inputs)
        return self._outputs


def logit(share):
    return float(np.log(share / (1.0 - share)))


@pytest.mark.parametrize("name", ["owlv2", "grounding-dino"])
def test_real_model_runs_on_a_frame(name, request):
    folder = request.getfixturevalue("owl_folder" if name == "owlv2" else "dino_folder")
    detector = make(name, folder, threshold=0.0)
    found = detector.detect(FRAME)
    assert detector.name == name and detector.capabilities.vocabulary == PROMPTS
    assert detector.capabilities.open_vocabulary and not detector.capabilities.masks
    assert found and {detection.category for detection in found} <= set(PROMPTS)
    for detection in found:
        assert 0.0 <= detection.score <= 1.0 and detection.box_xyxy.shape == (4,)
        assert (detection.box_xyxy >= 0).all() and (detection.box_xyxy <= [160, 120, 160, 120]).all()


def test_owlv2_boxes_are_shares_of_the_padded_square(owl_folder):
    """160 × 120 px are padded to 160 × 160 below: a center at 0.5, 0.25 is at (80, 40)."""
    detector = make("owlv2", owl_folder)
    logits = [[[-9.0, logit(0.8), -9.0], [logit(0.3), -9.0, -9.0], [-9.0, -9.0, logit(0.6)]]]
    boxes = [[[0.5, 0.25, 0.5, 0.25], [0.5, 0.5, 0.1, 0.1], [0.5, 0.9, 0.2, 0.1]]]
    detector._model = Says(detector._model, logits, boxes)
    (lamp,) = detector.detect(FRAME)  # the rug is in the padding, the mug too unlikely
    assert (lamp.category, round(lamp.score, 3)) == ("lamp", 0.8)
    assert np.allclose(lamp.box_xyxy, [40, 20, 120, 60])
    assert len(detector._model.asked) == 1 and detector._model.asked[0]["input_ids"].shape[0] == 3


def test_grounding_dino_scores_a_name_by_its_best_token(dino_folder):
    """Tokens: [CLS] coffee mug . lamp . rug . [SEP]; the first box says "mug", the second "." and "rug" by half."""
    detector = make("grounding-dino", dino_folder)
    logits = np.full((1, 2, 12), -9.0, np.float32)
    logits[0, 0, 2], logits[0, 1, 3], logits[0, 1, 6] = logit(0.7), logit(0.9), logit(0.5)
    detector._model = Says(detector._model, logits, [[[0.5, 0.5, 0.5, 0.5], [0.25, 0.25, 0.1, 0.1]]])
    mug, rug = detector.detect(FRAME)
    assert (mug.category, round(mug.score, 3)) == ("coffee mug", 0.7)
    assert np.allclose(mug.box_xyxy, [40, 30, 120, 90])
    assert (rug.category, round(rug.score, 3)) == ("rug", 0.5)


def test_grounding_dino_takes_more_names_than_one_text_holds_in_several_passes(dino_folder):
    """A text holds 12 - 2 tokens: "coffee mug ." has 3 and "lamp ." 2, so that five names of 11 tokens need two."""
    prompts = ("coffee mug", "lamp", "rug", "mug", "coffee")
    detector = make("grounding-dino", dino_folder, prompts)
    assert [numbers for _, numbers in detector._texts] == [[0, 1, 2, 3], [4]]
    logits = np.full((1, 1, 12), -9.0, np.float32)
    logits[0, 0, 1] = logit(0.6)  # the first word of either text: coffee
    detector._model = Says(detector._model, logits, [[[0.5, 0.5, 0.5, 0.5]]])
    (one,) = detector.detect(FRAME)  # the same box twice is one object
    assert len(detector._model.asked) == 2 and one.category in ("coffee mug", "coffee")


def test_weights_that_are_not_there_are_not_fetched_unasked(tmp_path):
    with pytest.raises(DetectorError, match="detector owlv2 cannot load .*download: true or `hf download"):
        make("owlv2", tmp_path / "none")


def test_cuda_that_is_not_there_is_an_error(owl_folder):
    if torch.cuda.is_available():
        pytest.skip("this machine has CUDA")
    with pytest.raises(DetectorError, match="device cuda is not there"):
        make("owlv2", owl_folder, device="cuda")


def test_a_failing_model_is_an_error_not_an_empty_list(owl_folder):
    detector = make("owlv2", owl_folder)

    def broken(**inputs):
        raise RuntimeError("out of memory")

    detector._model = broken
    with pytest.raises(DetectorError, match="owlv2 failed on the frame at 0 ns: RuntimeError: out of memory"):
        detector.detect(FRAME)
