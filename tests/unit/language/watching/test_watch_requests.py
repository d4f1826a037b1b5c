"""Requests for watch lists and briefs in words: what means which command, and what only sounds like one."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.language.understand import understand
from bot.language.watching.watch_requests import (
    BriefAct,
    WatchArguments,
    find_watching_command,
    read_brief_argument,
    read_watch_arguments,
)

CONTEXT = Surroundings(load_instruments(SampleMarket().symbols()), date(2013, 1, 31), focus=("IBM",))

MEANT = {
    "add FB to my watchlist": "/watch me FB",
    "put IBM on the watch list": "/watch IBM",
    "add it to our watchlist": "/watch it",
    "watch google for me": "/watch me google",
    "watch AAPL": "/watch AAPL",
    "please watch apple and microsoft": "/watch apple and microsoft",
    "can you keep an eye on IBM?": "/watch IBM",
    "add milk to my watchlist": "/watch me milk",
    "watch BTC": "/watch BTC",
    "watch 600519": "/watch 600519",
    "take MSFT off the watchlist": "/unwatch MSFT",
    "remove google from our watchlist": "/unwatch google",
    "stop watching IBM": "/unwatch IBM",
    "take everything off my watchlist": "/unwatch me all",
    "clear the watch list": "/unwatch all",
    "what's on our watchlist?": "/watch",
    "show my watchlist": "/watch me",
    "watchlist": "/watch",
    "is FB on our watchlist?": "/watch",
    "add FB, IBM and milk to our watchlist": "/watch FB, IBM and milk",
    "关注苹果": "/watch 苹果",
    "请帮我关注一下苹果和微软": "/watch 苹果和微软",
    "能不能帮我关注苹果?": "/watch 苹果",
    "把IBM加入自选": "/watch IBM",
    "把它加入我的自选": "/watch me 它",
    "自选股": "/watch",
    "我的自选股": "/watch me",
    "自选股有哪些?": "/watch",
    "自选表现": "/watch",
    "我的自选股表现": "/watch me",
    "我的自选里有苹果吗?": "/watch me",
    "把苹果和微软都加入自选": "/watch 苹果和微软",
    "从自选里删掉微软": "/unwatch 微软",
    "把微软从自选股里删除": "/unwatch 微软",
    "取消关注谷歌": "/unwatch 谷歌",
    "清空自选股": "/unwatch all",
    "send us a brief every morning": "/brief pre",
    "start the morning briefs": "/brief pre",
    "we want a brief after the close": "/brief post",
    "post a daily brief": "/brief on",
    "subscribe this channel to the briefs": "/brief on",
    "stop the briefs": "/brief off",
    "could you stop the briefs?": "/brief off",
    "turn off the briefs": "/brief off",
    "give us a brief": "/brief now",
    "每天早上给我们简报": "/brief pre",
    "每天收盘后给我们发简报": "/brief post",
    "每天给我们发一份简报": "/brief on",
    "订阅简报": "/brief on",
    "停止简报": "/brief off",
    "别再发简报了": "/brief off",
    "来一份简报": "/brief now",
    "what's on our list?": "/watch",
    "how is my watchlist doing?": "/watch me",
    "how did our list do today": "/watch",
    "put IBM on the list": "/watch IBM",
    "whats on my wachlist": "/watch me",
    "我们关注了哪些": "/watch",
    "自选股今天怎么样": "/watch",
    "我关注的股票": "/watch me",
    "把谷歌加到列表里": "/watch 谷歌",
    "brief us every morning": "/brief pre",
    "can you brief us after the close?": "/brief post",
    "每天早上发一份简报给我": "/brief pre",
    "我想每天收到简报": "/brief on",
    "brief?": "/brief now",
    "briefs off": "/brief off",
    "watch apple n microsoft": "/watch apple n microsoft",
    "what are you watching?": "/watch",
    "苹果还在自选里吗?": "/watch",
    "加自选 苹果": "/watch 苹果",
    "what am I subscribed to?": "/brief status",
    "简报什么时候发?": "/brief status",
}
NOT_MEANT = (
    "watch out for AAPL",
    "I watched the Apple event",
    "watch the Apple event",
    "don't watch IBM",
    "don't add FB to my watchlist",
    "should I watch IBM?",
    "watch IBM?",
    "would you stop the briefs if you were me?",
    "stop the briefs?",
    "watch IBM and tell me when it falls",
    "alert me when AAPL drops below 400",
    "Bob said: watch IBM",
    "> watch IBM",
    '"watch IBM"',
    "what would you watch next",
    "did you watch the football",
    "watch now",
    "follow up on IBM",
    "track record of IBM",
    "brief me on AAPL",
    "in brief, IBM fell",
    "be brief",
    "give me a brief analysis of IBM",
    "别关注苹果",
    "关注苹果的发布会",
    "要不要关注苹果?",
    "关注苹果吗?",
    "别把苹果加入自选",
    "小明把苹果加入自选了",
    "add FB but not IBM to my watchlist",
    "I put IBM on my watchlist yesterday",
    "Bob added FB to his watchlist",
    "清空订单列表",
    "give me a brief summary of last week",
    "send $500 to my bank account every month",
    "give me IBM's daily range",
    "buy 5 IBM, it is on the list",
    "what was Apple's subscription revenue?",
)
REFUSED = {
    Problem.WATCH_LIST: (
        "is our watchlist beating the market?",
        "how did our watchlist do this week",
        "buy everything on our watchlist",
        "watch IBM until friday",
        "watch IBM below 200",
        "what is a watch list?",
        "自选股里哪只跌得最多",
    ),
    Problem.LIST_UNNAMED: (
        "take FB off",
        "drop FB from the list",
        "remove the IBM one",
        "clear the list",
        "show me the list",
        "is ibm on the list?",
        "add AAPL, MSFT but not IBM to the list",
        "去掉FB",
        "清空列表",
    ),
    Problem.BRIEFS: (
        "brief us every Monday",
        "send us a brief every morning at 9:15",
        "how do I stop the briefs?",
        "don't send us briefs on Fridays",
        "subscribe me to Apple news",
        "send me the news every morning",
        "send me IBM news every morning",
        "no briefs on holidays please",
        "每天早上发苹果的新闻",
        "每周一发简报",
        "早上9点15发简报",
        "订阅苹果新闻",
    ),
}


def test_whole_messages_mean_commands(subtests: pytest.Subtests) -> None:
    for text, command in MEANT.items():
        with subtests.test(text):
            assert find_watching_command(text, CONTEXT.instruments) == command
            understood = understand(text, CONTEXT)
            assert f"/{understood.command}" == command.split()[0]
            assert understood.intent is Intent.UNKNOWN
            assert understood.language is (Language.ENGLISH if text.isascii() else Language.CHINESE)


def test_what_only_sounds_like_one_means_none(subtests: pytest.Subtests) -> None:
    for text in NOT_MEANT:
        with subtests.test(text):
            assert find_watching_command(text, CONTEXT.instruments) is None
            assert understand(text, CONTEXT).command not in {"watch", "unwatch", "brief"}


def test_what_is_not_wholly_understood_is_refused_as_what_it_is_about(subtests: pytest.Subtests) -> None:
    for problem, texts in REFUSED.items():
        for text in texts:
            with subtests.test(text):
                assert find_watching_command(text, CONTEXT.instruments) is None
                understood = understand(text, CONTEXT)
                assert (understood.intent, understood.confidence) == (Intent.UNKNOWN, 0.99)
                assert understood.entities.problems == (problem,)


def test_words_of_a_watch_list_never_become_an_order(subtests: pytest.Subtests) -> None:
    for text in (
        "I put IBM on my watchlist yesterday",
        "buy IBM, it is on the watch list",
        "should I watch google?",
        "昨天我把苹果放进自选买入",
    ):
        with subtests.test(text):
            assert understand(text, CONTEXT).intent is not Intent.DECIDE


def test_words_of_the_command_are_no_shares_and_capitals_are_tickers(subtests: pytest.Subtests) -> None:
    cases = {
        "me AAPL": WatchArguments(is_own=True, names=("AAPL",)),
        "AAPL -MSFT": WatchArguments(says_more=True, names=("AAPL", "-MSFT")),
        "all": WatchArguments(is_all=True),
        "ME ALL": WatchArguments(names=("ME", "ALL")),
        "my list": WatchArguments(is_own=True),
        "it": WatchArguments(means_focus=True),
        "我的 苹果": WatchArguments(is_own=True, names=("苹果",)),
    }
    for text, expected in cases.items():
        with subtests.test(text):
            assert read_watch_arguments(text.split()) == expected


def test_arguments_of_brief() -> None:
    given = ("", "on", "OFF", "pre-open", "post", "now", "关闭", "盘前", "status", "foo")
    assert [read_brief_argument(each.split()) for each in given] == [
        *(BriefAct.SHOW, BriefAct.ON, BriefAct.OFF, BriefAct.PRE, BriefAct.POST, BriefAct.NOW),
        *(BriefAct.OFF, BriefAct.PRE, BriefAct.STATUS, None),
    ]


def test_a_message_above_a_request_s_length_is_read_at_once() -> None:
    assert find_watching_command("watch " + "a " * 4_000, CONTEXT.instruments) is None
