from collections.abc import Collection, Sequence
from datetime import datetime
from operator import itemgetter
from uuid import UUID

from psycopg.types.json import Jsonb

from bot.domain.conversation.buttons import ButtonRef, Vote
from bot.domain.conversation.dialogue import MOST_ANSWERS, Dialogue, ShownAnswer
from bot.domain.conversation.history import Message
from bot.domain.conversation.replies import (
    ANSWER,
    Answer,
    ButtonPlace,
    LastShown,
    LatestDetails,
    Reply,
    decisions_shown,
    decisions_with_buttons,
)
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId, DecisionId, TurnId
from bot.domain.text.locale import Language
from db.codec import decode
from db.rows import PERSON, THREAD, RowType
from db.stores.base import Store, insert_from_json

ADD = insert_from_json(
    "reply",
    """tenant_id, id, conversation_id, turn_id, occasion, intent, confidence, state, language, answer, is_private,
       created_at, recalled, quoted, fallback""",
)
SHOWS = insert_from_json("shown_decision", "tenant_id, decision_id, reply_id, has_buttons")
VOTE = """
INSERT INTO feedback (tenant_id, reply_id, person_id, vote, turn_id, engines, voted_at)
SELECT tenant_id, id, %(person_id)s, %(vote)s, turn_id,
       ARRAY(SELECT engine
               FROM (SELECT answer ->> 'engine' AS engine
                      UNION SELECT each #>> '{proposal,engine}' FROM jsonb_array_elements(answer -> 'decisions') each
                    ) AS taking_part
              WHERE engine IS NOT NULL ORDER BY engine),
       %(at)s
  FROM reply WHERE tenant_id = %(tenant_id)s AND id = %(id)s
ON CONFLICT (tenant_id, reply_id, person_id) DO UPDATE SET vote = excluded.vote, voted_at = excluded.voted_at
RETURNING reply_id
"""
LANGUAGE = "SELECT language FROM reply WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
STORED = "SELECT id FROM reply WHERE tenant_id = %(tenant_id)s AND id = ANY (%(ids)s)"
HAS_NOTICE_SINCE = """
SELECT EXISTS (
       SELECT FROM reply n
        WHERE n.tenant_id = %(tenant_id)s AND n.conversation_id = %(conversation_id)s
          AND (n.occasion LIKE 'alert:%%' OR n.occasion LIKE 'brief:%%')
          AND n.seq > (SELECT max(r.seq)
                         FROM shown_decision s JOIN reply r ON r.tenant_id = s.tenant_id AND r.id = s.reply_id
                        WHERE s.tenant_id = %(tenant_id)s AND s.decision_id = ANY (%(decisions)s) AND s.has_buttons
                          AND r.conversation_id = %(conversation_id)s)) AS has
"""
FIND_BUTTON = """
SELECT r.language, c.channel, c.thread, n.platform, n.workspace
  FROM shown_decision x
  JOIN reply r ON r.tenant_id = x.tenant_id AND r.id = x.reply_id
  JOIN conversation c ON c.tenant_id = r.tenant_id AND c.id = r.conversation_id
  JOIN tenant n ON n.tenant_id = r.tenant_id
 WHERE x.tenant_id = %(tenant_id)s AND x.decision_id = %(decision_id)s AND r.answer @> ANY (%(answers)s)
 ORDER BY r.seq LIMIT 1
"""
SHOWS_BUTTON = """
SELECT FROM shown_decision x JOIN reply r ON r.tenant_id = x.tenant_id AND r.id = x.reply_id
 WHERE x.tenant_id = %(tenant_id)s AND x.decision_id = %(decision_id)s AND r.conversation_id = %(conversation_id)s
   AND r.answer @> ANY (%(answers)s)
 LIMIT 1
"""
ANSWER_TO = """
SELECT answer FROM reply WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND occasion = %(occasion)s
"""
DIALOGUE = """
SELECT r.turn_id, t.person_id AS asked_by, coalesce(r.answer -> 'shows', '[]') AS objects,
       coalesce(r.answer -> 'symbols', '[]') AS symbols, r.answer -> 'asks' AS asks
  FROM reply r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
 WHERE r.tenant_id = %(tenant_id)s AND r.conversation_id = %(conversation_id)s AND NOT r.is_private
 ORDER BY r.seq DESC LIMIT %(limit)s
"""
LAST_SHOWN = """
SELECT turn_id, answer FROM reply
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND NOT is_private
   AND (%(decided_by)s::text[] = '{}' OR EXISTS (
        SELECT FROM jsonb_array_elements(answer -> 'buttons') button
         WHERE split_part(button ->> 'id', ':', 1) = ANY (%(decided_by)s)))
 ORDER BY seq DESC LIMIT 1
"""
LATEST_DETAILS = """
SELECT r.answer -> 'details' AS details, NOT EXISTS (
        SELECT FROM reply later
         WHERE later.tenant_id = r.tenant_id AND later.conversation_id = r.conversation_id AND later.seq > r.seq
           AND later.occasion = %(occasion)s AND NOT later.is_private) AS is_latest
  FROM reply r
 WHERE r.tenant_id = %(tenant_id)s AND r.conversation_id = %(conversation_id)s
   AND r.answer @? '$.details[0]' AND NOT r.is_private
 ORDER BY r.seq DESC LIMIT 1
"""
# Of a row that is joined with its turn's, its conversation's and its tenant's.
REPLY = RowType(Reply, thread=THREAD, turn_number="number", person=PERSON)
_SHOWN_ANSWER = RowType(ShownAnswer)
_LAST_SHOWN = RowType(LastShown)
_DETAILS = RowType(LatestDetails, blocks="details", is_of_latest="is_latest")
_BUTTON_PLACE = RowType(ButtonPlace, thread=THREAD)


