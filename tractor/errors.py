"""The exceptions of the library, and the flags that say why a play is illegal.

Every exception is a ``TractorError`` and also the builtin that a caller would expect (mostly
``ValueError``). All of them can be pickled, so they pass through worker pools. Wrong *types* are
plain ``TypeError`` everywhere.

Rule: L-2, F-1, F-2, F-3
"""

from __future__ import annotations

import enum
import unicodedata
from reprlib import Repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tractor._core.planes import Cards

__all__ = [
    "CardsError",
    "CoreError",
    "IllegalDeclarationError",
    "IllegalPlayError",
    "JudgeError",
    "LeadError",
    "ParseError",
    "PhaseError",
    "RulesError",
    "SetupError",
    "SimulationError",
    "TractorError",
    "TrumpError",
    "UnsupportedError",
    "Violation",
]


class Violation(enum.IntFlag, boundary=enum.STRICT):
    """Why a play is illegal: one bit for each duty that it fails, all of them at once.

    The compiled core uses the same bits. A combination has the clauses of all its members.

    Example:
        >>> (Violation.SUIT_OWED | Violation.PAIRS_OWED).clause
        'F-1, F-2'
    """

    WRONG_COUNT = 1
    """F-1: the play has not as many cards as the lead."""
    NOT_HELD = 2
    """F-1: the play has cards that the hand does not hold."""
    SUIT_OWED = 4
    """F-1: cards of the led suit are held back."""
    PAIRS_OWED = 8
    """F-2: pairs of the led suit are held back."""
    TRACTOR_OWED = 16
    """F-3: a tractor of the led suit is held back."""
    EMPTY = 32
    """L-2: the lead has no cards."""
    MIXED_SUITS = 64
    """L-2: the lead has cards of two effective suits."""
    TRUMP_THROW = 128
    """L-2: the lead is a throw of trumps, and ``trump_throw`` is off."""
    BEATING_OWED = 256
    """L-7: the part that a failed throw left must be beaten."""
    THROW = 512
    """H-4: the lead is a throw, and ``throws`` is off."""

    @property
    def clause(self) -> str:
        """The clause of the rules that is violated; several ones with ``", "`` between them."""
        return ", ".join(dict.fromkeys(_VIOLATIONS[member.value][0] for member in self))

    @property
    def reason(self) -> str:
        """The reasons in words, each with its clause: ``"pairs … held back (F-2); …"``."""
        texts = (_VIOLATIONS[member.value] for member in self)
        return "; ".join(f"{text} ({clause})" for clause, text in texts)


_VIOLATIONS: dict[int, tuple[str, str]] = {
    1: ("F-1", "not as many cards as were led"),
    2: ("F-1", "cards that the hand does not hold"),
    4: ("F-1", "cards of the led suit are held back"),
    8: ("F-2", "pairs of the led suit are held back"),
    16: ("F-3", "a tractor of the led suit is held back"),
    32: ("L-2", "the lead has no cards"),
    64: ("L-2", "the lead has cards of two effective suits"),
    128: ("L-2", "a throw of trumps is not allowed"),
    256: ("L-7", "a part that beats what the failed throw left is held back"),
    512: ("H-4", "throws are not allowed"),
}


class TractorError(Exception):
    """The base of every exception that this library raises on purpose."""


