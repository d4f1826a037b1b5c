from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.types.json import Jsonb

from bot.domain.committee.fusion import ExecutionRecord, FusionState
from bot.domain.committee.runs import AnalysisRun, CommitteeStep, RunProgress
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId, TurnId
from bot.domain.models.requests import RunLease
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.errors import LeaseLostError
from db.codec import decode, encode
from db.rows import RowType
from db.stores.base import Store, insert_from_json, replacing
from db.stores.models.model_requests import TOKENS

_COUNTED = "prompt_version, calls, cache_hits, parse_errors, retries, latency, prompt_tokens, completion_tokens, at"
# Of a run with a journal, the row is there from its start, and what was said as it was said.
ADD_RUN = insert_from_json(
    "engine_run",
    f"tenant_id, id, conversation_id, turn_id, engine, {_COUNTED}",
    replacing("tenant_id, id", _COUNTED),
)
_SAID = "tenant_id, run_id, number, sender, recipient, text, symbols"
ADD_SAID = insert_from_json("agent_message", _SAID, "ON CONFLICT (tenant_id, run_id, number) DO NOTHING")
ADD_LATER = """
INSERT INTO agent_message (tenant_id, run_id, number, sender, recipient, text, symbols)
SELECT %(tenant_id)s, %(run_id)s, coalesce(max(number), 0) + 1, %(sender)s, %(recipient)s, %(text)s, %(symbols)s
  FROM agent_message WHERE tenant_id = %(tenant_id)s AND run_id = %(run_id)s
"""
LATEST_RUN = """
SELECT * FROM engine_run r
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND id = coalesce(%(run_id)s::uuid, id)
   AND (%(symbol)s::text IS NULL OR EXISTS (
         SELECT FROM agent_message m
          WHERE m.tenant_id = r.tenant_id AND m.run_id = r.id AND %(symbol)s::text = ANY (m.symbols)))
 ORDER BY at DESC, id DESC LIMIT 1
"""
DISCUSSION = """
SELECT number, sender, recipient, text, symbols FROM agent_message
 WHERE tenant_id = %(tenant_id)s AND run_id = %(run_id)s AND text <> ''
 ORDER BY number
"""
ENGINE_RUN = RowType(EngineRun, tokens=TOKENS)
AGENT_MESSAGE = RowType(AgentMessage)


