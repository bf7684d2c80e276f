"""The types: mypy --strict on the package, and the stubs against the compiled modules."""

import subprocess
import sys
from pathlib import Path

import tractor

ROOT = Path(__file__).parent.parent
CHECKED = Path(tractor.__file__).parent  # of the installed package, or of the checkout


def run(*arguments: str, where: Path) -> str:
    """Runs a module of the interpreter at hand; the output is the message of a failure."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=where,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_mypy_strict(tmp_path: Path) -> None:
    run(
        "mypy",
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(tmp_path),
        "--package",
        "tractor",
        where=CHECKED.parent if CHECKED.parent == ROOT else tmp_path,
    )


def test_stubs_tell_what_the_compiled_modules_have(tmp_path: Path) -> None:
    # Outside the checkout when the package is installed: there the sources have no compiled core.
    where = CHECKED.parent if CHECKED.parent == ROOT else tmp_path
    run(
        "mypy.stubtest",
        "tractor._core",
        "--concise",
        "--allowlist",
        str(ROOT / "tests" / "stubtest.allowlist"),
        where=where,
    )


def test_a_wrong_call_is_refused_by_mypy(tmp_path: Path) -> None:
    """The types reach the user: neither `Any` nor a missing `py.typed` lets this pass."""
    user = tmp_path / "user.py"
    user.write_text(
        "from tractor import Cards, Order, make_lead, parse_cards, parse_trump\n"
        "lead = make_lead(parse_cards('S 88'), parse_trump('5H'))\n"
        "reveal_type(lead.order)\n"
        "reveal_type(lead.cards.points)\n"
        "make_lead('S 88', parse_trump('5H'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "c"), str(user)],
        cwd=CHECKED.parent if CHECKED.parent == ROOT else tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert 'Revealed type is "tractor._core.order.Order"' in done.stdout, done.stdout
    assert 'Revealed type is "int"' in done.stdout.replace("builtins.", ""), done.stdout
    assert "user.py:5" in done.stdout, done.stdout
    assert 'incompatible type "str"; expected "Cards"' in done.stdout, done.stdout
    assert "Found 1 error" in done.stdout, done.stdout
