"""A team's own news in whole turns: with date and source in deep analyses, in briefs, and never before their time."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.market.news.folder import FolderNews
from bot.engines.registry import EngineParts, build_engines
from tests.fakes.clock import SteppingClock, new_ids
from tests.fakes.core import Talk, text_of

NEWS = (
    {"date": "2013-01-30", "symbol": "AAPL", "title": "Orders for screens fall", "source": "Nikkei"},
    {"date": "2013-01-31", "symbol": "AAPL", "title": "苹果公司与中国移动会谈", "source": "新浪财经"},
    {"date": "2013-02-01", "symbol": "AAPL", "title": "Known tomorrow", "source": "desk"},
    {"date": "2013-01-31", "symbol": "IBM", "title": "Of another share", "source": "desk"},
)


@pytest.fixture
def team(tmp_path: Path) -> Callable[[], Talk]:
    """Return what opens a workspace whose NEWS_DIR holds NEWS."""
    lines = [json.dumps(each, ensure_ascii=False) for each in NEWS]
    (tmp_path / "team.jsonl").write_text("\n".join([*lines, "no news", ""]), "utf-8")

    def opened() -> Talk:
        clock = SteppingClock()
        parts = EngineParts(clock=clock, new_id=new_ids(clock), client=None, allowed_hosts=frozenset())
        return Talk(engines=build_engines(parts), news=(FolderNews(tmp_path, symbols={"AAPL", "IBM"}),))

    return opened


ASKED = (
    (
        "/analyze AAPL deep",
        "2013-01-31: “苹果公司与中国移动会谈” (新浪财经)",
        "2013-01-30: “Orders for screens fall” (Nikkei)",
    ),
    (
        "深度分析一下苹果",
        "2013-01-31：“苹果公司与中国移动会谈”（新浪财经）",
        "2013-01-30：“Orders for screens fall”（Nikkei）",
    ),
)


async def test_deep_analysis_names_the_teams_news_with_date_and_source(team: Callable[[], Talk]) -> None:
    talk = team()
    for asked, first, second in ASKED:
        told = text_of(await talk.say("ann", asked, thread=asked))
        assert told.index(first) < told.index(second)
        assert "Known tomorrow" not in told
        assert "Of another share" not in told
    await talk.say("ann", "/advance 1")
    assert "2013-02-01: “Known tomorrow” (desk)" in text_of(await talk.say("ann", "/analyze AAPL deep"))
    talk.check_invariants()


async def test_brief_tells_the_teams_news_of_the_session(team: Callable[[], Talk]) -> None:
    talk = team()
    await talk.say("ann", "/watch AAPL")
    told = text_of(await talk.say("ann", "/brief now"))
    assert "“苹果公司与中国移动会谈” (新浪财经, 2013-01-31)" in told
    assert "Known tomorrow" not in told


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
