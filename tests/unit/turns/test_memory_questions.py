"""Questions in words that no frame has: recognised by who has spoken, and by what is remembered and was said."""

import asyncio

import pytest

from bot.domain.conversation.states import Intent
from tests.fakes.core import Talk, sentence, text_of


@pytest.fixture(scope="module")
def talked() -> Talk:
    """A team that has talked, in other threads than the one that asks."""
    return asyncio.run(_talked(Talk()))


async def _talked(talk: Talk) -> Talk:
    await talk.say("Bob", "I distrust Japanese banks", thread="first")
    await talk.say("Max", "thnk msft overpriced imo", thread="first")
    await talk.say("Gus", "谷歌太贵了", thread="second")
    await talk.say("Hugo", "shipping rates will double by June, I'd say", thread="second")
    await talk.say("Zoe", "Facebook's ad pricing is falling, Meridian says 12 percent", thread="second")
    await talk.say("Ann", "When Hugo is away, Beatrix signs.", thread="second")
    await talk.say("Ann", "remember that our benchmark is the Russell 1000", thread="second")
    return talk


@pytest.fixture
def team(talk: Talk, talked: Talk) -> Talk:
    talk.go_on_from(talked)
    return talk


@pytest.mark.parametrize(
    ("asked", "by", "words"),
    [
        ("anything from bob on banks?", "Bob", "Japanese banks"),
        ("what has Bob said so far", "Bob", "Japanese banks"),
        ("bob's view on banks?", "Bob", "Japanese banks"),
        ("did banks come up?", "Bob", "Japanese banks"),
        ("what did max say about microsoft?", "Max", "thnk msft"),
        ("max's take on MSFT", "Max", "thnk msft"),
        ("Gus 对 google 是什么 view？", "Gus", "谷歌太贵了"),
        ("Has anyone in the team at any point expressed a view on shipping rates?", "Hugo", "double by June"),
        ("who signs when Hugo is away?", "Ann", "Beatrix signs"),
    ],
)
async def test_in_whatever_words_then_the_statement_is_quoted(team: Talk, asked: str, by: str, words: str) -> None:
    reply = await team.say("Lena", asked, thread="asking")

    assert reply.intent is Intent.REVIEW
    assert text_of(reply).startswith(f"• {by}, ")
    assert words in text_of(reply)
    assert reply.answer.sources[0].by == (by,)


@pytest.mark.parametrize(
    "asked",
    [
        "what's our benchmark?",
        "what did we say our benchmark is",
        "do we have a benchmark?",
    ],
)
async def test_what_is_remembered_answers_first(team: Talk, asked: str) -> None:
    await team.say("Lena", "what's our benchmark index called?", thread="other")  # a question tells nothing
    assert "our benchmark is the Russell 1000" in text_of(await team.say("Lena", asked, thread="asking"))


@pytest.mark.parametrize(
    "asked",
    [
        "what did Zoe say about Amazon's ad pricing?",
        "who said ad pricing dropped 20 percent",
        "Gus on oil?",
    ],
)
async def test_never_said_of_that_then_nothing_else_is_quoted(team: Talk, asked: str) -> None:
    reply = await team.say("Lena", asked, thread="asking")
    assert "found nothing on that" in text_of(reply)
    assert not reply.answer.sources


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("记住：周三下午三点开投委会", "投委会什么时候开"),
        ("记一下：每月15号跟投资人开电话会", "投资人电话会是几号？"),
        ("remember that the committee meets on Wednesdays at three", "when is the committee meeting?"),
    ],
)
async def test_question_for_a_date_is_answered_by_what_is_remembered_not_when_it_was_said(
    talk: Talk, stored: str, asked: str
) -> None:
    await talk.say("Ann", stored)
    text = text_of(await talk.say("Lena", asked))
    assert text.startswith(("我记得", "I remember"))


@pytest.mark.parametrize("question", ["hmm, so nobody brought up tariffs?", "who talks about tariffs here?"])
async def test_question_that_was_asked_before_is_no_answer(team: Talk, question: str) -> None:
    await team.say("Dan", question, thread="asking")
    reply = await team.say("Lena", "has anyone said anything about tariffs?", thread="asking")
    assert "found nothing on that" in text_of(reply)


