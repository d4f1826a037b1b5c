"""Finds the passages of a team's files that a message is about: first the base, then what stands in it."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.agents.knowledge_agent import KnowledgeAgent
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.knowledge.bases import BaseContents, passage_of_episode
from bot.domain.memory.knowledge.passages import MAX_PASSAGES, KnowledgePassage
from bot.domain.memory.knowledge.routing import GENERAL, KnowledgeRoute, route_by_rules, terms_beside_name
from bot.domain.memory.ranking import answers, rank, with_coverage
from bot.domain.memory.recall import EpisodeQuery, RecallScope
from bot.domain.memory.search_terms import query_terms
from bot.domain.models.requests import Caller
from bot.errors import ModelError
from bot.language.questions.recall_questions import asks_documents, topic_of_document_question
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import embed_question
from bot.ports import Stores

_CANDIDATES: Final = 20
_MOST_UNINDEXED: Final = 2_000  # passages of a file that was added just now
_MOST_BASES: Final = 5  # that are searched where it is not clear which is meant
_LEAST_SHARE: Final = 0.5  # of the best score

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeLookup:
    """Chooses a base, by rules and where they are unsure by a model, and searches it."""

    stores: Stores
    embedders: QuestionEmbedders
    workers: Collection[str] = field(default_factory=frozenset)  # names of bases that have a handler of their own
    agent: KnowledgeAgent | None = None  # None: the rules alone choose

    async def route(self, turn: Turn, caller: Caller) -> KnowledgeRoute:
        """Return which base a message is about, if any; `caller` pays for a model. Raises: StoreUnavailableError."""
        bases = await self._bases(turn)
        route = route_by_rules(turn.text, bases, asks_documents=_asks(turn.text, bases))
        if self.agent is not None and route.needs_model:
            try:
                route = await self.agent.choose(turn.text, bases, caller=caller) or route
            except ModelError as error:
                _log.info("no base chosen by the model for turn %s: %s", turn.id, type(error).__name__)
        return self._with_worker(route)

    async def asks_documents(self, turn: Turn) -> bool:
        """Return whether a message asks what a base says, by whatever name. Raises: StoreUnavailableError."""
        bases = await self._bases(turn)
        return bool(bases) and _asks(turn.text, bases)

    async def find(
        self, turn: Turn, conversation: Conversation, contents: BaseContents
    ) -> tuple[KnowledgePassage, ...]:
        """Return at most 5 passages of a base, best first; empty: nothing in it is about the message.

        Raises: StoreUnavailableError.
        """
        terms = terms_asked(turn.text, contents)
        if not terms:
            return ()
        embedder = await self.embedders.for_tenant(turn.tenant_id)
        query = EpisodeQuery(
            conversation_id=conversation.id,
            channel=contents.base.search_channel,
            scope=RecallScope.CHANNEL,
            terms=terms,
            embedding=await embed_question(embedder, turn.text),
            model=embedder.model,
            kinds=frozenset({EpisodeKind.PASSAGE}),
            limit=_CANDIDATES,
            unindexed=_MOST_UNINDEXED,
        )
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.episode_search.search(query)
        best_first = rank([with_coverage(each, query) for each in found], query, limit=MAX_PASSAGES)
        if not best_first or not answers(best_first[0], query):
            return ()
        least = _LEAST_SHARE * best_first[0].score
        kept = [each for each in best_first if each.score >= least]
        return tuple(passage_of_episode(each.episode, base=contents.base, score=each.score) for each in kept)

    async def find_in_any(
        self, turn: Turn, conversation: Conversation
    ) -> tuple[tuple[BaseContents, ...], tuple[KnowledgePassage, ...]]:
        """Return the bases that may be asked, and the passages of the one that says most. Raises: as `find`."""
        bases = (await self._bases(turn))[:_MOST_BASES]
        found = [await self.find(turn, conversation, each) for each in bases]
        return bases, max(found, key=lambda each: each[0].score if each else 0.0, default=())

    async def passages_for(
        self, turn: Turn, conversation: Conversation, caller: Caller
    ) -> tuple[KnowledgeRoute, tuple[KnowledgePassage, ...]]:
        """Return the base that a message is about, and its passages for a prompt; of an unsure route there are none.

        Raises: StoreUnavailableError.
        """
        route = await self.route(turn, caller)
        if route.contents is None or not route.is_sure:
            return route, ()
        return route, await self.find(turn, conversation, route.contents)

    async def _bases(self, turn: Turn) -> tuple[BaseContents, ...]:
        async with self.stores.read(turn.tenant_id) as tx:
            return await tx.knowledge.bases(channel=turn.thread.channel, terms=query_terms(turn.text).keys())

    def _with_worker(self, route: KnowledgeRoute) -> KnowledgeRoute:
        name = route.kb.casefold()
        return replace(route, worker=name if name in self.workers and route.contents else GENERAL)


def terms_asked(text: str, contents: BaseContents) -> Mapping[str, float]:
    """Return the search terms of a question to a base, without words for documents and names of this one."""
    topic = topic_of_document_question(text) if asks_documents(text) else text
    return terms_beside_name(topic, contents) or terms_beside_name(text, contents)


def _asks(text: str, bases: Collection[BaseContents]) -> bool:
    names = [name for each in bases for name in (each.base.name, *(document.title for document in each.documents))]
    return asks_documents(text, names=names)
