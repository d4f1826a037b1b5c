"""Records of conversations, put together from what is stored in memory."""

from datetime import datetime

from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import State
from bot.domain.conversation.turns import Conversation, InputKind, Turn
from bot.domain.ids import ConversationId
from bot.domain.memory.conversation_record import MAX_DECISIONS, ConversationRecord, RecordQuery
from bot.domain.trading.decisions import Action, Decision
from tests.fakes.memory import TenantStore

SHORTEST_ID = 8  # digits
MOST_SYMBOLS = 20  # an answer with more is about none of them


class FakeConversationRecords(TenantStore):
    """Fulfils `bot.ports.ConversationRecords`."""

    async def find(self, query: RecordQuery) -> tuple[ConversationRecord, ...]:
        mine = [each for each in self._state.conversations.values() if each.tenant_id == self._tenant_id]
        records = [self._record(each) for each in mine if each.message_count and self._is_there(each, query)]
        found = [each for each in records if self._matches(each, query)]
        return tuple(
            sorted(found, key=lambda each: (each.last_active_at, each.id), reverse=True)[
                query.offset : query.offset + query.limit
            ]
        )

    def _matches(self, record: ConversationRecord, query: RecordQuery) -> bool:
        spans = [span for symbol, span in self._symbols(record.id).items() if symbol in query.symbols]
        whole = (record.started_at, record.last_active_at)
        return any(
            (query.since is None or min(last, record.last_active_at) >= query.since)
            and (query.until is None or max(first, record.started_at) < query.until)
            for first, last in (spans if query.symbols else [whole])
        )

    def _symbols(self, conversation_id: ConversationId) -> dict[str, tuple[datetime, datetime]]:
        spans: dict[str, tuple[datetime, datetime]] = {}
        for reply in sorted(self._replies(conversation_id), key=lambda each: each.created_at):
            for symbol in reply.answer.symbols:
                spans[symbol] = (spans.get(symbol, (reply.created_at,))[0], reply.created_at)
        return spans

    def _replies(self, conversation_id: ConversationId) -> list[Reply]:
        return [
            each
            for each in self._state.replies.values()
            if each.thread.conversation_id == conversation_id
            and each.occasion == ANSWER
            and len(each.answer.symbols) <= MOST_SYMBOLS
        ]

    def _is_there(self, conversation: Conversation, query: RecordQuery) -> bool:
        prefix = query.id_prefix
        return (
            (
                query.channels is None
                or conversation.thread.channel in query.channels
                or (query.with_public and self._is_public(conversation))
            )
            and query.conversation_id in {None, conversation.id}
            and query.without != conversation.id
            and (query.speaker is None or self._spoke(conversation, query.speaker))
            and (
                prefix is None
                or conversation.thread.thread == prefix
                or (len(prefix) >= SHORTEST_ID and conversation.id.hex.startswith(prefix.lower()))
            )
        )

    def _spoke(self, conversation: Conversation, name: str) -> bool:
        turns = [each for each in self._state.turns.values() if each.conversation_id == conversation.id]
        names = [each.person.name for each in turns if each.kind is InputKind.MESSAGE]
        overheard = [each for each in self._state.overheard.values() if each.thread.conversation_id == conversation.id]
        names += [each.person.name for each in overheard if each.text]
        return any(f"{each} ".lower().startswith(f"{name} ".lower()) for each in names)

    def _is_public(self, conversation: Conversation) -> bool:
        known = self._state.visibilities.get((self._tenant_id, conversation.thread.channel))
        if known is None or not known.is_public:
            return False
        return known.since is None or known.since <= self._started_at(conversation)

    def _started_at(self, conversation: Conversation) -> datetime:
        turns = [each for each in self._state.turns.values() if each.conversation_id == conversation.id]
        return min((each.accepted_at for each in turns), default=conversation.last_active_at)

    def _record(self, conversation: Conversation) -> ConversationRecord:
        turns = [each for each in self._state.turns.values() if each.conversation_id == conversation.id]
        first = min((each for each in turns if each.kind is InputKind.MESSAGE), key=_number, default=None)
        symbols = self._symbols(conversation.id)
        messages = self._state.messages.get(conversation.id, ())
        summary = self._state.summaries.get(conversation.id)
        decisions = self._decisions(conversation)
        completed = [each.created_at for each in messages if each.state_after is State.COMPLETED]
        return ConversationRecord(
            id=conversation.id,
            thread=conversation.thread,
            state=conversation.state,
            language=conversation.language,
            turns=len(turns),
            messages=conversation.message_count,
            focus=conversation.focus,
            focus_at=max((symbols[each][1] for each in conversation.focus if each in symbols), default=None),
            symbols=tuple(sorted(symbols, key=lambda each: (-symbols[each][1].timestamp(), each))),
            begun_by=first.person.name if first else "",
            first_words=first.text if first else "",
            first_message_id=first.platform_id if first else None,
            summary=summary.text if summary else "",
            decisions=decisions,
            names={each.asked_by: self._state.turns[each.turn_id].person.name for each in decisions},
            started_at=self._started_at(conversation),
            last_active_at=conversation.last_active_at,
            completed_at=completed[-1] if completed else None,
        )

    def _decisions(self, conversation: Conversation) -> tuple[Decision, ...]:
        newest: dict[object, Decision] = {}
        for each in sorted(self._state.decisions.values(), key=lambda each: each.version):
            if each.conversation_id == conversation.id and each.proposal.action is not Action.HOLD:
                newest[each.id] = each
        return tuple(sorted(newest.values(), key=lambda each: each.created_at, reverse=True))[:MAX_DECISIONS]


def _number(turn: Turn) -> int:
    return turn.number
