"""Draws the small pictures of cards in docs/rules.md, as SVG beside this file.

    python docs/pictures/draw.py

A picture is rows: a label, groups of cards (a suit and its ranks, or BJ and RJ), a remark.
A test draws them anew and compares.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

from tractor import Card, parse_cards

WIDTH, HEIGHT = 28, 40
STEP, GAP, LABEL, ROW = 22, 16, 150, 54
RED, BLACK, GOOD, BAD, GREY = "#b3261e", "#1f1f1f", "#1a7f37", "#b3261e", "#57606a"


class Row(NamedTuple):
    """A row of cards: groups are separated by bars; `right` colours what is said green or red."""

    label: str
    groups: str
    said: str = ""
    right: bool | None = None


PICTURES: dict[str, tuple[Row, ...]] = {
    "order": (Row("level 5, hearts", "RJ | BJ | H5 | S5 D5 C5 | H AKQ | H JT9 | H 876 | H 432"),),
    "tractors": (
        Row("a tractor", "H 4466", "no gap where the level is", True),
        Row("a tractor", "H AA | S 55", "a pair of fives lies above the ace", True),
        Row("a tractor", "H 55 BJ BJ", "and jokers above the fives", True),
        Row("two pairs", "S 55 | D 55", "equal, not adjacent", False),
        Row("two pairs", "S 4477", "a rank lies between", False),
    ),
    "throw": (
        Row("the leader throws", "S 99 | S 44 | S 8"),
        Row("somebody has", "S QQ T", "the pairs are beaten", False),
        Row("led instead", "S 44", "top_class: the lowest part of that class"),
        Row("led instead", "S 8", "single_first"),
    ),
    "follow": (
        Row("led", "S 8899TT"),
        Row("hand", "S K | S JJ | S 66 | S 3322"),
        Row("same_length", "S JJ | S 66 | S 33", "three pairs, any three", True),
        Row("longest", "S JJ | S 66 | S 33", "the tractor is held back", False),
        Row("longest", "S JJ | S 3322", "the tractor, and one pair more", True),
        Row("either", "S 3322 | S 6 K", "a pair is held back", False),
    ),
    "ruff": (
        Row("led", "S 44 | S 5 | S KA"),
        Row("ruffs", "H 77 | H 8 | H 29", "a pair and three singles: it covers", True),
        Row("over-ruffs", "H TT | H 236", "top_class: tens are above sevens", True),
        Row("does not", "H A | H KQJ8", "no pair: it covers nothing", False),
    ),
    "three_decks": (
        Row("led", "S AAA KKK"),
        Row("hand", "S 333 | S 44 | S 55 | S 77 | S 9"),
        Row("a follow", "S 333 | S 44 | S 9", "a triple and a pair", True),
        Row("a follow", "S 333 | S 55 | S 7", "any triple with any pair", True),
        Row("no follow", "S 334455", "a tractor, but no triple", False),
    ),
}


def face(card: Card, x: int, y: int) -> str:
    """One card with its corner at (x, y)."""
    if card.suit is None:
        colour = RED if str(card) == "RJ" else BLACK
        rank, suit = "J", "★"
    else:
        assert card.rank is not None
        rank = "10" if card.rank.letter == "T" else card.rank.letter
        suit = "♠♥♦♣"[card.suit]
        colour = RED if suit in "♥♦" else BLACK
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="#fff" '
        f'stroke="#8c959f"/><text x="{x + 4}" y="{y + 15}" font-size="13" font-weight="bold" '
        f'fill="{colour}">{rank}</text><text x="{x + 4}" y="{y + 31}" font-size="14" '
        f'fill="{colour}">{suit}</text>'
    )


def drawn(rows: tuple[Row, ...]) -> str:
    """A picture as SVG."""
    parts = []
    widest = 0
    for number, row in enumerate(rows):
        y = 8 + number * ROW
        x = LABEL if any(each.label for each in rows) else 8
        if row.label:
            parts.append(
                f'<text x="{x - 12}" y="{y + 25}" font-size="13" text-anchor="end" '
                f'fill="{GREY}">{escape(row.label)}</text>'
            )
        for group in row.groups.split(" | "):
            cards = in_order(group)
            for at, card in enumerate(cards):
                parts.append(face(card, x + at * STEP, y))
            x += (len(cards) - 1) * STEP + WIDTH + GAP
        if row.said:
            colour = GREY if row.right is None else GOOD if row.right else BAD
            mark = "" if row.right is None else "✓ " if row.right else "✗ "
            parts.append(
                f'<text x="{x}" y="{y + 25}" font-size="13" fill="{colour}">'
                f"{mark}{escape(row.said)}</text>"
            )
            x += 8 * len(mark + row.said)
        widest = max(widest, x)
    height = 8 + len(rows) * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest}" height="{height}" '
        f'viewBox="0 0 {widest} {height}" font-family="DejaVu Sans, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="#f6f8fa"/>{"".join(parts)}</svg>\n'
    )


def in_order(text: str) -> list[Card]:
    """Cards in the order in which a text names them: a suit and its ranks, or cards such as BJ."""
    names: list[str] = []
    suit = ""
    for word in text.split():
        if word in "SHDC":
            suit = word
        elif word in ("BJ", "RJ") or word[0] in "SHDC":
            names += [word[at : at + 2] for at in range(0, len(word), 2)]
        else:
            names += [suit + rank for rank in word]
    return [next(iter(parse_cards(name))) for name in names]


def main() -> None:
    """Write all pictures."""
    for name, rows in PICTURES.items():
        Path(__file__).with_name(f"{name}.svg").write_text(drawn(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
