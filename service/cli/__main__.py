"""`python -m service.cli`."""

from __future__ import annotations

import sys

from service.cli import main

if __name__ == "__main__":  # processes that a subcommand starts import this module again
    sys.exit(main())
