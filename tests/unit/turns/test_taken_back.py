"""“Undo that” takes back what the latest answer to the person has changed, and nothing else."""

import pytest

from tests.fakes.core import Talk, sentence, text_of


@pytest.mark.parametrize(
    ("said", "undo", "shown", "holds"),
    [
        (("alert me when AAPL drops below 20", "remove it"), "undo that", "/alerts", "$20.00"),
        (("alert me when AAPL drops below 20", "make it 18"), "take that back", "/alerts", "$20.00"),
        (("/watch AAPL MSFT", "/unwatch MSFT"), "oops, undo", "/watch", "MSFT"),
        (("把MSFT加到自选", "清空自选"), "撤销", "/watch", "MSFT"),
        (("at most $3,000 per trade from now on", "make it 4000"), "undo that", "/limits", "$3,000"),
        (("at most $3,000 per trade from now on", "/limits remove 1"), "撤销", "/limits", "$3,000"),
        (("/brief on", "/brief off"), "undo that", "/brief status", "half an hour before each opening"),
        (("remember we like dividends", "/memory delete 1"), "撤回刚才的", "/memory", "dividends"),
        (("remember we like dividends", "undo that"), "undo that", "/memory", "dividends"),
    ],
)
async def test_what_ended_holds_again(talk: Talk, said: tuple[str, ...], undo: str, shown: str, holds: str) -> None:
    for each in said:
        await talk.say("ann", each)
    assert holds in text_of(await talk.say("ann", undo))
    assert holds in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize(
    ("said", "shown", "gone"),
    [
        ("alert me when AAPL drops below 20", "/alerts", "$20.00"),
        ("/watch TSLA", "/watch", "TSLA"),
        ("at most $3,000 per trade from now on", "/limits", "$3,000"),
    ],
)
@pytest.mark.parametrize("undo", ["undo that", "撤销"])
async def test_what_was_made_is_gone(talk: Talk, said: str, shown: str, gone: str, undo: str) -> None:
    await talk.say("ann", said)
    await talk.say("bob", "hello")  # the latest answer, but not to the person
    await talk.say("ann", undo)
    assert gone not in text_of(await talk.say("ann", shown))


@pytest.mark.parametrize("undo", ["undo that", "撤销"])
async def test_latest_answer_changed_nothing_then_says_how(talk: Talk, undo: str) -> None:
    await talk.say("ann", "/watch AAPL")
    await talk.say("ann", "price of MSFT?")
    answer = await talk.say("ann", undo)
    assert text_of(answer) == sentence("undo-nothing", answer.language)
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


async def test_words_that_are_not_exact_lift_no_limit(talk: Talk) -> None:
    await talk.say("ann", "at most $3,000 per trade from now on")
    await talk.say("ann", "oops, undo")
    assert "$3,000" in text_of(await talk.say("ann", "/limits"))


async def test_what_is_undone_is_named_a_trade_then_the_list_stays(talk: Talk) -> None:
    await talk.say("ann", "/watch AAPL")
    await talk.say("ann", "undo the trade")
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


async def test_card_waits_then_the_change_since_is_undone_and_the_card_stays(talk: Talk) -> None:
    card = (await talk.say("ann", "buy 2 AAPL")).answer.decisions
    await talk.say("ann", "/watch MSFT")
    await talk.say("ann", "undo that")
    assert "MSFT" not in text_of(await talk.say("ann", "/watch"))
    assert [each.id for each in (await talk.say("ann", "/pending")).answer.decisions] == [each.id for each in card]
