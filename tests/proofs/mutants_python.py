"""Mutants of the Python modules that have rules: an expression is changed, and a test has to fail.

    pip install coverage
    python tests/proofs/mutants_python.py                       the oracle and the typed rules
    python tests/proofs/mutants_python.py tractor/reference/order.py --seconds 60
    python tests/proofs/mutants_python.py --only survivors.txt  those that a run before has printed

Those that tests/proofs/survivors.txt explains are left out, but for a run with --only.

Comparisons, conditions, arithmetic, constants and statements inside of functions are changed, one
at a time; not annotations, assertions and texts for people (those with a space). Every mutant is
put into a fork of a process that has collected the tests, and meets those that run its line: for
half of the time the quickest, then of each function the quickest arguments, the next quickest, and
so on. Lines that run at import alone are left out: a change of them comes too late.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parent.parent.parent
EXPLAINED = Path(__file__).with_name("survivors.txt")
POSITIONS = "order shape follow throw trick tuples"  # the core is held against these
ORACLE = f"{POSITIONS} plays scoring declaring table match_table"
TYPED = "order trump shape follow throw trick plays counting declaring scoring rules switches"
MODULES = [f"reference/{name}" for name in ORACLE.split()]
MODULES += f"{TYPED} rounds matches dealing cards".split()
TESTS = (
    "reference reference_switches reference_declaring reference_game reference_laws "
    "reference_plays reference_match named_splits many_decks declaring counting stirring "
    "house_rules state_machine cards trump switches rules rules_json cases follow rounds "
    "matches plays plays_values plays_hostile plays_of_rounds hostile laws judging "
    "judging_game explaining saving faces_errors one_trick reference_positions "
    "reference_table"
)
SLOW = "whole_matches or records_replay"
PAIRS = (
    "Eq:NotEq NotEq:Eq Lt:LtE,GtE LtE:Lt,Gt Gt:GtE,LtE GtE:Gt,Lt In:NotIn NotIn:In Is:IsNot "
    "IsNot:Is And:Or Or:And Add:Sub Sub:Add Mult:FloorDiv FloorDiv:Mult Mod:FloorDiv Pow:Mult "
    "BitAnd:BitOr BitOr:BitAnd LShift:RShift min:max max:min any:all all:any sorted:list"
)
INSTEAD = dict(pair.split(":") for pair in PAIRS.split())
OPERATORS = (ast.cmpop, ast.operator, ast.boolop)


class Mutant(NamedTuple):
    """A change of one node; `code` is the changed module, `lines` those whose tests matter."""

    path: Path
    lines: range
    change: str
    line: str
    code: CodeType

    @property
    def name(self) -> str:
        """The change and the line it is in; the number of the line does not matter."""
        return f"{self.path.relative_to(ROOT).as_posix()} {self.change} | {self.line}"


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may be changed to."""
    match node:
        case ast.cmpop() | ast.operator() | ast.boolop():
            names = INSTEAD.get(type(node).__name__, "")
            yield from (getattr(ast, name)() for name in names.split(",") if name)
        case ast.BoolOp(op, values):
            for value in values:
                rest = [other for other in values if other is not value]
                yield ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() | int() | str() as value):
            others = (value + 1, value - 1) if type(value) is int else (f"{value}?",)
            yield from map(ast.Constant, (not value,) if isinstance(value, bool) else others)
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.Call(ast.Name(name), [_, *_] as args, keywords) if name in INSTEAD:
            kept = [] if name == "sorted" else keywords
            yield ast.Call(ast.Name(INSTEAD[name], ast.Load()), args, kept)
        case ast.comprehension(target, iterated, [_, *_], is_async):
            yield ast.comprehension(target, iterated, [], is_async)
        case ast.If(_, body, orelse):
            yield from (ast.If(ast.Constant(value), body, orelse) for value in (True, False))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def skipped(node: ast.AST, field: str) -> bool:
    """Whether a change could not matter."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Expr(ast.Constant()) | ast.Call(ast.Name("cast")):
            return True
        case ast.Constant(str() as words) if " " in words.strip():
            return True
    return field in ("annotation", "returns", "decorator_list", "defaults", "kw_defaults")


def text(node: ast.AST) -> str:
    """A node in one line."""
    if isinstance(node, ast.If | ast.While):
        return f"if {text(node.test)}"
    return " ".join(ast.unparse(node).split())[:100] or "no condition"


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module, in the order of its lines."""
    source = path.read_text("utf-8")
    tree, rows = ast.parse(source), source.splitlines()

    def walk(node: ast.AST, lines: range, inside: bool) -> Iterator[Mutant]:
        for field, value in ast.iter_fields(node):
            children = value if isinstance(value, list) else [value]
            for at, child in enumerate(children):
                if not isinstance(child, ast.AST) or skipped(child, field):
                    continue
                near = lines
                if isinstance(child, ast.stmt):
                    body = getattr(child, "body", None)
                    end = max(child.lineno, body[0].lineno - 1) if body else child.end_lineno
                    near = range(child.lineno, (end or child.lineno) + 1)
                shown = node if isinstance(child, OPERATORS) else child
                for new in variants(child) if inside else ():
                    before = text(shown)
                    changed = [*children[:at], ast.copy_location(new, child), *children[at + 1 :]]
                    setattr(node, field, changed if isinstance(value, list) else new)
                    after = text(node if shown is node else new)
                    code = compile(ast.fix_missing_locations(tree), str(path), "exec")
                    setattr(node, field, value)
                    row = rows[getattr(shown, "lineno", near.start) - 1].strip()
                    yield Mutant(path, near, f"{before} → {after}", row, code)
                if not isinstance(child, ast.Raise):
                    within = inside or isinstance(child, ast.FunctionDef | ast.Lambda)
                    yield from walk(child, near, within)

    yield from walk(tree, range(0), False)


