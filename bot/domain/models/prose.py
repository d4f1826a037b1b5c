"""Requests for texts written by a model, and their results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.models.facts import FactCatalogue
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language


class ProseKind(StrEnum):
    """The kind of text; each has its own prompt."""

    ANALYSIS = "analysis"  # a comment on the figures shown
    EXPLANATION = "explanation"  # an answer to a question or objection about a decision
    TALK = "talk"  # an answer to any other message


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseRequest:
    """A request for a text about `data`, in answer to a message."""

    kind: ProseKind
    text: str  # the person's message
    data: Mapping[str, object]  # JSON values, with the ids of all facts that may be stated
    facts: FactCatalogue = field(default_factory=FactCatalogue)  # the facts in `data`
    context: ConversationContext = field(default_factory=ConversationContext)
    language: Language  # of the text
    caller: Caller


@dataclass(frozen=True, slots=True)
class ProseResult:
    """A model's text, ready to show: Markdown with neutralized links, facts in bold and all other figures marked."""

    text: str
