"""The rules of Tractor (拖拉机, 升级, 80分).

The rules are written once, in the compiled core `tractor._core`; everything here is a typed view
of it. `tractor.reference` writes them a second time, slowly and plainly, as the oracle of the
tests.

Example:
    >>> from tractor import is_legal_follow, make_lead, parse_cards, parse_trump
    >>> lead = make_lead(parse_cards("S 88"), parse_trump("5H"))
    >>> is_legal_follow(lead, parse_cards("S QQ J 3"), parse_cards("S J 3"))
    False
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from tractor._core import cpu as _cpu  # first: it refuses a processor that the core cannot run on
from tractor.version import STREAM_VERSION
from tractor.version import VERSION as __version__  # noqa: N811

# The names come from their modules when they are asked for, so that who needs the cards does not
# wait for the simulation. Type checkers read the first list, Python the second.
if TYPE_CHECKING:
    from tractor.cards import (
        CARDS,
        Card,
        Cards,
        Rank,
        Suit,
        format_cards,
        parse_card,
        parse_cards,
    )
    from tractor.dealing import Deal, deal
    from tractor.declaring import (
        is_legal_show,
        is_weak_hand,
        kitty_trump,
        legal_shows,
        standing_show,
    )
    from tractor.errors import (
        CardsError,
        CoreError,
        IllegalDeclarationError,
        IllegalPlayError,
        JudgeError,
        LeadError,
        ParseError,
        PhaseError,
        RulesError,
        SetupError,
        SimulationError,
        TractorError,
        TrumpError,
        UnsupportedError,
        Violation,
    )
    from tractor.events import (
        Buried,
        Event,
        Outcome,
        Phase,
        Played,
        RedealTaken,
        Shown,
        Stirred,
        ThrowFailed,
        TrickTaken,
        Turned,
    )
    from tractor.follow import (
        FollowCheck,
        Lead,
        check_follow,
        is_legal_follow,
        make_lead,
        verify_follow,
    )
    from tractor.judging import judge
    from tractor.matches import Match, RoundSummary
    from tractor.order import (
        Order,
        are_adjacent,
        effective_suit,
        order_of,
        sort_cards,
        strength,
        tiers,
    )
    from tractor.plays import (
        Completion,
        LegalPlays,
        PlayRows,
        Stream,
        burials,
        follows,
        leads,
        shows,
    )
    from tractor.policies import Asked, BatchPlayer, Player
    from tractor.results import Result
    from tractor.rounds import Round, Setup, View
    from tractor.rules import PRESETS, STANDARD, Rules, WeakHand
    from tractor.scoring import (
        Rise,
        RoundResult,
        jack_fall,
        kitty_multiplier,
        next_dealer,
        rise,
        round_result,
        throw_penalty,
    )
    from tractor.shape import Part, Shape, split
    from tractor.simulation import simulate
    from tractor.tables import OBSERVATION, STEP, Table, Tables, round_of
    from tractor.throw import ThrowCheck, check_throw
    from tractor.trick import trick_points, trick_winner
    from tractor.trump import Trump, parse_trump

__all__ = [
    "CARDS",
    "OBSERVATION",
    "PRESETS",
    "STANDARD",
    "STEP",
    "STREAM_VERSION",
    "Asked",
    "BatchPlayer",
    "Buried",
    "Card",
    "Cards",
    "CardsError",
    "Completion",
    "CoreError",
    "Deal",
    "Event",
    "FollowCheck",
    "IllegalDeclarationError",
    "IllegalPlayError",
    "JudgeError",
    "Lead",
    "LeadError",
    "LegalPlays",
    "Match",
    "Order",
    "Outcome",
    "ParseError",
    "Part",
    "Phase",
    "PhaseError",
    "PlayRows",
    "Played",
    "Player",
    "Rank",
    "RedealTaken",
    "Result",
    "Rise",
    "Round",
    "RoundResult",
    "RoundSummary",
    "Rules",
    "RulesError",
    "Setup",
    "SetupError",
    "Shape",
    "Shown",
    "SimulationError",
    "Stirred",
    "Stream",
    "Suit",
    "Table",
    "Tables",
    "ThrowCheck",
    "ThrowFailed",
    "TractorError",
    "TrickTaken",
    "Trump",
    "TrumpError",
    "Turned",
    "UnsupportedError",
    "View",
    "Violation",
    "WeakHand",
    "__version__",
    "are_adjacent",
    "burials",
    "check_follow",
    "check_throw",
    "core_info",
    "deal",
    "effective_suit",
    "follows",
    "format_cards",
    "is_legal_follow",
    "is_legal_show",
    "is_weak_hand",
    "jack_fall",
    "judge",
    "kitty_multiplier",
    "kitty_trump",
    "leads",
    "legal_shows",
    "make_lead",
    "next_dealer",
    "order_of",
    "parse_card",
    "parse_cards",
    "parse_trump",
    "rise",
    "round_of",
    "round_result",
    "shows",
    "simulate",
    "sort_cards",
    "split",
    "standing_show",
    "strength",
    "throw_penalty",
    "tiers",
    "trick_points",
    "trick_winner",
    "verify_follow",
]

core_info = _cpu.core_info

_HOMES = {
    "cards": "CARDS Card Cards Rank Suit format_cards parse_card parse_cards",
    "dealing": "Deal deal",
    "declaring": "is_legal_show is_weak_hand kitty_trump legal_shows standing_show",
    "errors": (
        "CardsError CoreError IllegalDeclarationError IllegalPlayError JudgeError LeadError "
        "ParseError PhaseError RulesError SetupError SimulationError TractorError TrumpError "
        "UnsupportedError Violation"
    ),
    "events": (
        "Buried Event Outcome Phase Played RedealTaken Shown Stirred ThrowFailed TrickTaken Turned"
    ),
    "follow": "FollowCheck Lead check_follow is_legal_follow make_lead verify_follow",
    "judging": "judge",
    "matches": "Match RoundSummary",
    "order": "Order are_adjacent effective_suit order_of sort_cards strength tiers",
    "plays": "Completion LegalPlays PlayRows Stream burials follows leads shows",
    "policies": "Asked BatchPlayer Player",
    "results": "Result",
    "rounds": "Round Setup View",
    "rules": "PRESETS STANDARD Rules WeakHand",
    "scoring": (
        "Rise RoundResult jack_fall kitty_multiplier next_dealer rise round_result throw_penalty"
    ),
    "shape": "Part Shape split",
    "simulation": "simulate",
    "tables": "OBSERVATION STEP Table Tables round_of",
    "throw": "ThrowCheck check_throw",
    "trick": "trick_points trick_winner",
    "trump": "Trump parse_trump",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


if not TYPE_CHECKING:  # who would take any name for one of ours

    def __getattr__(name: str) -> object:
        """A public name, or one of the modules that have them, when it is asked for first."""
        if name in _HOME_OF:
            found: object = getattr(_import_module(f"tractor.{_HOME_OF[name]}"), name)
        elif name in _HOMES:
            found = _import_module(f"tractor.{name}")
        else:
            raise AttributeError(f"module 'tractor' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """All of the public names, those not asked for yet too."""
    return sorted({*globals(), *_HOME_OF, *_HOMES})
