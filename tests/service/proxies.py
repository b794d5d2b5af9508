"""The proxies of deploy/ as processes: the example files themselves, with other addresses and folders in them."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import die_with_parent, free_port, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
START_S = 30.0


def nginx_command(folder: Path, port: int, served: int) -> list[str]:
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.fail(
            "the program nginx is missing: `make test` installs it where it may (tests/system-packages; "
            "by hand on Debian or Ubuntu: apt-get install nginx)",
            pytrace=False,
        )
    site = _replaced((DEPLOY / "nginx.conf").read_text(), "listen 80;", f"listen 127.0.0.1:{port};")
    site = _replaced(site, "server 127.0.0.1:8000;", f"server 127.0.0.1:{served};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off;\nuser {getpass.getuser()};\nworker_processes 1;\npid {folder}/pid;\n"
        f"error_log {folder}/error.log;\nevents {{}}\nhttp {{\naccess_log {folder}/access.log;\n{folders}\n{site}\n}}\n"
    )
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy_command(folder: Path, port: int, served: int) -> list[str]:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed here")
    site = _replaced((DEPLOY / "Caddyfile").read_text(), "ledger.example.org {", f"http://:{port} {{")
    site = _replaced(site, "127.0.0.1:8000", f"127.0.0.1:{served}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}}\n{site}")
    return [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


COMMANDS: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx_command, "caddy": caddy_command}


@contextmanager
def proxied(name: str, folder: Path, served: int) -> Iterator[int]:
    """The proxy in front of what is served on this port of this machine; gives its own port."""
    port = free_port()
    command = COMMANDS[name](folder, port, served)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "proxy.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent
        )
    try:
        wait_until(lambda: _listens(process, port, folder), f"{name} starts; see {folder}/proxy.log", START_S)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def _replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is not once in the file"
    return text.replace(old, new)


def _listens(process: subprocess.Popen[bytes], port: int, folder: Path) -> bool:
    if process.poll() is not None:
        raise RuntimeError(f"the proxy has ended: {(folder / 'proxy.log').read_text()[-2000:]}")
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
