import pytest

from bot.domain.text.topics import tone_tags, tone_words, topic_tags

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


def test_topic_in_english_and_chinese(subtests: pytest.Subtests) -> None:
    for tag, (english, chinese) in EXAMPLES.items():
        with subtests.test(tag):
            assert tag in topic_tags([english])
            assert tag in topic_tags([chinese])


@pytest.mark.parametrize("text", ["trendy shirts", "supportive", "突破性产品", "riskless2"])
def test_part_of_another_word_is_no_topic(text: str) -> None:
    assert topic_tags([text]) == ()


def test_topics_have_a_fixed_order_and_none_stands_twice() -> None:
    assert topic_tags(["news and risk", "a trend, more news"]) == ("trend", "risk", "news")


@pytest.mark.parametrize(
    "text", ["P/E", "PE of 12", "a PE multiple", "its pe-ratio", "price/earnings", "price to earnings", "市盈率"]
)
def test_price_to_earnings_however_it_is_written(text: str) -> None:
    assert "pe_ratio" in topic_tags([text])


@pytest.mark.parametrize(
    ("texts", "tones"),
    [
        (("Upgraded", "missed"), ("positive_news", "negative_news")),
        (("Loss widens", "利空消息", "亏损扩大"), ("negative_news",)),
        (("股价走强",), ("positive_news",)),
        (("Missouri", "Emission", "beaten track", "Stop-loss triggered", "stop losses", "A missing child"), ()),
        (("增长有所放缓", "亏损大幅收窄", "负增长"), ()),
    ],
)
def test_tones_of_headlines(texts: tuple[str, ...], tones: tuple[str, ...]) -> None:
    assert tone_tags(texts) == tones
    assert len(tones) != 1 or all(tone_tags([each]) == tones for each in texts)


@pytest.mark.parametrize(
    ("text", "positive", "negative", "balance"),
    [
        ("Record profit beats forecasts", ("record profit", "beats"), (), 1.0),
        ("Strong sales, weak outlook, lawsuit", ("strong",), ("weak", "lawsuit"), -1 / 3),
        ("Beats, beats and Beats again", ("beats",), (), 1.0),
        ("Annual meeting on Tuesday", (), (), None),
        ("业绩超预期，但裁员", ("超预期",), ("裁员",), 0.0),
    ],
)
def test_words_with_a_tone_count_once_each(
    text: str, positive: tuple[str, ...], negative: tuple[str, ...], balance: float | None
) -> None:
    found = tone_words(text)
    assert (found.positive, found.negative) == (positive, negative)
    assert found.balance == pytest.approx(balance)
