"""Answers from a team's own files: the passage that says it, quoted, with file and page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.context.turn import TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.memory.knowledge.bases import BaseContents
from bot.domain.memory.knowledge.passages import KnowledgePassage
from bot.domain.memory.knowledge.routing import KnowledgeRoute
from bot.memory.knowledge.lookup import MOST_SEARCHED, KnowledgeLookup, terms_asked
from bot.presentation.knowledge import KnowledgePresenter

_LEAST_SCORE: Final = 0.5  # of the best passage, for a question that names no document


class KnowledgeWorker(Protocol):
    """Answers from one base, in place of the general way."""

    async def __call__(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> Answer:
        """Return the answer to a question about a base. `passages` are the best first, or none. Raises: ParleyError."""
        ...


@dataclass(frozen=True, slots=True)
class QuotePassages:
    """The general worker: quotes what stands in the base, or says that nothing does."""

    presenter: KnowledgePresenter

    async def __call__(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> Answer:
        """Return the passage that says most."""
        if not passages:
            return self.presenter.nothing(context.locale, [contents.base.name])
        return self.presenter.passages(context.locale, passages, terms_asked(context.turn.text, contents))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeAnswers:
    """Routes a question to a base and its worker."""

    lookup: KnowledgeLookup
    presenter: KnowledgePresenter
    general: KnowledgeWorker
    workers: Mapping[str, KnowledgeWorker] = field(default_factory=dict)  # by the name of the base, in lower case

    async def to_question(self, context: TurnContext) -> TurnResult | None:
        """Answer a question about what is written down; None: it is none, or there are no bases.

        Raises: StoreUnavailableError.
        """
        route = context.knowledge_route
        if not route.asks_documents:
            return None
        return await self._answer(context, route)

    async def to_other(self, context: TurnContext) -> TurnResult | None:
        """Answer a question that names no document, if a base surely says it; else None.

        Raises: StoreUnavailableError.
        """
        route = context.knowledge_route
        return await self._answer(context, route, is_named=False) if route.is_sure else None

    async def _answer(self, context: TurnContext, route: KnowledgeRoute, *, is_named: bool = True) -> TurnResult | None:
        if route.contents is None:
            return None
        if not route.is_sure:
            return await self._answer_from_any(context, route)
        told = context.conversation_context.passages  # of the same route
        passages = told or await self.lookup.find(context.turn, context.conversation, route.contents)
        if not is_named and (not passages or passages[0].score < _LEAST_SCORE):
            return None
        worker = self.workers.get(route.worker, self.general)
        return TurnResult(answer=await worker(context, route.contents, passages), state=context.state, offered=())

    async def _answer_from_any(self, context: TurnContext, route: KnowledgeRoute) -> TurnResult:
        """Answer where it is not clear which base is meant: from the one that says most, or that none says anything."""
        contents, passages = await self.lookup.find_in_any(context.turn, context.conversation, route.bases)
        if contents is None or not passages:
            searched = [each.base.name for each in route.bases[:MOST_SEARCHED]]
            answer = self.presenter.nothing(context.locale, searched)
            return TurnResult(answer=answer, state=context.state, offered=())
        worker = self.workers.get(contents.base.name.casefold(), self.general)
        return TurnResult(answer=await worker(context, contents, passages), state=context.state, offered=())


@dataclass(frozen=True, slots=True)
class KnowledgeFirst:
    """Handler that answers questions from the team's files, and leaves the others to another handler."""

    answers: KnowledgeAnswers
    otherwise: TurnHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the answer. Raises: as the other handler."""
        understood = context.understanding
        is_open = understood.is_question and understood.small_talk is None and understood.lead_on is None
        found = await self.answers.to_other(context) if is_open else None
        return found or await self.otherwise(context)
