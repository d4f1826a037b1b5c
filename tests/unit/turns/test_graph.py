"""A turn through the whole graph: which steps it takes, and what LangGraph must not change about it."""

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass, field, replace
from typing import NoReturn

import pytest

from bot.agents.language_services import LanguageServices
from bot.agents.prose_agent import ProseAgent
from bot.agents.reader_agent import ReaderAgent
from bot.bootstrap.conversation import ConversationCore
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import plain_text
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import InputStatus, TurnLog
from bot.domain.ids import TenantId
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.dual.engine import DUAL
from bot.engines.rules.engine import RulesEngine
from bot.errors import LeaseLostError, StoreUnavailableError
from bot.model_errors import ModelTimeoutError
from bot.ports import TextSink
from bot.turns.graph import Nodes, TurnGraph, TurnPaths
from bot.turns.nodes.recall import RecallNode
from bot.turns.state import TurnState
from tests.fakes.core import Talk
from tests.fakes.core_ports import ProcessKilled
from tests.fakes.model import FakeModel, Script, by_purpose, models
from tests.fakes.turn_steps import initial_state

pytestmark = pytest.mark.virtual_time

SHORT = ("route", "respond", "persist")
RECALLED = ("route", "recall", "respond", "persist")
LOOKED_BACK = ("route", "recall", "retrieve", "respond", "persist")
UNSURE = json.dumps({"kind": "remark", "sureness": 0.1, "slots": []})
EXPLANATION = json.dumps({"kind": "explain", "sureness": 0.9, "slots": [{"name": "share", "words": "GOOG"}]})
VAGUE = "GOOG hmm tomorrow zxq"


@dataclass
class HistoryEngine:
    """An engine that is told of the past, as one that asks a model is."""

    name: str = DUAL
    questions: list[DecisionRequest] = field(default_factory=list)

    async def decide(self, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        self.questions.append(question)
        return await RulesEngine().decide(question, show=show)


def with_model(talk: Talk, script: Script) -> FakeModel:
    """Give `talk` a model."""
    asking, fake = models(script)
    services = LanguageServices(reader=ReaderAgent(asking), prose=ProseAgent(asking))
    talk.core = ConversationCore(replace(talk.ports, language_services=services))
    talk.handlers.update(talk.core.handlers)
    talk.manager = talk.core.manager(talk.handlers)
    return fake


def log_of(talk: Talk) -> TurnLog:
    (log,) = talk.memory.state.turn_logs.values()
    return log


def path_of(talk: Talk) -> tuple[str, ...]:
    return tuple(entry.node for entry in log_of(talk).entries)


class TestPaths:
    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("should I buy GOOG?", RECALLED),
            ("yes", SHORT),
            ("/help", SHORT),
            ("zxq", SHORT),
        ],
    )
    async def test_without_a_model_what_was_said_is_recalled_and_no_conversation_is_loaded(
        self, talk: Talk, text: str, path: tuple[str, ...]
    ) -> None:
        await talk.say("ann", "analyze IBM")
        await talk.say("ann", text)
        log = list(talk.memory.state.turn_logs.values())[-1]
        assert tuple(entry.node for entry in log.entries) == path
        assert all(entry.facts["messages"] == "0" for entry in log.entries if entry.node == "recall")

    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("analyze GOOG", RECALLED),
            ("why?", RECALLED),
            ("hello", RECALLED),
            ("should I buy GOOG?", RECALLED),  # by rules, which do not look back
            ("/portfolio", SHORT),
            ("cancel", SHORT),
            ("x" * 9_000, SHORT),
        ],
    )
    async def test_with_a_model_what_it_may_have_to_do_with_is_recalled(
        self, talk: Talk, text: str, path: tuple[str, ...]
    ) -> None:
        with_model(talk, by_purpose(reader=UNSURE, prose="Well."))
        await talk.say("ann", text)
        assert path_of(talk) == path

    async def test_an_engine_that_asks_a_model_is_told_of_the_talk_and_of_past_decisions(self) -> None:
        engine = HistoryEngine()
        talk = Talk(engines=(engine,))
        await talk.say("ann", "should I buy google? at most $3,000")
        assert path_of(talk) == LOOKED_BACK
        await talk.say("ann", "yes")
        await talk.say("ann", "should I buy more GOOG?")
        assert path_of(talk) == LOOKED_BACK
        question = engine.questions[-1]
        assert [message.author for message in question.context.window] == ["Ann", "Parley"] * 2
        assert [past.symbol for past in question.retrieved.past_decisions["GOOG"]] == ["GOOG"]
        talk.check_invariants()

    async def test_when_looking_back_fails_then_the_answer_comes_all_the_same(self) -> None:
        talk = Talk(engines=(HistoryEngine(),))

        async def fails(context: TurnContext, symbols: tuple[str, ...]) -> None:
            raise LookupError(context, symbols)

        nodes = talk.manager.graph.nodes
        talk.manager.graph.nodes = replace(nodes, retrieve=replace(nodes.retrieve, look_up=fails))  # type: ignore[type-var]
        reply = await talk.say("ann", "should I buy GOOG?")
        assert reply.answer.decisions
        assert path_of(talk) == LOOKED_BACK
        assert log_of(talk).entries[2].facts["note"] == "failed"

    async def test_when_recalling_fails_then_the_answer_comes_all_the_same(self) -> None:
        engine = HistoryEngine()
        talk = Talk(engines=(engine,))
        await talk.say("ann", "hello")
        talk.manager = talk.core.manager(talk.handlers)
        nodes = talk.manager.graph.nodes
        talk.manager.graph.nodes = replace(nodes, recall=RecallNode(UnreadableStores(), talk.clock))
        assert (await talk.say("ann", "should I buy GOOG?")).answer.decisions
        assert engine.questions[-1].context == ConversationContext()
        assert log_of(talk).entries[1].facts["note"] == "failed"


