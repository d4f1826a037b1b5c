"""A limit that is said to be everybody's is offered for the channel, and binds nobody before a button says so."""

import pytest

from tests.fakes.core import Talk, text_of
from tests.references import said
from tests.unit.turns.test_guesses import pick


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (("本隊規則：每筆單不超過一萬美金，這條是給全隊的",), "10,000"),
        (("这个群我们定几条规矩：单只票不超过账户15%",), "15%"),
        (("at most $3000 per trade", "that limit is for the whole team, not just me"), "$3,000"),
        (("每筆最多 5000", "我刚才说的每筆五千是對全隊的，不是只對我"), "5,000"),
        (("at most $3000 per trade", "make the 3k 5k, and for everyone not just me"), "$5,000"),
        (("本隊規則：每筆單不超過一萬美金，這條是給全隊的", "另外單一個股最多佔 20%"), "20%"),
    ],
)
async def test_it_is_offered_and_a_press_makes_it_the_channels(talk: Talk, lines: tuple[str, ...], value: str) -> None:
    *before, last = lines
    await said(talk, *(f"ann: {each}" for each in ("/limits at most 90% in one stock", *before)))
    kept = len(talk.memory.state.limits)
    reply = await talk.say("ann", last)
    assert value in text_of(reply)
    assert len(talk.memory.state.limits) == kept
    labels = {each.label for each in reply.answer.buttons} & {"For everybody here", "对这里所有人"}
    await talk.press("ann", pick(reply, labels.pop()))
    await talk.answer_next()
    listed = text_of(await talk.say("bob", "/limits"))
    assert value.strip("$%") in listed


async def test_words_that_are_not_exact_end_no_limit_and_a_button_does(talk: Talk) -> None:
    await said(talk, "ann: at most $3000 per trade", "ann: never more than 3 stocks at once", "ann: my limits")
    reply = await talk.say("ann", "drop the 3 stocks one, its silly")
    assert "3 positions" in text_of(await talk.say("ann", "/limits"))
    await talk.press("ann", pick(reply, "Remove limit 2"))
    await talk.answer_next()
    assert "3 positions" not in text_of(await talk.say("ann", "/limits"))
