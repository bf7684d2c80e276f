"""The house style that a program can check: layers, file sizes, exception specs, names."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tractor

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tractor"
CORE = PACKAGE / "_core"
MOST_LINES = 800

# Every module imports from lines above its own only. `a.*` stands for the modules of a package
# that has its own order inside.
LAYERS = """
    version faces
    errors
    _core _core.types _core.bits
    _core.rng
    _core.cpu switches
    _core.planes rules
    cards
    events
    _core.history
    trump
    _core.order
    _core.runs
    _core.shape
    _core.throw _core.duty _core.packing
    _core.follow_many _core.trick_many
    _core.follow _core.trick
    _core.deal _core.choice
    _core.score _core.declare _core.stream
    _core.levels _core.plays
    _core.machine
    _core.legal
    _core.arrays _core.tally
    _core.batch
    _core.state
    _core.rounds _core.players_many
    _core.players
    _core.greedy
    _core.stirring
    _core.playout
    _core.board _core.sheets
    _core.observe _core.table _core.judged _core.setting
    _core.tables _core.games _core.rollouts
    _core.begin
    order
    shape
    follow throw trick dealing
    declaring rounds
    plays scoring tables
    policies
    batch
    counting matches
    records.forms
    records.writing
    records.reading
    records.files
    records.replaying
    records.eightyfen
    records
    records.telling
    wording
    wording_english wording_chinese
    paragraph
    explaining_leads
    explaining
    progress saving plotting
    results asking
    running
    simulation judging_input
    judging_game
    judging
    __init__
    reference.*
    testing.*
    case_files screen cli_common
    cli_explain cli_replay cli_simulate
    cli
    __main__
