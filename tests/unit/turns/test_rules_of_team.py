"""Rules and notes of a team: for whom they are kept, how they are changed, and who changed or cancelled what."""

import pytest

from tests.fakes.core import Talk, sentence, text_of


async def kept(talk: Talk, by: str) -> str:
    return text_of(await talk.say(by, "/memory"))


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("team rule: nobody buys airlines", "nobody buys airlines"),
        ("for everyone: our broker is Stifel", "our broker is Stifel"),
        ("remember for the whole desk that our auditor is KPMG", "our auditor is KPMG"),
        ("remember that we don't trade on fridays, that goes for everybody", "we don't trade on fridays"),
        ("记住：不碰航空股，全队都这样", "不碰航空股"),
        ("记住，开盘前半小时不交易，这是全公司的", "开盘前半小时不交易"),
        ("麻烦给全组记一下：周五不开新仓", "周五不开新仓"),
    ],
)
async def test_note_said_to_be_of_the_team_is_kept_for_all_and_says_so(talk: Talk, said: str, noted: str) -> None:
    reply = await talk.say("ann", said)
    whose = sentence("memory-whose", reply.language, scope="team", section="team")
    assert text_of(reply).startswith(sentence("memory-stored", reply.language, whose=whose, text=noted))
    assert f"“{noted}”" in await kept(talk, "bob")


@pytest.mark.parametrize("said", ["house rule: no crypto", "团队规矩：任何人不买航空股"])
async def test_rule_of_the_team_that_no_limit_holds_is_said_not_to_be_enforced(talk: Talk, said: str) -> None:
    reply = await talk.say("ann", said)
    assert sentence("memory-no-limit", reply.language, limit="rule") in text_of(reply)
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ("house rule: never more than 3 names", "at most 3 positions at once (this channel, set by Ann)"),
        ("团队规矩：最多持有三只股票", "同时最多持有 3 只股票（本频道，由 Ann 设定）"),
    ],
)
async def test_limit_of_the_team_binds_all_once_a_button_says_so(talk: Talk, said: str, listed: str) -> None:
    asked = await talk.say("ann", said)
    assert "1. " not in text_of(await talk.say("ann", "/limits"))
    await talk.press("ann", asked.answer.buttons[0].id)
    assert listed in text_of(await talk.say("bob", "/limits"))


async def test_limit_of_the_team_is_taken_for_oneself_then_others_are_free(talk: Talk) -> None:
    asked = await talk.say("ann", "team rule: max 5% per position")
    await talk.press("ann", asked.answer.buttons[1].id)
    assert "5 % of total assets (Ann, in every conversation)" in text_of(await talk.say("ann", "/limits"))
    assert "1. " not in text_of(await talk.say("bob", "/limits"))


@pytest.mark.parametrize(
    ("note", "change", "now"),
    [
        ("nobody buys airlines", "change the airline rule to: no travel stocks", "no travel stocks"),
        ("stop losses at 20 percent", "change the rule to 25", "stop losses at 25 percent"),
        ("单票不超过百分之三", "把规矩改成：单票不超过百分之五", "单票不超过百分之五"),
    ],
)
async def test_rule_that_is_named_gets_the_new_text(talk: Talk, note: str, change: str, now: str) -> None:
    await talk.say("ann", f"remember for the team: {note}" if note.isascii() else f"给团队记住：{note}")
    await talk.say("ann", change)
    listed = await kept(talk, "bob")
    assert f"“{now}”" in listed
    assert f"“{note}”" not in listed
    assert "2. " not in listed


async def test_bare_number_fits_no_note_shown_then_the_one_it_fits_is_offered(talk: Talk) -> None:
    await talk.say("ann", "remember that stop losses are at 20 percent")
    await talk.say("ann", "remember that our custodian is BNY")
    reply = await talk.say("ann", "change the rule to 25")
    assert reply.answer.buttons[0].label == sentence("guess-note", text="stop losses are at 25 percent")
    assert "“our custodian is BNY”" in await kept(talk, "ann")


