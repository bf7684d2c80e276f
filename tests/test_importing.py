"""What `import tractor` loads, and what it finds when it is asked for."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tractor


def test_type_checkers_and_python_find_the_public_names_in_the_same_modules() -> None:
    tree = ast.parse(Path(tractor.__file__).read_text(encoding="utf-8"))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    told = {
        alias.asname or alias.name: str(node.module).removeprefix("tractor.")
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert told == tractor._HOME_OF
    assert set(told) < set(dir(tractor))
    with pytest.raises(AttributeError, match="module 'tractor' has no attribute 'cardz'"):
        tractor.cardz  # type: ignore[attr-defined]  # noqa: B018
    # What Python does for a name that nobody has asked for yet.
    assert tractor.__getattr__("rules") is tractor.rules
    assert tractor.__getattr__("Rules") is tractor.Rules


def test_the_library_is_there_before_one_asks_for_more() -> None:
    """Little is loaded by `import tractor`; what is asked for brings what it needs."""
    program = """
import sys
import tractor
print(sum(name.startswith("tractor") for name in sys.modules), "numpy" in sys.modules)
assert tractor.rules.STANDARD is tractor.STANDARD
from tractor import make_lead
print(any(name in sys.modules for name in ("tractor.simulation", "tractor.judging")))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["5", "False", "False"]