class UnreadableStores:
    """Stores that cannot be read."""

    def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> NoReturn:  # noqa: ARG002
        raise LookupError(tenant_id)

    def read(self, tenant_id: TenantId) -> NoReturn:
        raise LookupError(tenant_id)


class TestRoutingByModel:
    async def test_what_the_model_reads_is_answered(self, talk: Talk) -> None:
        fake = with_model(talk, by_purpose(reader=EXPLANATION))
        await talk.say("ann", VAGUE)
        assert [request.purpose for request in fake.requests][:1] == ["reader"]
        entry = log_of(talk).entries[0]
        assert (entry.facts["method"], entry.facts["target"], entry.facts["confidence"]) == ("model", "EXPLAIN", "0.90")
        assert log_of(talk).intent is Intent.EXPLAIN

    async def test_when_the_model_fails_too_then_asked_back(self, talk: Talk) -> None:
        with_model(talk, lambda _: ModelTimeoutError())
        await talk.say("ann", "/help")
        reply = await talk.say("ann", VAGUE)
        assert reply.answer.has_question
        assert log_of(talk).entries[0].facts["reason"] == "model_failed"

    async def test_time_for_models_is_given_once_however_often_the_turn_is_worked_on(self, talk: Talk) -> None:
        untils: list[float | None] = []

        async def handle(context: TurnContext, request: Analyze) -> TurnResult:
            untils.append(context.caller.deadline)
            await talk.say("bob", "/advance 1", thread="other") if len(untils) == 1 else None
            answered: TurnResult = await talk.core.handlers[Analyze](context, request)
            return answered

        await talk.say("bob", "hello", thread="other")
        talk.handlers[Analyze] = handle
        await talk.say("ann", "analyze GOOG")
        now = asyncio.get_running_loop().time()
        assert untils[0] is not None
        assert now < untils[0] <= now + talk.policy.model_seconds


