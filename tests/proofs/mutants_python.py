"""Mutants of the Python modules that have rules: an expression is changed, and a test has to fail.

    pip install coverage
    python tests/proofs/mutants_python.py                       the oracle and the typed rules
    python tests/proofs/mutants_python.py tractor/reference/order.py --seconds 60

Comparisons, conditions, arithmetic, constants, and statements are changed one at a time; not those
in annotations, decorators, assertions and texts of errors. A mutant is put into a process that has
collected the tests already, and meets those that run its lines, the quickest first.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import coverage
import hypothesis
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parent.parent.parent
ORACLE = "tuples follow trick throw order shape plays declaring scoring table match_table"
TYPED = (
    "order trump shape follow throw trick plays counting declaring scoring rules switches rounds "
    "matches dealing cards"
)
TESTS = (
    "reference reference_declaring reference_game reference_laws reference_plays reference_match "
    "core_vs_reference many_decks declaring counting stirring house_rules state_machine "
    "named_splits cards trump switches rules rules_json cases follow rounds matches plays "
    "plays_values plays_hostile plays_of_rounds laws judging faces_errors"
)
COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
}
WARNING = "pytest.PytestAssertRewriteWarning"  # hypothesis is imported already
SLOW = "whole_matches"  # and compare nothing that shorter ones do not
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


FUNCTIONS: list[FunctionType] = []
CACHES: list[_lru_cache_wrapper[object]] = []
LOG = os.environ.get("MUTLOG")


class Mutant(NamedTuple):
    """A change of one node.

    Attributes:
        path: Of the module.
        line: Of the statement.
        lines: All lines whose tests matter.
        old: Text of the node.
        new: Text of what takes its place.
        code: The module with the change, compiled.
        at_import: Whether it is outside of all functions.
    """

    path: Path
    line: int
    lines: range
    old: str
    new: str
    code: CodeType
    at_import: bool


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may be changed to."""
    no, yes = ast.Constant(False), ast.Constant(True)
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                for new in COMPARED[type(op)]:
                    yield ast.Compare(left, [*ops[:place], new(), *ops[place + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for value in values:
                rest = [other for other in values if other is not value]
                yield ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.BinOp(left, op, right) if type(op) in COMPUTED:
            yield ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(str() as value):
            yield ast.Constant(f"{value}?")
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.Call(ast.Name(name), args, keywords) if name in CALLED and args:
            kept = [] if name == "sorted" else keywords
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), args, kept)
        case ast.comprehension(target, iterated, [_, *_], is_async):
            yield ast.comprehension(target, iterated, [], is_async)
        case ast.If(_, body, orelse):
            yield from (ast.If(yes, body, orelse), ast.If(no, body, orelse))
        case ast.While(_, body, orelse):
            yield ast.While(no, body, orelse)
        case ast.Expr() | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def skipped(node: ast.AST, name: str) -> bool:
    """Whether a field of a node has nothing that could matter."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Assign([ast.Name("__all__")]) | ast.AnnAssign(ast.Name(), ast.Name("TypeAlias")):
            return True
        case ast.Subscript(ast.Name("Literal")) | ast.Call(ast.Name("TypedDict" | "cast")):
            return True
        case ast.Assign(value=ast.Subscript(ast.Name("tuple" | "dict" | "Callable"))):
            return True
    return name in ("annotation", "returns", "decorator_list", "format_spec", "ctx", "op", "ops")


def text(node: ast.AST) -> str:
    """A node in one line, shortened."""
    made = ast.unparse(node if not isinstance(node, ast.If | ast.While) else node.test)
    made = f"if {made}" if isinstance(node, ast.If | ast.While) else made or "no condition"
    return " ".join(made.split())[:90]


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its lines."""
    tree = ast.parse(path.read_text("utf-8"))

    def walk(node: ast.AST, lines: range, inside: bool) -> Iterator[Mutant]:
        for name, value in ast.iter_fields(node):
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or skipped(child, name):
                    continue
                near, within = lines, inside and name not in ("defaults", "kw_defaults")
                if isinstance(child, ast.stmt):
                    body = getattr(child, "body", None)
                    end = max(child.lineno, body[0].lineno - 1) if body else child.end_lineno
                    near = range(child.lineno, (end or child.lineno) + 1)
                for new in variants(child):
                    put = value.__setitem__ if isinstance(value, list) else node.__setattr__
                    put(place if isinstance(value, list) else name, ast.copy_location(new, child))
                    code = compile(ast.fix_missing_locations(tree), str(path), "exec")
                    put(place if isinstance(value, list) else name, child)
                    yield Mutant(path, near.start, near, text(child), text(new), code, not within)
                if not isinstance(child, ast.Raise):
                    function = isinstance(child, ast.FunctionDef | ast.Lambda)
                    yield from walk(child, near, within or function)

    yield from walk(tree, range(0), False)


def apply(mutant: Mutant) -> None:
    """Gives the functions of this process the changed code; nothing remembers an old result."""
    codes: dict[tuple[str, int], CodeType] = {}
    found = [mutant.code]
    while found:
        code = found.pop()
        codes[code.co_qualname, code.co_firstlineno] = code
        found += [each for each in code.co_consts if isinstance(each, CodeType)]
    for function in FUNCTIONS:
        if function.__code__.co_filename == str(mutant.path):
            new = codes.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if new is not None:
                function.__code__ = new
    forget()


def forget() -> None:
    """Clears what functions remember."""
    for cache in CACHES:
        cache.cache_clear()


def passes(item: pytest.Item) -> bool:
    """Runs a test."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


class Run:
    """A plugin that runs the tests for each mutant, in a process of its own.

    Attributes:
        mutants: What is to be killed.
        seconds: How long the tests of one mutant may take, first all, then the survivors.
        workers: Processes at a time.
        survivors: What was not killed.
    """

    def __init__(self, mutants: list[Mutant], seconds: list[float], workers: int) -> None:
        self.mutants, self.seconds, self.workers = mutants, seconds, workers
        self.survivors: list[Mutant] = []
        self.took: dict[str, float] = {}
        self.runs: dict[str, set[str]] = {}
        self.kills: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running each test once."""
        global compare
        from tractor.testing.__main__ import main as compare
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and "/tractor/" in thing.__code__.co_filename:
                FUNCTIONS.append(thing)
            elif isinstance(thing, _lru_cache_wrapper) and thing.__module__.startswith("tractor."):
                CACHES.append(thing)
        gc.freeze()  # what is shared with the forks stays shared
        items = {item.nodeid: item for item in session.items}
        with tempfile.TemporaryDirectory() as folder:
            parts = [list(items.values())[start :: self.workers] for start in range(self.workers)]
            files = [Path(folder, str(number)) for number in range(self.workers)]
            jobs = zip(parts, files, strict=True)
            self.fork([partial(self.measure, part, file) for part, file in jobs])
            for file in files:
                took, runs = json.loads(file.read_text("utf-8"))
                self.took |= took
                for line, names in runs.items():
                    self.runs.setdefault(line, set()).update(names)
            self.survivors = self.mutants
            for seconds in self.seconds:
                judged = self.survivors
                files = [Path(folder, f"{seconds} {number}") for number in range(len(judged))]
                pairs = zip(judged, files, strict=True)
                self.fork(partial(self.judge, items, seconds, *pair) for pair in pairs)
                self.survivors = [
                    mutant
                    for mutant, file in zip(judged, files, strict=True)
                    if file.exists() and file.read_text("utf-8") == "survived"
                ]
        return True

    def fork(self, jobs: Iterable[Callable[[], None]]) -> None:
        """Runs each job in a process of its own, some at a time."""
        running = 0
        for job in jobs:
            if running == self.workers:
                os.wait()
                running -= 1
            if os.fork() == 0:
                try:
                    null = os.open(os.devnull, os.O_WRONLY)
                    os.dup2(null, 1)
                    os.dup2(null, 2)
                    job()
                finally:
                    os._exit(0)
            running += 1
        while running:
            os.wait()
            running -= 1

    def measure(self, items: list[pytest.Item], file: Path) -> None:
        """Writes down how long tests take and which lines they run; failing ones are left out."""
        paths = sorted({str(mutant.path) for mutant in self.mutants})
        tracer = coverage.Coverage(data_file=None, config_file=False, include=paths)
        tracer.start()
        took = {}
        for item in items:
            forget()
            tracer.switch_context(item.nodeid)
            start = time.perf_counter()
            if passes(item):
                took[item.nodeid] = time.perf_counter() - start
        tracer.stop()
        data = tracer.get_data()
        runs = {
            f"{path}:{line}": [name for name in names if name in took]
            for path in paths
            for line, names in data.contexts_by_lineno(path).items()
        }
        file.write_text(json.dumps([took, runs]), "utf-8")

    def judge(
        self, items: dict[str, pytest.Item], seconds: float, mutant: Mutant, file: Path
    ) -> None:
        """Writes down that a mutant survives."""
        names = {
            name for line in mutant.lines for name in self.runs.get(f"{mutant.path}:{line}", ())
        }
        apply(mutant)
        compares = mutant.path.parent.name == "reference"
        spent = 0.0
        for name in sorted(names, key=self.took.__getitem__):
            spent += self.took[name]
            signal.alarm(int(5 + 5 * self.took[name]))
            if not passes(items[name]):
                return
            if compares and spent > 0.4:
                compares = False
                signal.alarm(60)
                if compare(["--positions", "1500", "--seed", str(int(seconds))]):
                    return
            if spent > seconds:
                break
        file.write_text("survived", "utf-8")
        if LOG: open(LOG, "a").write(f"{mutant.path.name}:{mutant.line} {mutant.old} → {mutant.new} [{len(names)} tests]\n")


def main() -> int:
    """The command; 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", type=Path, help="files; default: all")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for a survivor")
    parser.add_argument("--tests", default=TESTS, help="names of test files")
    parser.add_argument("--workers", type=int, default=1, help="processes at a time")
    options = parser.parse_args()
    known = [f"tractor/reference/{name}.py" for name in ORACLE.split()]
    known += [f"tractor/{name}.py" for name in TYPED.split()]
    chosen = [path.resolve() for path in options.modules] or [ROOT / name for name in known]
    made = [mutant for path in chosen for mutant in mutants(path)]
    run = Run(
        [mutant for mutant in made if not mutant.at_import],
        [s for s in (2.0, options.seconds) if s <= options.seconds],
        options.workers,
    )
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    tests = [f"tests/test_{name}.py" for name in options.tests.split()]
    pytest.main(["-qsp", "no:cacheprovider", "-W", f"ignore::{WARNING}", "-k", f"not {SLOW}", *tests], plugins=[run])
    for mutant in run.survivors:
        name = mutant.path.relative_to(ROOT)
        print(f"{name}:{mutant.line} {mutant.old} → {mutant.new}")
    for path in chosen:
        count = sum(mutant.path == path for mutant in run.mutants)
        left = sum(mutant.path == path for mutant in run.survivors)
        print(f"{path.relative_to(ROOT)}: {count} mutants, {count - left} killed, {left} survived")
    return 1 if run.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
