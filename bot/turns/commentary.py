"""Asks a model for a text on computed content, which is shown even if it fails; and shows the work meanwhile."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.context.turn import TurnContext, TurnResult
from bot.domain.models.facts import PromptFacts
from bot.domain.models.prose import ProseKind, ProseRequest
from bot.locales import Catalogue
from bot.model_errors import ModelError
from bot.ports import Progress
from bot.presentation.commentary import CommentaryPresenter, CommentaryText, block_data, shown_facts

if TYPE_CHECKING:
    from bot.agents.prose_agent import ProseAgent

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Commentary:
    """Asks a model for prose, and streams it to the person as a draft."""

    prose: "ProseAgent"
    progress: Progress
    presenter: CommentaryPresenter

    async def add_comment(
        self, context: TurnContext, kind: ProseKind, result: TurnResult, *, told: PromptFacts | None = None
    ) -> TurnResult:
        """Return `result` with a model's text below its blocks, which are kept even if the model fails.

        If the text broke off, the answer is marked `BROKEN_OFF`: it must not be recalled.

        `kind`: what the model is to write. `told`: what the model is told; None: what the person is shown.
        """
        told = told or shown_facts({"shown": block_data((*result.answer.blocks, *result.answer.details))})
        step = self.presenter.say(context.locale, "step-writing")
        await self.progress.show_step(context.turn, step, language=context.language)
        comment = await self.write(context, kind, told)
        return replace(result, answer=self.presenter.add_comment(context.locale, result.answer, comment))

    async def write(self, context: TurnContext, kind: ProseKind, told: PromptFacts) -> CommentaryText:
        """Return what a model writes about what it is told, and stream it meanwhile. Never raises a ModelError."""
        request = ProseRequest(
            kind=kind,
            text=context.turn.text,
            data=told.data,
            facts=told.facts,
            context=context.conversation_context,
            language=context.language,
            caller=context.caller,
        )
        draft = _DraftStream(self.progress, context)
        try:
            written = await self.prose.write(request, show=draft)
        except ModelError as error:
            return self.presenter.text_after_error(context.locale, kind, error)
        except Exception:  # noqa: BLE001  # a bug: the computed answer is shown, the log gets the traceback
            _log.exception("no words for turn %s", context.turn.id)
            return self.presenter.text_after_error(context.locale, kind, ModelError(partial=draft.text))
        return self.presenter.text(context.locale, written)


@dataclass(slots=True)
class _DraftStream:
    progress: Progress
    context: TurnContext
    text: str = field(default="")

    async def __call__(self, text: str) -> None:
        self.text = text
        await self.progress.show_draft(self.context.turn, text, language=self.context.language)


@dataclass(frozen=True, slots=True)
class ProgressObserver:
    """Implements `bot.trading.propose.ProposalObserver`."""

    progress: Progress
    texts: Catalogue
    context: TurnContext

    async def reading(self, symbols: Sequence[str]) -> None:
        """Show that market data are being read."""
        names = self.texts.list_of(self.context.locale, symbols)
        await self._step("step-reading", symbols=names)

    async def deciding(self, engine: str) -> None:
        """Show which engine has begun."""
        await self._step("step-weighing", engine=engine)

    async def draft(self, text: str) -> None:
        """Show the engine's draft."""
        await self.progress.show_draft(self.context.turn, text, language=self.context.language)

    async def _step(self, message_id: str, **variables: str) -> None:
        text = self.texts.render(self.context.locale, message_id, **variables)
        await self.progress.show_step(self.context.turn, text, language=self.context.language)
