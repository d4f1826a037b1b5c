"""Words that mean several of the shares shown before, and questions that go on from one about several."""

import pytest

from tests.fakes.core import Talk
from tests.references import said
from tests.unit.turns.test_alert_sequels import levels

_OF_JANUARY = "how did ibm, msft and goog do in january"
_WATCHED = "put ibm msft goog fb aapl on my watch list"


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("p/e of ibm, msft and goog", "yield of ibm", "and the other two?"), ("MSFT 3.35 %", "GOOG 0.00 %")),
        (
            ("IBM、微软、谷歌1月涨了多少", "IBM 的市盈率呢", "其他的昨天跌了多少"),
            ("MSFT −0.6%", "GOOG +0.0%", "2013-01-30"),
        ),
        (("IBM、微软、谷歌1月涨了多少", "IBM 的市盈率呢", "这几只哪个市盈率最低"), ("IBM 的市盈率最低：14.1",)),
        ((_WATCHED, "ibm 1月涨了多少", "剩下四只呢", "12月呢"), ("MSFT +0.3%、GOOG +1.3%", "AAPL −9.1%")),
        (("compare ibm and goog", "pe of ibm", "and the other one?"), ("GOOG P/E 23.4",)),
        (("how did msft do in january", "and ibm?", "both of those in december"), ("MSFT +0.3 %, IBM +0.8 %",)),
        ((_OF_JANUARY, "which one rose the most", "pe of the others"), ("P/E: IBM 14.1, MSFT 15.0",)),
        ((_OF_JANUARY, "and the worst one?"), ("MSFT did worst: +2.8 %", "2012-12-31 – 2013-01-31")),
        (("ibm、微软、谷歌一月涨了多少", "那谁跌得最多", "哪个最好"), ("GOOG 表现最好：+6.8%",)),
        (("how did ibm do in january", "and goog?", "谁涨得最多"), ("GOOG 表现较好：+6.8%；IBM +6.0%",)),
        (
            ("price of ibm", "which fell the most?"),
            ("MSFT did worst: −1.4 %; FB −0.8 %",),
        ),  # none of one
        (("p/e of ibm and goog on jan 15", "哪个跌得最多"), ("2013-01-31",)),  # no change was asked of that day
    ],
)
async def test_a_question_is_of_the_shares_meant_and_of_the_same_days(
    lines: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await said(Talk(), *(f"ann: {each}" for each in lines))
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize(
    "question", ["and the others?", "buy 5 of the others", "alert me if the others drop 5%", "另外两个呢"]
)
async def test_where_it_is_not_clear_which_are_meant_it_is_asked(question: str) -> None:
    talk = Talk()
    answer = await said(talk, "ann: pe of ibm", f"ann: {question}")
    assert any(each in answer for each in ("Which shares do you mean?", "您说的是哪几只？"))
    assert talk.decisions() == []
    assert levels(talk) == []
    assert talk.conversation().focus == ("IBM",)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("其他的各买2股", ["GOOG 2", "MSFT 2"]),
        ("buy 10 of them", ["IBM 10"]),  # shares of the one talked of
        ("buy 10, the rest stays", ["IBM 10"]),
    ],
)
async def test_an_order_is_of_the_others_only_where_it_says_so(order: str, expected: list[str]) -> None:
    talk = Talk()
    await said(talk, "ann: compare ibm, goog and msft", "ann: pe of ibm", f"ann: {order}")
    assert sorted(f"{each.proposal.symbol} {each.proposal.shares}" for each in talk.decisions()) in (expected, [])


async def test_alerts_and_lists_take_such_words() -> None:
    talk = Talk()
    await said(talk, "ann: compare ibm, goog and msft", "ann: pe of ibm", "ann: alert me if any of the others drops 5%")
    assert levels(talk) == ["GOOG -5", "MSFT -5"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("forget it. remember that i don't like google before earnings", ("Cancelled", "Remembered")),
        ("取消，记一下我不喜欢谷歌", ("已取消", "已为您记住")),
        ("cancel that, what did ibm do yesterday?", ("Cancelled", "IBM −0.19 %")),
        ("cancel it and alert me if it drops below 190", ("Cancelled", "Not done yet")),  # which share is it?
    ],
)
async def test_what_stands_beside_a_cancellation_is_done_too(text: str, parts: tuple[str, ...]) -> None:
    talk = Talk()
    answer = await said(talk, "ann: price of fb", "ann: buy 5 goog", f"ann: {text}")
    assert [part for part in parts if part not in answer] == []
    assert "Still pending" not in answer
    assert levels(talk) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("put ibm and goog on my watch list", "take IBM off"), ["GOOG"]),
        (("put ibm and goog on my watch list", "nice, add msft too"), ["GOOG", "IBM", "MSFT"]),
        (("price of ibm", "put ibm on my watch list", "add fb, and show me the list"), ["FB", "IBM"]),
    ],
)
async def test_the_list_is_the_one_shown_last(lines: tuple[str, ...], expected: list[str]) -> None:
    talk = Talk()
    answer = await said(talk, *(f"ann: {each}" for each in lines))
    assert {key.owner for _, key, _ in talk.memory.state.watched} == {"U-ann"}
    assert sorted(each.symbol for each in talk.memory.state.watched.values()) == expected
    assert "show" not in lines[-1] or "2 shares, close of" in answer
