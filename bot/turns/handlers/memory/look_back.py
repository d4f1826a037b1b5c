"""Looks back at what was said, what is written in the team's files, or what was decided."""

from dataclasses import dataclass, replace

from bot.context.turn import RequestHandler, TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.explanation import Review
from bot.domain.conversation.requests.memory import AskMemory
from bot.turns.handlers.knowledge.answers import KnowledgeAnswers, may_be_written
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler


@dataclass(frozen=True, slots=True)
class RecallHandler:
    """Handler of requests for what was said, known or decided: what is written in the team's files goes first."""

    what_was_said: WhatWasSaidHandler
    knowledge: KnowledgeAnswers

    async def __call__(self, context: TurnContext, request: AskMemory) -> TurnResult:
        """Return what is asked for. Raises: as either."""
        written = await self.knowledge.to_question(context)
        if written is None and not request.is_of_talk:
            remembered = await self.what_was_said.remembered_rule(context, request)
            written = remembered or await self.knowledge.to_other(context)
        said = written or await self.what_was_said(context, request)
        is_open = not (written or request.is_rule or request.whole.names_pronoun) and may_be_written(context)
        if is_open and _tells_nothing(said.answer):
            return await self.knowledge.to_other(context) or said
        return said


def _tells_nothing(answer: Answer) -> bool:
    """Return whether an answer quotes nothing and lists nothing: it says that nothing was found."""
    return not answer.sources and all(isinstance(each, Paragraph) for each in answer.blocks)


@dataclass(frozen=True, slots=True)
class LookBackAtDecisions:
    """Handler of requests for past decisions; of a share without any, what was said of it stands beside."""

    what_was_said: WhatWasSaidHandler
    review: RequestHandler[Review]

    async def __call__(self, context: TurnContext, request: Review) -> TurnResult:
        """Return the decisions asked for. Raises: as either."""
        result, symbols = await self.review(context, request), request.shares.symbols
        if result.answer.decisions or len(symbols) != 1:
            return result
        said = await self.what_was_said.statements_on(context, symbols[0])
        answer = result.answer
        return replace(result, answer=replace(answer, blocks=(*answer.blocks, *said.blocks), sources=said.sources))