def places(mutant: Mutant) -> set[str]:
    """Its lines, as they are written down."""
    return {f"{mutant.path}:{line}" for line in mutant.lines}


def passes(item: pytest.Item) -> bool:
    """Runs a test."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def in_fork(job: Callable[[], bool]) -> bool:
    """What a function returns in a process of its own; false if that has to be killed."""
    child = os.fork()
    if child == 0:
        status = 2
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            status = 0 if job() else 1
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 2:
        raise RuntimeError("a process has failed")
    return status == 0


class Run:
    """A plugin that runs the tests for each mutant instead of once."""

    def __init__(self, made: list[Mutant], seconds: float) -> None:
        self.made, self.seconds = made, seconds
        self.survivors: list[Mutant] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """What pytest calls when the tests are collected."""
        self.items = {item.nodeid: item for item in session.items}
        self.functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        self.caches = [cache for cache in caches if cache.__module__.startswith("tractor.")]
        gc.freeze()  # what the forks share stays shared
        with tempfile.NamedTemporaryFile() as file:
            in_fork(partial(self.measure, Path(file.name)))
            self.took, self.runs = json.load(file)
        reached = {line for lines in self.runs.values() for line in lines}
        self.made[:] = [each for each in self.made if not reached.isdisjoint(places(each))]
        for mutant in self.made:
            if in_fork(partial(self.survives, mutant)):
                self.survivors.append(mutant)
                print(mutant.name, flush=True)
        return True

    def forget(self) -> None:
        """Clears what functions remember."""
        for cache in self.caches:
            cache.cache_clear()

    def measure(self, file: Path) -> bool:
        """Writes down how long tests take and which lines they run; failing ones are left out."""
        paths = sorted({str(mutant.path) for mutant in self.made})
        coverage = importlib.import_module("coverage")
        tracer = coverage.Coverage(data_file=None, config_file=False, include=paths)
        tracer.start()
        took = {}
        for name, item in self.items.items():
            self.forget()
            tracer.switch_context(name)
            start = time.process_time()
            if passes(item):
                took[name] = time.process_time() - start
        tracer.stop()
        runs: dict[str, list[str]] = {name: [] for name in took}
        for path in paths:
            for line, names in tracer.get_data().contexts_by_lineno(path).items():
                for name in runs.keys() & names:
                    runs[name].append(f"{path}:{line}")
        return bool(file.write_text(json.dumps([took, runs]), "utf-8"))

    def survives(self, mutant: Mutant) -> bool:
        """Whether no test fails, in the seconds that there are; the alarm ends one that hangs."""
        found, codes = [mutant.code], {}
        while found:
            code = found.pop()
            codes[code.co_qualname, code.co_firstlineno, code.co_freevars] = code
            found += [each for each in code.co_consts if isinstance(each, CodeType)]
        for function in self.functions:
            old = function.__code__
            if old.co_filename == str(mutant.path):
                key = old.co_qualname, old.co_firstlineno, old.co_freevars
                function.__code__ = codes.get(key, old)
        self.forget()
        lines = places(mutant)
        met = [name for name in self.took if not lines.isdisjoint(self.runs[name])]
        quickest = sorted(met, key=self.took.__getitem__)
        before: Counter[str] = Counter()
        turns = {}
        for name in quickest:
            function = name.partition("[")[0]
            turns[name] = before[function]
            before[function] += 1
        half = sum(
            took <= self.seconds / 2 for took in accumulate(map(self.took.__getitem__, quickest))
        )
        left = self.seconds
        for name in [*quickest[:half], *sorted(quickest[half:], key=turns.__getitem__)]:
            if left < self.took[name]:
                continue
            left -= self.took[name]
            signal.alarm(int(10 + 10 * self.took[name]))
            if not passes(self.items[name]):
                return False
        signal.alarm(300)
        compare = importlib.import_module("tractor.testing.__main__").main
        compares = mutant.path.parent.name == "reference" and mutant.path.stem in POSITIONS
        try:
            return not compares or not compare(["--positions", str(int(500 * self.seconds))])
        except Exception:  # whatever a mutant may raise
            return False


def told(file: Path) -> set[str]:
    """The names of mutants in a file: lines that are empty or begin with # are none."""
    rows = file.read_text("utf-8").splitlines()
    return {row for row in rows if row and not row.startswith("#")}


