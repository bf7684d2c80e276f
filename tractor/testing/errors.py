"""What the testing kit raises."""

from __future__ import annotations

from tractor.errors import TractorError

__all__ = ["LawError", "MissingExtraError"]


class MissingExtraError(TractorError, ImportError):
    """A part of `tractor.testing` needs a package that is not installed."""


class LawError(TractorError, AssertionError):
    """A law of the game does not hold; the message ends with code that shows it."""