"""
LAYER_OF = {name: at for at, line in enumerate(LAYERS.split("\n")) for name in line.split()}

# `reference` is the second writing of the rules: it may use nothing of the first one.
ALONE = "reference"

CIMPORT = re.compile(
    r"^\s*(?:from\s+(tractor[\w.]*)\s+c?import\s+(\(.*?\)|[^\n]*)|c?import\s+(tractor[\w.]*))",
    re.MULTILINE | re.DOTALL,
)


def sources(*suffixes: str, under: tuple[str, ...] = ("tractor",)) -> list[Path]:
    found = [
        path
        for folder in under
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes
    ]
    assert found
    return found


def module_of(path: Path) -> str:
    """`_core.order` for tractor/_core/order.pyx; `_core` for its `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1]) if len(parts) > 1 and parts[-1] == "__init__" else ".".join(parts)


MODULES = {module_of(path) for path in sources(".py", ".pyx", ".pxd")}


def layer(module: str) -> int:
    package = module.partition(".")[0]
    for name in (module, f"{package}.*"):
        if name in LAYER_OF:
            return LAYER_OF[name]
    raise AssertionError(f"tractor.{module} has no place in the table of layers: give it one")


def imported(target: str, names: list[str]) -> Iterator[str]:
    """The modules of ours behind `from target import names`."""
    module = target.removeprefix("tractor").removeprefix(".")
    for name in names:
        inner = f"{module}.{name}".lstrip(".")
        if inner in MODULES:
            yield inner
        else:
            yield module or "__init__"


def python_imports(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(node)
        for test in ast.walk(tree)
        if isinstance(test, ast.If) and "TYPE_CHECKING" in ast.dump(test.test)
        for node in ast.walk(test)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute here"
            if (node.module or "").partition(".")[0] == "tractor":
                for module in imported(node.module or "", [alias.name for alias in node.names]):
                    yield node.lineno, module
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "tractor":
                    yield node.lineno, alias.name.removeprefix("tractor").lstrip(".") or "__init__"


def cython_imports(path: Path) -> Iterator[tuple[int, str]]:
    text = re.sub(r'"""(?:.|\n)*?"""', lambda found: "\n" * found[0].count("\n"), path.read_text())
    for found in CIMPORT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[3]:
            yield line, found[3].removeprefix("tractor").lstrip(".")
            continue
        names = re.sub(r"#.*", "", found[2]).strip("()")
        listed = [name.split()[0] for name in names.split(",") if name.strip()]
        for module in imported(found[1], listed):
            yield line, module


def test_the_parsers_of_imports_see_what_is_there() -> None:
    assert "_core.follow" in {module for _, module in python_imports(PACKAGE / "follow.py")}
    seen = {module for _, module in cython_imports(CORE / "follow.pyx")}
    assert {"_core.bits", "_core.runs", "_core.types"} <= seen


@pytest.mark.parametrize("path", sources(".py", ".pyi", ".pyx", ".pxd"), ids=module_of)
def test_imports_go_downward_only(path: Path) -> None:
    module = module_of(path)
    own = layer("__init__" if path == PACKAGE / "__init__.py" else module)
    found = python_imports(path) if path.suffix in (".py", ".pyi") else cython_imports(path)
    for line, target in found:
        place = f"{path.relative_to(ROOT)}:{line}: tractor.{module} imports tractor.{target}"
        package = module.partition(".")[0]
        if package == ALONE:
            assert target.partition(".")[0] == ALONE, f"{place}: the oracle stands alone"
        if f"{package}.*" in LAYER_OF and target.partition(".")[0] == package:
            continue
        if target == module or (module == "_core" and path.suffix == ".pxd"):
            continue  # a .pyx and its .pxd; the ABI check asks the core that it belongs to
        assert layer(target) < own, f"{place}, which does not stand below it"


def test_every_module_has_its_layer_and_every_layer_its_module() -> None:
    for module in MODULES - {""}:
        layer(module)
    packages = {f"{module.partition('.')[0]}.*" for module in MODULES}
    gone = set(LAYER_OF) - MODULES - packages - {"__init__"}
    assert not gone, f"the table of layers names modules that are not there: {sorted(gone)}"


def test_no_file_is_too_long() -> None:
    under = tuple(name for name in ("tractor", "tests", "bench", "docs") if (ROOT / name).is_dir())
    for path in sources(".py", ".pyi", ".pyx", ".pxd", ".md", under=under):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines: cut it"


# ---- the core ----------------------------------------------------------------------------------


def nogil_declarations(path: Path) -> Iterator[tuple[int, str]]:
    """The heads of the cdef functions that say `nogil`, each on one line."""
    text = re.sub(r'"""(?:.|\n)*?"""', lambda found: "\n" * found[0].count("\n"), path.read_text())
    text = re.sub(r"#[^\n]*", "", text)
    for found in re.finditer(r"^[^\n(]*\((?:[^()]|\([^()]*\))*\)[^\n]*$", text, re.MULTILINE):
        head = " ".join(found[0].split())
        if re.search(r"\bnogil\b", head) and not head.startswith("with "):
            yield text.count("\n", 0, found.start()) + 1, head


@pytest.mark.parametrize("path", sources(".pxd", ".pyx"), ids=lambda path: path.name)
def test_every_nogil_function_says_what_it_raises(path: Path) -> None:
    for line, head in nogil_declarations(path):
        assert re.search(r"\)\s*(noexcept|except\s*\S+)\s+nogil", head), (
            f"{path.relative_to(ROOT)}:{line}: {head}\n"
            "without noexcept (or except <value>) every call takes the GIL again"
        )


def test_the_parser_of_declarations_sees_what_is_there() -> None:
    heads = [head for _, head in nogil_declarations(CORE / "follow.pxd")]
    assert [re.findall(r"(\w+)\(", head)[0] for head in heads] == [
        "follow_check",
        "follow_required",
        "tractor_pairs",
    ]


@pytest.mark.parametrize("path", sources(".pyx"), ids=lambda path: path.name)
def test_every_compiled_module_has_its_stub_and_header(path: Path) -> None:
    assert path.with_suffix(".pyi").is_file(), f"{path.name} has no .pyi beside it"
    target = f"_core.{path.stem}"
    wanted_by = [
        other.name
        for other in sources(".pxd", ".pyx")
        if other.stem != path.stem and re.search(rf"\btractor\.{target} cimport", other.read_text())
    ]
    assert path.with_suffix(".pxd").is_file() or not wanted_by, (
        f"{', '.join(wanted_by)} cimport from {path.name}, which has no .pxd"
    )


def test_no_header_without_a_module_but_the_header_only_ones() -> None:
    alone = {path.stem for path in CORE.glob("*.pxd")} - {path.stem for path in CORE.glob("*.pyx")}
    assert alone == {"__init__", "bits", "rng", "types"}


# ---- randomness, names -------------------------------------------------------------------------


@pytest.mark.parametrize("path", sources(".py", ".pyx", ".pxd"), ids=module_of)
def test_no_module_touches_the_global_random_state(path: Path) -> None:
    """`random.Random` objects that a caller seeds are fine; the module's own generator is not."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"\b(?:np|numpy)\.random\b|\bnumpy import random\b|\bsrand\b", text):
        pytest.fail(f"{path.relative_to(ROOT)} uses {found[0]}")
    for found in re.finditer(r"(?<![\w.])random\.(\w+)", text):
        assert found[1] == "Random", f"{path.relative_to(ROOT)} uses {found[0]}"
    for found in re.finditer(r"^\s*from random import (.*)$", text, re.MULTILINE):
        assert found[1].strip() == "Random", f"{path.relative_to(ROOT)}: {found[0].strip()}"


def test_all_is_exact() -> None:
    """`__all__` has every public name that `tractor/__init__.py` binds, and no other."""
    bound = set()
    for node in ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign):
            bound |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    bound |= set(tractor._HOME_OF)
    public = {name for name in bound if not name.startswith("_")} | {"__version__"}
    public.remove("TYPE_CHECKING")
    assert set(tractor.__all__) == public
    assert len(tractor.__all__) == len(set(tractor.__all__))
    assert all(hasattr(tractor, name) for name in tractor.__all__)


def test_no_public_name_hides_a_module_or_a_builtin() -> None:
    modules = {path.stem for path in PACKAGE.iterdir()}
    for name in tractor.__all__:
        assert name not in modules, f"tractor.{name} would hide the module of that name"
        assert not hasattr(builtins, name), f"`from tractor import *` would hide the builtin {name}"
