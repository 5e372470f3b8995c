"""What a run leaves behind: a journal it can go on from after a kill, and one JSON when it is complete.

The journal is a file of one JSON object a line beside the result, `run.json` → `run.jsonl`: first what the run is made
with, then one line for each question, on disk before the next is asked. A last line that was cut short is dropped.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from situated_qa.errors import SettingsError

Record = dict[str, Any]


class Journal:
    """An append-only file of records, known by scene and id; use it as a context manager.

    Raises:
        SettingsError: the file belongs to another run; names what differs.
        OSError: it cannot be written.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], *, fresh: bool = False) -> None:
        self.path = path
        self.records: dict[tuple[str, str], Record] = {}
        self._header = json.loads(json.dumps(header))
        path.parent.mkdir(parents=True, exist_ok=True)
        self.resumed = path.exists() and not fresh
        """Whether there was an unfinished run to go on with."""
        self._file = path.open("a", encoding="utf-8")
        try:
            self._lock()
            if fresh:
                self._file.truncate(0)
            else:
                self._read()
        except BaseException:
            self._file.close()
            raise
        if not path.stat().st_size:
            self._write(self._header)

    def _lock(self) -> None:
        """Two runs into one file would ask every question twice. The lock ends with the process, however that ends."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SettingsError(f"{self.path} is being written by another run; name another result file") from error

    @classmethod
    def beside(cls, out: Path, header: Mapping[str, Any], *, fresh: bool = False) -> Journal:
        """The journal of the result file `out`."""
        return cls(out.with_suffix(".jsonl"), header, fresh=fresh)

    def _read(self) -> None:
        data = self.path.read_bytes()
        whole, newline, rest = data.rpartition(b"\n")
        if rest or not newline:  # killed while it wrote this line
            os.truncate(self.path, len(whole) + len(newline))
        # Not splitlines: an answer may hold U+2028 and other ends of lines that are none in JSON.
        lines = whole.decode("utf-8", errors="replace").split("\n") if newline else []
        if len(lines) == 1:  # nothing was answered yet, so there is nothing to be lost
            self._start_over_if_other(lines[0])
            return
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
                if number == 1:
                    self._check(entry)
                else:
                    self.records[(entry["scene"], entry["id"])] = entry
            except (ValueError, KeyError, TypeError) as error:
                if isinstance(error, SettingsError):
                    raise
                raise SettingsError(f"{self.path}:{number} is no record of a run ({error}); remove the file") from error

    def _start_over_if_other(self, line: str) -> None:
        try:
            same = json.loads(line) == self._header
        except ValueError:
            same = False
        if not same:
            self._file.truncate(0)
            self.resumed = False

    def _check(self, header: Any) -> None:
        if not isinstance(header, dict):
            raise SettingsError(f"{self.path} is no journal of a run; remove it or name another result file")
        now, before = _flat(self._header), _flat(header)
        differs = [
            f"{name} is {now.get(name)!r}, was {before.get(name)!r}"
            for name in sorted({*now, *before})
            if now.get(name) != before.get(name)
        ]
        if differs:
            raise SettingsError(
                f"{self.path} holds an unfinished run made otherwise: {'; '.join(differs)}. Run it as it was, name "
                "another result file, or start anew with --fresh"
            )

    def append(self, record: Record) -> None:
        """Put a record on disk."""
        self._write(record)
        self.records[(record["scene"], record["id"])] = record

    def _write(self, record: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def remove(self) -> None:
        """Delete the file: its run is complete."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _flat(header: Mapping[str, Any]) -> dict[str, Any]:
    """The header with the fields of its groups beside the others: "settings.llm"."""
    flat: dict[str, Any] = {}
    for name, value in header.items():
        flat |= {f"{name}.{key}": item for key, item in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write a JSON file; whoever reads the path sees the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1, ensure_ascii=False, allow_nan=False)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_run(path: Path) -> dict[str, Any]:
    """The result of a run.

    Raises:
        SettingsError: it cannot be read, or is no result of a run.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} cannot be read as the result of a run: {error}") from error
    if not isinstance(data, dict) or data.get("format") != RUN_FORMAT or not isinstance(data.get("questions"), list):
        raise SettingsError(f"{path} is no result of a run; situated-qa eval writes such files")
    return data


RUN_FORMAT = "situated-qa run 1"
