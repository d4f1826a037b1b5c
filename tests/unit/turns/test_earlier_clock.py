"""At an earlier market clock, whoever decides is told nothing that was said at a later one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from random import Random

import pytest

from bot.domain.memory.summaries.summary import SummarySchedule
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.dual.engine import DUAL
from bot.engines.rules.engine import RulesEngine
from bot.memory.summarise import SummariseConversation
from bot.ports import TextSink
from tests.fakes.core import Talk, button

pytestmark = pytest.mark.virtual_time

DAYS = (date(2012, 12, 3), date(2012, 12, 20), date(2013, 1, 15), date(2013, 1, 31), date(2013, 2, 20))
DEFAULT = date(2013, 1, 31)  # of an account whose clock was never moved
MARK = re.compile(r"mark\d+x")


@dataclass
class TalkativeEngine:
    """An engine that is told of the past, as one that asks a model is."""

    name: str = DUAL
    questions: list[DecisionRequest] = field(default_factory=list)

    async def decide(self, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        self.questions.append(question)
        return await RulesEngine().decide(question, show=show)

    def told(self) -> set[str]:
        """The marks of all that was said before, of the latest question."""
        return set(MARK.findall(" ".join(_told(self.questions[-1]))))


def _told(question: DecisionRequest) -> Iterator[str]:
    context = question.context
    yield from (each.text for each in (*context.window, *context.whole))
    yield from (each.episode.text for each in context.episodes)
    yield context.summary


async def set_clock(talk: Talk, day: date) -> None:
    await talk.core.market_clock.set_date(talk.account.tenant_id, day)


async def summarise(talk: Talk, thread: str) -> None:
    service = SummariseConversation(
        stores=talk.stores,
        clock=talk.clock,
        new_id=talk.new_id,
        owner="me",
        embedder=talk.ports.embedder,
        schedule=SummarySchedule(window=6, first_at=8, new_messages=1, increments=3),
    )
    await service(talk.account.tenant_id, talk.conversation(thread).id)


@pytest.mark.parametrize("seed", range(4))
async def test_at_any_clock_all_and_only_what_was_known_by_then_is_told(seed: int) -> None:
    engine, random = TalkativeEngine(), Random(seed)  # noqa: S311 - the clock goes back and forth
    talk = Talk(engines=(engine,))
    said: dict[str, tuple[date, str]] = {}  # when, on the market, and in which thread
    now = DEFAULT
    for number in range(24):
        if number:
            now = random.choice(DAYS)
            await set_clock(talk, now)
        mark, thread = f"mark{number}x", random.choice(("main", "other"))
        await talk.say("ann", f"should I buy GOOG? {mark}", thread=thread)

        told = engine.told() - {mark}
        assert {each for each in told if said[each][0] > now} == set()
        latest = [each for each, (_, where) in said.items() if where == thread][-3:]  # the window
        assert {each for each in latest if said[each][0] <= now} <= told

        said[mark] = (now, thread)
        await summarise(talk, thread)


@pytest.mark.parametrize("does_press", [False, True])
async def test_what_a_move_of_the_clock_and_a_press_tell_is_of_the_time_after_it(*, does_press: bool) -> None:
    engine = TalkativeEngine()
    talk = Talk(engines=(engine,))
    card = await talk.say("ann", "should I buy GOOG?")
    if does_press:
        await set_clock(talk, DAYS[-1])
        await talk.press("ann", button(card, "cancel"))
    else:
        await talk.say("ann", "/advance 12")
    assert [each.market_time for each in talk.messages()][2:] == [talk.account.market_time] * 2

    await set_clock(talk, DAYS[0])
    await talk.say("ann", "should I buy GOOG?")

    assert engine.questions[-1].context.window == engine.questions[-1].context.whole == ()


async def test_what_a_person_is_shown_of_any_time_is_told_to_no_engine() -> None:
    engine = TalkativeEngine()
    talk = Talk(engines=(engine,))
    await talk.say("ann", "analyze GOOG")
    later = f"close of {DEFAULT}"
    await set_clock(talk, DAYS[0])
    for command in ("/details", "/history", "details"):
        await talk.say("ann", command)
    assert later in talk.messages()[3].text

    await talk.say("ann", "should I buy GOOG?")

    window = engine.questions[-1].context.window
    assert [each.text for each in window] == ["/details", "/history", "details"]
    assert not any(later in each for each in _told(engine.questions[-1]))


async def test_a_question_about_what_was_said_is_bound_to_the_clock_as_well(talk: Talk) -> None:
    await talk.say("ann", "hello")
    await set_clock(talk, DAYS[-1])
    await talk.say("Bob", "I think that GOOG is expensive, note1x", thread="other")
    shown = {}
    for day in (DAYS[0], DAYS[-1]):
        await set_clock(talk, day)
        for text in ("/recall GOOG expensive", "what did Bob say about GOOG?"):
            shown[day, text] = "note1x" in (await talk.say("ann", text, thread=str(day))).answer.whole_text
        summary = await talk.say("ann", "summarise this thread", thread="other")
        shown[day, "summary"] = "note1x" in summary.answer.whole_text
    assert shown == {key: key[0] == DAYS[-1] for key in shown}