class ParseError(TractorError, ValueError):
    """A text does not name cards, a trump or a record.

    The message shows the text with a caret under the place.

    Attributes:
        text: The whole text, as it was given.
        position: Index into ``text`` of the first character that is wrong; ``len(text)`` when
            the text ends too early.
        expected: What could have stood there.

    Example:
        >>> raise ParseError("S5 HX", 4, "a rank")
        Traceback (most recent call last):
        tractor.errors.ParseError: expected a rank at position 4
          S5 HX
              ^
    """

    text: str
    position: int
    expected: str

    def __init__(self, text: str, position: int, expected: str) -> None:
        """Keeps the three attributes and composes the message from them."""
        self.text = text
        self.position = position
        self.expected = expected
        shown, caret = _excerpt(text, position)
        super().__init__(f"expected {expected} at position {position}\n  {shown}\n  {caret}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the attributes, not the message."""
        return type(self), (self.text, self.position, self.expected)


def _excerpt(text: str, position: int, reach: int = 30) -> tuple[str, str]:
    """Cuts the surroundings of ``position`` out of ``text`` and draws a caret line for them."""
    start = max(0, position - reach)
    end = min(len(text), position + reach)
    window = [c if c.isprintable() else "�" for c in text[start:end]]
    before = "".join(window[: position - start])
    lead = "…" if start else ""
    width = len(lead) + sum(_width(c) for c in before)
    shown = lead + "".join(window) + ("…" if end < len(text) else "")
    return shown, " " * width + "^"


def _width(character: str) -> int:
    """Columns of one character in a terminal: Chinese ones take two, accents none."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class CardsError(TractorError, ValueError):
    """A multiset of cards that cannot be.

    Too many copies of a kind, a card that is not held, planes that are not nested or have bits
    beyond the 54 kinds, an array of the wrong type or shape.
    """


class RulesError(TractorError, ValueError):
    """An unknown switch, preset or value of ``Rules``; the message lists the valid ones."""


class TrumpError(TractorError, ValueError):
    """A level and suit that are no trump, or an index that numbers none."""


class LeadError(TractorError, ValueError):
    """Cards that cannot be led: none at all, or of two effective suits.

    Rule: L-2
    """


class IllegalPlayError(TractorError, ValueError):
    """A play that the rules forbid, with all the reasons at once.

    Attributes:
        violations: Every duty that the play fails.
        required: Cards that had to be in the play, where that can be said; else ``None``.
    """

    violations: Violation
    required: Cards | None

    def __init__(self, violations: Violation, required: Cards | None = None) -> None:
        """Keeps the two attributes and composes the message, clause ids included."""
        self.violations = Violation(violations)
        self.required = required
        message = f"illegal play: {self.violations.reason or 'no reason given'}"
        if required is not None:
            message += f"; required: {required}"
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the attributes, not the message."""
        return type(self), (self.violations, self.required)


class IllegalDeclarationError(TractorError, ValueError):
    """Cards that may not be shown now; the message says why, with the clause.

    Rule: D-1 to D-4
    """


class PhaseError(TractorError, ValueError):
    """An action in a phase to which it does not belong, or by a seat that is not asked.

    Rule: D-1, K-1, L-1
    """


class SetupError(TractorError, ValueError):
    """A described round that cannot be, with all its faults at once.

    Attributes:
        faults: What is wrong, a sentence each.
    """

    faults: tuple[str, ...]

    def __init__(self, faults: tuple[str, ...]) -> None:
        """Keeps the faults and composes the message from them."""
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the faults, not the message."""
        return type(self), (self.faults,)


class JudgeError(TractorError, ValueError):
    """A case line that cannot be judged.

    Attributes:
        code: A short stable name of the fault, for programs.

    Rule: J
    """

    code: str

    def __init__(self, code: str, message: str) -> None:
        """Keeps the code; ``message`` is for people."""
        self.code = code
        self._message = message
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles code and message."""
        return type(self), (self.code, self._message)


class SimulationError(TractorError, RuntimeError):
    """A part of a simulation failed twice; its cause is chained.

    Attributes:
        what: "rounds" or "matches".
        seed: Of the stream.
        first: Number of the first round or match of the part.
        last: Number of the last one.
        reason: What the cause says.
    """

    what: str
    seed: int
    first: int
    last: int
    reason: str

    def __init__(self, what: str, seed: int, first: int, last: int, reason: str) -> None:
        """Keeps the attributes and composes the message from them."""
        self.what = what
        self.seed = seed
        self.first = first
        self.last = last
        self.reason = reason
        super().__init__(f"{what} {first} to {last} of seed {seed} failed twice: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the attributes, not the message."""
        return type(self), (self.what, self.seed, self.first, self.last, self.reason)


class UnsupportedError(TractorError, NotImplementedError):
    """A part of the rules that this version does not implement."""


class CoreError(TractorError, ImportError):
    """The compiled core is missing, does not fit this machine, or has another ABI."""


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def short_repr(value: object) -> str:
    """A value for a message: bounded in length whatever it is, and never an error itself."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"<an integer of {value.bit_length()} bits>"
    try:
        return _SHORT.repr(value)
    except Exception:
        return f"<{type(value).__name__}>"


def type_and_repr(value: object) -> str:
    """A value of a wrong type for a message: ``str 'S5'``."""
    return f"{type(value).__name__} {short_repr(value)}"