@pytest.mark.parametrize(
    ("asked", "intent"),
    [
        ("should I wait on google?", Intent.UNKNOWN),
        ("is Google overvalued?", Intent.ANALYZE),
        ("how is Microsoft doing?", Intent.ANALYZE),
        ("what's the max drawdown of MSFT?", Intent.ANALYZE),
        ("buy 3 GOOG", Intent.DECIDE),
        ("what is a stop loss", Intent.EXPLAIN),
        ("tell Bob to buy 3 GOOG", Intent.UNKNOWN),
        ("Bob is right about banks", Intent.UNKNOWN),
    ],
)
async def test_question_for_figures_or_advice_stays_one(team: Talk, asked: str, intent: Intent) -> None:
    reply = await team.say("Lena", asked, thread="asking")
    assert reply.intent is intent or (reply.intent is not Intent.REVIEW and not reply.answer.sources)


async def test_reply_to_a_card_belongs_to_its_share(team: Talk) -> None:
    await team.say("Mira", "should we buy IBM?", thread="card")
    await team.say("Tom", "I'd leave it alone: services revenue shrinks six quarters in a row", thread="card")
    await team.say("Mira", "cancel", thread="card")

    assert text_of(await team.say("Lena", "what was Tom's objection to IBM?", thread="asking")).startswith("• Tom, ")
    assert "Tom" in {
        by
        for each in (await team.say("Lena", "why did we pass on IBM?", thread="asking")).answer.sources
        for by in each.by
    }


async def test_what_somebody_asked_to_remember_is_quoted_as_their_words(team: Talk) -> None:
    await team.say("Eli", "remember my desk phone is 4471", thread="card")
    reply = await team.say("Lena", "what is Eli's phone number?", thread="asking")
    assert text_of(reply).startswith("• Eli, ")
    assert "4471" in text_of(reply)


@pytest.fixture
async def ruled(talk: Talk) -> Talk:
    """A team with notes of two people, a limit of the channel, a trade, and views of it."""
    await talk.say("Dana", "remember that we never hold over earnings")
    await talk.say("阿芳", "记住我们不碰烟草股")
    await talk.say("阿芳", "/limits channel at most $5,000 per trade")
    await talk.say("Dana", "I think we should buy AAPL, it is cheap")
    await talk.say("阿芳", "buy 2 AAPL")
    await talk.say("阿芳", "confirm")
    return talk


@pytest.mark.parametrize("asked", ["what rules have we set?", "our rules?", "我们定过什么规矩", "我们有哪些规矩"])
async def test_all_rules_are_asked_for_then_notes_and_limits(ruled: Talk, asked: str) -> None:
    text = text_of(await ruled.say("Ann", asked, thread="asking"))
    assert all(each in text for each in ("never hold over earnings", "不碰烟草股", "$5,000"))


@pytest.mark.parametrize("asked", ["who wanted to buy Apple?", "当初谁要买苹果的"])
async def test_who_wanted_a_trade_then_who_said_so_and_who_made_one(ruled: Talk, asked: str) -> None:
    text = text_of(await ruled.say("Ann", asked, thread="asking"))
    assert "• Dana, " in text
    assert "阿芳 confirmed it" in text or "由 阿芳 确认" in text


async def test_no_view_in_these_words_then_what_was_said_on_the_share(ruled: Talk) -> None:
    reply = await ruled.say("Ann", "谁反对买苹果来着", thread="asking")
    text = text_of(reply)
    assert text.startswith(sentence("recall-other-words", reply.language, query="AAPL"))
    assert "• Dana, " in text


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        (
            "remember that our cap per sector is 20%",
            "remember that our cap per sector is 25%",
            "what is our cap per sector?",
        ),
        ("记住我们单个行业上限是 20%", "记住我们单个行业上限是 25%", "我们单个行业上限是多少？"),
    ],
)
async def test_a_note_of_a_limit_tells_since_when_and_what_held_before(
    talk: Talk, first: str, then: str, asked: str
) -> None:
    await talk.say("Ann", first)
    await talk.say("Ann", then)
    text = text_of(await talk.say("Bob", asked))
    lines = text.splitlines()
    assert ("bind no order" in lines[0]) or ("不约束任何订单" in lines[0])
    assert "25%" in lines[1]
    assert "2026-11-02" in lines[1]
    assert "20%" in lines[1]
