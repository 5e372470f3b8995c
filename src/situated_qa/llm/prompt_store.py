"""Evaluated prompts on disk: a static prompt costs the embedded model tens of seconds once, then milliseconds.

llama.cpp writes and reads the state of a slot through its HTTP interface only; that listens on loopback, behind a
random key that never leaves this process.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

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
        """Load a saved state; False where there is none that fits."""
        if not (self._folder / name).is_file():
            return False
        try:
            self._post("restore", name)
        except (OSError, ValueError) as error:
            _log.warning("evaluated prompt %s cannot be used, evaluating it again: %s", name, error)
            (self._folder / name).unlink(missing_ok=True)
            return False
        with contextlib.suppress(OSError):
            (self._folder / name).touch()
        return True

    def save(self, name: str) -> None:
        """Keep the slot's state under a name. A full disk is no error: the next start evaluates again, and says so."""
        part = name + ".part"
        try:
            self._post("save", part)
            (self._folder / part).replace(self._folder / name)
        except (OSError, ValueError) as error:
            _log.warning("the evaluated prompt cannot be kept in %s: %s", self._folder, error)
            with contextlib.suppress(OSError):
                (self._folder / part).unlink(missing_ok=True)
            return
        kept = sorted(self._folder.glob("*.slot"), key=lambda path: path.stat().st_mtime)
        for path in kept[:-KEPT_PROMPTS]:
            path.unlink(missing_ok=True)

    def _post(self, action: str, name: str) -> None:
        request = urllib.request.Request(
            f"{self._url}/slots/0?action={action}",
            data=json.dumps({"filename": name}).encode(),
            headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # loopback never goes through a proxy
        with opener.open(request, timeout=_TIMEOUT_S) as response:
            reply = json.loads(response.read())
        if not (reply.get("n_saved") or reply.get("n_restored")):
            raise ValueError(f"nothing was {action}d: {reply}")


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
