"""What a typed "yes" means: only the card that Parley spoke of last, to its asker, with nothing in between."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.orders import Rejection
from tests.fakes.core import Talk, button, sentence, text_of

# Conversations after which "yes" must not trade: what was said, the last line the yes.


async def test_not_unmistakable_then_read_back_with_its_buttons(talk: Talk) -> None:
    card = await talk.say("ann", "buy 50 IBM")
    await talk.say("ann", "what about FB?")
    read_back = await talk.say("ann", "yes")
    assert text_of(read_back).startswith("That would buy 50 IBM for $10,153.50: confirm?")
    assert {each.id for each in read_back.answer.buttons} == {each.id for each in card.answer.buttons}
    await talk.press("ann", button(read_back, ButtonAction.CONFIRM))
    assert talk.orders_carried_out == 1


@pytest.mark.parametrize("word", ["hold on", "not yet", "maybe later", "先别买", "再想想"])
async def test_asked_to_wait_then_says_so_and_the_card_stays(talk: Talk, word: str) -> None:
    await talk.say("ann", "buy 5 IBM")
    reply = await talk.say("ann", word)
    what = {"en": "buy 5 IBM", "zh": "买入 5 股 IBM"}[reply.language]
    assert text_of(reply) == sentence("confirm-paused", reply.language, names=what)
    assert [d.status for d in talk.decisions()] == [DecisionStatus.PROPOSED]
    await talk.press("ann", button(reply, ButtonAction.CONFIRM))
    assert talk.orders_carried_out == 1


@pytest.mark.parametrize("yes", ["yes", "好的，就这么办"])
async def test_a_message_was_dropped_while_the_card_was_made_then_the_yes_is_read_back(talk: Talk, yes: str) -> None:
    asked = await talk.hand_in("ann", "buy 10 IBM")
    dropped = await talk.hand_in("ann", "no wait, I only want 1 share")
    state = talk.memory.state
    del state.turns[dropped.id]
    before = state.conversations[asked.conversation_id]
    state.conversations[asked.conversation_id] = replace(before, dropped_turn=dropped.number)
    await talk.answer_next()

    await talk.say("ann", yes)

    assert talk.orders_carried_out == 0
    await talk.say("ann", yes)
    assert talk.orders_carried_out == 1


async def test_button_of_an_older_card_keeps_its_meaning(talk: Talk) -> None:
    card = await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", "buy 7 MSFT")
    await talk.press("ann", button(card, ButtonAction.CONFIRM))
    assert [(d.proposal.symbol, d.status) for d in talk.decisions()] == [
        ("IBM", DecisionStatus.FILLED),
        ("MSFT", DecisionStatus.PROPOSED),
    ]
    assert "That would buy 7 MSFT" in text_of(await talk.say("ann", "yes"))


async def test_another_spoke_and_a_press_was_refused_since_then_read_back(talk: Talk) -> None:
    card = await talk.say("ann", "buy 5 IBM")
    await talk.say_in_channel("bob", "wait for earnings")
    await talk.press("bob", button(card, ButtonAction.CONFIRM))
    assert "That would buy 5 IBM" in text_of(await talk.say("ann", "yes"))
    assert talk.orders_carried_out == 0


SMALL_TALK = {
    "greeting": ("hi", "Hello!", "good morning", "你好", "早上好"),
    "thanks": ("thanks", "thank you so much!", "谢谢", "多谢啦"),
    "farewell": ("bye", "see you tomorrow", "再见", "拜拜"),
    "identity": ("who are you", "are you a bot?", "你是谁？"),
    "acknowledgement": ("ok", "got it", "好的", "知道了"),
}


async def test_small_talk_then_one_polite_line(talk: Talk, subtests: pytest.Subtests) -> None:
    await talk.say("ann", "how is IBM?")
    for kind, texts in SMALL_TALK.items():
        for text in texts:
            with subtests.test(text):
                reply = await talk.say("ann", text)
                assert text_of(reply) == sentence(f"small-talk-{kind}", reply.language)


async def test_greeted_first_then_the_welcome_is_the_answer(talk: Talk) -> None:
    reply = await talk.say("ann", "hi")
    assert len(reply.answer.blocks) == 1
    assert text_of(reply).startswith("Hello, I am Parley.")


async def test_another_size_was_wanted_and_refused_then_yes_does_not_mean_the_old_one(talk: Talk) -> None:
    proposed = await talk.say("ann", "buy 10 AAPL")
    refused = await talk.press("ann", f"{button(proposed, ButtonAction.ADJUST).id}:1:too much")
    assert refused.answer.is_private

    assert talk.orders_carried_out == 0
    assert "confirm?" in text_of(await talk.say("ann", "yes"))
    assert talk.orders_carried_out == 0


async def _press_elsewhere(talk: Talk, button_id: str) -> Reply:
    """Press a button of a card of thread "one" in thread "two", where /pending shows it too."""
    await talk.say("ann", "/pending", thread="two")
    return await talk.press("ann", button_id, thread="two")


async def _changed_elsewhere(talk: Talk, text: str = "buy 10 GOOG") -> Reply:
    """Have a card of thread "one" adjusted to 19 GOOG in thread "two", and return the new card."""
    card = await talk.say("ann", text, thread="one")
    return await _press_elsewhere(talk, f"{button(card, ButtonAction.ADJUST).id}:15000:")


@pytest.mark.parametrize(("text", "yes"), [("buy 10 GOOG", "yes"), ("买入10股谷歌", "好的，就这么办")])
async def test_changed_in_another_thread_then_yes_under_the_old_card_is_told_so_and_read_back(
    talk: Talk, text: str, yes: str
) -> None:
    await _changed_elsewhere(talk, text)

    told = await talk.say("ann", yes, thread="one")

    was, now = ({"en": f"buy {n} GOOG", "zh": f"买入 {n} 股 GOOG"}[told.language] for n in (10, 19))
    facts = {"was": was, "now": now, "where": "thread"}
    assert text_of(told).startswith(sentence("confirm-replaced-elsewhere", told.language, **facts))
    assert talk.orders_carried_out == 0
    await talk.say("ann", yes, thread="one")
    assert [str(d.proposal.shares) for d in talk.decisions() if d.status is DecisionStatus.FILLED] == ["19"]


async def test_changed_in_another_thread_then_yes_under_the_new_card_there_confirms_it(talk: Talk) -> None:
    changed = await _changed_elsewhere(talk)
    assert changed.state is State.AWAITING_CONFIRM
    assert "bought 19 GOOG" in text_of(await talk.say("ann", "yes", thread="two"))


async def test_changed_in_another_thread_and_a_yes_is_overheard_there_then_it_is_for_parley(talk: Talk) -> None:
    await talk.say("ann", "how is GOOG?", thread="two")
    await _changed_elsewhere(talk)
    reply = await talk.say_in_channel("ann", "yes", thread="two")
    assert reply is not None
    assert "bought 19 GOOG" in text_of(reply)


async def test_changed_in_another_thread_by_words_then_each_thread_means_what_it_has_shown(talk: Talk) -> None:
    await _changed_elsewhere(talk)
    assert "buy 5 GOOG" in text_of(await talk.say("ann", "make it 5 shares", thread="two"))
    assert "buy 5 GOOG now" in text_of(await talk.say("ann", "yes", thread="one"))
    assert talk.orders_carried_out == 0
    assert "bought 5 GOOG" in text_of(await talk.say("ann", "yes", thread="two"))


async def test_repriced_in_another_thread_then_yes_under_the_old_price_buys_nothing(talk: Talk) -> None:
    card = await talk.say("ann", "buy 10 AAPL", thread="one")
    talk.market.prices["AAPL"] = Decimal(600)
    await _press_elsewhere(talk, button(card, ButtonAction.CONFIRM).id)

    assert "buy 10 AAPL for $6,000.00" in text_of(await talk.say("ann", "yes", thread="one"))
    assert talk.orders_carried_out == 0
    assert "bought 10 AAPL at $600" in text_of(await talk.say("ann", "yes", thread="two"))


async def test_rejected_from_another_thread_then_yes_there_confirms_what_fits(talk: Talk) -> None:
    card = await talk.say("ann", "buy 10 AAPL", thread="one")
    talk.broker.rejection = Rejection("insufficient_cash", Decimal(5000), Decimal(4000), Decimal(8))
    await _press_elsewhere(talk, button(card, ButtonAction.CONFIRM).id)
    talk.broker.rejection = None

    assert "bought 8 AAPL" in text_of(await talk.say("ann", "yes", thread="two"))
