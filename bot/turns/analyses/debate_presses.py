"""Presses of "Show the debate", of its pages and speakers: the same text whenever it is pressed."""

from dataclasses import dataclass

from bot.context.turn import TurnResult
from bot.domain.conversation.buttons import DebateRef
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.ports import Stores
from bot.presentation.decisions.discussion import DiscussionPresenter


@dataclass(frozen=True, slots=True)
class DebatePresses:
    """Shows a page of what was said in one run, to who pressed only."""

    stores: Stores
    presenter: DiscussionPresenter

    async def __call__(self, ref: DebateRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Return the page; None: no run of this conversation has that id. Raises: StoreUnavailableError."""
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(turn.conversation_id, run_id=ref.run_id)
        if found is None:
            return None
        return TurnResult(answer=self.presenter.answer(locale, *found, ref=ref, is_private=True))
