"""What was agreed in a time: points, decisions with who made them, limits and notes; and who decided a trade."""

from datetime import timedelta

import pytest

from tests.fakes.core import Talk, text_of


@pytest.mark.parametrize("asked", ["summarise what we agreed today", "總結一下今天討論了什麼，決定了什麼"])
async def test_of_a_day_then_points_decisions_limits_and_notes(talk: Talk, asked: str) -> None:
    await talk.say("Omar", "tin will run out of steam")
    talk.pass_time(timedelta(days=2))
    await talk.say("Omar", "rail freight is a bargain, I find")
    await talk.say("Ann", "buy 2 IBM")
    await talk.say("Ann", "confirm")
    await talk.say("Dan", "remember for the team: we never hold over earnings")
    await talk.say("Dan", "never more than 5 % in one stock")
    await talk.say("Ann", "what are the rules here?")

    told = text_of(await talk.say("Carol", asked))

    assert "rail freight is a bargain" in told
    assert "tin will run out" not in told
    assert "what are the rules" not in told
    assert any(each in told for each in ("buy 2 IBM (carried out by Ann)", "买入 2 股 IBM（已执行，Ann）"))
    assert any(each in told for each in ("noted: “we never hold", "已记下：“we never hold"))
    assert "5 %" in told or "5%" in told
