"""Words that look like tickers or names of companies and mostly are neither, and the small words beside names."""

import re
from functools import cache

from bot.domain.text.tokens import Phrase, PhraseTable, key
from bot.reading.word_tables import phrase_table, read_lists


@cache
def ticker_words(name: str) -> frozenset[str]:
    """Return the words of one of the lists in `data/names.toml`, which explains them."""
    return frozenset(read_lists("names", "tickers")[name])


@cache
def announcing_phrases() -> frozenset[Phrase]:
    """Return the phrases behind which a word is a name."""
    return frozenset(map(key, read_lists("names", "tickers")["announced_by"]))


_HONG_KONG = r"\d{1,5}\.hk|hk[:.]?\d{4,5}|(?<![\d.,$€£¥])0\d{4}"
_MAINLAND = (
    r"\d{6}\.(?:ss|sh|sz|bj)|(?:sh|sz)[:.]?\d{6}|(?<![\d.,$€£¥])(?:60[0135]|68[89]|00[0123]|30[01]|159|51[0-8])\d{3}"
)
_ELSEWHERE = r"[a-z0-9]{1,6}\.(?:l|to|t|de|pa|tw|ks|ax|ns|bo|si|mi|as|sw)"
_PAIR = r"(?:btc|eth|sol|xrp|doge|ada|bnb|ltc|dot|shib)[-/]?(?:usdt?|usdc|eur|btc)"
_NOT_A_CODE = r"(?![a-z0-9_,]|\.\d| ?(?:shares?|dollars?|usd|bucks|%|percent)|[股美元块万千])"
_CODE = re.compile(rf"(?<![a-z0-9_])(?:{_HONG_KONG}|{_MAINLAND}|{_ELSEWHERE}|{_PAIR}){_NOT_A_CODE}", re.IGNORECASE)
_LIMIT_BEFORE = re.compile(
    r"(?:at most|no more than|up to|max|maximum|under|within|amount|stop|stop at|最多|不超过|上限|金额|止损)"
    r"\W{0,2}(?:of )?$"
)

MARKETS = "markets"  # the kind of a market's own name: 港股
_BESIDE = 16  # characters before a code in which a limit is looked for


@cache
def unsupported_names() -> PhraseTable[str]:
    """Return the kind of each name, "instruments" or "markets" (`data/names.toml`)."""
    return phrase_table("names", "unsupported")


def find_codes(text: str) -> tuple[tuple[tuple[int, str], ...], str]:
    """Return the codes in a normalised text, each as (offset, code in capitals), and the text with them blanked out.

    Six digits after a currency sign, a limit or "stop" are an amount, even if they look like a Shanghai share.
    """
    codes: list[tuple[int, str]] = []

    def blank(match: re.Match[str]) -> str:
        before = text[max(0, match.start() - _BESIDE) : match.start()].lower()
        if match.group().isdigit() and _LIMIT_BEFORE.search(before):
            return match.group()
        codes.append((match.start(), match.group().upper()))
        return " " * len(match.group())

    blanked = _CODE.sub(blank, text)
    return tuple(codes), blanked
