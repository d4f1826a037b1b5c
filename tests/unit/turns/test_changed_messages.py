"""Messages that are edited or deleted while or after they are answered: what is recalled of them then."""

from datetime import timedelta

from bot.domain.conversation.turns import Turn
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import EpisodeKind
from tests.fakes.core import Talk, text_of

SAID = "banks look overextended to me, I would stay away from JPM"
ASKED = "what did Bob say about banks?"


async def answered_meanwhile(talk: Talk, text: str | None) -> Turn:
    """Bob's message, which he changes, or deletes (None), while it is being answered."""
    turn = await talk.hand_in("bob", SAID)
    claim = await talk.claim()
    assert claim is not None
    if text is None:
        await talk.intake.message_deleted(turn.thread, message_id=turn.platform_id)
    else:
        await talk.intake.message_edited(turn.thread, message_id=turn.platform_id, text=text)
    await talk.manager.answer_turn(claim)
    await talk.leases.release(claim)
    return turn


def exchanges(talk: Talk) -> list[str]:
    return [each.text for each in talk.memory.state.episodes.values() if each.kind is EpisodeKind.EXCHANGE]


async def test_deleted_after_its_answer_then_it_is_not_quoted(talk: Talk) -> None:
    turn = await talk.hand_in("bob", SAID)
    await talk.answer_next()
    talk.pass_time(timedelta(days=1))
    assert "banks look" in text_of(await talk.say("ann", ASKED, thread="other"))

    await talk.intake.message_deleted(turn.thread, message_id=turn.platform_id)
    assert "banks look" not in text_of(await talk.say("ann", ASKED, thread="third"))


async def test_edited_after_its_answer_then_the_new_words_are_quoted(talk: Talk) -> None:
    turn = await talk.hand_in("bob", SAID)
    await talk.answer_next()
    await talk.intake.message_edited(turn.thread, message_id=turn.platform_id, text="banks are cheap, I like JPM")
    talk.pass_time(timedelta(days=1))
    shown = text_of(await talk.say("ann", ASKED, thread="other"))
    assert "banks are cheap" in shown
    assert "overextended" not in shown


async def test_deleted_while_it_is_answered_then_only_the_answer_is_kept(talk: Talk) -> None:
    turn = await answered_meanwhile(talk, None)

    assert talk.reply(turn).answer.blocks
    assert talk.messages()[0].text == ERASED
    assert talk.messages()[0].intent is None
    assert exchanges(talk) == []


async def test_edited_while_it_is_answered_then_the_new_words_are_kept_without_the_answer(talk: Talk) -> None:
    await answered_meanwhile(talk, "should I buy AAPL? banks are cheap")

    assert talk.messages()[0].text == "should I buy AAPL? banks are cheap"
    assert exchanges(talk) == ["Bob: should I buy AAPL? banks are cheap"]
