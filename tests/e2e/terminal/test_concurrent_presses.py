"""Simultaneous presses through two applications: each decision is carried out once."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from pathlib import Path
from uuid import UUID

import pytest
from pydantic import SecretStr

from bot.bootstrap.app import App, Runtime, running_app
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import Turn, WorkerScope
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance
from tests.rounds import full_rounds

ANN = Person("ann", "Ann", Language.ENGLISH)
CASH = Decimal(10_000_000)  # for all rounds
BUY, SELL = "buy 2 GOOG", "sell 2 GOOG"
HELD = "SELECT count(*) FROM position"
MOST_ROUNDS = 3_000
_NUMBERS = count(1)


@dataclass(slots=True)
class RecordingScreen:
    """A channel and progress that keep replies for who asked."""

    replies: dict[UUID, asyncio.Future[Reply]] = field(default_factory=dict)

    async def deliver(self, reply: Reply) -> None:
        self.reply(reply.turn_id).set_result(reply)

    async def refresh(self, reply: Reply) -> None:
        pass

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        pass

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        pass

    async def end_progress(self, turn: Turn) -> None:
        pass

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        pass

    async def person(self, turn: Turn) -> Person:
        return turn.person

    def reply(self, turn_id: UUID) -> asyncio.Future[Reply]:
        return self.replies.setdefault(turn_id, asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class TwoApplications:
    """Two applications on one database, and what they say."""

    fronts: list[App]
    screen: RecordingScreen

    async def decision(self, text: str, thread: str) -> Decision:
        """Ask, and return the proposed decision."""
        message = IncomingMessage(_thread(thread), f"m{next(_NUMBERS)}", ANN, text)
        accepted = await self.fronts[0].gateway.intake.accept_message(message)
        reply = await asyncio.wait_for(self.screen.reply(accepted.turn.id), 30)
        (decision,) = reply.answer.decisions
        return decision

    async def press(self, kind: str, decision: Decision, *, thread: str, at: int) -> None:
        """Press at the `at`-th application."""
        front = self.fronts[at % len(self.fronts)]
        button = f"{kind}:{decision.id}:{decision.version}"
        accepted = await front.gateway.intake.accept_press(
            IncomingPress(_thread(thread), f"p{next(_NUMBERS)}", ANN, button)
        )
        await front.gateway.press_handler.handle_press(accepted.turn)


@pytest.fixture
async def desks(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoApplications]:
    monkeypatch.chdir(deployment.work)  # where no .env is
    screen = RecordingScreen()
    platform = Platform(screen, screen, screen)
    scope = WorkerScope(frozenset({"console"}))
    runtime = Runtime(scope=scope, platforms=lambda _: {"console": platform}, meter=NoMeter())
    async with AsyncExitStack() as opened:
        settings = _settings(deployment)
        fronts = [await opened.enter_async_context(running_app(settings, runtime)) for _ in range(2)]
        yield TwoApplications(fronts, screen)


@pytest.mark.parametrize(
    ("presses", "rounds"), [(10, 1), pytest.param(100, full_rounds(few=2, all_of_them=20), marks=pytest.mark.faults)]
)
async def test_many_presses_on_one_decision_then_one_order(
    desks: TwoApplications, deployment: Deployment, presses: int, rounds: int
) -> None:
    for number in range(rounds):
        decision = await desks.decision(SELL if deployment.value(HELD) else BUY, f"t{number}")
        at_once = [desks.press("confirm", decision, thread=f"t{number}", at=at) for at in range(presses)]
        await asyncio.gather(*at_once)
        assert orders(deployment, decision) == 1
        assert status(deployment, decision) == "filled"
    assert_books_balance(deployment)


async def test_confirm_and_cancel_at_once_then_status_and_orders_agree(
    desks: TwoApplications, deployment: Deployment
) -> None:
    for number in range(2):
        await race(desks, deployment, number, pause=0.0)
    assert_books_balance(deployment)


@pytest.mark.faults
async def test_cancel_at_any_moment_of_a_confirm_then_status_and_orders_agree(
    desks: TwoApplications, deployment: Deployment
) -> None:
    began = time.monotonic()
    decision = await desks.decision(BUY, "alone")
    await desks.press("confirm", decision, thread="alone", at=0)
    longest, outcomes = time.monotonic() - began, set[str]()
    rounds = full_rounds(few=30, all_of_them=1_000)
    for number in range(MOST_ROUNDS):
        outcomes.add(await race(desks, deployment, number, pause=number / rounds * longest % longest))
        if number >= rounds and len(outcomes) == 2:  # else this was no race
            break
    assert outcomes == {"filled", "cancelled"}
    assert_books_balance(deployment)


async def race(desks: TwoApplications, deployment: Deployment, number: int, *, pause: float) -> str:
    """Press Confirm, and after a pause Cancel; return what became of the decision."""
    thread = f"t{number}"
    decision = await desks.decision(SELL if deployment.value(HELD) else BUY, thread)
    confirm = desks.press("confirm", decision, thread=thread, at=number)
    cancel = later(desks.press("cancel", decision, thread=thread, at=number + 1), seconds=pause)
    await asyncio.gather(*((confirm, cancel) if number % 2 else (cancel, confirm)))
    outcome = status(deployment, decision)
    assert (outcome, orders(deployment, decision)) in {("filled", 1), ("cancelled", 0)}
    return outcome


async def later(press: Coroutine[None, None, None], *, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await press


def orders(deployment: Deployment, decision: Decision) -> int:
    found: int = deployment.value("SELECT count(*) FROM trade_order WHERE decision_id = %(id)s", id=decision.id)
    return found


def status(deployment: Deployment, decision: Decision) -> str:
    """Return the status of the newest version: a confirmation makes one if the position has changed meanwhile."""
    newest = "SELECT status FROM decision WHERE id = %(id)s ORDER BY version DESC LIMIT 1"
    found: str = deployment.value(newest, id=decision.id)
    return found


def _thread(name: str) -> Thread:
    return Thread("console", "home", "terminal", name)


def _settings(deployment: Deployment) -> Settings:
    return Settings(
        parley_home=Path(deployment.home),
        database_url=SecretStr(deployment.database_url or ""),
        redis_url=SecretStr(deployment.redis_url or ""),
        market_data="sample",
        paper_starting_cash=CASH,
    )
