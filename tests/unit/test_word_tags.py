import pytest

from bot.domain.word_tags import tones, topics

EXAMPLES = {
    "breakout": ("It broke out of its range.", "股价突破前高"),
    "support": ("Held above support.", "在支撑位企稳"),
    "resistance": ("Resistance is near.", "上方阻力明显"),
    "trend": ("An uptrend since May.", "上升趋势未变"),
    "momentum": ("MOMENTUM fades.", "动能减弱"),
    "overbought": ("RSI says overbought.", "已经超买"),
    "oversold": ("It is oversold.", "处于超卖区"),
    "risk": ("The risks are high.", "风险较高"),
    "stop_loss": ("Keep a stop-loss.", "设好止损"),
    "volatility": ("It is volatile.", "波动率上升"),
    "volume": ("On high volume.", "放量上涨"),
    "news": ("No news.", "没有新闻"),
    "earnings": ("Earnings are due.", "财报将至"),
    "dividend": ("It pays dividends.", "股息率不错"),
    "valuation": ("It looks overvalued.", "估值偏高"),
    "fundamental": ("Fundamentals are sound.", "基本面良好"),
    "technical": ("The technical picture is mixed.", "技术面偏弱"),
    "pe_ratio": ("A P/E of 12.", "市盈率12倍"),
    "market_cap": ("By market capitalization.", "市值很大"),
}


@pytest.mark.parametrize("tag", EXAMPLES)
def test_topic_in_english_and_chinese(tag: str) -> None:
    english, chinese = EXAMPLES[tag]
    assert tag in topics([english])
    assert tag in topics([chinese])


@pytest.mark.parametrize(
    "text",
    [
        "trendy shirts",
        "asterisks",
        "newsletter",
        "supportive",
        "volumetric",
        "pearl",
        "突破性产品",
        "riskless2",
        "type",
    ],
)
def test_part_of_another_word_is_no_topic(text: str) -> None:
    assert topics([text]) == ()


def test_topics_have_a_fixed_order_and_none_stands_twice() -> None:
    assert topics(["news and risk", "a trend, more news"]) == ("trend", "risk", "news")


def test_tones() -> None:
    assert tones(["Upgraded", "missed"]) == ("positive_news", "negative_news")
    assert tones(["Missouri", "Emission", "beaten track"]) == ()
