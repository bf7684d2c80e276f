"""Packages of the extras: skipped where they are not installed, but never in CI."""

import importlib
import os
from typing import Any

import pytest


def need(name: str) -> Any:
    """A package of an extra; whoever asks for nothing to be skipped gets an error instead."""
    if os.environ.get("TRACTOR_REQUIRE_CIMPORT"):
        return importlib.import_module(name)
    return pytest.importorskip(name)
