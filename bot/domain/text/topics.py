"""Tags of texts by their words, in English and Chinese: the topics of a sentence, the tone of a headline.

English matches whole words ("trend" is not in "trendy"); Chinese, which has no spaces, matches terms.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

# By tag, in the order of the result: regular expressions of English words and phrases, and of Chinese terms.
_TOPICS: Final[Mapping[str, tuple[str, str]]] = {
    "breakout": (r"breakouts?|(?:break|breaks|breaking|broke|broken) out", r"突破(?!性)"),
    "support": (r"supports?", r"支撑"),
    "resistance": (r"resistances?", r"阻力|压力位|压力线"),
    "trend": (r"(?:up|down)?[ -]?trends?|(?:up|down)?trending", r"趋势"),
    "momentum": (r"momentum", r"动量|动能"),
    "overbought": (r"overbought", r"超买"),
    "oversold": (r"oversold", r"超卖"),
    "risk": (r"risks?|riskier|risky", r"风险"),
    "stop_loss": (r"stop[ -]?loss(?:es)?", r"止损"),
    "volatility": (r"volatility|volatile", r"波动"),
    "volume": (r"volumes?", r"成交量|放量|缩量"),
    "news": (r"news|headlines?", r"新闻|消息"),
    "earnings": (r"earnings|eps", r"盈利|财报|业绩|每股收益"),
    "dividend": (r"dividends?", r"股息|分红|派息"),
    "valuation": (r"valuations?|(?:over|under)?valued", r"估值"),
    "fundamental": (r"fundamentals?|fundamentally", r"基本面"),
    "technical": (r"technicals?|technically", r"技术面|技术指标|技术形态"),
    "pe_ratio": (r"p/e|(?-i:PE)|pe[ -](?:ratios?|multiples?)|price[ /-]?(?:to[ -]?)?earnings", r"市盈率"),
    "market_cap": (r"market[ -]?cap(?:s|itali[sz]ations?)?", r"市值"),
}
_SLOWING: Final = "放缓|乏力|停滞|减速|趋缓|收窄|缩小|减少|减半|下降"  # growth that slows, a loss that shrinks
_TONES: Final[Mapping[str, tuple[str, str]]] = {
    "positive_news": (
        r"positive|beats?|beating|strong(?:er|est|ly)?|growth|upgrade[sd]?|upgrading",
        rf"利好|利多|超预期|超出预期|好于预期|强劲|走强|正面|(?<!负)增长(?!.{{0,3}}(?:{_SLOWING}))|上调",
    ),
    "negative_news": (
        r"negative|miss(?:es|ed)?|weak(?:er|est|ness)?|(?<!stop[ -])loss(?:es)?|downgrade[sd]?|downgrading",
        rf"利空|不及预期|低于预期|逊于预期|疲软|疲弱|走弱|负面|亏损(?!.{{0,3}}(?:{_SLOWING}))|下调",
    ),
}


def _compile_patterns(terms: Mapping[str, tuple[str, str]]) -> Sequence[tuple[str, re.Pattern[str]]]:
    return [
        (tag, re.compile(rf"(?<![a-z0-9])(?:{english})(?![a-z0-9])|{chinese}", re.IGNORECASE | re.ASCII))
        for tag, (english, chinese) in terms.items()
    ]


_TOPIC_PATTERNS: Final = _compile_patterns(_TOPICS)
_TONE_PATTERNS: Final = _compile_patterns(_TONES)


def topic_tags(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the topics of sentences as tags, in a fixed order, without duplicates."""
    return _matching_tags(texts, _TOPIC_PATTERNS)


def tone_tags(titles: Iterable[str]) -> tuple[str, ...]:
    """Return the tones of headlines: "positive_news", "negative_news", both or neither."""
    return _matching_tags(titles, _TONE_PATTERNS)


def _matching_tags(texts: Iterable[str], patterns: Sequence[tuple[str, re.Pattern[str]]]) -> tuple[str, ...]:
    text = "\n".join(texts)
    return tuple(tag for tag, pattern in patterns if pattern.search(text))
