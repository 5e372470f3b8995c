"""Evaluated prompts on disk: only a whole file of the right prompt reaches llama.cpp, which trusts what it reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from http_stub import Stub, send_json

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.llm.prompt_store import KEPT_PROMPTS, PromptStore

NAME = "0123456789abcdef01234567.slot"
STATE = b"evaluated prompt " * 100
SRC = Path(__file__).resolve().parents[2] / "src"


class Server(Stub):
    """Saves STATE to the file that it is told, and keeps what it was handed to restore."""

    def __init__(self, folder: Path) -> None:
        self.restored: list[bytes] = []

        def answer(handler: Any, body: dict[str, Any]) -> None:
            file = folder / body["filename"]
            if handler.path.endswith("save"):
                file.write_bytes(STATE)
                send_json(handler, {"n_saved": 7, "n_written": len(STATE)})
            else:
                self.restored.append(file.read_bytes())
                send_json(handler, {"n_restored": 7})

        super().__init__(answer)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_was_saved_is_restored_and_stays(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        store = PromptStore(tmp_path, server.url, "key")
        store.save(NAME)
        assert names(tmp_path) == {NAME, f"{NAME}.json"}
        assert store.restore(NAME) and store.restore(NAME)
        assert server.restored == [STATE, STATE]
    assert names(tmp_path) == {NAME, f"{NAME}.json"}


def cut_short(folder: Path) -> None:
    os.truncate(folder / NAME, len(STATE) // 2)


def one_bit_flipped(folder: Path) -> None:
    data = bytearray(STATE)
    data[777] ^= 1
    (folder / NAME).write_bytes(data)


def without_a_note(folder: Path) -> None:
    (folder / f"{NAME}.json").unlink()


def with_a_torn_note(folder: Path) -> None:
    (folder / f"{NAME}.json").write_text('{"name": ')


def of_another_prompt(folder: Path) -> None:
    """As a copied cache folder may have it: a whole file with its own note under another prompt's name."""
    other = "f" * 24 + ".slot"
    note = json.loads((folder / f"{NAME}.json").read_text())
    (folder / f"{NAME}.json").write_text(json.dumps({**note, "name": other}))


@pytest.mark.parametrize("damage", [cut_short, one_bit_flipped, without_a_note, with_a_torn_note, of_another_prompt])
def test_a_damaged_file_is_thrown_away_and_never_handed_over(damage: Callable[[Path], None], tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        store = PromptStore(tmp_path, server.url, "key")
        store.save(NAME)
        damage(tmp_path)
        assert not store.restore(NAME)
        assert server.restored == [] and names(tmp_path) == set()
        store.save(NAME)
        assert store.restore(NAME)


def test_a_file_that_killed_the_process_is_not_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The process ends in the middle of the attempt, as an abort in llama.cpp ends it."""
    with Server(tmp_path) as server:
        PromptStore(tmp_path, server.url, "key").save(NAME)
    script = f"""
        import os
        from pathlib import Path
        from situated_qa.llm.prompt_store import PromptStore
        store = PromptStore(Path({str(tmp_path)!r}), "http://127.0.0.1:1", "key")
        store._post = lambda action, name: os._exit(9)
        store.restore({NAME!r})
    """
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], env=environment, timeout=60)
    assert done.returncode == 9
    with Server(tmp_path) as server:
        store = PromptStore(tmp_path, server.url, "key")
        assert not store.restore(NAME)
        assert server.restored == [] and "died" in caplog.text
        store.save(NAME)
        assert store.restore(NAME)
    assert names(tmp_path) == {NAME, f"{NAME}.json"}


def test_a_save_cut_short_by_a_full_disk_is_not_kept(tmp_path: Path) -> None:
    def answer(handler: Any, body: dict[str, Any]) -> None:
        (tmp_path / body["filename"]).write_bytes(STATE[:50])
        send_json(handler, {"n_saved": 7, "n_written": len(STATE)})

    with Stub(answer) as stub:
        PromptStore(tmp_path, stub.url, "key").save(NAME)
    assert names(tmp_path) == set()


def test_the_states_unused_for_longest_go_first_with_their_notes(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        store = PromptStore(tmp_path, server.url, "key")
        for number in range(KEPT_PROMPTS + 2):
            store.save(f"{number}.slot")
            os.utime(tmp_path / f"{number}.slot", (1000 + number, 1000 + number))
        store.save("last.slot")
    kept = [f"{number}.slot" for number in range(3, KEPT_PROMPTS + 2)] + ["last.slot"]
    assert names(tmp_path) == {*kept, *(f"{name}.json" for name in kept)}


def test_a_truncated_state_of_a_real_model_does_not_end_the_process(tmp_path: Path) -> None:
    """In processes of their own: llama.cpp aborts on such a file."""
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    try:
        path = asset_path("smollm2-135m")
    except AssetError:
        pytest.skip("smollm2-135m is not in the cache")
    script = f"""
        from pathlib import Path
        import situated_qa.llm.llama_cpp as module
        from situated_qa.llm.client import Message
        from situated_qa.llm.settings import LLMSettings
        module.cache_folder = lambda: Path({str(tmp_path)!r})
        model = module.LlamaCppModel("m", lambda: Path({str(path)!r}), LLMSettings(num_ctx=1024, n_threads=1))
        prefix = [Message("system", "You answer with one word. " * 20)]
        model.warm_up(prefix)
        print(model.complete([*prefix, Message("user", "Which?")], max_tokens=4, timeout_s=300.0).cached_tokens)
        model.close()
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    environment = {**os.environ, "PYTHONPATH": str(SRC)}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=400)

    first = run()
    assert first.returncode == 0, first.stderr[-2000:]
    (kept,) = (tmp_path / "prompts").glob("*.slot")
    whole = kept.stat().st_size
    os.truncate(kept, whole // 2)
    second = run()
    assert second.returncode == 0, second.stderr[-2000:]
    assert int(second.stdout) > 80
    assert kept.stat().st_size == whole
