"""Questions for rules: all that bind or are noted, whose they are, and what was said where nothing is noted."""

from tests.fakes.core import Talk, text_of


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
