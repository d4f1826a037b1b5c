"""A team's own news in whole turns: with date and source in deep analyses, in briefs, and never before their time."""

import json
from collections.abc import Callable
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
