"""What comes nearest to a question that nothing answers."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.memory.core_memory import RememberedFact
from bot.domain.memory.recall import RecallQuestion
from bot.memory.questions import facts_about
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler

_MOST: Final = 2  # notes that are shown, and as many quotations


@dataclass(frozen=True, slots=True)
class NearestAnswer:
    """Finds what was said or noted on what a question is about, though it does not answer it."""

    said: WhatWasSaidHandler

    async def __call__(self, context: TurnContext, request: AskMemory) -> TurnResult | None:
        """Return what comes nearest, as such; None: nothing does. Raises: StoreUnavailableError, SearchFailedError."""
        asked = await self.said.with_person_named_last(context, request.whole)
        if asked is None or not asked.terms:
            return None
        question = replace(asked, is_of_nearest=True, since=None, until=None)
        notes = await self._notes_near(context, question)
        found = (await self.said.recollect(context, question)).only(lambda each: each.is_searched, most=_MOST)
        answer = self.said.presenter.nearest(context.locale, notes[:_MOST], found)
        return TurnResult(answer=answer) if notes or found.found else None

    async def _notes_near(self, context: TurnContext, question: RecallQuestion) -> list[RememberedFact]:
        """Return the notes that come near to a question, if it is of nobody's words in particular."""
        recall = self.said.recall
        notes = () if question.speaker else await facts_about(recall.stores, context, "")
        texts = [each.fact.text for each in notes]
        near = await recall.which_are_near(context.turn.tenant_id, question, texts) if texts else []
        return [note for note, is_near in zip(notes, near, strict=True) if is_near]
