"""Evaluated prompts on disk: a static prompt costs the embedded model tens of seconds once, then milliseconds.

llama.cpp writes and reads the state of a slot through its HTTP interface only; that listens on loopback, behind a
random key that never leaves this process.

llama.cpp trusts the file: one that is cut short or altered aborts the whole process instead of raising an error. So
each file NAME.slot has a note NAME.slot.json beside it with its size and sha256, which is checked before the file is
handed over. And the file has another name while it is read, so that an abort cannot repeat itself at the next start.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from situated_qa.llm.client import Message

KEPT_PROMPTS = 6
"""Files kept; the one unused for longest goes first. One of 1,200 tokens of a 1.5B model takes 33 MB."""

_TIMEOUT_S = 60.0
_log = logging.getLogger(__name__)


class PromptStore:
    """Saves and restores the state of a llama.cpp server's only slot."""

    def __init__(self, folder: Path, url: str, key: str) -> None:
        """
        Args:
            folder: the server's `slot_save_path`.
            url: where the server listens, on loopback.
            key: its API key.
        """
        self._folder, self._url, self._key = folder, url, key

    def restore(self, name: str) -> bool:
        """Load a saved state; False where there is none that fits and is whole."""
        slot, trying = self._folder / name, self._folder / f"{name}.trying"
        if trying.exists():
            _log.warning("the process that last read the evaluated prompt %s died of it; evaluating it again", name)
            trying.unlink(missing_ok=True)
        try:
            if not slot.is_file():
                return False
            note = json.loads(_note_of(slot).read_text(encoding="utf-8"))
            found = _about(slot)
            if note != found:
                raise ValueError(f"its note says {note}, the file is {found}")
            slot.rename(trying)
            self._post("restore", trying.name)
            if slot.exists():  # saved by another process meanwhile
                trying.unlink(missing_ok=True)
            else:
                trying.rename(slot)
        except (OSError, ValueError) as error:
            _log.warning("evaluated prompt %s cannot be used, evaluating it again: %s", name, error)
            for path in (slot, trying, _note_of(slot)):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            return False
        with contextlib.suppress(OSError):
            slot.touch()
        return True

    def save(self, name: str) -> None:
        """Keep the slot's state under a name. A full disk is no error: the next start evaluates again, and says so."""
        slot, part = self._folder / name, self._folder / f"{name}.part"
        note, note_part = _note_of(slot), self._folder / f"{name}.json.part"
        try:
            reply = self._post("save", part.name)
            size = part.stat().st_size
            if reply.get("n_written", size) != size:
                raise OSError(f"{reply['n_written']} bytes were written, the file has {size}")
            note_part.write_text(json.dumps({**_about(part), "name": name}), encoding="utf-8")
            _to_disk(part)
            _to_disk(note_part)
            part.replace(slot)
            note_part.replace(note)
            _to_disk(self._folder)
        except (OSError, ValueError) as error:
            _log.warning("the evaluated prompt cannot be kept in %s: %s", self._folder, error)
            for path in (part, note_part):
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            return
        self._prune()

    def _prune(self) -> None:
        """Remove the states unused for longest, and what processes that died while reading or writing left."""
        with contextlib.suppress(OSError):  # another process removes them, too
            kept = sorted(self._folder.glob("*.slot"), key=lambda path: path.stat().st_mtime)
            for path in kept[:-KEPT_PROMPTS]:
                path.unlink(missing_ok=True)
            for note in self._folder.glob("*.slot.json"):
                if not note.with_suffix("").exists():
                    note.unlink(missing_ok=True)
            for left in self._folder.glob("*.slot.trying"):
                left.unlink(missing_ok=True)

    def _post(self, action: str, name: str) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self._url}/slots/0?action={action}",
            data=json.dumps({"filename": name}).encode(),
            headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback never goes through a proxy
        with opener.open(request, timeout=_TIMEOUT_S) as response:
            reply = json.loads(response.read())
        if not isinstance(reply, dict) or not (reply.get("n_saved") or reply.get("n_restored")):
            raise ValueError(f"nothing was {action}d: {reply}")
        return reply


def _note_of(slot: Path) -> Path:
    return slot.with_name(f"{slot.name}.json")


def _about(path: Path) -> dict[str, Any]:
    """What a note says of a whole file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return {"name": path.name, "size": path.stat().st_size, "sha256": digest.hexdigest()}


def _to_disk(path: Path) -> None:
    """Have the system write a file or folder out: after a power cut a renamed file is whole, or not there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def state_name(model: Path, runtime: str, num_ctx: int, messages: Sequence[Message]) -> str:
    """The file name of a prompt's state: it changes with all that makes a state unusable.

    Args:
        model: the GGUF file; known by its size and time, for hashing gigabytes would take longer than it saves.
        runtime: name and version of the llama.cpp binding.
    """
    about = model.stat()
    parts = [model.name, str(about.st_size), str(about.st_mtime_ns), runtime, str(num_ctx)]
    parts += [f"{message.role}:{message.content}" for message in messages]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24] + ".slot"
