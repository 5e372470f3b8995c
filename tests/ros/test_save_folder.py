"""Where a request may have the map written."""

from __future__ import annotations

import pytest

from situated_qa.errors import SettingsError
from situated_qa.ros.save_folder import save_folder


@pytest.fixture
def out(tmp_path):
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def test_folders_below_the_output_folder_are_taken(out):
    assert save_folder("", str(out), anywhere=False) == out
    assert save_folder("monday/kitchen", str(out), anywhere=False) == out / "monday" / "kitchen"
    assert save_folder(str(out / "monday"), str(out), anywhere=False) == out / "monday"


@pytest.mark.parametrize(
    "requested", ["..", "a/../../b", "/tmp", "/", "~", "~nosuchuser/x", "x\0y", "a\x1b[2J", "a\udcff"]
)
def test_what_leads_elsewhere_is_refused_and_named(out, requested):
    with pytest.raises(SettingsError) as refused:
        save_folder(requested, str(out), anywhere=False)
    assert repr(requested) in str(refused.value)


def test_links_that_lead_out_are_refused(out, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (out / "link").symlink_to(tmp_path / "elsewhere")
    (out / "inside").mkdir()
    (out / "inside" / "mesh.ply").symlink_to(tmp_path / "elsewhere" / "file")
    for requested in ("link", "link/below", "inside"):
        with pytest.raises(SettingsError, match=f"below {out}.*save_anywhere"):
            save_folder(requested, str(out), anywhere=False)


def test_with_save_anywhere_any_folder_is_taken_that_is_one(out, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert save_folder("~/maps", str(out), anywhere=True) == tmp_path / "maps"
    assert save_folder("../b", str(out), anywhere=True) == tmp_path / "b"
    for requested in ("~nosuchuser/x", "x\0y"):
        with pytest.raises(SettingsError, match="cannot be used"):
            save_folder(requested, str(out), anywhere=True)
