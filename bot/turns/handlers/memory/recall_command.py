"""/recall: what would be recalled for a question and why, and what came of the decisions that it is about."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.memory.recall_question import recall_question

_DECISIONS: Final = 3  # with results, that are shown


@dataclass(frozen=True, slots=True)
class RecallCommand:
    """Handler of /recall."""

    handler: WhatWasSaidHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the episodes with their scores by part, and results. Raises: StoreUnavailableError."""
        text = " ".join(context.understanding.arguments)
        presenter = self.handler.presenter
        if not text:
            how = presenter.texts.render(context.locale, "recall-how")
            return TurnResult(answer=Answer(blocks=(Paragraph(how),)), state=context.state)
        recollection = await self.handler.recollect(context, text)
        if not recollection.is_searched:
            return TurnResult(answer=presenter.latest(context.locale, recollection), state=context.state)
        answer = presenter.explained(context.locale, recollection)
        results = presenter.results(context.locale, await self._settled(context, text))
        return TurnResult(answer=replace(answer, blocks=(*answer.blocks, *results)), state=context.state)

    async def _settled(self, context: TurnContext, text: str) -> tuple[Episode, ...]:
        """Return decisions that the question is about, with the results known at the account's market time."""
        question = replace(recall_question(context, text), kinds=frozenset({EpisodeKind.DECISION}), limit=_DECISIONS)
        recalled = await self.handler.recall(context.turn, context.conversation, question)
        episodes = (each.episode for each in recalled if each.is_searched)
        return tuple(each for each in episodes if each.actual_results and not each.is_about_others(question.symbols))
