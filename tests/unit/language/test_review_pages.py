"""Which page of which decisions a message asks for."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import ReviewPages, Understanding

NEXT = ReviewPages(page=None, step=1, is_alone=True)
ENGLISH = {
    "next page": NEXT,
    "more": NEXT,
    "more please": NEXT,
    "show me more": NEXT,
    "older ones": NEXT,
    "next page please!": NEXT,
    "show the rest": NEXT,
    "previous page": ReviewPages(page=None, step=-1, is_alone=True),
    "page back": ReviewPages(page=None, step=-1, is_alone=True),
    "first page": ReviewPages(page=1, is_alone=True),
    "page 2": ReviewPages(page=2, is_alone=True),
    "show me page 3": ReviewPages(page=3, is_alone=True),
    "go to page 12": ReviewPages(page=12, is_alone=True),
    "show page two": ReviewPages(page=2, is_alone=True),
    "2nd page": ReviewPages(page=2, is_alone=True),
    "next 10": NEXT,
    "what are the next ones": NEXT,
    "the remaining ones": NEXT,
    "back to page 1": ReviewPages(page=1, is_alone=True),
    "go back a page": ReviewPages(page=None, step=-1, is_alone=True),
    "decisions since the beginning": ReviewPages(is_all=True),
    "/review page 2": ReviewPages(page=2),
    "/review 30 page 2": ReviewPages(page=2),
    "/review GOOG page 2": ReviewPages(page=2),
    "/review all": ReviewPages(is_all=True),
    "/review all page 3": ReviewPages(page=3, is_all=True),
    "show me all our decisions": ReviewPages(is_all=True, is_request=True),
    "review our decisions of last month, page 2": ReviewPages(page=2),
    "how did all our trades do": ReviewPages(is_all=True),
    "review our decisions": ReviewPages(),
}
CHINESE = {
    "下一页": NEXT,
    "更多": NEXT,
    "还有吗？": NEXT,
    "后面的": NEXT,
    "翻页": NEXT,
    "更早的呢": NEXT,
    "看下一页": NEXT,
    "下一页吧": NEXT,
    "下十条": NEXT,
    "再看看后面的": NEXT,
    "下一页谢谢": NEXT,
    "回到上一页": ReviewPages(page=None, step=-1, is_alone=True),
    "之前所有的交易怎么样": ReviewPages(is_all=True),
    "上一页": ReviewPages(page=None, step=-1, is_alone=True),
    "前一页": ReviewPages(page=None, step=-1, is_alone=True),
    "第一页": ReviewPages(page=1, is_alone=True),
    "回到第一页": ReviewPages(page=1, is_alone=True),
    "第2页": ReviewPages(page=2, is_alone=True),
    "第二页": ReviewPages(page=2, is_alone=True),
    "请看第十二页": ReviewPages(page=12, is_alone=True),
    "/review 第3页": ReviewPages(page=3),
    "回顾上个月的决策，第2页": ReviewPages(page=2),
    "回顾所有决策": ReviewPages(is_all=True, is_request=True),
    "列出全部决策": ReviewPages(is_all=True, is_request=True),
    "回顾一下之前的决策": ReviewPages(),
    "回顾谷歌的所有决策": ReviewPages(is_all=True),
}


def read(text: str) -> Understanding:
    instruments = load_instruments(["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    return understand(text, Surroundings(instruments=instruments, today=date(2013, 1, 31), focus=("GOOG",)))


def test_in_both_languages(subtests: pytest.Subtests) -> None:
    for text, pages in (ENGLISH | CHINESE).items():
        with subtests.test(text):
            understood = read(text)
            assert understood.pages == pages
            assert understood.intent is Intent.REVIEW
            assert understood.confidence >= 0.9


def test_days_and_shares_beside_a_page_are_read() -> None:
    assert read("/review 30 page 2").entities.dates == (date(2013, 1, 1), date(2013, 1, 31))
    assert read("/review GOOG page 2").entities.symbols == ("GOOG",)


def test_words_like_these_in_an_order_change_nothing(subtests: pytest.Subtests) -> None:
    for text in ("sell all of it", "sell everything", "buy 10 more", "全部卖出", "再买一点"):
        with subtests.test(text):
            assert read(text).intent is Intent.DECIDE
            assert read(text).pages == ReviewPages()
