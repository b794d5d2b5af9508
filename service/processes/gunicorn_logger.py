"""gunicorn's own messages, in the form of all other lines of the log."""

from __future__ import annotations

import logging
import sys
from typing import Any

from gunicorn.glogging import Logger

from service.web.request_log import JsonLines


class JsonLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """`logconfig_dict` would do the same, but with it gunicorn prepares a line for the access log at every request, and
    there is no access log: a tenth of the CPU of a command."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        to_stderr = logging.StreamHandler(sys.stderr)
        to_stderr.setFormatter(JsonLines())
        self.error_log.handlers[:] = [to_stderr]
        root = logging.getLogger()  # whatever other packages have to say
        root.handlers[:] = [to_stderr]
        root.setLevel(logging.WARNING)
