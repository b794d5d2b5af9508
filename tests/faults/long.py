"""Tests that only `make faults` runs."""

from __future__ import annotations

import os

import pytest

LONG = pytest.mark.skipif("FAULTS" not in os.environ, reason="takes half a minute: `make faults` runs it")
