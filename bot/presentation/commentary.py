"""Renders a model's text below computed content, what it may refer to, and what is possible without one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.context.turn import BROKEN_OFF, TurnContext
from bot.domain.conversation.blocks import Block, Bullets, Card, Markdown, Paragraph, Quotations, Table
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent, possible_intents
from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact, PromptFacts
from bot.domain.models.prose import ProseKind, ProseResult
from bot.domain.text.emphasis import has_emphasis, without_emphasis
from bot.domain.text.locale import Locale
from bot.domain.text.loose_figures import find_loose_figures
from bot.domain.text.trade_claims import claims_action
from bot.domain.trading.decisions import keys_of
from bot.locales import Catalogue
from bot.model_errors import ModelBrokenOffError, ModelDeclinedError, ModelError
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import Presenter

_TALK: Final = "talk"  # kinds in the locale messages
_NAMED: Final = 5  # decisions
_COMMENT: Final = "comment"
_LABEL_AND_VALUE: Final = 2  # columns
_NEEDS_OWN_PENDING = {Intent.CONFIRM, Intent.CANCEL}
_WITHOUT_FACTS: Final = frozenset({"abilities", "possible_now"})  # keys whose figures are examples


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
            waiting = self.cards.action_phrases(locale, context.pending, most=_NAMED)
            return (Paragraph(self.say(locale, "talk-pending", waiting=waiting), keys_of(context.pending)),)
        return () if comment.text else (Paragraph(possible_now(texts, context)),)


def block_data(blocks: Iterable[Block]) -> list[object]:
    """Return each block as a JSON value, so that a model gets exactly the words that the person sees."""
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


def possible_now(texts: Catalogue, context: TurnContext) -> str:
    """Return a sentence that lists what this person can do now."""
    possible = possible_intents(context.state, pending=len(context.pending)) - {Intent.UNKNOWN}
    if not context.own_pending:
        possible -= _NEEDS_OWN_PENDING
    phrases = (texts.render(context.locale, f"possible-{intent.lower()}") for intent in Intent if intent in possible)
    return texts.render(context.locale, "possible-now", what=texts.list_of(context.locale, phrases))


def status_blocks(texts: Catalogue, context: TurnContext, *, market: str) -> tuple[Block, ...]:
    """Return the status of a turn's conversation; `market` is the market's name."""
    locale = context.locale
    separator = texts.render(locale, "list-separator")
    focus = separator.join(context.conversation.focus) or texts.render(locale, "status-no-focus")
    state = texts.render_code(locale, "state", context.state.lower())
    waiting = texts.render(locale, "status", state=state, pending=len(context.pending))
    place = texts.render_code(locale, "market", market, date=context.today)
    about = texts.render(locale, "status-about", focus=focus, market=place)
    return Paragraph(waiting, keys_of(context.pending)), Paragraph(about), Paragraph(possible_now(texts, context))


def shown_facts(data: Mapping[str, object]) -> PromptFacts:
    """Return what a person is shown with the id of each figure behind it: "$755.69 {f1}", and the facts."""
    found = _ShownFacts()
    return PromptFacts({key: found.annotate(key, each) for key, each in data.items()}, FactCatalogue(found.facts))


@dataclass(slots=True)
class _ShownFacts:
    """The figures found so far; each is a fact as it was shown."""

    facts: dict[str, ModelFact] = field(default_factory=dict)  # by id
    ids: dict[str, str] = field(default_factory=dict)  # by text

    def annotate(self, name: str, value: object) -> object:
        """Return a JSON value with the id of each figure behind it; `name` is its key."""
        match value:
            case str() if name not in _WITHOUT_FACTS:
                return self._annotate_text(value)
            case Mapping():
                return {key: self.annotate(str(key), each) for key, each in value.items()}
            case list() | tuple():
                return [self.annotate(name, each) for each in value]
            case _:
                return value

    def _annotate_text(self, text: str) -> str:
        text = without_emphasis(text).replace("{", "(").replace("}", ")")
        parts, end = [], 0
        for figure in find_loose_figures(text):
            if any(sign.isdigit() for sign in figure.written):
                parts += [text[end : figure.end], f" {{{self._id(text[figure.start : figure.end].strip())}}}"]
                end = figure.end
        return "".join((*parts, text[end:]))

    def _id(self, shown: str) -> str:
        if shown not in self.ids:
            self.ids[shown] = fact_id = f"f{len(self.ids) + 1}"
            self.facts[fact_id] = ModelFact(id=fact_id, value=shown, unit=FactUnit.TEXT, source="shown")
        return self.ids[shown]
