"""Recognise questions about the account: "what did I pay for GOOG?", "our worst position?", 还有多少现金.

Each word of a message belongs to a topic ("cash", "loss", …), is a share's name, or says nothing of its own; one word
that does not, and the message is no such question. The first rule whose topics are all there says what is asked for.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from bot.domain.text.tokens import PhraseTable, Token
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

_MAX_WORDS: Final = 24
_WHAT: Final = frozenset({"what", "whats"})
_OWN: Final = frozenset({"our", "my", "we", "i", "the", "current", "left"})

# Topics, and groups of them.
_TOPICS: Final = (
    *("we", "our", "account", "position", "trade", "share", "it", "asks", "count", "left", "auxiliary", "nothing"),
    *("cash", "worth", "total", "weight", "invested", "gain", "loss", "profit", "result", "performance", "market"),
    *("dividends", "received", "closed", "cost", "average", "pay", "buy", "have", "best", "worst", "most", "advice"),
    *("asks+position", "asks+profit", "asks+dividends", "asks+result", "asks+result+we"),  # phrases of several
)
_OWNER: Final = frozenset({"we", "our", "account", "position"})
_HELD: Final = frozenset({"position", "trade"})
_RESULT: Final = frozenset({"gain", "loss", "result", "performance"})
_ASKS: Final = frozenset({"asks", "count"})
_OPENERS: Final = frozenset({"auxiliary", "have"})  # ask where they stand before the owner: "have we", "is our"
_TELLS: Final = frozenset({"we", "auxiliary", "have", "pay", "buy"})  # unless something is asked
_MAY_TELL: Final = frozenset({"gain", "loss"})  # "lost on IBM"; "our loss on IBM" does not


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a question is for, if each group of topics has one that the message has."""

    needs: tuple[frozenset[str], ...]
    of_account: str = ""  # the command, where no share is named; empty: none
    of_share: str = ""  # the command beside the name of a share
    of_period: str = ""  # the command, where dates are named and no share
    may_not: frozenset[str] = frozenset()

    def fits(self, topics: AbstractSet[str]) -> bool:
        """Return whether a message with these topics asks for this."""
        return all(group & topics for group in self.needs) and not self.may_not & topics


def _needs(*groups: str | frozenset[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({each}) if isinstance(each, str) else each for each in groups)


_RULES: Final = (
    _Rule(_needs("advice")),  # "how do we make money?"
    _Rule(_needs("closed"), of_account="trades"),
    _Rule(_needs("worst", _OWNER | _HELD), of_account="worst"),
    _Rule(_needs("most", "loss", _OWNER | _HELD), of_account="worst"),
    _Rule(_needs("best", _OWNER | _HELD), of_account="best"),
    _Rule(_needs("most", frozenset({"gain", "profit"}), _OWNER | _HELD), of_account="best"),
    _Rule(_needs("most", _OWNER | {"invested"}), of_account="largest"),
    _Rule(_needs("dividends", _OWNER | {"received"}), of_account="dividends", of_share="dividends"),
    _Rule(_needs("dividends")),  # those of the share talked of
    _Rule(_needs("cost"), of_account="cost", of_share="cost"),
    _Rule(_needs("pay", "we"), of_account="cost", of_share="cost"),
    _Rule(_needs("average", "buy", "we"), of_account="cost", of_share="cost"),
    _Rule(_needs("average", _OWNER), of_account="cost", of_share="cost"),
    _Rule(_needs("weight"), of_share="held"),
    _Rule(_needs("invested"), of_account="invested", of_share="held"),
    _Rule(_needs("profit"), of_account="portfolio", of_share="gain", of_period="result"),
    _Rule(_needs("market"), of_account="portfolio"),
    _Rule(
        _needs(_RESULT, _OWNER),
        of_account="portfolio",
        of_share="gain",
        of_period="result",
        may_not=frozenset({"trade"}),  # "which trades did we make?"
    ),
    _Rule(_needs("cash"), of_account="cash"),
    _Rule(_needs("total"), of_account="worth"),
    _Rule(_needs("worth", _OWNER), of_account="worth", of_share="held"),
    _Rule(_needs("count", _OWNER | {"have", "share", "left"}), of_account="held", of_share="held"),
    _Rule(_needs("count"), of_share="held"),
    _Rule(_needs("left"), of_share="held"),
    _Rule(_needs("performance"), of_account="portfolio"),
    _Rule(_needs("have", _OWNER | {"asks"}), of_account="portfolio", of_share="held"),
    _Rule(_needs(frozenset({"account", "position"})), of_account="portfolio", of_share="held"),
)


@cache
def account_question_phrases() -> PhraseTable[str]:
    """Return the topic of each phrase (`data/*/account_questions.toml`)."""
    lists = read_phrases("account_questions", {"topics": _TOPICS}, folders=LANGUAGE_FOLDERS)
    return PhraseTable(index_phrases(lists["topics"]))


def find_account_question(
    chunks: Sequence[Chunk], undated_text: str, *, dates: Sequence[date], today: date
) -> ParsedCommand | None:
    """Return the command that a whole message means; None: it says something else, or names several shares.

    Args:
        chunks: Of the message.
        undated_text: The message, its dates blanked out.
        dates: Those that it names.
        today: The market's date: "our cash today" is no question about the past.
    """
    shares = {chunk.instrument for chunk in chunks if chunk.instrument is not None}
    tokens = [token for chunk in chunks if chunk.instrument is None for token in chunk.tokens]
    topics = _topics(tokens, undated_text)
    is_of_share = bool(shares) or "it" in topics
    if len(shares) > 1 or not topics or not _asks(topics) or (not is_of_share and _asks_for_meaning(tokens)):
        return None
    rule = next((each for each in _RULES if each.fits(topics.keys())), None)
    if rule is None:
        return None
    is_of_past = any(each != today for each in dates) or (rule.of_period and bool(dates))
    name = rule.of_share if is_of_share else rule.of_account
    if is_of_past:
        name = "" if is_of_share else rule.of_period
    return ParsedCommand(name, is_typed=False) if name else None


def _topics(tokens: Sequence[Token], undated_text: str) -> Mapping[str, int]:
    """Return the topics of a message, each with the place where it stands first; none: a word of it has no topic."""
    words, found, at = [token.text for token in tokens[: _MAX_WORDS + 1]], dict[str, int](), 0
    while at < len(words):
        match = account_question_phrases().longest_match(words, at)
        is_dated = not undated_text[tokens[at].start].strip()
        if at == _MAX_WORDS or (match is None and words[at].isalnum() and not is_dated):
            return {}
        topics, length = match or ("nothing", 1)  # a sign, or a date
        for topic in topics.split("+"):
            found.setdefault(topic, at)
        at += length
    return found


def _asks(topics: Mapping[str, int]) -> bool:
    """Return whether something is asked for, or no more than named ("our P&L"); "we made money" tells."""
    owner = min((topics[each] for each in _OWNER & topics.keys()), default=_MAX_WORDS)
    opens_as_question = any(topics[each] < owner for each in _OPENERS & topics.keys())
    tells = bool(_TELLS & topics.keys()) or (bool(_MAY_TELL & topics.keys()) and not {"our", "most"} & topics.keys())
    return bool(_ASKS & topics.keys()) or opens_as_question or not tells


def _asks_for_meaning(tokens: Sequence[Token]) -> bool:
    """Return whether a term is asked about ("what is P&L?"), and not the account's own ("what's our P&L?")."""
    return bool(tokens) and tokens[0].text in _WHAT and not _OWN & {token.text for token in tokens}
