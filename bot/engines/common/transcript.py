"""The messages between the agents of one run, in order and readable for people."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_result import AgentMessage
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.validation import Violation
from bot.engines.common.proposal_review import DraftOrFaults
from bot.locales import Catalogue

SayReasons = Callable[[DecisionDraft], Iterable[str]]

VALIDATOR: Final = "validator"  # a sender that is not an agent; its name is the locale message `agent-validator`

_LINE_LENGTH: Final = 700  # characters
_MAX_LINES: Final = 60  # of a message
_UNREAD_LENGTH: Final = 200  # characters of an answer that could not be read


@dataclass(frozen=True, slots=True)
class Localizer:
    """Renders sentences for one reader."""

    texts: Catalogue
    locale: Locale

    def render(self, message_id: str, **variables: Hashable) -> str:
        """Return one sentence."""
        return self.texts.render(self.locale, message_id, **variables)

    def render_code(self, prefix: str, code: str, **variables: Hashable) -> str:
        """Return the sentence of a code."""
        return self.texts.render_code(self.locale, prefix, code, **variables)

    def violation(self, violation: Violation) -> str:
        """Return a broken rule as a sentence."""
        return self.render_code("violation", violation.code, **violation.variables)

    def list_of(self, symbols: Iterable[str]) -> str:
        """Return symbols as a list: "AAPL, IBM"."""
        return self.texts.list_of(self.locale, symbols)


@dataclass(slots=True)
class Transcript:
    """The messages of one run."""

    localizer: Localizer
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    messages: list[AgentMessage] = field(default_factory=list)

    def add_message(self, sender: str, recipient: str, lines: Iterable[str], *, symbols: Iterable[str] = ()) -> None:
        """Add a message, sanitized for display: single lines, neutralized links, limited length.

        Without lines, it has no text, and is not displayed.
        """
        kept = [single_line(line, limit=_LINE_LENGTH) for line in lines][:_MAX_LINES]
        text = neutralize_links("\n".join(line for line in kept if line), self.allowed_hosts)
        self.messages.append(AgentMessage(len(self.messages) + 1, sender, recipient, text, tuple(symbols)))


def draft_lines(
    answers: Mapping[str, object], drafts: Mapping[str, DraftOrFaults], localizer: Localizer, *, say: SayReasons
) -> list[str]:
    """Return one line for each symbol of a model's answer.

    Args:
        answers: What the model wrote, JSON values by symbol.
        drafts: The parsed answers, or their faults.
        localizer: For the reader of the transcript.
        say: Returns the reasons of a draft as people read them.
    """
    return [_draft_line(symbol, drafts[symbol], written, localizer, say) for symbol, written in answers.items()]


def _draft_line(symbol: str, draft: DraftOrFaults, written: object, localizer: Localizer, say: SayReasons) -> str:
    if not isinstance(draft, DecisionDraft):
        return localizer.render("dual-answer-unread", symbol=symbol, written=_unread(written))
    return localizer.render(
        "dual-answer",
        symbol=symbol,
        action=draft.action.value,
        target=draft.target,
        confidence=draft.confidence * 100,
        reasons=" ".join(f"{number}. {reason}" for number, reason in enumerate(say(draft), 1)),
    )


def _unread(written: object) -> str:
    """Return the beginning of an answer that could not be parsed, or its type if it is not JSON-serializable."""
    try:
        text = json.dumps(written, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        text = type(written).__name__
    return single_line(text, limit=_UNREAD_LENGTH)
