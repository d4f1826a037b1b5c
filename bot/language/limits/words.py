"""The words of limits, as kinds: `data/*/limits.toml` explains them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.domain.text.tokens import Phrase, PhraseTable
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases


class LimitWord(StrEnum):
    """What a phrase means in the statement of a limit; the values are the names of the lists."""

    PERSON = "person"
    MAY = "may"
    ONLY = "only"
    NOT = "not"
    NEVER = "never"
    BEYOND = "beyond"
    AT_MOST = "at_most"
    LIMIT = "limit"
    AT_LEAST = "at_least"
    SPEND = "spend"
    BUY = "buy"
    OWN = "own"
    LOSE = "lose"
    CASH = "cash"
    KEEP = "keep"
    HAVE = "have"
    BUDGET = "budget"
    ALL_THERE_IS = "all_there_is"
    PER_TRADE = "per_trade"
    PER_SHARE = "per_share"
    TOTAL = "total"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    STANDING = "standing"
    THREAD = "thread"
    THIS_TRADE = "this_trade"
    EXPIRY = "expiry"
    TODAY = "today"
    CHANNEL = "channel"
    ACCOUNT = "account"
    LIFT = "lift"
    EXCEPTION = "exception"
    ASK = "ask"
    VAGUE = "vague"
    FILLER = "filler"
    OPENING = "opening"
    REQUEST = "request"
    BREAKS = "breaks"


class RuleWord(StrEnum):
    """What a phrase means in a rule that code cannot enforce."""

    RULE_VERB = "rule_verb"
    AVOID = "avoid"
    TOPIC = "topic"
    REPORTED = "reported"


class LimitAction(StrEnum):
    """What is done with limits in the list of "/limits"."""

    REMOVE = "remove"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True)
class LimitPhrases:
    """The phrases of `data/*/limits.toml` by what they mean."""

    limits: PhraseTable[LimitWord]
    rules: PhraseTable[RuleWord]
    actions: Mapping[Phrase, LimitAction]  # by which limits are removed from the list


@cache
def limit_phrases() -> LimitPhrases:
    """Return the phrases of limits, of rules, and of the list of limits."""
    tables = {"limits": tuple(LimitWord), "rules": tuple(RuleWord), "actions": tuple(LimitAction)}
    lists = read_phrases("limits", tables, folders=LANGUAGE_FOLDERS)
    return LimitPhrases(
        limits=PhraseTable({phrase: LimitWord(name) for phrase, name in index_phrases(lists["limits"]).items()}),
        rules=PhraseTable({phrase: RuleWord(name) for phrase, name in index_phrases(lists["rules"]).items()}),
        actions={phrase: LimitAction(name) for phrase, name in index_phrases(lists["actions"]).items()},
    )
