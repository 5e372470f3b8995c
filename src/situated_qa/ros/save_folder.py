"""Confines `~/save` to one folder, because anyone on the network can call the service."""

from __future__ import annotations

from pathlib import Path

from situated_qa.errors import SettingsError

SAVED_FILES = ("mesh.ply", "scene.json", "key_frames")


def save_folder(requested: str, output_folder: str, *, anywhere: bool) -> Path:
    """The folder that a request means, as an absolute path without links.

    Args:
        requested: as in the request: empty for the output folder itself, relative to it, or absolute.
        output_folder: the node's own folder; ~ and relative paths are expanded.
        anywhere: whether the request may name a folder elsewhere; ~ is expanded then.

    Raises:
        SettingsError: the folder cannot be a folder's name, or it lies outside of the output folder, and `anywhere` is
            false; says what is legal.
    """
    if not requested.isprintable():
        raise SettingsError(f"folder {requested!r} cannot be used: it holds characters that cannot be printed")
    try:
        root = Path(output_folder).expanduser().resolve()
        wanted = Path(requested).expanduser() if anywhere else Path(requested)
        folder = (root / wanted).resolve()
        files = [(folder / name).resolve() for name in SAVED_FILES]
    except (OSError, RuntimeError, ValueError) as error:  # no such user, a loop of links, a NUL character
        raise SettingsError(f"folder {requested!r} cannot be used: {error}") from error
    if anywhere:
        return folder
    legal = f"name a folder below {root} (parameter output_folder), or set the parameter save_anywhere"
    if ".." in wanted.parts or wanted.parts[:1] and wanted.parts[0].startswith("~"):
        raise SettingsError(f"folder {requested!r} must be a plain path without .. or ~; {legal}")
    if not all(path.is_relative_to(root) for path in (folder, *files)):
        raise SettingsError(f"folder {requested!r} leads out of the output folder, to {folder}; {legal}")
    return folder
