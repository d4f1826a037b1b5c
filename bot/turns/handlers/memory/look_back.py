"""REVIEW: looks back at what was said, what is written in the team's files, or what was decided."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.text.normalise import normalise
from bot.language.questions.recall_questions import RECALL, asks_for_rule, decided_topic
from bot.turns.handlers.knowledge.answers import KnowledgeAnswers
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler


@dataclass(frozen=True, slots=True)
class LookBackHandler:
    """Handler of REVIEW: what is written in the team's files, what was said, or what was decided."""

    what_was_said: WhatWasSaidHandler
    knowledge: KnowledgeAnswers
    review: TurnHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return what is asked for. Raises: as either."""
        if context.understanding.command != RECALL:
            said = await self.what_was_said.decisions_said(context)
            return TurnResult(answer=said) if said is not None else await self._reviewed(context)
        written = await self.knowledge.to_question(context)
        if written is None and asks_for_rule(" ".join(context.understanding.arguments)):
            written = await self.what_was_said.remembered_rule(context) or await self.knowledge.to_other(context)
        return written or await self.what_was_said(context)

    async def _reviewed(self, context: TurnContext) -> TurnResult:
        """Return the decisions asked for; of a share without any, also what was said of it."""
        result, symbols = await self.review(context), context.entities.symbols
        if result.answer.decisions or len(symbols) != 1 or not decided_topic(normalise(context.turn.text)):
            return result
        said = await self.what_was_said.statements_on(context, symbols[0])
        answer = result.answer
        return replace(result, answer=replace(answer, blocks=(*answer.blocks, *said.blocks), sources=said.sources))
