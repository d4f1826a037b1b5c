"""Each step of a turn by itself: what it adds to the state, and what it does when something fails."""

import asyncio
import json
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

import pytest

from bot.agents.reader_agent import ReaderAgent
from bot.context.turn import BROKEN_OFF, RecordedRun, RequestHandler, TurnContext, TurnResult
from bot.domain.conversation.blocks import Markdown, Paragraph
from bot.domain.conversation.history import Role, message_tokens
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import request_kinds
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.trades import Advise, Order
from bot.domain.conversation.retrieval import ConversationContext, PastDecision, RetrievalResult
from bot.domain.conversation.states import Event, Intent, State
from bot.domain.conversation.threads import Surplus
from bot.domain.conversation.turns import Claim
from bot.domain.ids import TenantId, derive_id
from bot.domain.memory.summaries.summary import Summary
from bot.domain.models.requests import Caller, ModelCall, ModelRole, ReaderChoice, TokenUsage
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.errors import ConcurrentUpdateError, StoreUnavailableError
from bot.model_errors import ModelBrokenOffError, ModelError, ModelGarbledError, ModelTimeoutError
from bot.turns.nodes import recall, search
from bot.turns.nodes.persist import PersistNode
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.respond import RespondNode
from bot.turns.nodes.route import RouteNode
from bot.turns.nodes.search import RetrieveNode
from bot.turns.state import Route, RoutingMethod, StepTimer, SystemRoute, TurnState
from tests.fakes.clock import NOON
from tests.fakes.core import Talk, sentence
from tests.fakes.model import FakeModel, Script, models
from tests.fakes.stores import FakeSummaries
from tests.fakes.turn_steps import initial_state

pytestmark = pytest.mark.virtual_time

PLAIN = "have a look at GOOG for me would you"
BLANK = "zxq"
SOON = 5.0


@dataclass
class NodeSetup:
    """The nodes of a talk, and one turn that goes through them."""

    talk: Talk
    claim: Claim
    state: TurnState

    @property
    def route(self) -> RouteNode:
        return replace(cast("RouteNode", self.talk.manager.graph.nodes.route), recall=self.recall)

    @property
    def recall(self) -> RecallNode:
        node = cast("RecallNode", self.talk.manager.graph.nodes.recall)
        return replace(node, reads_conversation=True)  # as with a model

    @property
    def respond(self) -> RespondNode:
        return cast("RespondNode", self.talk.manager.graph.nodes.respond)

    @property
    def persist(self) -> PersistNode:
        return cast("PersistNode", self.talk.manager.graph.nodes.persist)

    def retrieve(self, look_up: search.Lookup) -> RetrieveNode:
        return replace(cast("RetrieveNode", self.talk.manager.graph.nodes.retrieve), look_up=look_up)

    async def stop(self) -> None:
        async with self.talk.stores.transaction(self.claim.turn.tenant_id) as tx:
            assert await tx.turns.request_stop(self.claim.turn.id, by=self.claim.turn.person.id)
        self.talk.ports.stop_signal.notify()


async def steps(talk: Talk, text: str) -> NodeSetup:
    """Have `text` claimed, and nothing done for it yet."""
    await talk.hand_in("ann", text)
    claim = await talk.claim()
    assert claim is not None
    return NodeSetup(talk, claim, initial_state(claim))


async def routed(talk: Talk, text: str) -> NodeSetup:
    made = await steps(talk, text)
    made.state = cast("TurnState", {**made.state, **await made.route(made.state)})
    return made


def parsed(kind: str, *slots: tuple[str, str], sureness: float = 0.9) -> Script:
    named = [{"name": name, "words": words} for name, words in slots]
    return lambda _: json.dumps({"kind": kind, "sureness": sureness, "slots": named})


async def by_model(
    talk: Talk, text: str, script: Script, *, reader: ReaderChoice = ReaderChoice.MODEL
) -> tuple[TurnState, FakeModel, NodeSetup]:
    """Route `text` with a light model that answers by `script`."""
    made = await steps(talk, text)
    asking, fake = models(script)
    policy = replace(made.route.policy, reader=reader)
    added = await replace(made.route, reader_agent=ReaderAgent(asking), policy=policy)(made.state)
    return added, fake, made


