"""What is said behind a question or a warning about an order: it is completed or changed, and never traded."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.reading.verdicts.reader import without_agreement
from tests.fakes.core import Talk, sentence, text_of

D = Decimal
PROPOSED, CANCELLED = DecisionStatus.PROPOSED, DecisionStatus.CANCELLED


def cards(talk: Talk, status: DecisionStatus = PROPOSED) -> dict[str, D]:
    return {each.proposal.symbol: each.proposal.shares for each in talk.decisions() if each.status is status}


@pytest.mark.parametrize(
    ("order", "agreement", "answer", "shares"),
    [
        ("30 ibm", "yes do it", "buy", 30),
        ("buy 1000 msft", "confirm", "shares, go ahead", 1000),
        ("买1000微软", "确认", "股，确认", 1000),
    ],
)
async def test_a_question_is_agreed_to_then_asked_again_and_answered(
    talk: Talk, order: str, agreement: str, answer: str, shares: int
) -> None:
    asked = text_of(await talk.say("ann", order))
    assert text_of(await talk.say("ann", agreement)) in asked
    assert cards(talk) == {}
    await talk.say("ann", answer)
    assert list(cards(talk).values()) == [D(shares)]


@pytest.mark.parametrize("text", ["14 then, go ahead", "yes, 14 shares", "14股就行，确认", "make it 14, do it"])
async def test_a_change_that_agrees_too_then_a_card_and_no_trade(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 500 google")
    await talk.say("ann", "confirm")
    await talk.say("ann", text)
    assert cards(talk) == {"GOOG": D(14)}
    assert cards(talk, DecisionStatus.FILLED) == {}


@pytest.mark.parametrize("text", ["14, don't do it", "不要下单", "do it"])
def test_what_is_denied_or_nothing_but_an_agreement_stays_whole(text: str) -> None:
    assert without_agreement(text) == text


@pytest.mark.parametrize("text", ["the most I can", "keep it to the limit", "能买多少买多少", "那就按上限买"])
async def test_as_much_as_possible_then_told_in_numbers(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 500 google")
    told = text_of(await talk.say("ann", text))
    assert "119" in told
    assert "26" in told
    assert cards(talk) == {"GOOG": D(119)}


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("cancel that one and keep the ibm", {"MSFT"}),
        ("keep ibm, cancel the other", {"MSFT"}),
        ("微软取消，IBM留着", {"MSFT"}),
        ("scrap both of those orders", {"MSFT", "IBM"}),
        ("这两单都取消", {"MSFT", "IBM"}),
        ("drop ibm and msft", {"MSFT", "IBM"}),
        ("cancel that one and keep the google", set()),
    ],
)
async def test_cancelled_beside_what_stays(talk: Talk, text: str, gone: set[str]) -> None:
    await talk.say("ann", "buy 3 ibm and 5 msft")
    await talk.say("ann", text)
    assert cards(talk, CANCELLED).keys() == gone


async def test_of_three_one_is_kept_then_it_is_asked_which_is_cancelled(talk: Talk) -> None:
    await talk.say("ann", "buy 3 ibm and 5 msft and 2 google")
    await talk.say("ann", "cancel that one and keep the ibm")
    assert cards(talk).keys() == {"IBM", "MSFT", "GOOG"}


@pytest.mark.parametrize(
    ("text", "symbol", "stop", "most"),
    [
        ("no, aapl, with a stop at 430", "AAPL", D(430), None),
        ("不对，是微软，止损26", "MSFT", D(26), None),
        ("no, google, and spend at most 3k", "GOOG", None, D(3000)),
        ("not ibm but google, max 3000 dollars", "GOOG", None, D(3000)),
    ],
)
async def test_another_share_with_a_bound_then_one_card_in_place_of_the_other(
    talk: Talk, text: str, symbol: str, stop: D | None, most: D | None
) -> None:
    await talk.say("ann", "buy 3 ibm")
    await talk.say("ann", text)
    (card,) = (each.proposal for each in talk.decisions() if each.status is PROPOSED)
    assert (card.symbol, card.shares, card.max_cash) == (symbol, D(3), most)
    assert stop is None or card.stop_price == stop


@pytest.mark.parametrize(
    ("text", "shares"),
    [("up to 3k", 14), ("up to 5 shares", 5), ("half of my cash", 246), ("一半的剩余现金", 246), ("half of that", 10)],
)
async def test_a_size_up_to_a_bound_or_of_the_cash_then_that_card(talk: Talk, text: str, shares: int) -> None:
    await talk.say("ann", "buy 20 ibm")
    await talk.say("ann", text)
    assert cards(talk) == {"IBM": D(shares)}


@pytest.mark.parametrize("text", ["half of what's left", "三分之一的剩下的钱"])
async def test_a_part_of_nobody_knows_what_then_asked(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 20 ibm")
    told = text_of(await talk.say("ann", text))
    assert "10 %" in told or "10%" in told
    assert cards(talk) == {"IBM": D(20)}


@pytest.mark.parametrize(
    "text", ["make it 5", "cancel it", "why?", "half of that", "stop at 190", "改成5股", "取消", "add 2 more"]
)
async def test_somebody_elses_card_is_meant_then_said_whose_and_left(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 3 ibm")
    reply = await talk.say("bob", text)
    assert "waits is by Ann: buy 3 IBM" in text_of(reply) or "是 Ann 的：买入 3 股 IBM" in text_of(reply)
    first = talk.decisions()[0]
    assert (first.asked_by, first.version, first.status, first.proposal.shares) == ("U-ann", 1, PROPOSED, D(3))


@pytest.mark.parametrize("asked", ["who may confirm this", "谁能确认这个", "who is allowed to press confirm"])
@pytest.mark.parametrize("asker", ["ann", "bob"])
async def test_asked_who_may_confirm_then_says_who(talk: Talk, asked: str, asker: str) -> None:
    await talk.say("ann", "buy 2 AAPL")
    reply = await talk.say(asker, asked)
    what = "buy 2 AAPL" if reply.language is Language.ENGLISH else "买入 2 股 AAPL"
    assert sentence("card-of-another", reply.language, by="Ann", what=what) in text_of(reply)


async def test_somebody_else_is_to_confirm_then_nothing_is_read_back(talk: Talk) -> None:
    await talk.say("ann", "buy 2 AAPL")
    reply = await talk.say("ann", "let him confirm it")
    assert not any(each.id.startswith("confirm") for each in reply.answer.buttons)
    assert not reply.answer.decisions


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