@pytest.mark.parametrize("asked", ["who changed the limit", "谁改了限额"])
async def test_change_of_a_limit_is_told_with_who_and_when(talk: Talk, asked: str) -> None:
    await talk.say("ann", "/limits channel at most $1,000 per trade")
    await talk.say("bob", "/limits remove 1")
    told = text_of(await talk.say("ann", asked))
    assert "Bob" in told
    assert "+ " in told
    assert "− " in told
    assert "“/limits channel at most $1,000 per trade”" in told


@pytest.mark.parametrize("asked", ["what was cancelled today and why", "今天取消了哪些，为什么"])
async def test_cancelled_decisions_are_told_with_who_and_why(talk: Talk, asked: str) -> None:
    await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", "cancel")
    await talk.say("bob", "buy 3 MSFT")
    await talk.say("bob", "cancel, too dear")
    lines = text_of(await talk.say("tom", asked)).splitlines()
    (of_bob,) = [each for each in lines if "MSFT" in each]
    (of_ann,) = [each for each in lines if "IBM" in each]
    assert "Bob" in of_bob
    assert "“cancel, too dear”" in of_bob
    assert "Ann" in of_ann
    assert "“" not in of_ann


async def test_rules_are_limits_in_force_whosever_and_notes(talk: Talk) -> None:
    await talk.say("dan", "never more than 5 % in one stock")
    await talk.say("dan", "remember for the team: we never hold over earnings")

    listed = text_of(await talk.say("mia", "what are the rules here?"))

    assert "5 % of total assets (Dan, " in listed
    assert "“we never hold over earnings” (Dan, since " in listed
    assert "No limit binds your trades here." in listed
    assert "5 % of total assets (Dan, " not in text_of(await talk.say("mia", "/limits"))


async def test_rule_of_a_time_is_found_by_the_words_of_the_time(talk: Talk) -> None:
    await talk.say("dan", "I think FB is too dear")
    await talk.say("dan", "I think nobody should sell in the last week of the quarter")

    found = await talk.say("kim", "whose rule is it, the thing about the last week", thread="asking")

    assert text_of(found).startswith("• Dan, ")
    assert "last week of the quarter" in text_of(found)
    assert "too dear" not in text_of(found)


async def test_rules_of_a_time_in_chinese(talk: Talk) -> None:
    await talk.say("老王", "我觉得季末最后一周谁都不许卖")

    found = await talk.say("小陈", "最后一周那个规矩是谁的", thread="asking")

    assert "季末最后一周谁都不许卖" in text_of(found)


async def test_what_answers_nothing_is_shown_as_nearest_and_only_as_such(talk: Talk) -> None:
    await talk.say("mia", "I think friday afternoons are bad for trading")

    nearest = text_of(await talk.say("kim", "do we have a rule on friday options expiries?", thread="asking"))

    assert "What comes nearest:" in nearest
    assert "• Mia, " in nearest
    assert "I remember no rule" in text_of(await talk.say("kim", "do we have a rule on hedging?", thread="asking"))


async def test_whether_a_trade_is_allowed_is_answered_by_notes_and_limits_before_the_view(talk: Talk) -> None:
    await talk.say("dan", "remember for the team: no FB, we got burned in the ipo")
    await talk.say("kim", "never more than 5 % in one stock")

    told = text_of(await talk.say("kim", "are we allowed to buy FB?"))

    note, limit, view = (told.index(each) for each in ("no FB, we got burned", "5 % of total assets", "FB $"))
    assert note < limit < view
    assert not talk.decisions()


async def test_advice_stands_behind_what_is_noted_on_the_share(talk: Talk) -> None:
    await talk.say("dan", "remember for the team: no FB, we got burned in the ipo")
    await talk.say("dan", "remember for the team: IBM reports in April")

    told = text_of(await talk.say("kim", "should I buy IBM?"))

    assert told.index("IBM reports in April") < told.index("Buy ")
    assert "burned" not in told
    assert [each.proposal.symbol for each in talk.decisions()] == ["IBM"]