def facts(added: TurnState) -> dict[str, str]:
    (entry,) = added["execution_logs"]
    return dict(entry.facts)


class TestRoute:
    @pytest.mark.parametrize(
        ("text", "target", "method", "reason"),
        [
            ("analyze GOOG", Intent.ANALYZE, RoutingMethod.TRAINED, "trained_sure"),
            ("buy 3 GOOG", Intent.DECIDE, RoutingMethod.TRAINED, "trained_sure"),
            ("/portfolio", SystemRoute.COMMAND, RoutingMethod.EXACT, "command"),
            (BLANK, SystemRoute.ASK_BACK, RoutingMethod.ASK_BACK, "trained_unsure"),
            ("analyze GOOG " * 1_000, SystemRoute.TOO_LONG, RoutingMethod.TRAINED, "too_long"),
        ],
    )
    async def test_without_a_model(
        self, talk: Talk, text: str, target: object, method: RoutingMethod, reason: str
    ) -> None:
        made = await steps(talk, text)
        added = await made.route(made.state)
        assert (added["route"].target, added["route"].method, added["route"].reason) == (target, method, reason)
        assert facts(added)["method"] == method
        assert facts(added)["confidence"] == f"{added['context'].reading.certainty:.2f}"

    @pytest.mark.parametrize("surplus", Surplus)
    async def test_what_is_above_its_authors_limits_is_not_worked_on(self, talk: Talk, surplus: Surplus) -> None:
        made = await steps(talk, "buy 10 GOOG")
        turn = replace(made.claim.turn, surplus=surplus)
        state = initial_state(replace(made.claim, turn=turn))
        added = await made.route(state)
        assert added["route"].target is SystemRoute.SURPLUS
        result = (await made.respond(cast("TurnState", {**state, **added})))["results"]
        assert "not answered" in result.answer.brief
        assert not result.proposed

    async def test_when_the_model_is_sure_then_what_it_reads(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        added, fake, _ = await by_model(talk, PLAIN, parsed("explain", ("share", "GOOG"), sureness=0.8))
        assert added["route"] == Route(Intent.EXPLAIN, 0.8, RoutingMethod.MODEL, "model_sure")
        assert isinstance(added["context"].request, Explain)
        assert added["context"].reading.shares.symbols == ("GOOG",)
        assert len(added["conversation_context"].window) == 2
        (request,) = fake.requests
        assert request.options.role is ModelRole.LIGHT
        assert "analyze IBM" in request.messages[-1].text

    @pytest.mark.parametrize("text", ["yes, do it", "/help", "\x07"])
    async def test_what_exact_forms_read_or_nothing_is_said_then_the_model_is_not_asked(
        self, talk: Talk, text: str
    ) -> None:
        await talk.proposed()
        added, fake, _ = await by_model(talk, text, parsed("review"))
        assert not fake.requests
        assert "conversation_context" not in added

    @pytest.mark.parametrize(
        ("text", "reader", "times"),
        [
            ("analyze GOOG", ReaderChoice.TRAINED, 0),
            ("analyze GOOG", ReaderChoice.MODEL, 1),
            (BLANK, ReaderChoice.TRAINED, 0),
        ],
    )
    async def test_the_model_reads_what_is_left_to_it(
        self, talk: Talk, text: str, reader: ReaderChoice, times: int
    ) -> None:
        _, fake, _ = await by_model(talk, text, parsed("greeting"), reader=reader)
        assert len(fake.requests) == times

    async def test_when_the_model_is_unsure_too_then_asked_back(self, talk: Talk) -> None:
        added, _, _ = await by_model(talk, BLANK, parsed("review", sureness=0.4))
        assert added["route"].target is SystemRoute.ASK_BACK
        assert added["route"].reason == "model_unsure"

    @pytest.mark.parametrize("error", [ModelTimeoutError(), ModelGarbledError(partial="{")])
    async def test_when_the_model_fails_then_what_is_learnt_stands(self, talk: Talk, error: ModelError) -> None:
        added, _, _ = await by_model(talk, "analyze GOOG", lambda _: error)
        assert added["route"].target is Intent.ANALYZE
        assert added["route"].reason == "model_failed"

    async def test_when_the_model_is_slow_then_what_is_learnt_stands(self, talk: Talk) -> None:
        made = await steps(talk, BLANK)

        class Slow:
            async def read(self, _: object) -> None:
                await asyncio.sleep(60)

        added = await replace(made.route, reader_agent=cast("ReaderAgent", Slow()))(made.state)
        assert added["route"].reason == "model_failed"

    async def test_when_asking_the_model_has_a_defect_then_what_is_learnt_stands(self, talk: Talk) -> None:
        added, _, _ = await by_model(talk, BLANK, lambda _: 1 / 0)  # type: ignore[arg-type,return-value]
        assert added["route"].reason == "model_failed"

    @pytest.mark.parametrize("kind", ["confirm", "cancel", "limit-end", "forget-me"])
    async def test_the_models_word_never_decides(self, talk: Talk, kind: str) -> None:
        await talk.proposed()
        added, _, made = await by_model(talk, BLANK, parsed(kind, sureness=1.0))
        answered = await made.respond(cast("TurnState", {**made.state, **added}))
        assert not answered["results"].decided
        assert talk.orders_carried_out == 0

    async def test_an_order_that_only_one_reader_sees_is_asked_about(self, talk: Talk) -> None:
        text = "what is the price of GOOG right now"
        order = parsed("order", ("buy", "right"), ("count", "now"), ("share", "GOOG"), sureness=1.0)
        added, _, _ = await by_model(talk, text, order)
        assert not isinstance(added["context"].request, Order)

    async def test_when_stopped_while_the_model_thinks_then_stopped(self, talk: Talk) -> None:
        made = await steps(talk, BLANK)

        class Slow:
            async def read(self, _: object) -> None:
                await made.stop()
                await asyncio.sleep(2)

        node = replace(made.route, reader_agent=cast("ReaderAgent", Slow()))
        added = await node(made.state)
        assert added["route"].target is SystemRoute.STOPPED
        answered = await made.respond(cast("TurnState", {**made.state, **added}))
        assert answered["results"].answer.fallback == "stopped"


class TestRecall:
    async def test_the_last_messages_word_for_word_with_who_said_them(self, talk: Talk) -> None:
        for number in range(4):
            await talk.say("bob", f"/help {number}")
        made = await routed(talk, "analyze GOOG")
        added = await made.recall(made.state)
        window = added["conversation_context"].window
        assert [message.author for message in window] == ["Bob", "Parley"] * 4
        assert window[-2].text == "/help 3"
        assert facts(added)["messages"] == "8"
        assert facts(added)["characters"] == str(sum(len(message.text) for message in window))

    async def test_of_a_long_conversation_the_window(self, talk: Talk) -> None:
        for number in range(9):
            await talk.say("bob", f"/help {number}")
        made = await routed(talk, "analyze GOOG")
        recalled = (await made.recall(made.state))["conversation_context"]
        assert [each.text for each in recalled.window[::2]] == ["/help 6", "/help 7", "/help 8"]
        assert recalled.full_tokens > 2 * sum(map(message_tokens, recalled.window))

    async def test_the_summary_as_it_is_stored(self, talk: Talk) -> None:
        for _ in range(5):
            await talk.say("ann", "hello")
        made = await routed(talk, "analyze GOOG")
        conversation = made.claim.turn.conversation_id
        async with talk.stores.transaction(made.claim.turn.tenant_id) as tx:
            summary = Summary(
                conversation_id=conversation, text="before", covered_count=4, increments=0, updated_at=NOON
            )
            await tx.summaries.save(summary, expected_covered_count=0)
        added = await made.recall(made.state)
        assert added["conversation_context"].summary == "before"
        assert facts(added)["summary"] == "6"

    async def test_all_messages_are_in_the_window_then_no_summary_is_read(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _ in range(3):
            await talk.say("ann", "hello")
        made = await routed(talk, "analyze GOOG")
        monkeypatch.setattr(FakeSummaries, "get", None)
        added = await made.recall(made.state)
        assert facts(added)["messages"] == "6"
        assert added["conversation_context"].summary == ""

    async def test_of_a_new_conversation_core_memory_is_read(self, talk: Talk) -> None:
        await talk.say("ann", "remember that I like rail", thread="before")
        made = await routed(talk, "analyze GOOG")
        added = await made.recall(made.state)
        context = added["conversation_context"]
        assert [fact.text for _, fact in context.core_memory.facts()] == ["I like rail"]
        assert (context.window, context.summary) == ((), "")
        assert facts(added)["facts"] == "1"

    async def test_what_is_known_already_is_not_read_again(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        made = await routed(talk, "analyze GOOG")
        known = ConversationContext(summary="known")
        talk.memory.error = StoreUnavailableError()
        added = await made.recall(cast("TurnState", {**made.state, "conversation_context": known}))
        talk.memory.error = None
        assert added["conversation_context"] is known

    async def test_when_it_fails_then_noted_and_without(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        made = await routed(talk, "analyze GOOG")
        talk.memory.error = ZeroDivisionError()
        added = await made.recall(made.state)
        talk.memory.error = None
        assert added["conversation_context"] == ConversationContext()
        assert facts(added)["note"] == "failed"

    async def test_when_it_takes_too_long_then_noted_and_without(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await talk.say("ann", "hello")
        made = await routed(talk, "analyze GOOG")
        monkeypatch.setattr(recall, "_SECONDS", 0.0)
        assert facts(await made.recall(made.state))["note"] == "failed"

    async def test_an_answer_that_broke_off_is_left_out(self, talk: Talk) -> None:
        talk.handlers[Analyze] = breaking_off
        await talk.say("ann", "analyze GOOG")
        made = await routed(talk, "analyze GOOG")
        window = (await made.recall(made.state))["conversation_context"].window
        assert [(message.role, message.text) for message in window] == [(Role.USER, "analyze GOOG")]


PAST = PastDecision(
    symbol="GOOG",
    session=NOON.date(),
    action="increase",  # type: ignore[arg-type]
    status="filled",  # type: ignore[arg-type]
    price=Decimal(1),
    shares=Decimal(1),
    confidence=Decimal(1),
    reasons=(),
    change_since=None,
    sessions_since=0,
)


class TestRetrieve:
    async def test_what_is_found_of_the_shares_in_question(self, talk: Talk) -> None:
        made = await routed(talk, "should I buy GOOG or IBM?")
        wanted: list[tuple[str, ...]] = []

        async def look_up(_: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
            wanted.append(symbols)
            return RetrievalResult(past_decisions={"GOOG": (PAST, PAST)})

        added = await made.retrieve(look_up)(made.state)
        assert wanted == [("GOOG", "IBM")]
        assert added["retrieval"].past_decisions == {"GOOG": (PAST, PAST)}
        assert (facts(added)["symbols"], facts(added)["decisions"], facts(added)["refused"]) == ("2", "2", "0")

    async def test_of_everything_means_what_is_held(self, talk: Talk) -> None:
        await talk.say("ann", "buy 3 shares of GOOG")
        await talk.say("ann", "yes")
        made = await routed(talk, "sell everything")
        wanted: list[tuple[str, ...]] = []

        async def look_up(_: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
            wanted.append(symbols)
            return RetrievalResult()

        await made.retrieve(look_up)(made.state)
        assert wanted == [("GOOG",)]

    async def test_when_it_fails_then_noted_and_without(self, talk: Talk) -> None:
        made = await routed(talk, "should I buy GOOG?")

        async def look_up(_: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
            raise LookupError(symbols)

        added = await made.retrieve(look_up)(made.state)
        assert added["retrieval"] == RetrievalResult()
        assert facts(added)["note"] == "failed"

    async def test_when_it_takes_too_long_then_noted_and_without(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "_RETRIEVE_SECONDS", 0.05)
        made = await routed(talk, "should I buy GOOG?")

        async def look_up(_: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
            await asyncio.sleep(SOON)
            raise LookupError(symbols)

        assert facts(await made.retrieve(look_up)(made.state))["note"] == "failed"

    async def test_when_stopped_then_left_off(self, talk: Talk) -> None:
        made = await routed(talk, "should I buy GOOG?")

        async def look_up(_: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
            await made.stop()
            await asyncio.sleep(SOON)
            raise LookupError(symbols)

        async with asyncio.timeout(SOON / 2):
            added = await made.retrieve(look_up)(made.state)
        assert added["route"].target is SystemRoute.STOPPED
        assert facts(added)["note"] == "stopped"


async def breaking_off(context: TurnContext, _: Analyze) -> TurnResult:
    """Answer with what came of a model before it broke off."""
    blocks = (Markdown(f"{context.symbols[0]} is"), Paragraph("(broken off)"))
    return TurnResult(answer=Answer(blocks=blocks, symbols=context.symbols, fallback=BROKEN_OFF))


def raising(error: Exception) -> RequestHandler[Any]:
    async def handle(context: TurnContext, _: object) -> TurnResult:  # noqa: ARG001 - a handler's signature
        raise error

    return handle


async def responded(talk: Talk, text: str, error: Exception) -> TurnState:
    """Have `text` answered by a handler that raises `error`."""
    await talk.say("ann", "hello")  # so that the welcome is over
    made = await routed(talk, text)
    handlers = dict.fromkeys(request_kinds(), raising(error))
    return await replace(made.respond, handlers=handlers)(made.state)


class TestRespond:
    async def test_the_handler_is_told_of_what_was_recalled_and_retrieved(self, talk: Talk) -> None:
        told: list[TurnContext] = []

        async def handle(context: TurnContext, _: Advise) -> TurnResult:
            told.append(context)
            return TurnResult(answer=Answer(blocks=(Paragraph("so"),)))

        made = await routed(talk, "should I buy GOOG?")
        found = {
            "conversation_context": ConversationContext(summary="before"),
            "retrieval": RetrievalResult(past_decisions={"GOOG": (PAST,)}),
        }
        node = replace(made.respond, handlers={Advise: handle})
        added = await node(cast("TurnState", {**made.state, **found}))
        assert (told[0].conversation_context, told[0].retrieved) == (found["conversation_context"], found["retrieval"])
        assert added["results"].state is State.ANALYZING
        assert facts(added) == {"blocks": "1", "decisions": "0"}

    @pytest.mark.parametrize("error", [ModelBrokenOffError(partial="Buy all of it"), ModelGarbledError(partial="{")])
    async def test_without_the_model_then_why(self, talk: Talk, error: ModelError) -> None:
        added = await responded(talk, "analyze GOOG", error)
        assert added["results"].answer.blocks == (Paragraph(sentence(error.key)),)
        assert added["results"].answer.fallback == error.key.removeprefix("error-").replace("-", "_")
        assert added["results"].event is None
        assert added["error"] == facts(added)["error"] == type(error).__name__

    @pytest.mark.parametrize("error", [StoreUnavailableError(), ConcurrentUpdateError()])
    async def test_what_must_be_retried_gets_out(self, talk: Talk, error: Exception) -> None:
        with pytest.raises(type(error)):
            await responded(talk, "analyze GOOG", error)

    async def test_a_defect_is_met_with_a_sentence(self, talk: Talk) -> None:
        added = await responded(talk, "analyze GOOG", ZeroDivisionError())
        assert added["results"].answer.blocks == (Paragraph(sentence("error-internal")),)
        assert (added["results"].event, added["error"]) == (Event.FAILED, "ZeroDivisionError")

    async def test_when_stopped_before_it_begins_then_nothing_is_done(self, talk: Talk) -> None:
        made = await routed(talk, "analyze GOOG")
        turn = replace(made.claim.turn, is_stopped=True)
        state = cast("TurnState", {**made.state, "context": replace(made.state["context"], turn=turn)})
        node = replace(made.respond, handlers={Analyze: raising(AssertionError())})
        assert (await node(state))["results"].answer.fallback == "stopped"


RUN = EngineRun(
    id=UUID(int=7),
    engine="dual",
    prompt_version="decision@1",
    calls=2,
    cache_hits=0,
    parse_errors=0,
    retries=0,
    latency=1.0,
    tokens=TokenUsage(10, 1),
    at=NOON,
)


class TestPersist:
    async def answered(self, made: NodeSetup) -> None:
        made.state = cast("TurnState", {**made.state, **await made.respond(made.state)})

    async def test_the_steps_are_kept_with_the_answer(self, talk: Talk) -> None:
        made = await routed(talk, "analyze GOOG")
        await self.answered(made)
        added = await made.persist(made.state)
        (log,) = talk.memory.state.turn_logs.values()
        assert (log.number, log.intent) == (1, Intent.ANALYZE)
        assert [entry.node for entry in log.entries] == ["respond", "persist"]  # of this state, and the last one
        assert [entry.node for entry in added["execution_logs"]] == ["persist"]

    @pytest.mark.parametrize(("text", "is_debug"), [("analyze GOOG", False), ("/debug last", True)])
    async def test_the_steps_are_not_kept_where_that_is_off_or_of_debug_itself(
        self, talk: Talk, text: str, *, is_debug: bool
    ) -> None:
        made = await routed(talk, text)
        await self.answered(made)
        await replace(made.persist, is_debug=is_debug)(made.state)
        assert not talk.memory.state.turn_logs
        assert len(talk.replies(made.claim.turn)) == 1

    async def test_an_engines_run_is_stored_before_the_decisions_that_name_it(self, talk: Talk) -> None:
        made = await routed(talk, "should I buy google? at most $3,000")
        await self.answered(made)
        result = made.state["results"]
        (decision,) = result.proposed
        named = replace(decision, proposal=replace(decision.proposal, run_id=RUN.id))
        said = (AgentMessage(1, "filter", "decision", "no", ("GOOG",)),)
        result = replace(result, proposed=(named,), runs=(RecordedRun(RUN, said),))
        await made.persist(cast("TurnState", {**made.state, "results": result}))
        async with talk.stores.transaction(made.claim.turn.tenant_id) as tx:
            assert await tx.engine_runs.discussion(made.claim.turn.conversation_id) == (RUN, said)
        assert talk.decisions()[0].proposal.run_id == RUN.id

    async def test_an_answer_that_broke_off_is_in_no_episode_and_no_part_of_summaries(self, talk: Talk) -> None:
        talk.handlers[Analyze] = breaking_off
        await talk.say("ann", "analyze GOOG")
        said, answered = talk.messages()
        assert (said.intent, answered.intent) == (Intent.ANALYZE, None)
        assert "GOOG is" in answered.text
        assert [each.text for each in talk.memory.state.episodes.values()] == ["Ann: analyze GOOG"]

    async def test_when_overtaken_then_nothing_is_stored(self, talk: Talk) -> None:
        made = await routed(talk, "/advance 5")
        await self.answered(made)
        await talk.say("bob", "/advance 5", thread="other")
        with pytest.raises(ConcurrentUpdateError):
            await made.persist(made.state)
        assert not talk.replies(made.claim.turn)


class TestWatch:
    def test_the_requests_since_its_start_are_counted(self) -> None:
        caller = Caller(tenant_id=TenantId(UUID(int=1)))
        call = ModelCall(
            id=derive_id(UUID(int=1), "call"),
            tenant_id=caller.tenant_id,
            turn_id=None,
            purpose="decision",
            role=ModelRole.MAIN,
            model="large",
            prompt_version="decision@1",
            tokens=TokenUsage(100, 10),
            cost=Decimal(0),
            latency=timedelta(milliseconds=1_250).total_seconds(),
            is_cached=False,
            attempts=1,
            outcome="ok",
            at=NOON,
        )
        caller.calls.append(call)
        timer = StepTimer("respond", caller)
        caller.calls.append(call)
        caller.calls.append(replace(call, is_cached=True, tokens=TokenUsage(), latency=0.0, prompt_version="filter@2"))
        caller.calls.append(replace(call, outcome="ModelTimeoutError", tokens=TokenUsage(), latency=0.25))
        assert timer.entry().facts == {
            "model_calls": "3",
            "model_cache_hits": "1",
            "model_ms": "1500",
            "prompt_tokens": "100",
            "completion_tokens": "10",
            "prompts": "decision@1 100, filter@2 0, decision@1 0",
            "model_failures": "1",
        }

    def test_without_requests_nothing_is_said_of_models(self) -> None:
        entry = StepTimer("recall", Caller(tenant_id=TenantId(UUID(int=1)))).entry(messages=3)
        assert (entry.node, entry.facts) == ("recall", {"messages": "3"})
        assert entry.milliseconds >= 0