class PostgresEngineRuns(Store):
    """Implements `bot.ports.EngineRuns`."""

    async def add_run(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        """Store a run with its agents' messages, before the decisions that it led to, which refer to it."""
        self._write(
            "engine_run", ADD_RUN, conversation_id=turn.conversation_id, turn_id=turn.id, **ENGINE_RUN.columns(run)
        )
        for message in discussion:
            self._write("agent_message", ADD_SAID, run_id=run.id, **AGENT_MESSAGE.columns(message))

    async def add_messages(self, run_id: UUID, messages: Sequence[AgentMessage]) -> None:
        for each in messages:
            await self._execute(ADD_LATER, run_id=run_id, **AGENT_MESSAGE.columns(each))

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None, symbol: str | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        row = await self._fetch_one(LATEST_RUN, conversation_id=conversation_id, run_id=run_id, symbol=symbol)
        if row is None:
            return None
        return ENGINE_RUN(row), await self._find_all(AGENT_MESSAGE, DISCUSSION, run_id=row["id"])


# The conversation's row is locked by the caller.
START_TURN: Final = """
WITH numbered AS (
    UPDATE conversation SET turn_count = turn_count + 1
     WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s
    RETURNING turn_count
)
INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name,
                  person_language, text, origin, accepted_at)
SELECT a.tenant_id, %(turn_id)s, a.conversation_id, n.turn_count, 'analysis', a.channel, a.platform_id, a.person_id,
       a.person_name, a.person_language, a.text, a.origin, %(at)s
  FROM turn a CROSS JOIN numbered n
 WHERE a.tenant_id = %(tenant_id)s AND a.id = %(asked)s
"""
START_ENGINE_RUN: Final = """
INSERT INTO engine_run (tenant_id, id, conversation_id, turn_id, engine, prompt_version, calls, cache_hits,
                        parse_errors, retries, latency, prompt_tokens, completion_tokens, at)
VALUES (%(tenant_id)s, %(id)s, %(conversation_id)s, %(turn_id)s, %(engine)s, '', 0, 0, 0, 0, 0, 0, 0, %(at)s)
"""
START: Final = """
INSERT INTO analysis_run (tenant_id, id, conversation_id, turn_id, symbols, asked, fusion, started_at)
VALUES (%(tenant_id)s, %(id)s, %(conversation_id)s, %(turn_id)s, %(symbols)s, %(asked)s, '[]', %(at)s)
"""
GET: Final = """
SELECT * FROM analysis_run WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s ORDER BY started_at, id LIMIT 1
"""
FIND: Final = "SELECT * FROM analysis_run WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
UNDER_WAY: Final = """
SELECT * FROM analysis_run
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND ended_at IS NULL
 ORDER BY started_at, id
"""
GET_ENGINE_RUN: Final = "SELECT * FROM engine_run WHERE tenant_id = %(tenant_id)s AND id = %(run_id)s"
MESSAGES: Final = "SELECT * FROM agent_message WHERE tenant_id = %(tenant_id)s AND run_id = %(run_id)s ORDER BY number"
LOCK_IF_HELD: Final = """
SELECT id FROM analysis_run
 WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
   AND ended_at IS NULL
   FOR NO KEY UPDATE
"""
ADD_MESSAGE: Final = insert_from_json("agent_message", f"{_SAID}, step")
# A run that gets on has not failed, however often its processes were killed.
COUNT_REQUESTS: Final = """
WITH got_on AS (
    UPDATE turn SET attempts = 1 WHERE tenant_id = %(tenant_id)s AND id = %(turn_id)s AND attempts > 1
)
UPDATE engine_run
   SET prompt_version = %(prompt_version)s, calls = %(calls)s, cache_hits = %(cache_hits)s,
       parse_errors = %(parse_errors)s, retries = %(retries)s, latency = %(latency)s,
       prompt_tokens = %(prompt_tokens)s, completion_tokens = %(completion_tokens)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
END: Final = """
WITH ended AS (
    UPDATE analysis_run SET asked = NULL, lease_owner = NULL, lease_until = NULL, ended_at = %(at)s
     WHERE tenant_id = %(tenant_id)s AND id = %(id)s
    RETURNING tenant_id, id
)
UPDATE agent_message m SET step = NULL FROM ended e WHERE m.tenant_id = e.tenant_id AND m.run_id = e.id
"""
DROP_ABANDONED: Final = """
WITH abandoned AS (
    UPDATE analysis_run r SET asked = NULL, lease_owner = NULL, lease_until = NULL, ended_at = %(at)s
      FROM turn t
     WHERE t.tenant_id = %(tenant_id)s AND t.person_id = %(person_id)s AND t.kind = 'analysis' AND t.status = 'accepted'
       AND r.tenant_id = t.tenant_id AND r.turn_id = t.id AND r.ended_at IS NULL
       AND (r.lease_until <= now() OR r.started_at <= now() - interval '1 minute' AND r.lease_until IS NULL)
    RETURNING r.tenant_id, r.id, r.turn_id
), dropped AS (
    UPDATE agent_message m SET step = NULL FROM abandoned a WHERE m.tenant_id = a.tenant_id AND m.run_id = a.id
)
UPDATE turn t SET status = 'answered', answered_at = %(at)s
  FROM abandoned a WHERE t.tenant_id = a.tenant_id AND t.id = a.turn_id
"""
KEEP_FUSION: Final = """
INSERT INTO analysis_run AS r
       (tenant_id, id, conversation_id, turn_id, symbols, fusion, started_at, ended_at)
VALUES (%(tenant_id)s, %(id)s, %(conversation_id)s, %(turn_id)s, %(symbols)s, %(fusion)s, %(at)s, %(at)s)
ON CONFLICT (tenant_id, id) DO UPDATE SET fusion = excluded.fusion
"""
UPDATE_FUSION: Final = """
UPDATE analysis_run SET fusion = (
       SELECT jsonb_agg(CASE WHEN f.state ->> 'company_of_interest' = %(symbol)s THEN %(state)s ELSE f.state END
                        ORDER BY f.place)
         FROM jsonb_array_elements(fusion) WITH ORDINALITY AS f (state, place))
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND fusion <> '[]'
"""
# In the order in which the shares were asked about.
RECORD_EXECUTION: Final = """
UPDATE analysis_run r
   SET fusion = (SELECT jsonb_agg(CASE WHEN f.state ->> 'company_of_interest' = %(symbol)s
                                       THEN f.state || jsonb_build_object('execution_record', %(record)s::jsonb)
                                       ELSE f.state END ORDER BY f.number)
                   FROM jsonb_array_elements(r.fusion) WITH ORDINALITY AS f (state, number))
 WHERE r.tenant_id = %(tenant_id)s AND r.id = %(run_id)s AND r.fusion <> '[]'
"""
_ANALYSIS_RUN: Final = RowType(AnalysisRun)


class PostgresAnalysisRuns(Store):
    """Implements `bot.ports.AnalysisRuns`."""

    async def start(self, run: AnalysisRun, *, asked: Turn, engine: str) -> None:
        key = {"id": run.id, "conversation_id": run.conversation_id, "turn_id": run.turn_id, "at": run.started_at}
        await self._execute(START_TURN, asked=asked.id, **key)
        await self._execute(START_ENGINE_RUN, engine=engine, **key)
        await self._execute(START, symbols=list(run.symbols), asked=Jsonb(encode(run.asked)), **key)
        self._session.notify("analysis")

    async def get(self, turn_id: TurnId) -> AnalysisRun | None:
        return await self._find(_ANALYSIS_RUN, GET, turn_id=turn_id)

    async def find(self, run_id: UUID) -> AnalysisRun | None:
        return await self._find(_ANALYSIS_RUN, FIND, id=run_id)

    async def under_way(self, conversation_id: ConversationId) -> tuple[AnalysisRun, ...]:
        return await self._find_all(_ANALYSIS_RUN, UNDER_WAY, conversation_id=conversation_id)

    async def progress(self, run_id: UUID) -> RunProgress:
        run = await self._get(ENGINE_RUN, GET_ENGINE_RUN, run_id=run_id)
        messages = await self._fetch_all(MESSAGES, run_id=run_id)
        return RunProgress(
            run,
            steps=tuple(decode(CommitteeStep, each["step"]) for each in messages if each["step"] is not None),
            messages=tuple(map(AGENT_MESSAGE, messages)),
        )

    async def add_step(
        self, lease: RunLease, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun
    ) -> None:
        await self._lock_if_held(lease)
        for message in messages:
            last = {"step": step if message is messages[-1] else None}
            said = AGENT_MESSAGE.columns(message)
            self._write("agent_message", ADD_MESSAGE, run_id=run.id, **said, **last)
        await self._execute(COUNT_REQUESTS, turn_id=lease.turn_id, **ENGINE_RUN.columns(run))

    async def end(self, lease: RunLease, *, at: datetime) -> None:
        await self._execute(END, id=await self._lock_if_held(lease), at=at)

    async def record_execution(self, run_id: UUID, symbol: str, record: ExecutionRecord) -> None:
        await self._execute(RECORD_EXECUTION, run_id=run_id, symbol=symbol, record=Jsonb(encode(record)))

    async def drop_abandoned(self, person_id: str, *, at: datetime) -> None:
        await self._execute(DROP_ABANDONED, person_id=person_id, at=at)

    async def keep_fusion(self, run: EngineRun, fusion: Sequence[FusionState], *, turn: Turn) -> None:
        await self._execute(
            KEEP_FUSION,
            id=run.id,
            conversation_id=turn.conversation_id,
            turn_id=turn.id,
            symbols=[each.company_of_interest for each in fusion],
            fusion=Jsonb(encode(tuple(fusion))),
            at=run.at,
        )

    async def update_fusion(self, run_id: UUID, fusion: FusionState) -> None:
        await self._execute(UPDATE_FUSION, id=run_id, symbol=fusion.company_of_interest, state=Jsonb(encode(fusion)))

    async def _lock_if_held(self, lease: RunLease) -> UUID:
        key = {"turn_id": lease.turn_id, "owner": lease.owner, "fence": lease.fence}
        run_id: UUID | None = await self._fetch_value(LOCK_IF_HELD, **key)
        if run_id is None:
            raise LeaseLostError(turn=lease.turn_id)
        return run_id
