"""Answers to "did it go through?": the latest own decision, that of the share named, or what is pending."""

from decimal import Decimal

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, text_of


async def ask(talk: Talk, *lines: str) -> str:
    """Say the lines as Ann; return the text of the last answer."""
    for line in lines[:-1]:
        await talk.say("ann", line)
    return text_of(await talk.say("ann", lines[-1]))


@pytest.mark.parametrize(
    ("lines", "start"),
    [
        (("buy 2 IBM", "yes", "has it gone through?"), "Done: bought 2 IBM at $203.07"),
        (("buy 2 IBM", "yes", "成交了没有"), "已完成：以每股 $203.07 买入 2 股 IBM"),
        (("buy 2 IBM", "cancel", "was it cancelled?"), "Cancelled, and nothing was traded: buy 2 IBM."),
        (("buy 2 IBM", "buy 3 FB", "confirm IBM", "yes", "did it go through?"), "Done: bought 2 IBM"),
        (
            ("buy 2 IBM", "buy 3 FB", "what happened to my IBM order?"),
            "Not confirmed yet, so nothing was traded: buy 2",
        ),
        (("buy 2 IBM", "is the facebook order filled?"), "There is no order of yours in FB;"),
    ],
)
async def test_says_the_status_and_changes_nothing(talk: Talk, lines: tuple[str, ...], start: str) -> None:
    assert (await ask(talk, *lines[:-1])) != ""
    before = [(each.id, each.version, each.status) for each in talk.decisions()]
    assert (await ask(talk, lines[-1])).startswith(start)
    assert [(each.id, each.version, each.status) for each in talk.decisions()] == before


async def test_put_off_then_the_card_stays_as_it_is(talk: Talk) -> None:
    await ask(talk, "buy 4 GOOG", "hold the google order for now")
    assert [(d.version, d.status) for d in talk.decisions()] == [(1, DecisionStatus.PROPOSED)]


class TestTradeRecord:
    @pytest.mark.parametrize("text", ["who bought it", "who approved that trade?", "what stop did we end up with"])
    async def test_when_traded_then_what_by_whom_when_and_its_stop(self, talk: Talk, text: str) -> None:
        await ask(talk, "buy 2 IBM with a stop at 190", "yes")
        answer = text_of(await talk.say("bob", text))
        assert answer.startswith("Done: bought 2 IBM at $203.07")
        assert "Ann confirmed it on " in answer
        assert "Stop $190.00: a level, not an order." in answer


class TestStopOfNothing:
    @pytest.mark.parametrize("text", ["put the stop at 190", "止损给我放190"])
    async def test_when_pending_then_it_is_its_stop(self, talk: Talk, text: str) -> None:
        await ask(talk, "buy 2 IBM", text)
        assert talk.decisions()[-1].proposal.stop_price == Decimal(190)
