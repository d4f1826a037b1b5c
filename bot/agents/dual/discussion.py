"""What the agents of one run say to each other, in order, fit to be read by people."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.domain.drafts import Draft, plain
from bot.domain.links import inert
from bot.domain.runs import AgentMessage

FILTER: Final = "filter"
DECISION: Final = "decision"
VALIDATOR: Final = "validator"

_LINE: Final = 700  # characters
_LINES: Final = 60
_JUNK: Final = 200  # characters of an answer that could not be read


@dataclass(slots=True)
class Discussion:
    """The messages of one run."""

    allowed: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    messages: list[AgentMessage] = field(default_factory=list)

    def said(self, sender: str, recipient: str, lines: Iterable[str], *, symbols: Iterable[str] = ()) -> None:
        """Add a message, a line at a time."""
        kept = [plain(line, limit=_LINE) for line in lines][:_LINES]
        text = inert("\n".join(line for line in kept if line), self.allowed)
        self.messages.append(AgentMessage(len(self.messages) + 1, sender, recipient, text, tuple(symbols)))


def worded(symbol: str, draft: Draft | None, written: object) -> str:
    """Return what the decision agent wrote of one symbol as a line."""
    if draft is None:
        return f"{symbol}: {_junk(written)}"
    reasons = " ".join(f"{number}. {reason}" for number, reason in enumerate(draft.reasons, 1))
    return f"{symbol}: {draft.action}, target {draft.target}, confidence {draft.confidence}. {reasons}"


def _junk(written: object) -> str:
    try:
        text = json.dumps(written, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        text = type(written).__name__
    return plain(text, limit=_JUNK)


def all_worded(drafts: Mapping[str, Draft | None], written: Mapping[str, object]) -> list[str]:
    """Return one line per symbol that the decision agent wrote of."""
    return [worded(symbol, draft, written.get(symbol)) for symbol, draft in drafts.items()]
