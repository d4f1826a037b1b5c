"""What-if questions through whole turns: the number asked for, and what it is counted on."""

from decimal import Decimal

import pytest

from bot.domain.conversation.states import Intent, State
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence
from tests.fakes.phone import phone_lines


async def hold_three(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(text="buy 3 shares of GOOG"), "confirm"))


class TestStatedMove:
    async def test_when_held_then_value_account_stop_and_view(self, talk: Talk) -> None:
        await hold_three(talk)
        reply = await talk.say("ann", "what if it drops 10 %")
        assert reply.answer.brief.splitlines() == [
            "GOOG −10 % to $680.12: −$226.71",
            "• Your 3 shares: $2,040.36 then",
            "• Cash $97,732.93; account $99,773.29, now $100,000.00",
            "• Stop $729.71 is reached: selling there loses $77.94. A level, not an order.",
            "• View then: buy (now: buy)",
        ]
        assert "at the close of 2013-01-31 (sample market)" in reply.answer.whole_text

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

    async def test_when_the_stop_is_not_reached_then_said(self, talk: Talk) -> None:
        await hold_three(talk)
        assert "Stop $729.71 is not reached" in (await talk.say("ann", "what if google falls 2 %")).answer.brief

    async def test_when_the_price_named_lies_the_other_way_then_said(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what if it drops to 900")).answer.brief
        assert text.startswith("GOOG +19.1 % to $900.00: +$432.93\n• That is a rise: it stands at $755.69 now")

    async def test_when_several_then_a_line_each(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what if it falls 5 or 10 %")).answer.brief
        assert "• −5 % to $717.91: −$113.35, view buy\n• −10 % to $680.12: −$226.71, view buy" in text

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

    @pytest.mark.parametrize(
        "text", ["would you still buy IBM if it went up another 5%?", "那IBM要是再涨5%，你还会建议买吗"]
    )
    async def test_advice_under_a_move_proposes_nothing(self, talk: Talk, text: str) -> None:
        assert "$213.22" in (await talk.say("ann", text)).answer.brief
        assert not talk.decisions()

    async def test_to_zero_is_possible(self, talk: Talk) -> None:
        await hold_three(talk)
        assert (await talk.say("ann", "what if it goes to zero")).answer.brief.startswith(
            "GOOG −100 % to $0.00: −$2,267.07"
        )

    async def test_when_a_trade_is_named_too_then_only_the_price_counts(self, talk: Talk) -> None:
        reply = await talk.say("ann", "what if google drops to 700 and I buy 5 more")
        assert sentence("what-if-no-trade") in reply.answer.brief
        assert not reply.answer.decisions

    async def test_when_the_market_moves_a_share_then_what_is_taken_for_granted(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what would google do if the market falls 10 %")).answer.brief
        assert text.startswith("GOOG −10 %")
        assert sentence("what-if-market") in text

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
    @pytest.mark.parametrize("text", ["what if the market drops 5 % tomorrow?", "if all my shares lose 5 percent?"])
    async def test_when_all_fall_then_the_account_and_each_position(self, talk: Talk, text: str) -> None:
        await hold_two(talk)
        reply = await talk.say("ann", text)
        assert reply.intent is Intent.FOLLOWUP
        assert reply.answer.brief.splitlines()[:4] == [
            "All positions −5 %: −$316.42, account $99,683.58",
            "• IBM −$203.07; stop $198.07 is reached",
            "• GOOG −$113.35; stop $729.71 is reached",
            "• Cash $93,671.53, as now",
        ]
        assert len(phone_lines(reply.answer.brief)) <= 10

    async def test_chinese(self, talk: Talk) -> None:
        await hold_two(talk)
        text = (await talk.say("ann", "后天大盘要是跌5%我会亏多少")).answer.brief
        assert text.startswith("全部持仓 −5%：−$316.42，账户 $99,683.58\n• IBM −$203.07；止损位 $198.07 已触及")

    async def test_when_no_number_is_said_then_three_moves(self, talk: Talk) -> None:
        await hold_two(talk)
        lines = (await talk.say("ann", "what if the market crashes?")).answer.brief.splitlines()
        assert [line.split(" %")[0] for line in lines[1:4]] == ["• −5", "• −10", "• −20"]

    async def test_all_stops(self, talk: Talk) -> None:
        await hold_two(talk)
        text = (await talk.say("ann", "what do I lose if all stops are triggered?")).answer.brief
        assert text.startswith("At the stops: −$177.94, account $99,822.06")

    async def test_when_nothing_is_held_then_said_and_for_the_share_talked_of(self, talk: Talk) -> None:
        await talk.say("ann", "analyze GOOG")
        text = (await talk.say("ann", "what if the market falls 10 %")).answer.brief
        assert text.startswith(sentence("what-if-all-nothing", cash=Decimal(100_000)))
        assert "GOOG −10 % to $680.12: −$75.57" in text

    async def test_when_no_percentage_then_said(self, talk: Talk) -> None:
        await hold_two(talk)
        assert (await talk.say("ann", "what if the dow falls 500 points")).answer.brief == sentence(
            "what-if-all-needs-percent"
        )

    async def test_what_is_pending_is_named_and_may_still_be_confirmed(self, talk: Talk) -> None:
        await hold_three(talk)
        await talk.proposed(text="buy 5 shares of IBM")
        reply = await talk.say("ann", "what if the market falls 5 %")
        assert reply.answer.brief.endswith("Still pending, not counted: buy 5 IBM")
        assert (await talk.say("ann", "ok, do it")).state is State.COMPLETED

    async def test_when_only_a_purchase_is_pending_then_it_is_counted(self, talk: Talk) -> None:
        await talk.proposed(text="buy 3 shares of GOOG")
        text = (await talk.say("ann", "what if the market falls 10 %")).answer.brief
        assert text.startswith("GOOG −10 % to $680.12: −$226.71\n• The 3 shares proposed")


class TestSeveralShares:
    async def test_of_many_a_line_each(self, talk: Talk) -> None:
        await hold_two(talk)
        brief = (await talk.say("ann", "what if AAPL, MSFT, FB, GOOG and IBM all fall 5 %")).answer.brief
        assert brief.startswith("Together on what you hold: −$316.42; account $99,683.58")
        assert len(brief.splitlines()) == 6

    async def test_what_is_supposed_of_several_is_said_not_to_count(self, talk: Talk) -> None:
        brief = (await talk.say("ann", "suppose I had 25 IBM and 10 GOOG and both fell 10 %")).answer.brief
        assert brief.startswith(sentence("what-if-supposed-of-one"))

    async def test_each_with_its_own_move(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what if google rises 5 % and AAPL drops 10 %")).answer.brief
        assert "GOOG +5 % to $793.47: +$113.35" in text
        assert "AAPL −10 % to $409.94: −$45.55" in text

    async def test_what_is_held_together(self, talk: Talk) -> None:
        await hold_two(talk)
        for text in ("what if IBM and GOOG both drop 10 %", "what if both drop 10 %", "IBM和谷歌都跌一成会怎样"):
            brief = (await talk.say("ann", text)).answer.brief
            assert "−$632.85" in brief.splitlines()[-1]
            assert len(phone_lines(brief)) <= 10


class TestAtTheStop:
    async def test_of_what_is_held(self, talk: Talk) -> None:
        await hold_three(talk)
        for text in ("how much would I lose at the stop?", "what if it falls below my stop", "要是跌到止损位亏多少"):
            assert (await talk.say("ann", text)).answer.brief.startswith("GOOG −3.4")

    async def test_stays_that_of_the_purchase_when_a_sale_is_pending(self, talk: Talk) -> None:
        await hold_three(talk)
        await talk.say("ann", "/advance 5")
        await talk.proposed(text="sell half of GOOG")
        assert "Stop $729.71 is reached" in (await talk.say("ann", "what if GOOG drops to 700?")).answer.brief


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


class TestView:
    async def test_beside_a_move(self, talk: Talk) -> None:
        text = (await talk.say("ann", "If IBM fell 10 % would you change your mind?")).answer.brief
        assert text.startswith("The rules’ view would change: IBM a sell then, now a buy.\n• IBM −10 %")
        text = (await talk.say("ann", "如果微软涨10%你会改变看法吗")).answer.brief
        assert text.startswith("规则的看法不变：MSFT 仍为维持。")

    @pytest.mark.parametrize("text", ["what would change your mind?", "what would have to happen for you to like it?"])
    async def test_what_would_change_it(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "analyze MSFT")
        assert len(phone_lines((await talk.say("ann", text)).answer.brief)) <= 10
        await talk.say("ann", "analyze IBM")
        brief = (await talk.say("ann", text)).answer.brief
        assert brief.splitlines()[0] == "IBM is a buy by the rules; a day’s move like these would change it:"
        assert "• −4 % to about $194.95: hold" in brief
        assert len(phone_lines(brief)) <= 10


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
    @pytest.mark.parametrize("text", ["should I confirm?", "是不是该确认", "so should we pull the trigger or what"])
    async def test_when_pending_then_its_reasons_and_a_yes_still_means_it(self, talk: Talk, text: str) -> None:
        await talk.proposed(text="buy 3 shares of GOOG")
        reply = await talk.say("ann", text)
        assert "+0.20" in reply.answer.brief
        assert reply.state is State.AWAITING_CONFIRM
        assert "GOOG" in (await talk.say("ann", "yes")).answer.brief
        assert [each.status for each in talk.decisions()] == [DecisionStatus.FILLED]

    @pytest.mark.parametrize("text", ["when should I sell", "什么时候该卖"])
    async def test_when_of_another_side_then_that_is_answered_and_a_yes_asks_back(self, talk: Talk, text: str) -> None:
        await talk.proposed(text="buy 3 shares of GOOG")
        assert (await talk.say("ann", text)).answer.brief.startswith(("You hold no GOOG", "您没有持有 GOOG"))
        await talk.say("ann", "yes")
        assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]


@pytest.mark.parametrize("text", ["scrap that, just after the close", "止损给我放260"])
async def test_what_supposes_nothing_is_no_what_if(talk: Talk, text: str) -> None:
    await hold_three(talk)
    assert "±" not in (await talk.say("ann", text)).answer.whole_text  # the usual moves


class TestSupposedStop:
    async def test_when_pending_then_counted_to_it_and_nothing_changes(self, talk: Talk) -> None:
        decisions = (await talk.proposed(text="buy 5 GOOG")).answer.decisions
        reply = await talk.say("ann", "what about a stop at 700?")
        assert reply.answer.brief.startswith("GOOG −7.4 % to $700.00: −$278.45")
        assert sentence("what-if-stop-of-pending", symbol="GOOG", level=Decimal(700)) in reply.answer.brief
        assert reply.answer.decisions == decisions

    async def test_when_held_then_how_an_alert_is_set(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what if I put the stop at 700?")).answer.brief
        assert text.startswith("GOOG −7.4 % to $700.00: −$167.07")
        assert sentence("what-if-stop-not-set", symbol="GOOG", level=Decimal(700)) in text

    async def test_when_above_the_price_then_said(self, talk: Talk) -> None:
        await hold_three(talk)
        text = (await talk.say("ann", "what about a stop at 800?")).answer.brief
        assert text == sentence("what-if-impossible-stop-passed", symbol="GOOG", price=Decimal("755.69"))


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

    async def test_cost_of_nothing_is_not_known(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        text = (await talk.say("ann", "what if it falls to my cost")).answer.brief
        assert text.startswith("I do not know what “my cost” is of IBM")

    async def test_view_is_that_at_the_level(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        text = (await talk.say("ann", "如果跌破200日均线，还看多吗")).answer.brief
        assert text.startswith("规则的看法不变")
        assert "$196.84" in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what if they cut the dividend", "cut the dividend"),
        ("what if it drops to the lower bollinger band", "lower bollinger band"),
        ("万一财报不及预期呢", "财报不及预期"),
        ("如果换了董事长呢", "换了董事长"),
        ("那如果市盈率算进去，评分会变成多少", "市盈率"),
    ],
)
async def test_words_of_a_condition_that_is_not_read_are_named_and_no_other_is_answered(
    talk: Talk, text: str, words: str
) -> None:
    await talk.say("ann", "analyze IBM")
    answer = (await talk.say("ann", text)).answer
    assert words in answer.brief
    assert "±" not in answer.whole_text


@pytest.mark.parametrize("text", ["what if it drops?", "what if it goes wrong", "如果明天暴跌呢"])
async def test_no_condition_then_usual_moves(talk: Talk, text: str) -> None:
    await talk.say("ann", "analyze IBM")
    assert "±1.1" in (await talk.say("ann", text)).answer.brief


class TestCardBesideHolding:
    async def test_is_counted_on_the_shares_and_the_stop_of_the_card(self, talk: Talk) -> None:
        await hold_three(talk)
        await talk.proposed(text="buy 5 GOOG, stop at 720")
        lines = (await talk.say("ann", "what if it drops to the stop?")).answer.brief.splitlines()
        assert lines[0] == "GOOG −4.7 % to $720.00: −$178.45"
        assert "• The 5 shares proposed: $3,600.00 then" in lines
        assert "• The 3 held already: −$107.07" in lines
        assert any("account $99,714.48, now $100,000.00" in line for line in lines)

    @pytest.mark.parametrize("text", ["what do I lose at the stop?", "打到止损我亏多少"])
    async def test_loss_at_the_stop_is_that_of_the_card(self, talk: Talk, text: str) -> None:
        await hold_three(talk)
        await talk.proposed(text="buy 5 GOOG, stop at 720")
        assert "$178.45" in (await talk.say("ann", text)).answer.brief


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("what would i get if i sold all 230 msft", ("$6,313.50", "$27.45")),
        ("how much would i receive if i sold 10 ibm", ("$2,030.70",)),
        ("how much dividend would 10 ibm pay a year", ("$34.00", "1.67 %")),
    ],
)
async def test_what_a_number_of_shares_would_bring_is_told_and_nothing_proposed(
    talk: Talk, text: str, sums: tuple[str, ...]
) -> None:
    reply = await talk.say("ann", text)
    assert all(each in reply.answer.brief for each in sums)
    assert talk.decisions() == []
