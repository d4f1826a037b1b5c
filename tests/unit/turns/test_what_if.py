"""What-if questions through whole turns: the number asked for, and what it is counted on."""

from decimal import Decimal

import pytest

from bot.domain.conversation.states import Intent, State
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence
from tests.fakes.phone import phone_lines
from tests.references import said


async def hold_three(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))


class TestStatedMove:
    async def test_when_pending_then_as_if_bought_and_still_pending(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="buy 3 shares of GOOG")
        reply = await talk.say("ann", "如果跌到700怎么办")
        lines = reply.answer.brief.splitlines()
        assert lines[0] == "GOOG −7.4% 到 $700.00：−$167.07"
        assert "• 拟议的 3 股：届时 $2,100.00" in lines
        assert "• 现金 $97,732.93；账户 $99,832.93，现在 $100,000.00" in lines
        assert lines[-1] == "仍待确认：买入 3 股 GOOG"
        assert reply.state is State.AWAITING_CONFIRM
        assert reply.answer.decisions == proposed.answer.decisions

    async def test_when_nothing_is_held_then_for_one_share_and_said(self, talk: Talk) -> None:
        reply = await talk.say("ann", "what if IBM goes up 30 bucks")
        assert reply.answer.brief.splitlines()[:2] == [
            "IBM +14.8 % to $233.07: +$30.00",
            "• Counted for one share; you hold none",
        ]
        assert "account" not in reply.answer.brief.lower()

    @pytest.mark.parametrize(
        ("text", "message_id"),
        [
            ("what if google falls 150 %", "what-if-impossible-below-zero"),
            ("what if google falls by $800", "what-if-impossible-below-zero"),
            ("what if google rises to 9000000", "what-if-impossible-too-high"),
        ],
    )
    async def test_when_impossible_then_a_sentence(self, talk: Talk, text: str, message_id: str) -> None:
        reply = await talk.say("ann", text)
        assert reply.answer.brief.endswith(sentence(message_id, symbol="GOOG", price=Decimal("755.69")))

    async def test_never_changes_a_card(self, talk: Talk, subtests: pytest.Subtests) -> None:
        decisions = (await talk.proposed(text="buy 3 shares of GOOG")).answer.decisions
        for text in (
            "what if it drops 10 %",
            "what if it falls 5",
            "if it goes up 30 bucks",
            "跌一半呢",
            "涨到900会怎样",
        ):
            with subtests.test(text):
                reply = await talk.say("ann", text)
                assert reply.intent is Intent.FOLLOWUP
                assert reply.answer.decisions == decisions
                assert reply.state is State.AWAITING_CONFIRM


async def hold_two(talk: Talk) -> None:
    await hold_three(talk)
    await talk.press("ann", button(await talk.proposed(text="buy 20 shares of IBM"), "confirm"))


class TestAllPositions:
    async def test_when_no_number_is_said_then_three_moves(self, talk: Talk) -> None:
        await hold_two(talk)
        lines = (await talk.say("ann", "what if the market crashes?")).answer.brief.splitlines()
        assert [line.split(" %")[0] for line in lines[1:4]] == ["• −5", "• −10", "• −20"]

    async def test_what_is_pending_is_named_and_may_still_be_confirmed(self, talk: Talk) -> None:
        await hold_three(talk)
        await talk.proposed(text="buy 5 shares of IBM")
        reply = await talk.say("ann", "what if the market falls 5 %")
        assert reply.answer.brief.endswith("Still pending, not counted: buy 5 IBM")
        assert (await talk.say("ann", "ok, do it")).state is State.COMPLETED


class TestSeveralShares:
    async def test_of_many_a_line_each(self, talk: Talk) -> None:
        await hold_two(talk)
        brief = (await talk.say("ann", "what if AAPL, MSFT, FB, GOOG and IBM all fall 5 %")).answer.brief
        assert brief.startswith("Together on what you hold: −$316.42; account $99,683.58")
        assert len(brief.splitlines()) == 6

    async def test_what_is_held_together(self, talk: Talk) -> None:
        await hold_two(talk)
        for text in ("what if IBM and GOOG both drop 10 %", "what if both drop 10 %", "IBM和谷歌都跌一成会怎样"):
            brief = (await talk.say("ann", text)).answer.brief
            assert "−$632.85" in brief.splitlines()[-1]
            assert len(phone_lines(brief)) <= 10


class TestSupposed:
    @pytest.mark.parametrize("text", ["suppose I held 25 IBM and it fell 10 %", "假如我有25股IBM，跌10%会怎样"])
    async def test_shares(self, talk: Talk, text: str) -> None:
        brief = (await talk.say("ann", text)).answer.brief
        assert brief.splitlines()[0].endswith("−$507.68")
        assert "25" in brief.splitlines()[1]

    @pytest.mark.parametrize(
        "text", ["what if I sell GOOG", "what if I had bought microsoft instead", "要是当时没买会怎样"]
    )
    async def test_trades_are_not_computed(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "analyze GOOG")
        reply = await talk.say("ann", text)
        assert len(reply.answer.brief.splitlines()) == 1
        assert not reply.answer.decisions


