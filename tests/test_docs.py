"""Every example in README, docs and docstrings is run; the tables of README are checked."""

import doctest
import importlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tractor
from tractor import PRESETS, Cards, Rules, is_legal_follow, make_lead, parse_trump

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tractor"
DOCS = ROOT / "docs"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = TEXTS[0].read_text(encoding="utf-8")
MODULES = sorted(
    {
        "tractor." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".pyx") and path.stem not in ("__init__", "__main__")
    }
    | {"tractor", "tractor.reference", "tractor.testing"}
)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_texts(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False, optionflags=FLAGS)
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


def test_the_doctests_of_compiled_modules_are_found() -> None:
    found = doctest.DocTestFinder().find(tractor._core.planes)
    assert sum(len(test.examples) for test in found) > 2


# ---- README ------------------------------------------------------------------------------------


def commands() -> dict[str, str]:
    """The commands under a comment `<!-- command: name -->`, which .ci/run reads too."""
    found = re.findall(r"<!-- command: (\w+) -->\n+```sh\n(.*)\n```", README)
    return dict(found)


def test_the_two_commands_are_single_lines_in_a_fresh_environment() -> None:
    assert set(commands()) == {"simulate", "test"}
    for command in commands().values():
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install '.[")
    assert ".venv/bin/tractor simulate --rounds" in commands()["simulate"]
    assert commands()["test"].endswith(".venv/bin/pytest")


def test_readme_has_the_six_tasks_as_doctests() -> None:
    examples = doctest.DocTestParser().get_examples(README)
    text = "".join(example.source for example in examples)
    for call in (
        "strength(",
        "split(",
        "check_follow(",
        "check_throw(",
        "trick_winner(",
        "simulate(100_000",
    ):
        assert call in text, f"README shows no {call}…)"


def table_rows(heading: str) -> Iterator[list[str]]:
    """The cells of the table under a heading, the head of the table first."""
    section = re.split(r"^#+ ", README.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.M)[0]
    for line in section.splitlines():
        if line.startswith("|") and not set(line) <= set("|-: "):
            yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def shown(value: object) -> str:
    """A value of a switch as the table writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "–" if value is None or value == "" else str(value)


def test_the_table_of_presets_is_true_and_complete() -> None:
    head, *rows = table_rows("Presets")
    assert head == ["switch", *PRESETS]
    assert [row[0] for row in rows] == list(Rules.switches())
    for switch, *cells in rows:
        assert cells == [shown(getattr(Rules.preset(name), switch)) for name in head[1:]], switch


def test_the_glossary_has_every_word_with_its_chinese_term() -> None:
    words = {row[0] for row in table_rows("Glossary")}
    assert words >= {
        "kind", "copy", "suit", "effective suit", "level", "trump suit", "part", "shape",
        "tractor", "throw", "ruff", "over-ruff", "kitty", "bury", "declare", "reinforce",
        "counter", "declarers", "attackers", "dealer",
    }  # fmt: skip
    for word, chinese, *_ in list(table_rows("Glossary"))[1:]:
        assert re.search(r"[\u4e00-\u9fff]", chinese), f"{word} has no Chinese term"


def test_what_the_texts_point_to_exists() -> None:
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", text):
            assert (path.parent / target).exists(), f"{path.name} points to {target}: not there"


# ---- the pictures of cards -----------------------------------------------------------------------


def pictures() -> Any:
    """The script that draws them, as a module."""
    spec = importlib.util.spec_from_file_location("draw", DOCS / "pictures" / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_as_they_are_drawn_and_shown() -> None:
    draw = pictures()
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    kept = {path.stem for path in (DOCS / "pictures").glob("*.svg")}
    assert kept == set(draw.PICTURES)
    for name, rows in draw.PICTURES.items():
        path = DOCS / "pictures" / f"{name}.svg"
        assert path.read_text(encoding="utf-8") == draw.drawn(rows), name
        assert f"](pictures/{name}.svg)" in text
        ElementTree.fromstring(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "decks", "trump"), [("follow", 2, "5H"), ("three_decks", 3, "2H")]
)
def test_the_follows_in_the_pictures_are_what_is_said_of_them(
    name: str, decks: int, trump: str
) -> None:
    draw = pictures()
    led, hand, *follows = draw.PICTURES[name]

    def cards(row: Any) -> Cards:
        return Cards([card for group in row.groups.split(" | ") for card in draw.in_order(group)])

    for row in follows:
        for mode in ("same_length", "longest") if row.label == "either" else (row.label,):
            rules = Rules(decks=decks, tractor_follow=mode if decks == 2 else "longest")
            lead = make_lead(cards(led), parse_trump(trump), rules)
            assert is_legal_follow(lead, cards(hand), cards(row)) == row.right, row
