"""Answers from a team's own files: the passage that says it, quoted, with file and page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import AnalysisRequest
from bot.domain.conversation.requests.explanation import Explain, FurtherQuestion
from bot.domain.conversation.requests.suppositions import SuppositionRequest
from bot.domain.conversation.requests.talk import TalkRequest
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.memory.knowledge.bases import BaseContents
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.memory.knowledge.lookup import MOST_SEARCHED, KnowledgeLookup, terms_asked
from bot.presentation.knowledge import KnowledgePresenter

_LEAST_SCORE: Final = 0.5  # of the best passage, for a question that names no document
_OF_SHARES: Final = AnalysisRequest | Explain | FurtherQuestion | OrderRequest | SuppositionRequest


class KnowledgeWorker(Protocol):
    """Answers from one base, in place of the general way."""

    async def __call__(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> Answer:
        """Return the answer to a question about a base. `passages` are the best first, or none."""


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
        """Answer a question about what is written down; None: it is none, or there are no bases."""
        route = context.knowledge_route
        if not route.asks_documents or route.contents is None:
            return None
        contents, passages = await self._find(context)
        if contents is not None and (passages or route.is_sure):
            return await self._answer(context, contents, passages)
        searched = [each.base.name for each in route.bases[:MOST_SEARCHED]]
        answer = self.presenter.nothing(context.locale, searched)
        return TurnResult(answer=answer, state=context.state, offered=())

    async def to_other(self, context: TurnContext) -> TurnResult | None:
        """Answer a question that names no document from the base whose passages surely do; None: none does."""
        contents, passages = await self._find(context)
        if contents is None or not passages or passages[0].score < _LEAST_SCORE:
            return None
        return await self._answer(context, contents, passages)

    async def to_open(self, context: TurnContext, *, is_unread: bool) -> TurnResult | None:
        """Answer an open question: one that nothing else answers, or that names no share, and would be asked back.

        None: it is another, or the bases do not surely answer it.
        """
        is_open = is_unread or (isinstance(context.request, _OF_SHARES) and _names_no_trade(context))
        return await self.to_other(context) if is_open and may_be_written(context) else None

    async def _find(self, context: TurnContext) -> tuple[BaseContents | None, Sequence[KnowledgePassage]]:
        """Return the base of the turn's route, or where it is not clear which is meant the one that says most."""
        route = context.knowledge_route
        if route.contents is None:
            return None, ()
        if not route.is_sure:
            return await self.lookup.find_in_any(context.turn, context.conversation, route.bases)
        told = context.conversation_context.passages  # of the same route
        return route.contents, told or await self.lookup.find(context.turn, context.conversation, route.contents)

    async def _answer(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> TurnResult:
        worker = self.workers.get(contents.base.name.casefold(), self.general)
        return TurnResult(answer=await worker(context, contents, passages), state=context.state, offered=())


def may_be_written(context: TurnContext) -> bool:
    """Return whether a team's files may answer a message: an open question that is not about Parley."""
    return context.reading.is_question and not isinstance(context.request, TalkRequest)


def _names_no_trade(context: TurnContext) -> bool:
    """Return whether a message is about no share, neither by name nor by what was talked about, and about no order."""
    is_about_shares = bool(context.symbols or context.pending or context.conversation.offered)
    return not (context.turn.text.startswith("/") or is_about_shares or _names_order(context.request))


def _names_order(request: Request) -> bool:
    if not isinstance(request, OrderRequest):
        return False
    terms = request.terms
    return any((terms.side, terms.count, terms.amount, terms.max_cash, terms.parts))
