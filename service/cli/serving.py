"""`matchledger serve`, `config check` and `background`."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.config import Config


def declare_serve(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_serve)
    # They are read as settings, in place of the variables of the environment (`service/cli/__init__.py`).
    parser.add_argument("--host", help="the address to listen on; default: MATCHLEDGER_HOST, else 127.0.0.1")
    parser.add_argument("--port", help="default: MATCHLEDGER_PORT, else 8000")
    parser.add_argument("--data", help="the folder of the embedded Redis; default: MATCHLEDGER_DATA, else ./data")


def run_serve(args: Namespace, config: Config) -> int:
    from service.processes.serve import serve

    return serve(config)


def declare_config(parser: ArgumentParser) -> None:
    check = parser.add_subparsers(dest="config_command", required=True).add_parser(
        "check", help="print the settings without passwords, and whether port and Redis can be used"
    )
    check.set_defaults(run=run_config_check)


def run_config_check(args: Namespace, config: Config) -> int:
    from service.tools.config_check import check_config

    return check_config(config)


def declare_background(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_background)
    parser.add_argument("--holder", default=f"background:{os.getpid()}", help="name of the service that it is of")


def run_background(args: Namespace, config: Config) -> int:
    from service.processes.background import run

    run(config, args.holder)
    return 0
