"""The audit: who proposed, pressed and confirmed what, and what the broker said."""

from datetime import timedelta

import pytest

from bot.domain.conversation.threads import IncomingPress, Person, Thread
from tests.fakes.core import Talk, button


def kinds(talk: Talk) -> list[str]:
    return [line.kind for line in talk.memory.state.audit.values()]


async def test_a_confirmed_trade_leaves_every_step(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(), "confirm"))

    assert kinds(talk) == ["proposed", "confirmed", "order_submitted", "order_filled", "pressed"]


async def test_a_refused_press_leaves_who_pressed_what(talk: Talk) -> None:
    confirm = button(await talk.proposed(), "confirm")
    await talk.press("bob", confirm)

    last = list(talk.memory.state.audit.values())[-1]
    assert (last.kind, last.by) == ("pressed", "U-bob")
    assert last.facts == {"button": confirm.id, "refused": "NotYourDecisionError"}


@pytest.mark.parametrize(
    ("pressed", "why"),
    [
        ("confirm", "DecisionExpiredError"),
        ("cancel", "DecisionExpiredError"),
        ("confirm:00000000-0000-4000-8000-000000000000:1", "UnknownDecisionError"),
        ("confirm_all:00000000-0000-4000-8000-000000000000", "UnknownButton"),
        ("no button of ours", "UnknownButton"),
    ],
)
async def test_a_press_that_is_not_carried_out_says_why(talk: Talk, pressed: str, why: str) -> None:
    proposed = await talk.proposed()
    talk.pass_time(timedelta(hours=1))
    await talk.press("ann", button(proposed, pressed) if ":" not in pressed and " " not in pressed else pressed)

    last = list(talk.memory.state.audit.values())[-1]
    assert (last.kind, last.facts.get("refused")) == ("pressed", why)
    assert "confirmed" not in kinds(talk)


async def test_a_press_that_comes_again_is_audited_and_done_once(talk: Talk) -> None:
    confirm = button(await talk.proposed(), "confirm")
    for _ in range(3):
        await talk.press("ann", confirm, press_id="press-1")

    assert (kinds(talk).count("pressed"), kinds(talk).count("press_repeated")) == (1, 2)
    assert kinds(talk).count("order_submitted") == 1


@pytest.mark.parametrize("is_broadcast", [True, False])
async def test_the_same_press_told_to_several_processes_is_no_repetition(talk: Talk, is_broadcast: object) -> None:
    thread = Thread("console", "home", "terminal", "main")
    press = IncomingPress(thread, "press-1", Person("U-ann", "Ann"), "why:1", is_broadcast=bool(is_broadcast))
    for _ in range(3):
        await talk.intake.accept_press(press)

    assert kinds(talk).count("press_repeated") == (0 if is_broadcast else 2)
