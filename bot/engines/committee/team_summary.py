"""What people of the team have said about a share in the conversation, as the fusion state keeps it: views, no talk."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bot.domain.committee.fusion import TeamPoint
from bot.domain.memory.packing.prompt_parts import Part
from bot.domain.text.topics import tone_words, topic_tags
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.common.decision_input import packed_conversation

MOST_POINTS: Final = 5  # the latest
LONGEST: Final = 200  # characters of one point

_QUESTION_ENDS: Final = ("?", "？")
_COMMAND: Final = "/"


def team_summary(request: DecisionRequest, symbol: str) -> tuple[TeamPoint, ...]:
    """Return what was said about a share or the market in the conversation that models are told, the latest last.

    A view has a topic or a tone; questions and commands are none. What names only other shares of the request is left
    out.
    """
    said = (TeamPoint(by, single_line(text, limit=LONGEST)) for by, text in _said(request))
    views = (point for point in said if _is_view(point.text) and _may_mean(symbol, point.text, request))
    return tuple(dict.fromkeys(views))[-MOST_POINTS:]


def _said(request: DecisionRequest) -> Iterator[tuple[str, str]]:
    """Yield who said what: to Parley, then beside it."""
    packed = packed_conversation(request).conversation
    for part in (Part.MESSAGES, Part.OVERHEARD):
        entries = packed.get(part.value, ())
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, Mapping) and entry.get("role", "person") == "person":
                yield str(entry["by"]), str(entry["text"])


def _is_view(line: str) -> bool:
    if line.startswith(_COMMAND) or line.endswith(_QUESTION_ENDS):
        return False
    return bool(topic_tags((line,))) or tone_words(line).balance is not None


def _may_mean(symbol: str, line: str, request: DecisionRequest) -> bool:
    """Return whether a line names this share, or none of those asked about."""
    symbols = [each.symbol for each in request.features]
    named = {each for each in symbols if _names_any(line, (each, *request.names.get(each, ())))}
    return symbol in named or not named


def _names_any(line: str, names: Iterable[str]) -> bool:
    return any(re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", line, re.IGNORECASE) for name in names)
