"""What a model is to write about in its own words, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language


class ProseKind(StrEnum):
    """What is to be written; each has its prompt."""

    ANALYSIS = "analysis"  # a comment on figures that are shown
    EXPLANATION = "explanation"  # an answer to what a person asks or objects about a decision
    TALK = "talk"  # whatever else is said


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseRequest:
    """What is to be written about."""

    kind: ProseKind
    text: str  # the person's message
    data: Mapping[str, object]  # JSON values: all that may be stated
    context: ConversationContext = field(default_factory=ConversationContext)
    language: Language  # to write in
    caller: Caller


@dataclass(frozen=True, slots=True)
class ProseResult:
    """A model's text, fit to show: Markdown, its addresses inert."""

    text: str
    unfounded_figures: tuple[str, ...]  # figures of it, as written, that are not in what the model was given
