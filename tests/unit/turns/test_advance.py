"""What `/advance` tells: what became due meanwhile, in the answer or where it belongs, each thing once."""

from datetime import date
from decimal import Decimal
from random import Random

from bot.domain.market.snapshot import market_date
from tests.fakes.core import Talk, button, text_of


async def bought(talk: Talk, text: str = "buy 10 AAPL with a stop at 440") -> None:
    await talk.press("ann", button(await talk.say("ann", text), "confirm"))


async def test_alerts_of_the_thread_are_told_in_the_answer_with_their_buttons(talk: Talk) -> None:
    await talk.say("ann", "alert me when AAPL drops below 450")
    reply = await talk.say("ann", "/advance 3")
    assert "AAPL has reached $450.00 or less. On 2013-02-01 its low was $448.35" in text_of(reply)
    assert [each.label for each in reply.answer.buttons][:3] == ["Decide", "Snooze", "Done"]
    assert talk.notices() == []
    assert "has reached" not in text_of(await talk.say("ann", "/advance 3"))


async def test_several_alerts_are_told_then_each_button_names_its_alert(talk: Talk) -> None:
    for level in (450, 449):
        await talk.say("ann", f"/alert AAPL < {level}")
    reply = await talk.say("ann", "/advance 1")
    labels = [each.label for each in reply.answer.buttons]
    assert labels == [f"{label} · {number}" for number in (1, 2) for label in ("Decide", "Snooze", "Done")]


async def test_results_are_told_in_order_and_once(talk: Talk) -> None:
    await bought(talk)
    first = text_of(await talk.say("ann", "/advance 6"))
    assert first.index("2013-02-01: Result of AAPL (buy)") < first.index("2013-02-07: Result of AAPL (buy)")
    assert "Result of" not in text_of(await talk.say("ann", "/advance 3"))
    (results,) = talk.memory.state.decision_results.values()
    assert sorted(results) == [1, 5]


async def test_one_session_at_a_time_or_all_at_once_then_the_same_happens(talk: Talk) -> None:
    chance = Random(7)  # noqa: S311 - the same steps in every run
    await bought(talk)
    for level in (425, 445, 450, 460, 470):
        await talk.say("ann", f"/alert AAPL {'<' if level < 455 else '>'} {level}")
    texts = []
    left = 20
    while left:
        step = min(left, chance.randint(1, 4))
        texts.append(text_of(await talk.say("ann", f"/advance {step}")))
        left -= step
    told = "\n".join(texts)
    assert told.count("has reached $425.00") == 0
    assert [told.count(f"has reached ${level}.00") for level in (445, 450, 460, 470)] == [1, 1, 1, 1]
    assert told.count("your stop level of $440.00") == 1
    assert [told.count(f"in {n}") for n in ("1 session", "5 sessions", "20 sessions")] == [1, 1, 1]
    (results,) = talk.memory.state.decision_results.values()
    days = {sessions: market_date(each.as_of) for sessions, each in results.items() if each is not None}
    assert days == {1: date(2013, 2, 1), 5: date(2013, 2, 7), 20: date(2013, 3, 1)}
    last = results[20]
    assert last is not None
    assert last.change_percent == (Decimal("430.47") / Decimal("455.49") * 100 - 100).quantize(Decimal("0.0001"))


async def test_briefs_of_a_terminal_are_in_the_answer_the_earlier_ones_in_its_details(talk: Talk) -> None:
    await talk.say("ann", "/brief post")
    reply = await talk.say("ann", "/advance 2")
    assert "After the close of 2013-02-04" in reply.answer.brief
    assert "After the close of 2013-02-01" not in reply.answer.brief
    assert "After the close of 2013-02-01" in reply.answer.whole_text
    assert talk.notices() == []


async def test_an_alert_of_another_thread_is_told_there_and_named_to_the_terminals_only_reader(talk: Talk) -> None:
    await talk.say("ann", "alert me when AAPL drops below 450", thread="other")
    reply = await talk.say("ann", "/advance 3")
    assert "In another thread: Alert 1 (Ann): AAPL has reached $450.00 or less." in reply.answer.brief
    assert reply.answer.buttons == ()  # they stand there
    assert "was posted" not in text_of(reply)
    (notice,) = talk.notices()
    assert "AAPL has reached $450.00" in notice.answer.brief


async def test_a_brief_before_the_opening_tells_results_that_were_settled_before(talk: Talk) -> None:
    await bought(talk)
    await talk.say("ann", "/brief pre")
    assert "Result of AAPL" not in (await talk.say("ann", "/advance 1")).answer.brief.partition("Before the opening")[2]
    shown = (await talk.say("ann", "/advance 1")).answer.brief
    assert "Before the opening of 2013-02-04" in shown
    assert "Result of AAPL (buy): −0.4 % in 1 session" in shown
