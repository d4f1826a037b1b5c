"""Questions about a committee's run: a few lines from what is stored of it, and nothing is run again."""

import pytest

from bot.engines.committee.engine import CommitteeEngine
from bot.engines.rules.engine import RulesEngine
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.core import Talk, sentence, text_of
from tests.unit.turns.test_objections import with_model


async def talk_after(asked: str) -> Talk:
    clock = FixedClock()
    talk = Talk(engines=(RulesEngine(), CommitteeEngine(client=None, clock=clock, new_id=new_ids(clock))))
    await talk.say("ann", asked)
    return talk


QUESTIONS = [
    ("/analyze IBM deep", "who dissents?", "Nobody dissents. The analysts lean market +0.38"),
    ("/analyze AAPL deep", "who dissented", "market −0.81 is of another view: Trades 22.5 % below"),
    ("/analyze IBM deep", "what does the bear say", "Bear: The 50-day average, 194.15, is 1.4 % below"),
    ("/analyze GOOG deep", "what does the bear say", "Bear: − nothing that the analysts found"),
    ("/analyze IBM deep", "what did the risk debate conclude", "Amount | $19,900.86 | $9,950.43 | $4,873.68"),
    ("/analyze IBM deep", "风险裁判怎么定的", "采纳进取方的规模"),
    ("/analyze IBM deep", "空方怎么说", "空方：50 日均线（194.15）低于 200 日均线（196.84）1.4%。"),
    ("/analyze IBM deep", "谁反对", "没有人持异议。"),
    ("/analyze GOOG deep", "what would change your mind", "A rise to $778.36 in a day: undecided."),
    ("/analyze AAPL deep", "what would change your mind", "A rise to $528.37 in a day: for buying."),
]


@pytest.mark.parametrize(("asked", "question", "told"), QUESTIONS)
async def test_answered_shortly_from_the_run(asked: str, question: str, told: str) -> None:
    talk = await talk_after(asked)
    runs = len(talk.memory.state.engine_runs)
    reply = await talk.say("ann", question)
    assert told in reply.answer.brief
    assert len(reply.answer.brief) < 700
    assert len(talk.memory.state.engine_runs) == runs
    assert [each.id for each in reply.answer.buttons if "debate" in each.id]


async def test_of_a_models_run_its_words_are_marked_and_no_model_is_asked() -> None:
    talk, model = with_model()
    await talk.say("ann", "/analyze AAPL deep")
    asked = len(model.requests)
    told = (await talk.say("ann", "what would change your mind")).answer.brief
    assert "Would change it: A fall below its average would." in told
    assert "In a model’s words: bold is looked up" in told
    assert len(model.requests) == asked


async def test_a_transcript_that_is_asked_for_is_shown() -> None:
    talk = await talk_after("/analyze IBM deep")
    told = text_of(await talk.say("ann", "show me what the bear said word for word"))
    assert "Bear → Research judge:" in told


async def test_without_a_run_then_says_that_there_is_none() -> None:
    talk = await talk_after("price of ibm?")
    assert text_of(await talk.say("ann", "who dissents?")) == sentence("discussion-none")


async def test_a_view_of_the_rules_shown_since_is_what_a_question_about_the_view_means() -> None:
    talk = await talk_after("/analyze AAPL deep")
    await talk.say("ann", "analyze AAPL")
    assert "AAPL is a sell by the rules" in text_of(await talk.say("ann", "what would change your mind"))


async def test_behind_the_answer_a_yes_means_the_card_as_before() -> None:
    talk = await talk_after("dig deeper into GOOG")
    await talk.say("ann", "what does the bear say")
    await talk.say("ann", "yes")
    assert [each.status.value for each in talk.decisions()] == ["filled"]
