"""Anything in any order: several people in several conversations, with processes that die in the middle of it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.context.policy import Policy
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import DecisionId
from bot.domain.trading.decisions import STATUS_TRANSITIONS, Decision, DecisionStatus
from tests.fakes.core import SERVING, Talk
from tests.fakes.core_ports import ProcessKilled

D = Decimal
SHORT = timedelta(seconds=15)
QUESTIONS = (
    "should I buy google? at most $3,000",
    "buy $60,000 of IBM",
    "buy 40 shares of MSFT",
    "buy 50 shares of GOOG",
    "sell half of google",
    "sell all my IBM",
    "should I buy GOOG, IBM and MSFT?",
    "make it $2,000",
    "analyze AAPL",
    "why?",
    "what if it falls tomorrow?",
    "/review",
    "/pending",
    "谷歌要不要买？",
    "buy 500 AAPL",
    "hm",
)
VERDICTS = ("yes", "ok, do it", "confirm IBM", "cancel", "执行吧")

people = st.sampled_from(["ann", "bob"])
threads = st.sampled_from(["one", "two"])


def _after(status: DecisionStatus) -> set[DecisionStatus]:
    """Everything that may yet become of a decision."""
    found = {to for expected_status, to in STATUS_TRANSITIONS if expected_status is status}
    return found.union(*(_after(each) for each in found))


class ConversationMachine(RuleBasedStateMachine):
    """What a team does to Parley, and what must hold whatever it does."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.talk = Talk(Policy(lease_ttl=SHORT, commission=D("1.00")))
        self.buttons: list[str] = []
        self.seen: dict[tuple[DecisionId, int], DecisionStatus] = {}

    @initialize(seed=st.integers(0, 1000))
    def begin(self, seed: int) -> None:
        random = Random(seed)  # noqa: S311 - the order in which tasks go on is no secret
        self.talk.memory.pauses = lambda: random.randrange(4)

    # --- what people do ---

    @rule(name=people, thread=threads, text=st.sampled_from(QUESTIONS))
    def ask(self, name: str, thread: str, text: str) -> None:
        self.do(self.talk.hand_in(name, text, thread=thread))

    @rule(name=people, thread=threads, text=st.sampled_from(VERDICTS))
    def decide(self, name: str, thread: str, text: str) -> None:
        self.do(self.talk.hand_in(name, text, thread=thread))

    @rule(name=people, thread=threads, first=st.sampled_from(QUESTIONS), then=st.sampled_from(VERDICTS))
    def say_two_things_before_any_answer(self, name: str, thread: str, first: str, then: str) -> None:
        self.do(self.talk.hand_in(name, first, thread=thread), self.talk.hand_in(name, then, thread=thread))

    @precondition(lambda self: self.buttons)
    @rule(name=people, thread=threads, data=st.data())
    def press(self, name: str, thread: str, data: st.DataObject) -> None:
        self.do(self.talk.hand_in_press(name, data.draw(st.sampled_from(self.buttons[-12:])), thread=thread))

    @precondition(lambda self: self.buttons)
    @rule(data=st.data(), text=st.sampled_from((*QUESTIONS, *VERDICTS)))
    def do_many_things_at_once(self, data: st.DataObject, text: str) -> None:
        pressed = data.draw(st.lists(st.tuples(people, threads, st.sampled_from(self.buttons[-12:])), min_size=2))
        self.do(
            *(self.talk.hand_in_press(name, button, thread=thread) for name, thread, button in pressed),
            self.talk.hand_in("ann", text, thread="one"),
            self.talk.hand_in("bob", text, thread="two"),
        )

    @precondition(lambda self: self.buttons)
    @rule(edges=st.integers(0, 20), data=st.data(), text=st.sampled_from((*QUESTIONS, *VERDICTS, "/advance 1")))
    def die_in_the_middle(self, edges: int, data: st.DataObject, text: str) -> None:
        pressed = data.draw(st.sampled_from(self.buttons[-12:]))
        name = data.draw(people)
        self.do(
            self.talk.hand_in(name, text, thread="one"),
            self.talk.hand_in_press(name, pressed, thread="one"),
            dying_after=edges,
        )

    # --- what the world does ---

    @rule(sessions=st.integers(1, 5))
    def advance(self, sessions: int) -> None:
        self.do(self.talk.hand_in("ann", f"/advance {sessions}", thread="one"))

    @rule(symbol=st.sampled_from(["GOOG", "IBM", "MSFT"]), price=st.sampled_from(["190", "205", "740", "770", "790"]))
    def move_price(self, symbol: str, price: str) -> None:
        self.talk.market.prices[symbol] = D(price)

    @rule(minutes=st.sampled_from([1, 16, 31]))
    def pass_time(self, minutes: int) -> None:
        self.talk.pass_time(timedelta(minutes=minutes))

    @rule()
    def sweep(self) -> None:
        self.run(self.talk.recovery.expire_decisions())

    # --- what must hold ---

    @invariant()
    def the_books_balance_and_every_turn_is_answered_once(self) -> None:
        self.talk.check_invariants()
        assert all(turn.status is InputStatus.ANSWERED for turn in self.talk.memory.state.turns.values())

    @invariant()
    def what_waits_for_a_confirmation_is_what_is_pending(self) -> None:
        for conversation in self.talk.memory.state.conversations.values():
            assert conversation.state is not State.EXECUTING
            if self.pending(conversation.id):
                assert conversation.state in {State.AWAITING_CONFIRM, State.ERROR}

    @invariant()
    def no_decision_comes_back(self) -> None:
        for key, decision in self.talk.memory.state.decisions.items():
            expected_status = self.seen.get(key, DecisionStatus.PROPOSED)
            assert decision.status is expected_status or decision.status in _after(expected_status)
            self.seen[key] = decision.status

    @invariant()
    def nothing_confirmed_is_left_half_done(self) -> None:
        ordered = set(self.talk.memory.state.orders)
        carried_out = {
            d.id for d in self.talk.decisions() if d.status in {DecisionStatus.FILLED, DecisionStatus.REJECTED}
        }
        assert ordered == carried_out

    # --- how it is driven ---

    def pending(self, conversation_id: object) -> list[Decision]:
        now = self.talk.clock.at
        return [
            d
            for d in self.talk.decisions()
            if d.conversation_id == conversation_id and d.is_pending(at=now) and d.proposal.side is not None
        ]

    def run(self, work: Coroutine[Any, Any, object]) -> object:
        return self.loop.run(work)

    def do(self, *inputs: Awaitable[Turn], dying_after: int | None = None) -> None:
        """Take inputs in, work on all of them at once, and, where the process died, again in the next one."""
        turns = self.loop.run(_in_order(inputs))
        try:
            self.talk.memory.edges_to_live = dying_after
            self.run(self._work(turns))
        except ProcessKilled:
            pass
        finally:
            self.talk.memory.edges_to_live = None
        if dying_after is not None:
            self.talk.pass_time(SHORT)
        self.run(self._recover())
        for turn in turns:
            self._heard(self.talk.reply(turn), turn)

    async def _work(self, turns: list[Turn]) -> None:
        presses = [self.talk.presses.handle_press(turn) for turn in turns if turn.kind is InputKind.PRESS]
        runners: list[Callable[[], Awaitable[None]]] = [self._answer_all, self._answer_all]
        done = await asyncio.gather(*presses, *(run() for run in runners), return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _answer_all(self) -> None:
        while claims := await self.talk.leases.claim_turns(owner="runner", scope=SERVING, ttl=SHORT):
            await self.talk.manager.answer_turn(claims[0])

    async def _recover(self) -> None:
        await self._answer_all()
        self.talk.pass_time(timedelta(seconds=10))
        await self.talk.recovery.finish_decisions()
        await self.talk.recovery.handle_abandoned_presses(SERVING)

    def _heard(self, reply: Reply, turn: Turn) -> None:
        self.buttons += [button.id for button in reply.answer.buttons if button.id not in self.buttons]
        assert "Something went wrong on our side" not in str(reply.answer.blocks), turn.text

    def teardown(self) -> None:
        self.loop.close()


async def _in_order(inputs: tuple[Awaitable[Turn], ...]) -> list[Turn]:
    return [await each for each in inputs]


TestOffice = ConversationMachine.TestCase
TestOffice.settings = settings(
    max_examples=20,
    stateful_step_count=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
