"""Adds a model's text, marked as such, below computed content; that content is shown even if the model fails."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bot.context.turn import BROKEN_OFF, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Bullets, Card, Markdown, Paragraph, Table
from bot.domain.models.prose import ProseKind, ProseRequest
from bot.errors import ModelBrokenOffError, ModelDeclinedError, ModelError
from bot.locales import Catalogue
from bot.ports import Progress

if TYPE_CHECKING:
    from bot.agents.prose_agent import ProseAgent

_TALK: Final = "talk"  # kinds in the locale messages
_COMMENT: Final = "comment"
_LABEL_AND_VALUE: Final = 2  # columns
_MAX_UNFOUNDED_NAMED: Final = 8  # figures that are not in the data

_log = logging.getLogger(__name__)


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
class Commentary:
    """Asks a model for prose and turns its answer, or its failure, into blocks."""

    prose: "ProseAgent"
    progress: Progress
    texts: Catalogue

    async def add_comment(
        self, context: TurnContext, kind: ProseKind, result: TurnResult, *, more: Mapping[str, object] | None = None
    ) -> TurnResult:
        """Return `result` with a model's text below its blocks, which are kept even if the model fails.

        If the text broke off, the answer is marked `BROKEN_OFF`: it must not be recalled.

        Args:
            context: The message answered.
            kind: What the model is to write.
            result: The computed answer.
            more: Further data for the model, by name.
        """
        answer = result.answer
        data = {"shown": _block_data(answer.blocks), **(more or {})}
        await self.progress.show_step(
            context.turn, self.texts.render(context.locale, "step-writing"), language=context.language
        )
        words = await self.write(context, kind, data)
        heading = (Paragraph(self.texts.render(context.locale, "prose-heading")),) if words.text else ()
        fallback = BROKEN_OFF if words.fallback == BROKEN_OFF else answer.fallback
        blocks = (*answer.blocks, *heading, *words.blocks)
        return replace(result, answer=replace(answer, blocks=blocks, fallback=fallback))

    async def write(self, context: TurnContext, kind: ProseKind, data: Mapping[str, object]) -> CommentaryText:
        """Return what a model writes about `data`, and stream it as a draft meanwhile. Never raises a ModelError."""
        request = ProseRequest(
            kind=kind,
            text=context.turn.text,
            data=data,
            context=context.conversation_context,
            language=context.language,
            caller=context.caller,
        )
        draft = _DraftStream(self.progress, context)
        try:
            written = await self.prose.write(request, show=draft)
        except ModelError as error:
            return self._text_after_error(context, kind, error)
        except Exception:  # noqa: BLE001  # a bug: the computed answer is shown, the log gets the traceback
            _log.exception("no words for turn %s", context.turn.id)
            return self._text_after_error(context, kind, ModelError(partial=draft.text))
        return CommentaryText(written.text, self._unfounded_note(context, written.unfounded_figures))

    def _unfounded_note(self, context: TurnContext, unfounded: tuple[str, ...]) -> tuple[str, ...]:
        if not unfounded:
            return ()
        named = (*unfounded[:_MAX_UNFOUNDED_NAMED], "…") if len(unfounded) > _MAX_UNFOUNDED_NAMED else unfounded
        figures = self.texts.list_of(context.locale, named)
        return (self.texts.render(context.locale, "prose-unfounded", figures=figures, count=len(unfounded)),)

    def _text_after_error(self, context: TurnContext, kind: ProseKind, error: ModelError) -> CommentaryText:
        """Say why there is no text, or only part of it; unlike elsewhere, the sentences do not mention trades."""
        texts, locale = self.texts, context.locale
        code = error.code
        what = _TALK if kind is ProseKind.TALK else _COMMENT
        if error.partial and not isinstance(error, ModelDeclinedError):  # the start of a declined answer is not shown
            why = "" if isinstance(error, ModelBrokenOffError) else texts.render_code(locale, "fallback", code)
            broken_off = texts.join(locale, texts.render(locale, "prose-broken-off", kind=what), why)
            return CommentaryText(error.partial, problem=broken_off, fallback=BROKEN_OFF)
        return CommentaryText("", problem=texts.render(locale, "prose-none", kind=what, why=code), fallback=code)


@dataclass(slots=True)
class _DraftStream:
    """Shows a text while it is streamed, and keeps the text received so far."""

    progress: Progress
    context: TurnContext
    text: str = field(default="")

    async def __call__(self, text: str) -> None:
        self.text = text
        await self.progress.show_draft(self.context.turn, text, language=self.context.language)


def _block_data(blocks: Iterable[Block]) -> list[object]:
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
        case Table(columns, rows) if len(columns) == _LABEL_AND_VALUE:
            return {label: value for label, value in rows}  # noqa: C416  # dict() does not know that a row has two cells
        case Table(columns, rows):
            return [dict(zip(columns, row, strict=False)) for row in rows]
        case Card(title, fields, sections, footer):
            return {"title": title, **dict(fields), "arguments": _block_data(sections), "footer": footer}
