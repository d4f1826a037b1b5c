"""Renders a model's text, marked as such, below computed content, or says why there is none."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import BROKEN_OFF, TurnContext
from bot.domain.conversation.blocks import Block, Bullets, Card, Markdown, Paragraph, Quotations, Table
from bot.domain.conversation.replies import Answer
from bot.domain.models.prose import ProseKind, ProseResult
from bot.domain.text.emphasis import has_emphasis
from bot.domain.text.locale import Locale
from bot.domain.text.trade_claims import claims_action
from bot.domain.trading.decisions import keys_of
from bot.model_errors import ModelBrokenOffError, ModelDeclinedError, ModelError
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import Presenter
from bot.presentation.status import possible_now

_TALK: Final = "talk"  # kinds in the locale messages
_NAMED: Final = 5  # decisions
_COMMENT: Final = "comment"
_LABEL_AND_VALUE: Final = 2  # columns


@dataclass(frozen=True, slots=True)
class CommentaryText:
    """A model's text, or why there is none."""

    text: str  # Markdown, safe to show; empty: there is none
    notes: tuple[str, ...] = ()  # sentences about the text
    problem: str = ""  # a sentence: why there is no text, or only part of it
    fallback: str | None = None  # the problem's code

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The text, followed by the notes and the problem."""
        text = (Markdown(self.text),) if self.text else ()
        return (*text, *(Paragraph(each) for each in (*self.notes, self.problem) if each))


@dataclass(frozen=True, slots=True)
class CommentaryPresenter(Presenter):
    """Turns a model's prose, or its failure, into blocks."""

    def step(self, locale: Locale) -> str:
        """Return the line of progress that is shown while a model writes."""
        return self.say(locale, "step-writing")

    def add_comment(self, locale: Locale, answer: Answer, comment: CommentaryText) -> Answer:
        """Return `answer` with a comment below its blocks, marked `BROKEN_OFF` if the comment broke off."""
        heading = self.paragraph(locale, "prose-heading") if comment.text else ()
        fallback = BROKEN_OFF if comment.fallback == BROKEN_OFF else answer.fallback
        return replace(answer, blocks=(*answer.blocks, *heading, *comment.blocks), fallback=fallback)

    def text(self, locale: Locale, written: ProseResult) -> CommentaryText:
        """Return a model's text with what is to be said about it."""
        return CommentaryText(written.text, self.notes(locale, written.text))

    def notes(self, locale: Locale, text: str) -> tuple[str, ...]:
        """Return the sentences about a model's text: what its bold and its marks mean, and that it has done nothing."""
        texts = self.texts
        has_marks = self.say(locale, "unchecked-mark").strip() in text
        notes = (
            self.say(locale, "nothing-traded") if claims_action(text) else "",
            self.say(locale, "figures-are-looked-up") if has_emphasis(text) else "",
            self.say(locale, "figures-are-marked") if has_marks else "",
        )
        said = texts.join(locale, *notes)
        return (said,) if said else ()

    def text_after_error(self, locale: Locale, kind: ProseKind, error: ModelError) -> CommentaryText:
        """Say why there is no text, or only part of it; unlike elsewhere, the sentences do not mention trades."""
        texts, code = self.texts, error.code
        what = _TALK if kind is ProseKind.TALK else _COMMENT
        if error.partial and not isinstance(error, ModelDeclinedError):  # the start of a declined answer is not shown
            why = "" if isinstance(error, ModelBrokenOffError) else texts.render_code(locale, "fallback", code)
            broken_off = texts.join(locale, self.say(locale, "prose-broken-off", kind=what), why)
            notes = self.notes(locale, error.partial)
            return CommentaryText(error.partial, notes, problem=broken_off, fallback=BROKEN_OFF)
        return CommentaryText("", problem=self.say(locale, "prose-none", kind=what, why=code), fallback=code)


@dataclass(frozen=True, slots=True)
class TalkPresenter(CardPresenter):
    """Renders answers to messages without an intent."""

    def blocks(self, context: TurnContext, comment: CommentaryText) -> tuple[Block, ...]:
        """Return a model's text under its heading, or why there is none, and the closing sentence."""
        heading = self.paragraph(context.locale, "talk-heading") if comment.text else ()
        return (*heading, *comment.blocks, *self._closing(context, comment))

    def _closing(self, context: TurnContext, comment: CommentaryText) -> tuple[Block, ...]:
        """Return the closing blocks, made by rules, not the model: what is still pending, or what is possible now."""
        texts, locale = self.texts, context.locale
        if context.pending:
            phrases = (self.cards.action_phrase(locale, decision.proposal) for decision in context.pending)
            waiting = texts.list_of(locale, phrases, most=_NAMED)
            return (Paragraph(self.say(locale, "talk-pending", waiting=waiting), keys_of(context.pending)),)
        return () if comment.text else (Paragraph(possible_now(texts, context)),)


def block_data(blocks: Iterable[Block]) -> list[object]:
    """Return each block as a JSON value, so that a model gets exactly the words that the person sees.

    A value is a text, or an object of labels and their values.
    """
    return [_block_value(block) for block in blocks]


def _block_value(block: Block) -> object:
    match block:
        case Paragraph(text) | Markdown(text):
            return text
        case Bullets(heading, items):
            return {heading: list(items)}
        case Quotations(items):
            return [{"by": item.by, "at": item.at, "text": item.text} for item in items]
        case Table(columns, rows) if len(columns) == _LABEL_AND_VALUE:
            return {label: value for label, value in rows}  # noqa: C416  # dict() does not know that a row has two cells
        case Table(columns, rows):
            return [dict(zip(columns, row, strict=False)) for row in rows]
        case Card(title, lines, footer):
            return {title: [*lines, footer]}
