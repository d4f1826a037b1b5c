"""The words with which what-if questions state price moves, and what else they say of them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.requests.suppositions import MoveScope
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

NAME: Final = "[\ue000-\uefff]"  # stands for the name of a share (bot/language/questions/moved_shares.py)

_LISTS: Final = (
    *("falls", "rises", "places", "swings", "to", "reaching", "fillers", "between", "halves", "doubles", "zero"),
    *("persons", "person_moves", "other_subjects", "suppositions", "risks", "market", "holdings", "both", "joiners"),
    *("stop_names", "stop_reached_before", "stop_reached_behind", "view", "view_alone", "owns"),
)
_LEADS = r"(?:and |then |but )?(?:it |the price |the stock |the share |它)?"
_NOUN_BEHIND = r"(?: (?:price|further|sudden|sharp|big|one-day))? ?(?:的)?"


@dataclass(frozen=True, slots=True)
class MovePatterns:
    """Patterns of the words around the number of a move."""

    before: re.Pattern[str]  # the words that end right before a number
    noun_behind: re.Pattern[str]  # "10 % drop"
    between: re.Pattern[str]  # from one number of a list to the next
    fixed: re.Pattern[str]  # moves of a known size
    stop: re.Pattern[str]  # moves to the stop: "hits my stop", "if all stops are hit"
    other_subject: re.Pattern[str]  # right before the verb: it is not the share's price that moves
    supposition: re.Pattern[str]  # how a short message begins that supposes a move and says nothing else
    risks: re.Pattern[str]  # what scenarios are about, without a number
    market: re.Pattern[str]
    holdings: re.Pattern[str]  # all positions
    falls: re.Pattern[str]
    rises: re.Pattern[str]
    both: re.Pattern[str]  # the two shares talked of
    reaching: re.Pattern[str]  # between a verb and a percentage of the price now: "drops to 90 %"
    joiners: re.Pattern[str]  # between two names that move alike
    owns: re.Pattern[str]  # right before the number of what is supposed to be held
    view: re.Pattern[str]  # beside a move: asks whether the view would change
    view_alone: re.Pattern[str]  # asks what would change it
    person_moves: frozenset[str]  # what a person can do as a price does: "what if I lose 10 %"


@cache
def move_patterns() -> MovePatterns:
    """Return the patterns of stated moves (`data/*/price_moves.toml`)."""
    words = read_phrases("price_moves", {"words": _LISTS}, folders=LANGUAGE_FOLDERS)["words"]
    either = {name: _any_of(phrases) for name, phrases in words.items()}
    verb = (
        rf"(?:(?P<fall>{either['falls']})|(?P<rise>{either['rises']})"
        rf"|(?P<place>{either['places']})|(?:{either['swings']}))"
    )
    filler = rf"(?: ?(?:{either['fillers']}))*"
    person = rf"(?P<person>(?:{either['persons']}) )?"
    return MovePatterns(
        before=re.compile(rf"{person}{verb}{filler}(?: ?(?P<to>{either['to']}))?{filler} ?(?:us)?\$? ?-?$"),
        noun_behind=re.compile(rf"{_NOUN_BEHIND}(?:(?P<fall>{either['falls']})|(?P<rise>{either['rises']}))"),
        between=re.compile(
            rf" ?[,/~-]? ?(?:{either['between']})? ?(?:{NAME} ?(?:by )?)?(?:(?P<to>{either['to']}))? ?\$?"
        ),
        fixed=re.compile(
            rf"(?P<halves>{either['halves']})|(?P<doubles>{either['doubles']})|(?P<zero>{either['zero']})"
        ),
        stop=re.compile(
            rf"(?:{either['stop_reached_before']})(?: |{NAME})*(?:{either['stop_names']})"
            rf"|(?:{either['stop_names']})(?: |{NAME})*(?:{either['stop_reached_behind']})"
        ),
        other_subject=re.compile(rf"(?:{either['other_subjects']})(?:'s)?(?: [a-z\ue000-\uefff]+)?{filler} ?$"),
        supposition=re.compile(rf"{_LEADS}(?:{either['suppositions']})(?!了)"),
        risks=re.compile(either["risks"]),
        market=re.compile(either["market"]),
        holdings=re.compile(either["holdings"]),
        falls=re.compile(either["falls"]),
        rises=re.compile(either["rises"]),
        both=re.compile(either["both"]),
        reaching=re.compile(either["reaching"]),
        joiners=re.compile(rf"(?:[\s,、&+]|{either['joiners']})*"),
        owns=re.compile(rf"(?:{either['owns']}) ?\$?$"),
        view=re.compile(f"{either['view']}|{either['view_alone']}"),
        view_alone=re.compile(either["view_alone"]),
        person_moves=frozenset(words["person_moves"]),
    )


def _any_of(phrases: Collection[str]) -> str:
    """Return a pattern for one of the phrases, longest first; Latin ones as whole words."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"\b{re.escape(p)}\b" if p[0].isascii() else re.escape(p) for p in ordered)


def supposes_move(text: str, chunks: Sequence[Chunk]) -> bool:
    """Return whether a message begins as a supposed move does, of a share named first or of none: "goog drops to 400".

    Args:
        text: Normalised, in lower case.
        chunks: Those of `text`.
    """
    start = chunks[0].tokens[-1].end if chunks and chunks[0].instrument is not None else 0
    return move_patterns().supposition.match(text[start:].strip()) is not None


def speaks_of_risk(text: str) -> bool:
    """Return whether a normalised, lower-case text speaks of losses, moves or the stop: "what's my downside?"."""
    return move_patterns().risks.search(text) is not None


def find_move_scope(text: str) -> MoveScope:
    """Return what moves in a normalised, lower-case text."""
    if names_market(text):
        return MoveScope.MARKET
    return MoveScope.HOLDINGS if move_patterns().holdings.search(text) else MoveScope.SHARE


def names_market(text: str) -> bool:
    """Return whether a normalised, lower-case text names the market or an index."""
    return move_patterns().market.search(text) is not None


def asks_what_changes_view(text: str) -> bool:
    """Return whether a normalised, lower-case text asks what would change Parley's view."""
    return move_patterns().view_alone.search(text) is not None


def asks_for_view(text: str) -> bool:
    """Return whether a normalised, lower-case text that states a move asks whether the view would change by it."""
    return move_patterns().view.search(text) is not None


def speaks_of_both(text: str) -> bool:
    """Return whether a normalised, lower-case text is about the two shares talked of: "what if both drop 10 %"."""
    return move_patterns().both.search(text) is not None
