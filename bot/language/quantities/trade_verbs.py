"""Patterns of the verbs of trades before a number or "a share"; like those of `context_cues`, with verbs from files."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.quantities.context_cues import before_number

# Behind these a number is no size: "the 3 best", "in 3 parts".
_NOT_BEHIND_COUNTED = (
    r"(?<![ ]the)(?<![ ]these)(?<![ ]those)(?<![ ]my)(?<![ ]our)(?<![ ]in)(?<![ ]within)(?<![ ]after)"
    r"(?<![ ]before)(?<![ ]until)(?<![ ]and)(?<![ ]not)(?<![ ]if)(?<![ ]when)(?<![ ]because)"
)


@dataclass(frozen=True, slots=True)
class TradeVerbPatterns:
    """Patterns with the verbs of `data/*/trade_verbs.toml`."""

    unclear: re.Pattern[str]  # "buy apple under": either the price to trade at or the money to trade with
    ordered: re.Pattern[str]  # even with a name between: "buy 500", "sell goog 15", 加仓谷歌3000
    side: re.Pattern[str]  # right before a number
    one_share: re.Pattern[str]  # "buy a share"
    some_shares: re.Pattern[str]  # "a few shares", 买几股


@cache
def trade_verb_patterns() -> TradeVerbPatterns:
    """Return the patterns. Raises: ValueError: a file of verbs is missing or has a mistake."""
    tables = {"english": ("trade", "side", "change"), "chinese": ("trade", "change")}
    lists = read_phrases("trade_verbs", tables, folders=LANGUAGE_FOLDERS)
    en, zh = ({name: _either(verbs) for name, verbs in lists[table].items()} for table in ("english", "chinese"))
    return TradeVerbPatterns(
        unclear=before_number(rf"""
            \b{en["trade"]}(?:[ ][a-z.]+){{0,3}}[ ](?:under|below|beneath|over)|\b(?:limit|lmt)(?:[ ](?:order|at))*
        """),
        ordered=before_number(rf"""
            \b(?:{en["trade"]}(?:[ ][\w.&'-]+){{0,3}}{_NOT_BEHIND_COUNTED}|{en["change"]})
            |{zh["trade"]}[^,.;!?0-9]{{0,6}}|{zh["change"]}
        """),
        side=before_number(rf"(?:\b{en['side']}|{zh['trade']})(?:[ ]me)?"),
        one_share=re.compile(
            rf"\b{en['trade']}(?:[ ](?:me|us))?(?:[ ](?:just|only))?[ ](?:an?|another)(?:[ ]single)?[ ]share\b",
            re.VERBOSE,
        ),
        some_shares=re.compile(
            rf"""\b(?:few|several|(?:handful|bunch|number|dozens|hundreds|thousands)[ ]of)
                (?:[ ]more)?[ ]shares?\b
               |(?:数|若干|少量|十几|几十|几百|几千)股
               |^(?!.*(?:能|该|可以|应|多少|\?)).*{zh["trade"]}个?几股""",
            re.VERBOSE,
        ),
    )


def _either(words: Collection[str]) -> str:
    return f"(?:{'|'.join(re.escape(word) for word in words)})"
