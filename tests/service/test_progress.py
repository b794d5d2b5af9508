"""What takes long shows a bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import os
import pty
import select
import sys
from io import StringIO

from service.tools.progress import open_with_progress, show_progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


def test_a_terminal_shows_how_many_are_done(monkeypatch):
    shown = on_a_terminal(monkeypatch)
    assert list(show_progress(["a", "b", "c"], "reading matches")) == ["a", "b", "c"]
    assert "reading matches" in shown.getvalue()
    assert "3/3" in shown.getvalue()


def test_results_are_passed_on_one_for_each_item(monkeypatch):
    shown = on_a_terminal(monkeypatch)
    assert list(show_progress(["a", "b"], "auditing", iter([1, 2]))) == [1, 2]
    assert "2/2" in shown.getvalue()


def test_a_terminal_shows_how_much_of_a_file_was_read(monkeypatch, tmp_path):
    shown = on_a_terminal(monkeypatch)
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    with open_with_progress(path, "verifying") as file:
        assert file.read(10) + file.read() == b"x" * 1000
    assert "verifying" in shown.getvalue()
    assert "1000/1000" in shown.getvalue()


def test_elsewhere_nothing_is_written(monkeypatch, tmp_path):
    shown = StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    (tmp_path / "file").write_bytes(b"x")
    assert list(show_progress([1], "reading")) == [1]
    with open_with_progress(tmp_path / "file", "verifying") as file:
        assert file.read() == b"x"
    assert shown.getvalue() == ""


def test_a_real_terminal_is_recognised(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    near, far = pty.openpty()
    with os.fdopen(far, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert list(show_progress([1, 2], "reading matches")) == [1, 2]
        terminal.flush()
        shown = b""
        while b"reading matches" not in shown:  # what is written in several pieces is read in several
            assert select.select([near], [], [], 10)[0], shown
            shown += os.read(near, 65536)
    os.close(near)
