"""Packages of the extras: skipped where they are not installed, but never in CI."""

import builtins
import importlib
import os
import sys
from typing import Any

import pytest


def need(name: str) -> Any:
    """A package of an extra; whoever asks for nothing to be skipped gets an error instead."""
    if os.environ.get("TRACTOR_REQUIRE_CIMPORT"):
        return importlib.import_module(name)
    return pytest.importorskip(name)


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """As if a package were not installed."""
    real = builtins.__import__

    def importing(name: str, *args: Any, **options: Any) -> Any:
        if name.split(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        return real(name, *args, **options)

    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", importing)