class PostgresReplies(Store):
    """Implements `bot.ports.Replies`."""

    async def add_reply(self, reply: Reply) -> None:
        """Store an answer to be delivered.

        Raises: DuplicateError, at the latest at the end of the transaction: the turn has an answer on this occasion.
        """
        counted = {"quoted": len(reply.answer.sources), "fallback": reply.answer.fallback}
        kept = {"is_private": reply.answer.is_private, "conversation_id": reply.thread.conversation_id}
        self._write("reply", ADD, **counted, **kept, **REPLY.columns(reply))
        with_buttons = {key.decision_id for key in decisions_with_buttons(reply.answer)}
        for decision_id in {key.decision_id for key in decisions_shown(reply.answer)}:  # when they change, it does too
            has_buttons = decision_id in with_buttons
            self._write("shown_decision", SHOWS, decision_id=decision_id, reply_id=reply.id, has_buttons=has_buttons)
        self._session.notify("reply")

    async def store_vote(self, reply_id: UUID, vote: Vote, *, turn: Turn, at: datetime) -> bool:
        return await self._fetch_one(VOTE, id=reply_id, vote=vote, person_id=turn.person.id, at=at) is not None

    async def reply_language(self, reply_id: UUID) -> Language | None:
        language = await self._fetch_value(LANGUAGE, id=reply_id)
        return None if language is None else Language(language)

    async def find_stored(self, reply_ids: Collection[UUID]) -> frozenset[UUID]:
        return frozenset(await self._find_all(itemgetter("id"), STORED, ids=list(reply_ids)))

    async def has_notice_since(self, conversation_id: ConversationId, decisions: Collection[DecisionId]) -> bool:
        shown = {"conversation_id": conversation_id, "decisions": list(decisions)}
        return bool(await self._fetch_value(HAS_NOTICE_SINCE, **shown))

    async def dialogue(self, conversation_id: ConversationId) -> Dialogue:
        answers = await self._find_all(_SHOWN_ANSWER, DIALOGUE, conversation_id=conversation_id, limit=MOST_ANSWERS)
        return Dialogue(answers)

    async def last_shown(self, conversation_id: ConversationId, *, decided_by: Sequence[str] = ()) -> LastShown | None:
        asked = {"conversation_id": conversation_id, "decided_by": list(decided_by)}
        return await self._find(_LAST_SHOWN, LAST_SHOWN, **asked)

    async def find_button(self, button: ButtonRef) -> ButtonPlace | None:
        shown = {"decision_id": button.decision_id, "answers": _answers_with(button)}
        return await self._find(_BUTTON_PLACE, FIND_BUTTON, **shown)

    async def shows_button(self, conversation_id: ConversationId, button: ButtonRef) -> bool:
        place = {"conversation_id": conversation_id, "decision_id": button.decision_id}
        return await self._fetch_one(SHOWS_BUTTON, answers=_answers_with(button), **place) is not None

    async def answer_to(self, turn_id: TurnId, *, occasion: str = ANSWER) -> Answer | None:
        answer = await self._fetch_value(ANSWER_TO, turn_id=turn_id, occasion=occasion)
        return None if answer is None else decode(Answer, answer)

    async def latest_details(self, conversation_id: ConversationId) -> LatestDetails:
        asked = {"conversation_id": conversation_id, "occasion": ANSWER}
        return await self._find(_DETAILS, LATEST_DETAILS, **asked) or LatestDetails()


