"""Recall of conversations by their summaries, for what no message found tells: what another thread was about."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.memory.conversation_record import ConversationRecord, RecordQuery
from bot.domain.memory.episodes import has_name
from bot.domain.memory.recall import RecallQuestion, RecallScope, scope_for
from bot.domain.memory.search_terms import search_terms
from bot.domain.memory.summaries.summary import Statement, Summary
from bot.domain.text.secrets import has_secret
from bot.memory.recall import Recall

_CANDIDATES: Final = 20  # summaries nearest to the question
_LEAST_COVERED: Final = 0.5  # share of the question's terms that one statement must have
_SECONDS: Final = 1.5

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SummaryFind:
    """A statement of a summary, and the conversation that it is of."""

    statement: Statement
    record: ConversationRecord


@dataclass(frozen=True, slots=True)
class SummaryRecall:
    """Finds the statement of a summary that tells most of a question: vectors find candidates, words decide."""

    recall: Recall

    async def __call__(self, turn: Turn, question: RecallQuestion) -> SummaryFind | None:
        """Return the best statement of a conversation that the asker may see; None: there is none, or on any error."""
        if not question.terms or self.recall.policy.scope is RecallScope.CONVERSATION:
            return None
        try:
            async with asyncio.timeout(_SECONDS):
                return await self._find(turn, question)
        except Exception:  # noqa: BLE001  # the answer is that nothing was found; the log gets the traceback
            _log.warning("summaries were not searched for turn %s", turn.id, exc_info=True)
            return None

    async def _find(self, turn: Turn, question: RecallQuestion) -> SummaryFind | None:
        embedder = await self.recall.embedders.for_tenant(turn.tenant_id)
        (embedding,) = await embedder.embed([question.text])
        channels = (turn.thread.channel,)
        with_public = scope_for(turn.person, self.recall.policy.scope) is RecallScope.WORKSPACE
        async with self.recall.stores.read(turn.tenant_id) as tx:
            near = await tx.summaries.nearest(
                embedding, model=embedder.model, channels=channels, with_public=with_public, limit=_CANDIDATES
            )
            best = _best(near, question)
            if best is None:
                return None
            query = RecordQuery(
                limit=1,
                channels=channels,
                with_public=with_public,
                conversation_id=best[0],
                since=question.since,
                until=question.until,
            )
            records = await tx.records.find(query)
        return next((SummaryFind(best[1], record) for record in records), None)


def _best(near: Sequence[Summary], question: RecallQuestion) -> tuple[ConversationId, Statement] | None:
    """Return the statement that has most of the question's terms, with its conversation; of equals, the nearest."""
    known = [each for each in near if question.known_at is None or each.is_known(question.known_at)]
    told = [(each, summary) for summary in known for each in summary.content.statements if _is_told(each, question)]
    statement, summary = max(told, key=lambda each: _covered(each[0], question), default=(None, None))
    if statement is None or summary is None or _covered(statement, question) < _LEAST_COVERED:
        return None
    return summary.conversation_id, statement


def _is_told(statement: Statement, question: RecallQuestion) -> bool:
    is_of_speaker = not question.speaker or has_name(statement.by, question.speaker)
    is_of_time = (question.since is None or statement.on >= question.since.date()) and (
        question.until is None or statement.on <= question.until.date()
    )
    return is_of_speaker and is_of_time and not has_secret(statement.text)


def _covered(statement: Statement, question: RecallQuestion) -> float:
    """Return the share of the question's terms, by weight, that a statement has."""
    said, terms = search_terms(statement.text), question.terms
    return sum(weight for term, weight in terms.items() if term in said) / sum(terms.values())
