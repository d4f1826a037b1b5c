"""Questions what a term means, and those for a share's figure or about a decision, which are none."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language, Locale
from bot.language.questions.glossary import TERMS
from bot.language.understand import understand
from bot.language.understanding import Entities, Understanding
from bot.locales import Catalogue

ENGLISH = {
    "what is a stop loss": "stop",
    "what's RSI?": "rsi",
    "what is the committee?": "committee",
    "who is on the committee?": "committee",
    "what is a deep analysis?": "committee",
    "what's an option": "option",
    "what is a bull market?": "bull-bear",
    "what's the Sharpe ratio": "sharpe",
    "what is an ETF": "etf",
    "I'm brand new to this. What does oversold mean?": "rsi",
    "explain P/E": "pe",
    "what does confidence mean": "confidence",
    "define volatility": "volatility",
    "what is MACD?": "macd",
    "hey, what's a moving average exactly?": "moving-average",
    "can you explain what drawdown means?": "drawdown",
    "what does ATR stand for": "atr",
    "meaning of market cap": "market-value",
    "i don't know what dividend yield is": "dividend-yield",
    'what do you mean by "target cash amount"?': "target-amount",
    "how do i read the RSI?": "rsi",
    "what's the difference between a stop and a limit": "stop limit",
    "what is an ex-date": "ex-date",
    "remind me what a stock split is": "split",
    "what's average cost": "average-cost",
    "tell me what unrealised p&l means": "result",
    "what does hold mean here": "hold",
    "what are RSI and MACD": "rsi macd",
    "what does a P/E of 23 mean": "pe",
    "what is a paper account?": "paper-account",
    "win rate meaning": "win-rate",
    "what does confidence 88 % mean, is it a probability": "confidence",
    "what does rsi 66 mean": "rsi",
    "@parley what is a benchmark?": "index",
    "/explain RSI": "rsi",
    "what does the stop mean": "stop",
    "yo what's a p/e again?": "pe",
    "pls define atr": "atr",
    "never heard of a golden cross, what is that": "moving-average",
    "dividend yield - what is it?": "dividend-yield",
    "what does it mean to short": "short-sale",
    "how do you calculate volatility": "volatility",
    "whats the meaning of ex-dividend": "ex-date",
    "i have no clue what volatility is": "volatility",
    "how does rsi work": "rsi",
    "in simple words, what is a moving average?": "moving-average",
    "what's a good pe": "pe",
}
CHINESE = {
    "MACD 是什么": "macd",
    "市盈率是什么意思": "pe",
    "什么是投委会？": "committee",
    "投委会都有谁？": "committee",
    "深度分析是什么": "committee",
    "什么是止损": "stop",
    "什么叫回撤": "drawdown",
    "解释一下RSI": "rsi",
    "置信度是什么意思": "confidence",
    "波动率指的是什么": "volatility",
    "请问ATR是啥": "atr",
    "均线怎么理解": "moving-average",
    "股息率什么意思啊": "dividend-yield",
    "目标金额是什么意思": "target-amount",
    "你说的“模拟账户”是什么": "paper-account",
    "帮我解释下52周区间": "week-range",
    "除息日是什么": "ex-date",
    "拆股是什么意思": "split",
    "胜率怎么算": "win-rate",
    "止损和限额有什么区别": "stop limit",
    "量比是什么指标": "volume-ratio",
    "浮盈是什么意思": "result",
    "市值的定义": "market-value",
    "RSI和MACD是什么": "rsi macd",
    "置信度88%是什么意思": "confidence",
    "不懂什么是仓位": "position",
    "股息率这个词啥意思": "dividend-yield",
    "不太明白回撤是什么意思": "drawdown",
    "股息是什么，怎么来的": "dividend",
    "能解释一下什么叫置信度吗": "confidence",
    "ATR 是什么的缩写": "atr",
    "限额和上限有什么不同": "limit cap",
    "市盈率多少算高": "pe",
    "市盈率是什么意思，越低越好吗": "pe",
    "什么是牛市": "bull-bear",
}
FIGURES = ("what's the P/E?", "RSI?", "what is the stop?", "the volatility?", "市盈率？")  # of the share talked of
OTHERS = (
    *("what is AAPL's P/E?", "explain the decision", "what is the target", "what does that mean", "what do you mean"),
    *("what's a good stop for GOOG", "what is RSI, and buy 5 google", "what's your take on risk", "explain", "why?"),
    *(
        "what's my position",
        "what's pending",
        "what are my limits",
        "stop",
        "hold",
        "what's the win rate",
        "what's my p&l",
    ),
    *(
        "市盈率是多少",
        "止损设在哪",
        "这是什么意思",
        "理由是什么",
        "信心只有六成是什么原因",
        "苹果的市盈率是多少",
        "持仓",
        "限额",
    ),
    *("what does apple mean by that", "what is the risk", "解释一下这个决策", "什么意思", "买苹果是什么原因"),
)


def read(text: str, *, focus: str = "", pending: int = 0) -> Understanding:
    instruments = load_instruments(["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    context = Surroundings(
        instruments=instruments, today=date(2013, 1, 31), focus=(focus,) if focus else (), pending=pending
    )
    return understand(text, context)


class TestDefinition:
    @pytest.mark.parametrize(("focus", "pending"), [("", 0), ("GOOG", 0), ("GOOG", 1)])
    def test_in_both_languages(self, subtests: pytest.Subtests, focus: str, pending: int) -> None:
        for text, terms in (ENGLISH | CHINESE).items():
            with subtests.test(text):
                understood = read(text, focus=focus, pending=pending)
                assert understood.definition == Define(terms=tuple(terms.split()))
                assert understood.intent is Intent.EXPLAIN
                assert understood.confidence >= 0.9
                assert understood.entities == Entities()

    def test_a_figure_is_a_term_only_while_no_share_is_talked_of(self, subtests: pytest.Subtests) -> None:
        for text in FIGURES:
            with subtests.test(text):
                assert read(text).definition is not None
                assert read(text, focus="GOOG").definition is None
                assert read(text, focus="GOOG", pending=1).definition is None

    @pytest.mark.parametrize(("focus", "pending"), [("", 0), ("GOOG", 0), ("GOOG", 1)])
    def test_other_questions_are_none(self, subtests: pytest.Subtests, focus: str, pending: int) -> None:
        for text in OTHERS:
            with subtests.test(text):
                assert read(text, focus=focus, pending=pending).definition is None

    def test_a_word_that_is_no_term_is_named(self) -> None:
        assert read("what does contango mean?").definition == Define(word="contango")
        assert read("什么叫逆价差").definition == Define(word="逆价差")

    assert read("小白问一下，什么是K线").definition == Define(word="k线")

    def test_takes_no_long_time_whatever_the_text(self) -> None:
        for text in (
            "这个" * 59 + "x",
            "除权除息日" * 23 + "x",
            "what is " + "stop loss " * 11 + "x",
            "解释一下" * 29 + "止损x",
        ):
            assert read(text).definition is None

    def test_its_language_is_that_of_the_question(self) -> None:
        assert read("MACD 是什么").language is Language.CHINESE
        assert read("what is MACD").language is Language.ENGLISH


@pytest.mark.parametrize("language", Language)
def test_every_term_has_its_two_lines(language: Language, subtests: pytest.Subtests) -> None:
    texts, locale = Catalogue(), Locale(language)
    for term in TERMS:
        with subtests.test(term):
            lines = [texts.render_code(locale, prefix, term) for prefix in ("glossary", "glossary-use")]
            assert all(len(line) <= 160 and "\n" not in line for line in lines)


@pytest.mark.parametrize("text", ["and what counts as high?", "what's a good one?", "那多少算高？", "when is it low?"])
def test_what_value_is_high_of_the_figure_spoken_of(text: str) -> None:
    assert read(text, focus="GOOG").definition == Define(asks_level=True)


def test_an_unknown_word_behind_an_article() -> None:
    assert read("what's a covered call?", focus="GOOG").definition == Define(word="covered call")
    assert read("what is a good entry", focus="GOOG").definition is None