def _answers_with(button: ButtonRef) -> list[Jsonb]:
    """Return what an answer contains that shows a button, or one whose question is accepted by it."""
    has_it = ({"id": str(button)}, {"question": {"accepted_id": str(button)}})
    return [Jsonb({"buttons": [each]}) for each in has_it]


# The next number: a transaction that writes a conversation's history has locked the conversation.
ADD_MESSAGE = """
INSERT INTO message (tenant_id, id, conversation_id, number, turn_id, role, author, text, intent, state_before,
                     state_after, created_at, market_time)
SELECT m.tenant_id, m.id, m.conversation_id,
       (SELECT coalesce(max(e.number) + 1, 0) FROM message e
         WHERE e.tenant_id = m.tenant_id AND e.conversation_id = m.conversation_id)
       + row_number() OVER (PARTITION BY m.conversation_id ORDER BY m.ordinality) - 1,
       m.turn_id, m.role, m.author, m.text, m.intent, m.state_before, m.state_after, m.created_at,
       m.market_time
  FROM json_populate_recordset(NULL::message, %(message)s) WITH ORDINALITY m
"""
LAST = """
SELECT * FROM message WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
 ORDER BY number DESC LIMIT %(count)s
"""
SPAN = """
SELECT * FROM message
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
   AND number >= %(first)s AND number < %(last)s
 ORDER BY number
"""
SYMBOLS = """
SELECT m.number, r.answer->'symbols' AS symbols
  FROM message m JOIN reply r ON r.tenant_id = m.tenant_id AND r.turn_id = m.turn_id AND r.occasion = 'answer'
 WHERE m.tenant_id = %(tenant_id)s AND m.conversation_id = %(conversation_id)s
   AND m.number >= %(first)s AND m.number < %(last)s AND jsonb_array_length(r.answer->'symbols') > 0
 ORDER BY m.number
"""
_MESSAGE = RowType(Message)


class PostgresMessages(Store):
    """Implements `bot.ports.Messages`."""

    async def add_message(self, message: Message) -> None:
        self._write("message", ADD_MESSAGE, **_MESSAGE.columns(message))

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        newest_first = await self._find_all(_MESSAGE, LAST, conversation_id=conversation_id, count=count)
        return newest_first[::-1]

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        return await self._find_all(_MESSAGE, SPAN, conversation_id=conversation_id, first=first, last=last)

    async def symbols_of_span(
        self, conversation_id: ConversationId, *, first: int, last: int
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        rows = await self._fetch_all(SYMBOLS, conversation_id=conversation_id, first=first, last=last)
        return tuple((row["number"], tuple(row["symbols"])) for row in rows)
