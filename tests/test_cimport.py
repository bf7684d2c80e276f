"""The core as other Cython projects see it: a consumer is built against the *installed* package."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import tractor

ROOT = Path(__file__).parent.parent
INSTALLED = Path(tractor.__file__).parent
REQUIRED = os.environ.get("TRACTOR_REQUIRE_CIMPORT") == "1"

USE = """
import consumer
import tractor
from tractor import make_lead, order_of, parse_cards as cards, parse_trump

trump = parse_trump("5H")
lead = make_lead(cards("S 88"), trump)
assert consumer.ABI == tractor.core_info()["abi"]
assert consumer.count_bits(0b101000) == (2, 3)
assert consumer.split_parts(order_of(trump), cards("S 99 88 4 3")) == (3, 1)
assert consumer.owes_pairs(lead, cards("S QQ J 3"), cards("S J 3"))
assert not consumer.owes_pairs(lead, cards("S QQ J 3"), cards("S QQ"))
assert consumer.winner(lead, [cards("S 99"), cards("S QQ"), cards("H 22")]) == 3
assert consumer.winner(lead, [cards("S 99"), cards("S QQ"), cards("D 22")]) == 2
size, kinds = consumer.first_hand(7)
assert size == 25 and kinds == tractor.deal(7).hands[0].kinds()
print("consumer", tractor.__file__)
"""

OTHER_ABI = """
import tractor._core.cpu as cpu
cpu.ABI += 1
try:
    import consumer
except ImportError as error:
    assert "rebuild" in str(error) and str(cpu.ABI) in str(error), error
    print("refused")
"""


def missing() -> str | None:
    """Why the consumer cannot be built here."""
    if INSTALLED.parent == ROOT:
        return "tractor runs from the checkout: install it (pip install .) to test its headers"
    if not (INSTALLED / "_core" / "types.pxd").is_file():
        return f"tractor at {INSTALLED} was installed without its .pxd files"
    if find_spec("Cython") is None:
        return "Cython is not there: pip install cython"
    return None


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    reason = missing()
    if reason is not None:
        if REQUIRED:
            pytest.fail(f"TRACTOR_REQUIRE_CIMPORT=1, but {reason}")
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("consumer")
    shutil.copy(ROOT / "tests" / "consumer" / "consumer.pyx", folder)
    output = python(folder, "-m", "Cython.Build.Cythonize", "-3", "--inplace", "consumer.pyx")
    assert "performance hint" not in output, output
    # The source goes away, so that nothing but the compiled module can be imported.
    (folder / "consumer.pyx").unlink()
    return folder


RECIPE_USE = """
import follows
from tractor import make_lead, parse_cards as cards, parse_trump
lead, hand = make_lead(cards("S 88"), parse_trump("5H")), cards("S QQ J 3")
print(*(follows.count_legal(lead, hand, cards(text), 7) for text in ("S QQ", "S J 3")))
"""


def test_the_recipe_of_the_docs_builds_and_runs(consumer: Path, tmp_path: Path) -> None:
    """`consumer` skips or fails where nothing is installed."""
    text = (ROOT / "docs" / "cython.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```cython\n(.*?)```", text, re.DOTALL)
    (tmp_path / "follows.pyx").write_text(code, encoding="utf-8")
    output = python(tmp_path, "-m", "Cython.Build.Cythonize", "-3", "--inplace", "follows.pyx")
    assert "performance hint" not in output, output
    (tmp_path / "follows.pyx").unlink()
    assert python(tmp_path, "-c", RECIPE_USE).strip() == "7 0"


def python(folder: Path, *arguments: str) -> str:
    """Runs the interpreter at hand outside the checkout; the output of a run that succeeds."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_consumer_gets_the_answers_of_the_library(consumer: Path) -> None:
    assert f"consumer {INSTALLED}" in python(consumer, "-c", USE)


def test_a_core_of_another_abi_is_refused(consumer: Path) -> None:
    assert python(consumer, "-c", OTHER_ABI).strip() == "refused"


def test_the_abi_number_is_known_at_run_time() -> None:
    header = (INSTALLED / "_core" / "__init__.pxd").read_text(encoding="utf-8")
    assert f"TRACTOR_ABI = {tractor.core_info()['abi']}" in header
