"""A fake application core for the terminal: accepts inputs, answers them by a script, delivers the replies."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import cast
from uuid import UUID, uuid4

from adapters.console.session import ConsoleServices
from bot.domain.conversation.blocks import Button, Card, Paragraph, Table
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Address, IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import AcceptedInput, InputKind, InputStatus, Turn
from bot.domain.ids import AccountId, ConversationId, DecisionId, TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal, Reason
from bot.errors import ParleyError
from bot.messaging.inbound.intake import Intake
from bot.ports import Progress, ReplyChannel

NOW = datetime(2013, 1, 31, 21, 0, tzinfo=UTC)
THREAD = Thread("console", "ann", "terminal", "k3f9aa")
ANN = Person("ann", "ann")
DECISION_ID = DecisionId(UUID("01890a5d-ac96-774b-bcce-b302099a8057"))

Script = Callable[[Turn], Answer]


def echo(turn: Turn) -> Answer:
    """Answer with the text or button of the input."""
    return Answer(blocks=(Paragraph(f"{turn.kind.value}: {turn.text}"),))


@dataclass
class FakeCore:
    """Answers each conversation's turns in order, conversations beside each other, presses at once."""

    script: Script = echo
    pause: Callable[[Turn], Awaitable[object]] = lambda _: asyncio.sleep(0)  # after each step and before the answer
    answers_after: int = 0  # turns accepted before the first is answered
    steps: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()  # of the answer, after the steps
    refuses: ParleyError | None = None
    channel: ReplyChannel | None = None
    progress: Progress | None = None
    accepted: list[Turn] = field(default_factory=list)
    delivered: list[Reply] = field(default_factory=list)
    undelivered: list[Reply] = field(default_factory=list)
    delivers_elsewhere: bool = False  # another process shows the answers
    _locks: dict[ConversationId, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def register_workspace(self, thread: Thread) -> None:
        """Know the workspace."""

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Take in a message, and begin to answer it."""
        turn = self._turn(message.thread, message.message_id, message.person, message.text, InputKind.MESSAGE)
        task = asyncio.create_task(self._in_order(turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.sleep(0)  # the answer may overtake our word that it was accepted
        return AcceptedInput(turn, is_new=True, turns_ahead=0)

    async def hear_message(self, message: IncomingMessage) -> AcceptedInput | None:
        """Take in a message; one to others gets no answer."""
        return None if message.address is Address.OTHERS else await self.accept_message(message)

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Take in a press."""
        turn = self._turn(press.thread, press.press_id, press.person, press.button_id, InputKind.PRESS)
        return AcceptedInput(turn, is_new=True, turns_ahead=0)

    async def handle_press(self, turn: Turn) -> None:
        """Carry out a press at once."""
        await self._answer(turn)

    async def delivered_answers(self, turns: Sequence[Turn]) -> tuple[Reply, ...]:
        """Return the answers to `turns` that have been delivered."""
        asked = {turn.id for turn in turns}
        return tuple(reply for reply in self.delivered if reply.turn_id in asked)

    def services(self, *, market: str = "sample market") -> ConsoleServices:
        """Return what a session gets of this core."""
        return ConsoleServices(
            inbox=cast("Intake", self),
            handle_press=self.handle_press,
            delivered_answers=self.delivered_answers,
            market=market,
        )

    def stop(self) -> None:
        """Answer nothing more."""
        for task in self._tasks:
            task.cancel()

    def _turn(self, thread: Thread, platform_id: str, person: Person, text: str, kind: InputKind) -> Turn:
        if self.refuses is not None:
            raise self.refuses
        number = 1 + sum(1 for turn in self.accepted if turn.thread == thread)
        turn = Turn(
            id=TurnId(uuid4()),
            tenant_id=thread.tenant_id,
            conversation_id=thread.conversation_id,
            thread=thread,
            number=number,
            kind=kind,
            platform_id=platform_id,
            person=person,
            text=text,
            status=InputStatus.ACCEPTED,
            accepted_at=NOW,
        )
        self.accepted.append(turn)
        return turn

    async def _in_order(self, turn: Turn) -> None:
        async with self._locks[turn.conversation_id]:
            await self._answer(turn)

    async def _answer(self, turn: Turn) -> None:
        assert self.channel is not None
        while len(self.accepted) < self.answers_after:  # noqa: ASYNC110 - turns come from the test
            await asyncio.sleep(0.01)
        for step in self.steps:
            assert self.progress is not None
            await self.progress.show_step(turn, step, language=Language.ENGLISH)
            await self.pause(turn)
        for draft in self.drafts:
            assert self.progress is not None
            await self.progress.show_draft(turn, draft, language=Language.ENGLISH)
            await self.pause(turn)
        await self.pause(turn)
        reply = reply_to(turn, self.script(turn))
        if self.delivers_elsewhere:
            self.delivered.append(reply)
            return
        try:
            await self.channel.deliver(reply)
        except ParleyError:
            self.undelivered.append(reply)
        else:
            self.delivered.append(reply)


def reply_to(turn: Turn, answer: Answer) -> Reply:
    """Return a reply to `turn`, as the core would have stored it."""
    return make_reply(answer, thread=turn.thread, turn=turn.number, turn_id=turn.id)


def make_reply(
    answer: Answer,
    *,
    thread: Thread = THREAD,
    turn: int = 1,
    turn_id: TurnId | None = None,
    language: Language = Language.ENGLISH,
) -> Reply:
    """Return a stored reply."""
    return Reply(
        id=uuid4(),
        thread=thread,
        turn_number=turn,
        turn_id=turn_id or TurnId(uuid4()),
        person=ANN,
        intent=Intent.DECIDE if answer.decisions else Intent.ANALYZE,
        confidence=Decimal("0.90"),
        state=State.AWAITING_CONFIRM if answer.decisions else State.IDLE,
        language=language,
        answer=answer,
        created_at=NOW,
    )


def make_decision(*, thread: Thread = THREAD) -> Decision:
    """Return a pending decision to buy three shares of GOOG."""
    proposal = Proposal(
        symbol="GOOG",
        action=Action.INCREASE,
        target_cash_amount=Decimal("2267.07"),
        cash_change=Decimal("2267.07"),
        shares=Decimal(3),
        price=Decimal("755.69"),
        price_as_of=NOW,
        price_source="sample",
        confidence=Decimal("0.62"),
        reasons=(Reason("above_sma200", 0.3, {"price": Decimal("755.69"), "average": Decimal("661.40")}),),
        engine="rules",
        tags=("uptrend",),
    )
    return Decision(
        id=DECISION_ID,
        version=1,
        tenant_id=thread.tenant_id,
        conversation_id=thread.conversation_id,
        turn_id=TurnId(uuid4()),
        account_id=AccountId(uuid4()),
        asked_by="ann",
        proposal=proposal,
        status=DecisionStatus.PROPOSED,
        created_at=NOW,
        expires_at=NOW + timedelta(minutes=30),
    )


def buttons_of(decision_id: object, labels: Iterable[str] = ("Confirm", "Cancel", "Why?")) -> tuple[Button, ...]:
    """Return a card's three buttons."""
    kinds = ("confirm", "cancel", "why")
    return tuple(Button(f"{kind}:{decision_id}:1", label) for kind, label in zip(kinds, labels, strict=True))


CARD = Answer(
    blocks=(
        Card(
            title="Buy 3 GOOG for $2,267.07 · $755.69 · confidence 62 %",
            lines=("For: 14.3 % above its 200-day average", "Against: near the 52-week high"),
            footer="ann may confirm until 16:30 New York · close of 2013-01-31, sample",
        ),
    ),
    symbols=("GOOG",),
    decisions=(make_decision(),),
    buttons=buttons_of(DECISION_ID),
)

CARD_IN_CHINESE = Answer(
    blocks=(
        Card(
            title="买入 3 股 GOOG，共 $2,267.07 · $755.69 · 信心 62%",
            lines=("支持：高于 200 日均线 14.3%", "反对：接近 52 周高点"),
            footer="ann 可在纽约时间 16:30 前确认 · 2013-01-31 收盘，样本市场",
        ),
    ),
    symbols=("GOOG",),
    decisions=(make_decision(),),
    buttons=buttons_of(DECISION_ID, ("确认", "取消", "为什么？")),
)

PORTFOLIO = Answer(
    blocks=(
        Paragraph("Account of ann, at the close of 2013-01-31 (sample market)"),
        Table(
            columns=("Holding", "Shares", "Price", "Value", "Since bought", "Note"),
            rows=(
                ("GOOG", "3", "755.69", "2,267.07", "+6.7 %", "stop at 700"),
                ("IBM", "10", "203.07", "2,030.70", "−1.2 %", "bought on a signal of the trend"),
                ("Cash", "", "", "95,702.23", "", ""),
            ),
        ),
    )
)