def main() -> int:
    """The command; 1 if a mutant survives, 2 if not all could be tried."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", type=Path, help="files; default: all")
    parser.add_argument("--seconds", type=float, default=10, help="of tests for a mutant")
    parser.add_argument("--tests", default=TESTS, help="names of test files, without `test_`")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth mutant")
    parser.add_argument("--only", type=Path, metavar="FILE", help="only those that FILE tells")
    options = parser.parse_args()
    chosen = [path.resolve() for path in options.modules]
    chosen = chosen or [ROOT / "tractor" / f"{name}.py" for name in MODULES]
    made = [mutant for path in chosen for mutant in mutants(path)]
    names = told(options.only or EXPLAINED)
    for name in sorted(names - {mutant.name for mutant in made}) if not options.modules else ():
        print(f"no such mutant: {name}")
    made = [each for each in made if (each.name in names) == bool(options.only)][:: options.every]
    run = Run(made, options.seconds)
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]  # nothing is shrunk
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    command = [
        "-qsp",
        "no:cacheprovider",
        "-W",
        "ignore:Module already imported",
        "-k",
        f"not ({SLOW})",
    ]
    files = [f"tests/test_{name}.py" for name in options.tests.split()]
    if pytest.main([*command, *files], [run]) == pytest.ExitCode.INTERNAL_ERROR:
        return 2
    for path in chosen:
        count, left = (sum(each.path == path for each in some) for some in (made, run.survivors))
        print(f"{path.relative_to(ROOT)}: {count} mutants, {count - left} killed, {left} survived")
    return 1 if run.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
