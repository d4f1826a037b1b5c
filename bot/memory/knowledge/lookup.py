"""Finds the passages of a team's files that a message is about: first the base, then what stands in it."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.agents.knowledge_agent import KnowledgeAgent
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.knowledge.bases import BaseContents, passage_of_episode
from bot.domain.memory.knowledge.documents import MAX_PASSAGES, KnowledgePassage
from bot.domain.memory.knowledge.question_terms import (
    covered_share,
    heading_score,
    mere_mention_score,
    terms_of_passage,
    terms_to_look_up,
    with_text_scores,
    words_beside,
)
from bot.domain.memory.knowledge.routing import GENERAL, KnowledgeRoute, route_by_rules, terms_beside_name
from bot.domain.memory.recall import EpisodeQuery, RecallScope, answers, rank
from bot.domain.models.requests import Caller
from bot.domain.text.tokens import has_chinese
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import embed_question
from bot.model_errors import ModelError
from bot.ports import Stores
from bot.reading.recall.memory_questions import asks_documents, topic_of_document_question

MOST_SEARCHED: Final = 5  # bases, where it is not clear which is meant

_CANDIDATES: Final = 20
_MOST_UNINDEXED: Final = 2_000  # passages of a file that was added just now
_LEAST_SHARE: Final = 0.5  # of the best score
_LEAST_COVERED: Final = 0.45  # of a question, by the best passage
_OTHER_LANGUAGE: Final = 0.3  # from the score of a passage in another language than that of the question
_MODEL_SECONDS: Final = 3.0  # after that, the rules' choice is better than waiting

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
        async with self.stores.read(turn.tenant_id) as tx:
            bases = await tx.knowledge.bases(
                channel=turn.thread.channel, terms=terms_to_look_up(turn.text), with_shared=not turn.person.is_guest
            )
        if not bases:
            return KnowledgeRoute()
        names = [name for each in bases for name in (each.base.name, *(document.title for document in each.documents))]
        asks = asks_documents(turn.text, names=names)
        route = route_by_rules(turn.text, bases, asks_documents=asks)
        if self.agent is not None and route.needs_model:
            route = await self._choose(self.agent, turn, bases, caller) or route
        name = route.kb.casefold()
        worker = name if name in self.workers and route.contents else GENERAL
        return replace(route, worker=worker, asks_documents=asks, bases=bases)

    async def _choose(
        self, agent: KnowledgeAgent, turn: Turn, bases: Sequence[BaseContents], caller: Caller
    ) -> KnowledgeRoute | None:
        """Return the model's choice; None: it names none, fails, or takes too long."""
        try:
            async with asyncio.timeout(_MODEL_SECONDS):
                return await agent.choose(turn.text, bases, caller=caller)
        except (ModelError, TimeoutError) as error:
            _log.info("no base chosen by the model for turn %s: %s", turn.id, type(error).__name__)
            return None

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
            terms={**words_beside(terms, contents.matched), **terms},
            embedding=await embed_question(embedder, turn.text),
            model=embedder.model,
            kinds=frozenset({EpisodeKind.PASSAGE}),
            limit=_CANDIDATES,
            unindexed=_MOST_UNINDEXED,
        )
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.episode_search.search(query)
        ranked = rank(with_text_scores(found, query.terms), query, limit=_CANDIDATES)
        # Of those that cover about as much, the one whose heading the question names goes first.
        best_first = sorted(ranked, key=lambda each: -(each.score + heading_score(each.episode, query.terms)))
        if not best_first or not answers(best_first[0], query):
            return ()
        if covered_share(terms, terms_of_passage(best_first[0].episode), contents.matched) < _LEAST_COVERED:
            return ()  # it says nothing on the question, and is just the nearest
        least = _LEAST_SHARE * best_first[0].score
        others = [each.episode for each in best_first]
        kept = [(each.episode, each.score) for each in best_first[:MAX_PASSAGES] if each.score >= least]
        return tuple(
            passage_of_episode(episode, base=contents.base, score=score - mere_mention_score(episode, terms, others))
            for episode, score in kept
        )

    async def find_in_any(
        self, turn: Turn, conversation: Conversation, bases: Sequence[BaseContents]
    ) -> tuple[BaseContents | None, tuple[KnowledgePassage, ...]]:
        """Return the base of these that says most, with its passages; None: none says anything. Raises: as `find`."""
        found = [(each, await self.find(turn, conversation, each)) for each in bases[:MOST_SEARCHED]]
        is_chinese = has_chinese(turn.text)
        return max(found, key=lambda each: _score_beside_others(each[1], is_chinese=is_chinese), default=(None, ()))


def _score_beside_others(passages: Sequence[KnowledgePassage], *, is_chinese: bool) -> float:
    """Return the score of the best passage as it is compared with those of other bases: its language goes first."""
    if not passages:
        return 0.0
    return passages[0].score - _OTHER_LANGUAGE * (has_chinese(passages[0].text) is not is_chinese)


def terms_asked(text: str, contents: BaseContents) -> Mapping[str, float]:
    """Return the search terms of a question to a base, without words for documents and names of this one."""
    topic = topic_of_document_question(text) if asks_documents(text) else text
    return terms_beside_name(topic, contents) or terms_beside_name(text, contents)
