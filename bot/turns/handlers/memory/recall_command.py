"""What would be recalled for a question and why, and what came of the decisions that it is about."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import ExplainRecall
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler

_DECISIONS: Final = 3  # with results, that are shown


@dataclass(frozen=True, slots=True)
class ExplainRecallHandler:
    """Handler of requests to show what would be recalled."""

    handler: WhatWasSaidHandler

    async def __call__(self, context: TurnContext, request: ExplainRecall) -> TurnResult:
        """Return the episodes with their scores by part, and results. Raises: StoreUnavailableError."""
        question = request.question
        presenter = self.handler.presenter
        if question is None:
            how = presenter.texts.render(context.locale, "recall-how")
            return TurnResult(answer=Answer(blocks=(Paragraph(how),)), state=context.state)
        recollection = await self.handler.recollect(context, question)
        if not recollection.is_searched:
            return TurnResult(answer=presenter.latest(context.locale, recollection), state=context.state)
        answer = presenter.explained(context.locale, recollection)
        results = presenter.results(context.locale, await self._settled(context, question))
        return TurnResult(answer=replace(answer, blocks=(*answer.blocks, *results)), state=context.state)

    async def _settled(self, context: TurnContext, asked: RecallQuestion) -> tuple[Episode, ...]:
        """Return decisions that the question is about, with the results known at the account's market time."""
        question = replace(asked, kinds=frozenset({EpisodeKind.DECISION}), limit=_DECISIONS)
        recalled = await self.handler.recall(context.turn, context.conversation, question)
        episodes = (each.episode for each in recalled if each.is_searched)
        return tuple(each for each in episodes if each.actual_results and not each.is_about_others(question.symbols))
