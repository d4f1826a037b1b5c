"""What the agents of one run say to each other, in order, fit to be read by people."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_result import AgentMessage
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.validation import Violation
from bot.errors import ModelError
from bot.locales import Catalogue

VALIDATOR: Final = "validator"  # as `agent-validator` names it

_LINE: Final = 700  # characters
_LINES: Final = 60
_JUNK: Final = 200  # characters of an answer that could not be read


@dataclass(frozen=True, slots=True)
class Localizer:
    """Our own sentences between the models' words, in the language of who will read them."""

    texts: Catalogue
    locale: Locale

    def __call__(self, message_id: str, **variables: object) -> str:
        """Return one sentence."""
        return self.texts.render(self.locale, message_id, **variables)

    def violation(self, violation: Violation) -> str:
        """Return a broken rule as a sentence."""
        figures = {**violation.numbers, **violation.suggestion}
        return self.texts.render_code(self.locale, "violation", violation.code, **figures)

    def list_of(self, symbols: Iterable[str]) -> str:
        """Return symbols as a list."""
        return self.texts.list_of(self.locale, symbols)


@dataclass(slots=True)
class Transcript:
    """The messages of one run."""

    localizer: Localizer
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    messages: list[AgentMessage] = field(default_factory=list)

    def add_message(self, sender: str, recipient: str, lines: Iterable[str], *, symbols: Iterable[str] = ()) -> None:
        """Add a message, a line at a time."""
        kept = [single_line(line, limit=_LINE) for line in lines][:_LINES]
        text = neutralize_links("\n".join(line for line in kept if line), self.allowed_hosts)
        self.messages.append(AgentMessage(len(self.messages) + 1, sender, recipient, text, tuple(symbols)))


def describe_draft(symbol: str, draft: DecisionDraft | None, written: object, localizer: Localizer) -> str:
    """Return what the decision agent wrote of one symbol as a line."""
    if draft is None:
        return localizer("dual-answer-unread", symbol=symbol, written=_junk(written))
    return localizer(
        "dual-answer",
        symbol=symbol,
        action=draft.action.value,
        target=draft.target,
        confidence=draft.confidence * 100,
        reasons=" ".join(f"{number}. {reason}" for number, reason in enumerate(draft.reasons, 1)),
    )


def error_name(error: ModelError) -> str:
    """Return the name of what went wrong, as sentences go by it: "model-timeout"."""
    return error.key.removeprefix("error-")


def _junk(written: object) -> str:
    try:
        text = json.dumps(written, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        text = type(written).__name__
    return single_line(text, limit=_JUNK)


def describe_drafts(
    drafts: Mapping[str, DecisionDraft | None], written: Mapping[str, object], localizer: Localizer
) -> list[str]:
    """Return one line per symbol that the decision agent wrote of."""
    return [describe_draft(symbol, draft, written.get(symbol), localizer) for symbol, draft in drafts.items()]
