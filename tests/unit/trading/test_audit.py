"""The audit: who proposed, pressed and confirmed what, and what the broker said."""

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
    assert (last.kind, last.by, last.facts) == ("pressed", "U-bob", {"button": confirm.id})