class TestLangGraph:
    async def test_when_killed_in_mid_step_then_nothing_catches_it(self, talk: Talk) -> None:
        async def dies(context: TurnContext, _: Analyze) -> TurnResult:  # noqa: ARG001 - a handler's signature
            raise ProcessKilled

        turn = await talk.hand_in("ann", "analyze GOOG")
        talk.handlers[Analyze] = dies
        with pytest.raises(ProcessKilled):
            await talk.answer_next()
        assert not talk.replies(turn)

    @pytest.mark.parametrize("error", [StoreUnavailableError, LeaseLostError])
    async def test_what_must_be_retried_comes_out_as_it_is(self, talk: Talk, error: type[Exception]) -> None:
        async def fails(context: TurnContext, _: Analyze) -> TurnResult:  # noqa: ARG001 - a handler's signature
            raise error

        turn = await talk.hand_in("ann", "analyze GOOG")
        talk.handlers[Analyze] = fails
        with pytest.raises(error):
            await talk.answer_next()
        assert talk.memory.state.turns[turn.id].status is InputStatus.ACCEPTED

    async def test_when_cancelled_then_its_work_has_ended_and_nothing_is_stored(self, talk: Talk) -> None:
        began, ended = asyncio.Event(), asyncio.Event()

        async def waits(context: TurnContext, _: Analyze) -> TurnResult:  # noqa: ARG001 - a handler's signature
            began.set()
            try:
                await asyncio.sleep(30)
            finally:
                ended.set()
            raise AssertionError

        talk.handlers[Analyze] = waits
        turn = await talk.hand_in("ann", "analyze GOOG")
        answering = asyncio.ensure_future(talk.answer_next())
        await began.wait()
        answering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await answering
        assert ended.is_set()
        assert not talk.replies(turn)

    async def test_many_turns_at_once_keep_to_themselves(self, talk: Talk) -> None:
        turns = [await talk.hand_in("ann", f"/help {n}", thread=f"t{n}") for n in range(8)]
        await asyncio.gather(*(talk.answer_next() for _ in turns))
        assert all(len(talk.replies(turn)) == 1 for turn in turns)
        logged = [log.entries for log in talk.memory.state.turn_logs.values()]
        assert [tuple(entry.node for entry in entries) for entries in logged] == [SHORT] * 8

    async def test_two_workspaces_at_once_run_their_own_nodes(self) -> None:
        talks = Talk(), Talk()
        await asyncio.gather(*(talk.say("ann", "/help") for talk in talks))
        assert [len(talk.memory.state.replies) for talk in talks] == [1, 1]

    async def test_nobodys_words_leave_for_a_tracing_service(self, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        from langchain_core.tracers.langchain import LangChainTracer  # noqa: PLC0415 - two seconds, where needed
        from langsmith import utils  # noqa: PLC0415 - see above

        made: list[object] = []
        monkeypatch.setattr(LangChainTracer, "__init__", lambda *found, **_: made.append(found))
        monkeypatch.setenv("LANGSMITH_TRACING", "true")
        monkeypatch.setenv("LANGSMITH_API_KEY", "key")
        forget_environment = getattr(utils.get_env_var, "cache_clear")  # noqa: B009 - untyped
        forget_environment()
        try:
            await talk.say("ann", "analyze GOOG")
        finally:
            monkeypatch.undo()
            forget_environment()
        assert not made

    async def test_each_node_adds_to_one_state(self, talk: Talk) -> None:
        seen: list[TurnState] = []

        async def persist(state: TurnState) -> TurnState:
            seen.append(state)
            return {}

        nodes = talk.manager.graph.nodes
        graph = TurnGraph(
            nodes=Nodes(
                route=nodes.route,
                recall=nodes.recall,
                search=nodes.search,
                retrieve=nodes.retrieve,
                respond=nodes.respond,
                persist=persist,
            ),
            paths=TurnPaths(needs_retrieval=lambda _: True),
        )
        await talk.hand_in("ann", "should I buy GOOG?")
        claim = await talk.claim()
        assert claim is not None
        end = await graph.run_turn(initial_state(claim))
        assert tuple(entry.node for entry in end["execution_logs"]) == LOOKED_BACK[:-1]
        assert end["results"] == seen[0]["results"]
        assert end["request"].claim == claim
        assert "GOOG" in plain_text(end["results"].answer.blocks)


def test_the_graphs_module_costs_nothing_until_a_turn_comes() -> None:
    program = "import sys, bot.bootstrap.conversation\nprint([n for n in sys.modules if n.startswith('lang')])"
    done = subprocess.run([sys.executable, "-E", "-c", program], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", "[]")
