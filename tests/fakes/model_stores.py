"""In-memory stores for language models: calls, cached answers, budgets, engine runs, turn logs."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from bot.domain.conversation.turns import Turn, TurnLog
from bot.domain.ids import ConversationId, TenantId
from bot.domain.models.requests import (
    BudgetAmount,
    BudgetPart,
    Caller,
    ModelAllowance,
    ModelAnswer,
    ModelCall,
    ModelMessage,
    ModelOptions,
    ModelRequest,
    ModelRole,
    ModelUsage,
    PromptRole,
    TokenUsage,
)
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.ports import Clock
from db.codec import decode, encode
from tests.fakes.clock import NOON
from tests.fakes.memory import CachedAnswer, KeptRun, StoredState, TenantStore

_DROPPED_AT_ONCE = 100
HOME = TenantId(UUID(int=1))
OPTIONS = ModelOptions(role=ModelRole.MAIN, model="large", max_tokens=1_000)


def a_request(**changes: object) -> ModelRequest:
    """A question of 14 tokens, as they are estimated."""
    request = ModelRequest(
        purpose="decision",
        prompt_version="decision@1",
        options=OPTIONS,
        messages=(ModelMessage(PromptRole.SYSTEM, "Decide."), ModelMessage(PromptRole.USER, "Buy or sell?")),
        caller=Caller(tenant_id=HOME),
    )
    return replace(request, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def a_model_call(**changes: object) -> ModelCall:
    call = ModelCall(
        id=UUID(int=7),
        tenant_id=HOME,
        turn_id=None,
        purpose="decision",
        role=ModelRole.MAIN,
        model="large",
        prompt_version="decision@1",
        tokens=TokenUsage(1_000, 200),
        cost=Decimal("0.0036"),
        latency=1.5,
        is_cached=False,
        attempts=1,
        outcome="ok",
        at=NOON,
    )
    return replace(call, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def a_run(**changes: object) -> EngineRun:
    run = EngineRun(
        id=UUID(int=8),
        engine="dual",
        prompt_version="filter@1 decision@1",
        calls=3,
        cache_hits=1,
        parse_errors=1,
        retries=1,
        latency=2.0,
        tokens=TokenUsage(3_000, 400),
        at=NOON,
    )
    return replace(run, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


class FakeModelCalls(TenantStore):
    async def add_call(self, call: ModelCall) -> None:
        if call.turn_id is not None and call.turn_id not in self._state.turns:
            raise LookupError(call.turn_id)
        self._state.model_calls[call.id] = call

    async def keep_prompt(self, call: ModelCall, messages: Sequence[ModelMessage]) -> None:
        self._state.prompt_texts[call.id] = tuple(messages)

    async def usage_of_day(self, day: date) -> tuple[tuple[str, ModelUsage], ...]:
        used: dict[str, ModelUsage] = {}
        for call in self._state.model_calls.values():
            if call.tenant_id == self._tenant_id and call.at.astimezone(UTC).date() == day:
                used[call.purpose] = _added(used.get(call.purpose, ModelUsage()), call)
        return tuple(sorted(used.items(), key=lambda each: (-_sum(each[1].tokens), each[0])))


def _added(use: ModelUsage, call: ModelCall) -> ModelUsage:
    return ModelUsage(
        tokens=use.tokens + call.tokens,
        cost=use.cost + call.cost,
        calls=use.calls + 1,
        cache_hits=use.cache_hits + call.is_cached,
        failures=use.failures + (call.outcome != "ok"),
        history=use.history + call.history,
    )


def _sum(tokens: TokenUsage) -> int:
    return tokens.prompt + tokens.completion


class FakeModelCache(TenantStore):
    def __init__(self, state: StoredState, tenant_id: TenantId, clock: Clock) -> None:
        super().__init__(state, tenant_id)
        self._clock = clock

    async def get_answer(self, key: str, *, at: datetime) -> ModelAnswer | None:
        kept = self._state.model_cache.get((self._tenant_id, key))
        return decode(ModelAnswer, kept.document) if kept is not None and kept.expires_at > at else None

    async def store_answer(self, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
        cache, now = self._state.model_cache, self._clock.now()
        mine = ((other, kept) for other, kept in cache.items() if other[0] == self._tenant_id)
        over = [other for other, kept in mine if kept.expires_at <= now]
        for other in over[:_DROPPED_AT_ONCE]:
            del cache[other]
        cache[self._tenant_id, key] = CachedAnswer(encode(answer), expires_at)


class FakeModelBudgets(TenantStore):
    async def reserve(
        self, amount: BudgetAmount, *, day: date, at: datetime, allowance: ModelAllowance, part: BudgetPart
    ) -> bool:
        if not self._fits(amount, day, part, allowance):
            self._forget(day, part, before=at - timedelta(hours=1))
        if not self._fits(amount, day, part, allowance):
            return False
        used, (aside, last) = self._day(day, part), self._aside(day, part)
        self._state.model_days[self._tenant_id, day, part] = _plus(used, amount)
        self._state.model_set_aside[self._tenant_id, day, part] = (_plus(aside, amount), max(at, last))
        return True

    async def settle(self, reserved: BudgetAmount, used: BudgetAmount, *, day: date, part: BudgetPart) -> None:
        if (self._tenant_id, day, part) not in self._state.model_days:
            return
        aside, at = self._aside(day, part)
        before = reserved.tokens
        given = BudgetAmount(
            TokenUsage(min(before.prompt, aside.tokens.prompt), min(before.completion, aside.tokens.completion)),
            min(reserved.cost, aside.cost),
        )
        stored = self._day(day, part)
        self._state.model_days[self._tenant_id, day, part] = _plus(_less(stored, given), used)
        self._state.model_set_aside[self._tenant_id, day, part] = (_less(aside, given), at)

    async def usage_with_reservations(self, *, day: date, part: BudgetPart = BudgetPart.WHOLE) -> ModelUsage:
        used = self._day(day, part)
        return ModelUsage(tokens=used.tokens, cost=used.cost)

    async def settled_usage(
        self, *, day: date, part: BudgetPart = BudgetPart.WHOLE
    ) -> tuple[ModelUsage, datetime | None]:
        used, (aside, at) = self._day(day, part), self._aside(day, part)
        settled = _less(used, aside)
        return ModelUsage(tokens=settled.tokens, cost=settled.cost), None if aside == BudgetAmount() else at

    async def add_person_tokens(self, person_id: str, tokens: TokenUsage, *, day: date) -> None:
        key = (self._tenant_id, person_id, day)
        self._state.model_people[key] = self._state.model_people.get(key, 0) + tokens.total

    async def person_tokens(self, person_id: str, *, day: date) -> int:
        return self._state.model_people.get((self._tenant_id, person_id, day), 0)

    def _fits(self, amount: BudgetAmount, day: date, part: BudgetPart, within: ModelAllowance) -> bool:
        wanted = _plus(self._day(day, part), amount)
        return (
            wanted.tokens.prompt <= within.prompt_tokens
            and wanted.tokens.completion <= within.completion_tokens
            and (within.cost is None or wanted.cost <= within.cost)
        )

    def _forget(self, day: date, part: BudgetPart, *, before: datetime) -> None:
        used, (aside, at) = self._day(day, part), self._aside(day, part)
        if at < before:
            self._state.model_days[self._tenant_id, day, part] = _less(used, aside)
            self._state.model_set_aside[self._tenant_id, day, part] = (BudgetAmount(), at)

    def _day(self, day: date, part: BudgetPart) -> BudgetAmount:
        return self._state.model_days.get((self._tenant_id, day, part), BudgetAmount())

    def _aside(self, day: date, part: BudgetPart) -> tuple[BudgetAmount, datetime]:
        never = datetime.min.replace(tzinfo=UTC)
        return self._state.model_set_aside.get((self._tenant_id, day, part), (BudgetAmount(), never))


def _plus(amount: BudgetAmount, other: BudgetAmount) -> BudgetAmount:
    return BudgetAmount(amount.tokens + other.tokens, amount.cost + other.cost)


def _less(amount: BudgetAmount, other: BudgetAmount) -> BudgetAmount:
    tokens = TokenUsage(amount.tokens.prompt - other.tokens.prompt, amount.tokens.completion - other.tokens.completion)
    return BudgetAmount(tokens, amount.cost - other.cost)


class FakeEngineRuns(TenantStore):
    async def add_run(self, run: EngineRun, discussion: Sequence[AgentMessage], *, turn: Turn) -> None:
        if turn.id not in self._state.turns:
            raise LookupError(turn.id)
        stored = self._state.engine_runs.get(run.id)  # a run with a journal: what was said is there already
        said = {each.number: each for each in (*discussion, *(stored.discussion if stored else ()))}
        kept = KeptRun(self._tenant_id, turn.conversation_id, run, tuple(said.values()))
        self._state.engine_runs[run.id] = kept

    async def add_messages(self, run_id: UUID, messages: Sequence[AgentMessage]) -> None:
        kept = self._state.engine_runs[run_id]
        last = max((said.number for said in kept.discussion), default=0)
        added = tuple(replace(said, number=number) for number, said in enumerate(messages, last + 1))
        self._state.engine_runs[run_id] = replace(kept, discussion=(*kept.discussion, *added))

    async def discussion(
        self, conversation_id: ConversationId, *, run_id: UUID | None = None, symbol: str | None = None
    ) -> tuple[EngineRun, tuple[AgentMessage, ...]] | None:
        found = [
            each
            for each in self._state.engine_runs.values()
            if (each.tenant_id, each.conversation_id) == (self._tenant_id, conversation_id)
            and run_id in (None, each.run.id)
            and (symbol is None or any(symbol in said.symbols for said in each.discussion))
        ]
        if not found:
            return None
        latest = max(found, key=lambda each: (each.run.at, each.run.id))
        said = (each for each in latest.discussion if each.text)
        return latest.run, tuple(sorted(said, key=lambda each: each.number))


class FakeTurnLogs(TenantStore):
    async def replace_log(self, turn: Turn, log: TurnLog) -> None:
        key = (self._tenant_id, turn.conversation_id)
        stored = self._state.turn_logs.get(key)
        if stored is None or stored.number <= log.number:
            self._state.turn_logs[key] = replace(log, entries=tuple(log.entries))

    async def last_log(self, conversation_id: ConversationId) -> TurnLog | None:
        return self._state.turn_logs.get((self._tenant_id, conversation_id))