class TestUsualMoves:
    async def test_when_no_number_is_named_then_a_line_for_each_usual_move(self, talk: Talk) -> None:
        await hold_three(talk)
        lines = (await talk.say("ann", "what if it falls")).answer.brief.splitlines()
        assert lines[0] == "GOOG, your 3 shares: a usual day is ±1.5 %, a large one ±3 %."
        assert lines[1] == "• −3 % to $732.72: −$68.91, view buy"
        assert len(lines) == 6


@pytest.mark.parametrize("text", ["what if it falls", "what if it drops 10 %", "what if it falls to 900", "跌了怎么办"])
async def test_first_shown_is_at_most_ten_lines_on_a_phone(talk: Talk, text: str) -> None:
    await talk.proposed(text="buy 20 shares of GOOG")
    lines = phone_lines((await talk.say("ann", text)).answer.brief)
    assert len([line for line in lines if line]) <= 10  # an empty one stands before what is pending


class TestAdvice:
    @pytest.mark.parametrize("text", ["when should I sell", "什么时候该卖"])
    async def test_when_of_another_side_then_that_is_answered_and_a_yes_asks_back(self, talk: Talk, text: str) -> None:
        await talk.proposed(text="buy 3 shares of GOOG")
        assert (await talk.say("ann", text)).answer.brief.startswith(("You hold no GOOG", "您没有持有 GOOG"))
        await talk.say("ann", "yes")
        assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]


class TestSupposedStop:
    async def test_when_pending_then_counted_to_it_and_nothing_changes(self, talk: Talk) -> None:
        decisions = (await talk.proposed(text="buy 5 GOOG")).answer.decisions
        reply = await talk.say("ann", "what about a stop at 700?")
        assert reply.answer.brief.startswith("GOOG −7.4 % to $700.00: −$278.45")
        assert sentence("what-if-stop-of-pending", symbol="GOOG", level=Decimal(700)) in reply.answer.brief
        assert reply.answer.decisions == decisions


class TestNamedLevel:
    @pytest.mark.parametrize(
        ("text", "price"),
        [
            ("what if it drops below its 50 day average", "$194.15"),
            ("如果跌破半年线呢", "$197.30"),
            ("what if it falls to the 52-week low?", "$181.85"),
            ("what happens if it falls back to the january low", "$190.39"),
            ("要是跌到去年最低点我亏多少", "$177.35"),
            ("what if it returns to yesterday's close", "$203.52"),
            ("if it hits last year's low how much do i lose", "$177.35"),
        ],
    )
    async def test_is_the_price_that_the_move_is_counted_to(self, talk: Talk, text: str, price: str) -> None:
        await talk.say("ann", "analyze IBM")
        first, *others = (await talk.say("ann", text)).answer.brief.splitlines()
        assert price in first
        assert price in others[0]  # beside the words that name it

    async def test_cost_is_that_of_the_holding(self, talk: Talk) -> None:
        await hold_three(talk)
        assert "$755.69" in (await talk.say("ann", "what if it falls back to my cost")).answer.brief.splitlines()[0]


class TestCardBesideHolding:
    async def test_is_counted_on_the_shares_and_the_stop_of_the_card(self, talk: Talk) -> None:
        await hold_three(talk)
        await talk.proposed(text="buy 5 GOOG, stop at 720")
        lines = (await talk.say("ann", "what if it drops to the stop?")).answer.brief.splitlines()
        assert lines[0] == "GOOG −4.7 % to $720.00: −$178.45"
        assert "• The 5 shares proposed: $3,600.00 then" in lines
        assert "• The 3 held already: −$107.07" in lines
        assert any("account $99,714.48, now $100,000.00" in line for line in lines)


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("lin: 要是1月2号买了5000块FB现在值多少",), ("$28.00", "$5,532.14", "+$532.14")),
        (("ann: what if i'd bought 100 shares of aapl on jan 2",), ("$54,903.00", "−$9,354.00", "−17.04 %")),
        (("ann: what would $5k in msft a year ago be worth today",), ("2012-01-31", "$4,647.82", "$140.54 dividends")),
        (("lin: 如果年初买入100股苹果现在赚多少", "lin: 那15号买的呢"), ("2013-01-15", "−$3,043.00")),
        (
            ("ann: fb?", "ann: if i had bought 200 fb on jan 2 and sold it on jan 25"),
            ("$6,308.00", "2013-01-25", "+$708.00"),
        ),
        (("ann: if we'd bought goog on jan 2 where would we be",), ("GOOG +4.49 %", "$723.25 → $755.69")),
    ],
)
async def test_it_counts_from_the_close_of_the_day_that_is_named(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *lines)
    assert [part for part in parts if part not in answer] == []
