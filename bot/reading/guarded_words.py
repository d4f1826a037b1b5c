"""Finds what a message says that concerns any trade: numbers, shares, trades, and the words that forbid one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import PhraseTable, tokenise
from bot.reading.names.finder import Chunker
from bot.reading.names.words import ticker_words
from bot.reading.recognisers.shares import named_shares
from bot.reading.recognisers.stated_numbers import StatedNumber, find_numbers, spans_of
from bot.reading.word_tables import either, find_phrases, phrase_list, phrase_table, read_lists, starts_with, words_of

_BESIDE_NUMBER: Final = re.compile(r"^(?:\W|[了吧吗块刀股]|美元|\b(?:grand|dollars|bucks|shares|usd|k)\b)+")

_WORDS_OF_NAME: Final = 3
_ALONE: Final = 1  # further word in a clause that says nothing but "never"
_CLAUSE_END: Final = re.compile(r"[,.;!?\u2026~]+(?!\d)| - |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])")
_MINUS: Final = re.compile(r"(?:^|\s)-[$€£¥]?$|[$€£¥]-$")  # right before a number; "5-10" has none
_QUOTED: Final = re.compile(r"[\"“「«`](.*?)(?:[\"”」»`]|$)")
_HEADER: Final = re.compile(r"([a-z']+|[\u4e00-\u9fff]{1,3}) ?:", re.IGNORECASE)

_BEFORE_NUMBER: Final = " $€£¥"
_BETWEEN_SHARES: Final = " ,，、"
_SAYING_NO_MORE: Final = frozenset({"before_new", "taken_back", "changed", "refused", "polite"})
JOINERS: Final = frozenset({"", "and", "or", "nor", "和", "与", "跟", "及"})


@dataclass(frozen=True, slots=True)
class GuardedWord:
    """Words of a message that stand in a list of `data/guard.toml`, or name a share or a trade."""

    name: str  # of the list, or the symbol
    start: int
    end: int


@dataclass(frozen=True)
class GuardedMessage:
    """What a normalised message says that concerns any trade."""

    text: str
    words: tuple[GuardedWord, ...]
    numbers: tuple[StatedNumber, ...]
    shares: tuple[GuardedWord, ...]
    trades: tuple[GuardedWord, ...]  # "buy", 卖出

    @classmethod
    def of(cls, text: str, instruments: InstrumentTable) -> "GuardedMessage":
        """Return what a message says."""
        chunks = [each for each in Chunker(text, instruments).chunks() if each.names_something]
        named = [
            GuardedWord("" if not c.instrument else c.instrument.symbol, c.start, c.tokens[-1].end) for c in chunks
        ]
        words, small = tuple(guarded_words(text)), ticker_words("plain_words") | ticker_words("never")
        others = [*named, *(each for each in words if each.name == "harmless")]
        return cls(
            text,
            words,
            tuple(n for n in find_numbers(text) if not any(each.start <= n.start < each.end for each in others)),
            tuple(each for each in named if each.name and text[each.start : each.end] not in small),  # "shares of it"
            tuple(_places(text, phrase_table("guard", "sides"))),
        )

    def each(self, *names: str) -> Iterator[GuardedWord]:
        """Yield the words of some lists, in order."""
        return (word for word in self.words if word.name in names and word not in self._bounding)

    @cached_property
    def _bounding(self) -> frozenset[GuardedWord]:
        """The denials that bound a number, as "don't risk more than $300" does, and deny no trade.

        No trade and no share stands between such a denial and the words for "more than" in its clause.
        """
        exceeding = [each for each in self.words if each.name == "exceeding" and self._number_behind(each)]
        stated = [each.start for each in (*self.shares, *self.trades)]
        return frozenset(
            word
            for word in self.words
            for other in exceeding
            if word.name == "denial" and word.end <= other.start < self._clause(word)[1]
            if not any(word.end <= each < other.start for each in stated)
        )

    @property
    def conditions(self) -> Iterator[GuardedWord]:
        """The words that make what is said depend on something."""
        return self.each(Problem.CONDITIONAL_ORDER)

    def is_of_trade(self, word: GuardedWord) -> bool:
        """Return whether a number, a share or a trade stands in the clause of a word."""
        start, end = self._clause(word)
        return any(start <= each < end and not word.start <= each < word.end for each in self._stated)

    def leads_trade(self, word: GuardedWord) -> bool:
        """Return whether a number, a share or a trade stands behind a word in its clause."""
        return any(word.end <= each < self._clause(word)[1] for each in self._stated)

    def leads_clause(self, word: GuardedWord) -> bool:
        """Return whether a clause ends with a word, which leads the next one: "he said, sell 5"."""
        end = self._clause(word)[1]
        return end < len(self.text) and not any(char.isalnum() for char in self.text[word.end : end])

    def is_alone(self, word: GuardedWord) -> bool:
        """Return whether a word makes up its clause, so that it speaks of those before and behind."""
        start, end = self._clause(word)
        beside = self.text[start : word.start] + self.text[word.end : end]
        return len(tokenise(beside)) <= _ALONE and (start > 0 or end < len(self.text))

    def denied_by(self, word: GuardedWord) -> int | None:
        """Return where the number or the share stands that a word denies in its clause: "not 50"; None: none does."""
        end = self._clause(word)[1]
        return min((at for at in self._places_of_terms if word.end <= at < end), default=None)

    @cached_property
    def denied(self) -> frozenset[int]:
        """Where the numbers and the shares stand that are not meant."""
        return self._denied_by_each("contrast", "denial") | {old.start for old, _ in self.shares_replaced}

    def _denied_by_each(self, *names: str) -> frozenset[int]:
        return frozenset(at for at in map(self.denied_by, self.each(*names)) if at is not None)

    @property
    def kept(self) -> frozenset[str]:
        """The symbols of the shares that stay: "leave KO alone", 但微软留着."""
        kept, end = set[str](), 0  # `end`: of what stays: "apart from IBM and Microsoft"
        words = [(word, self._nearest(word)) for word in self.each("kept")]
        for each in sorted(self.shares, key=lambda share: share.start):
            is_led = any(word.end <= each.start and each in nearest for word, nearest in words)
            goes_on = end > 0 and self.text[end : each.start].strip(_BETWEEN_SHARES) in JOINERS
            behind = [word for word, nearest in words if word.start >= each.end and each in nearest]
            end = each.end if is_led or goes_on else 0
            if end or not all(map(self._number_behind, behind)):
                kept.add(each.name)
        return frozenset(kept)

    def _nearest(self, word: GuardedWord) -> list[GuardedWord]:
        """Return the share beside a word with the fewest blanks between: of "谷歌别动 fb卖一半" the first; or both."""
        gaps = {each: self.text[min(each.end, word.end) : max(each.start, word.start)] for each in self.shares}
        beside = {each: len(gap) for each, gap in gaps.items() if not gap.strip()}
        return [each for each, gap in beside.items() if gap == min(beside.values())]

    @property
    def numbers_kept(self) -> frozenset[Decimal]:
        """The numbers right behind words like "keep": of what stays."""
        kept = map(self._number_behind, self.each("kept"))
        return frozenset[Decimal]().union(*(each.values for each in kept if each is not None))

    @cached_property
    def shares_replaced(self) -> tuple[tuple[GuardedWord, GuardedWord], ...]:
        """Each share in whose place the last one is put, which nothing follows: "buy 10 Apple, oh no, Google"."""
        if len(self.shares) <= 1 or _says_more(self.text[self.shares[-1].end :]):
            return ()
        *_, old, new = self.shares
        words = [word for word in self.each("taken_back") if old.end <= word.start and word.end <= new.start]
        return ((old, new),) if words and not _says_more(self.text[words[-1].end : new.start]) else ()

    @property
    def denies_part(self) -> bool:
        """Whether it is said that a part of what is named is not meant: "AAPL, but not IBM", 微软留着, 脸书以外的."""
        beside = [self._shares_beside(word) for word in self.each("denial", "contrast", "kept")]
        denied = {share for each in beside for share, _ in each}
        is_divided = any(len({is_before for _, is_before in each}) > 1 for each in beside)
        return is_divided or any(self.each("all_but")) or (bool(denied) and not denied >= set(self.shares))

    @property
    def denies_all(self) -> bool:
        """Whether each share that is named stands in a clause that denies it, and says nothing else: 微软先不用."""
        spans = [(word, *self._clause(word)) for word in self.each("denial", "contrast", "kept")]
        words = [w for w, start, end in spans if not any(start <= each.start < end for each in self.numbers)]
        denied = {share for word in words for share, _ in self._shares_beside(word)}
        return bool(self.shares) and denied >= set(self.shares)

    @property
    def denies_removal(self) -> bool:
        """Whether something is not to be removed: "please don't delete IBM's alert", 别把IBM移出自选."""
        removals, names = tuple(self.each("removal")), {(each.start, each.end) for each in self.shares}
        for word in self.each("denial"):
            for other in (each for each in removals if word.end <= each.start < self._clause(word)[1]):
                shares = [at for at in names if word.end <= at[0] and at[1] <= other.start]
                if len(tokenise(self.text[word.end : other.start])) <= _ALONE + len(shares):
                    return True
        return False

    def turns_between_shares(self, way: str, other_way: str) -> bool:
        """Return whether some shares are to come and others to go: "take IBM off and put FB on", "swap IBM for FB".

        `way`, `other_way`: the lists of words for what is read, and for the other of both.
        """
        starts = sorted(each.start for each in self.shares)
        others, own = ([word.start for word in self.each(each)] for each in (other_way, way))
        turns = own if any(at < starts[0] for at in others if starts) else others
        return any(self.each("exchange")) or any(starts[0] < at < starts[-1] for at in turns if starts)

    def _shares_beside(self, word: GuardedWord) -> list[tuple[GuardedWord, bool]]:
        start, end = self._clause(word)
        return [(each, each.start < word.start) for each in self.shares if start <= each.start < end]

    def _number_behind(self, word: GuardedWord) -> StatedNumber | None:
        """Return the number right behind a word: "IBM but keep 10"; None: none stands there."""
        behind = (each for each in self.numbers if each.start >= word.end)
        return next((each for each in behind if not self.text[word.end : each.start].strip(_BEFORE_NUMBER)), None)

    def dropped_numbers(self, *, is_correction: bool) -> frozenset[StatedNumber]:
        """Return the numbers that are not meant: "50" in "5, not 50", "20" in "20, no, 30" and "20 is too much"."""
        gone = set(self.denied)
        rejected = [each for each in self.numbers if is_rejected(self.text[each.end :])]
        gone |= {each.start for each in rejected if is_correction or self._is_beside_trade(each)}
        if is_correction:
            last = max((each.start for each in self.numbers), default=0)  # "change it to 15": nothing else is meant
            gone |= {at for at in self._denied_by_each("replaced", "asking") if at < last}
        return frozenset({each for each in self.numbers if each.start in gone} | {old for old, _ in self.replacements})

    @cached_property
    def replacements(self) -> tuple[tuple[StatedNumber, StatedNumber], ...]:
        """Each number in whose place another is put, with that one: 20 and 30 in "20, no, 30"."""
        words = (*self.each("taken_back", "changed"), *filter(self._leads, self.each("refused")))
        found = ((self._number_before(each), self._first_number(each.end)) for each in words)
        return tuple((old, new) for old, new in found if old is not None and new is not None)

    def _leads(self, word: GuardedWord) -> bool:
        """Return whether a clause begins with a word, or a number, with its share, stands right before it."""
        ends = [each.end for each in self.numbers if each.end <= word.start]
        start = max(self._clause(word)[0], *ends) if ends else self._clause(word)[0]
        shares = sum(each.end - each.start for each in self.shares if start <= each.start < word.start)
        return len(_BESIDE_NUMBER.sub("", self.text[start : word.start]).replace(" ", "")) <= shares

    def _is_beside_trade(self, number: StatedNumber) -> bool:
        """Return whether a trade of another number stands behind the clause of a number: "8 is a lot. sell 3"."""
        start, end = self._clause(GuardedWord("", number.start, number.end))
        others = [each for each in self.numbers if each.start >= end]
        return bool(others) and not any(start <= each.start < end for each in self.trades)

    @cached_property
    def is_restated(self) -> bool:
        """Whether something is taken back, and what is meant instead is not a number in the place of a number."""
        return any(
            not self.text[self._clause(word)[0] : word.start].strip()
            and any(each < word.start for each in self._stated)
            and self._number_before(word) is None
            and not any(old.end <= word.start < new.start for old, new in self.shares_replaced)
            and _says_more(self.text[word.end :])
            for word in self.each("taken_back")
        )

    @property
    def has_negative_number(self) -> bool:
        """Whether a minus stands right before a number: "buy -5"."""
        return any(_MINUS.search(self.text[: each.start]) for each in self.numbers)

    @property
    def is_quoted(self) -> bool:
        """Whether a trade stands in quotation marks, or behind the name of somebody who said it."""
        spans = [match.span(1) for match in _QUOTED.finditer(self.text)]
        if any(start <= each < end for start, end in spans for each in self._stated):
            return True
        header = _HEADER.match(self.text)
        return header is not None and not _is_own(header[1]) and not any(each.start == 0 for each in self.shares)

    @property
    def asks_for_trade(self) -> bool:
        """Whether a clause with a trade ends in a question mark, and does not merely ask politely."""
        is_asked = any(self.is_of_trade(each) for each in self.each("question"))
        return is_asked and not any(self.each("polite"))

    @property
    def asks_about_share(self) -> bool:
        """Whether a share is asked about, and not merely politely asked for: "hmm actually is goog better"."""
        starts = {each.start for each in self.shares}
        is_inverted = any(
            self.text[each.end : at].isspace() for each in self.each("inverted") for at in starts if at > each.end
        )
        return is_inverted or self.asks_for_trade

    @property
    def is_refused(self) -> bool:
        """Whether a question is answered by a denial alone: "buy it? no way", 买吗？才不."""
        return any(self.is_alone(each) and "?" in self.text[: each.start] for each in self.each("denial"))

    @cached_property
    def _places_of_terms(self) -> tuple[int, ...]:
        return (*(each.start for each in self.numbers), *(each.start for each in self.shares))

    @cached_property
    def _stated(self) -> tuple[int, ...]:
        return (*self._places_of_terms, *(each.start for each in self.trades))

    def _number_before(self, word: GuardedWord) -> StatedNumber | None:
        """Return the number in whose place another is put: 20 in "20, no, 30"; None: there are not these two.

        One of another clause stays where this one names a share of its own: "IBM to 20, make GOOG 30"; and one to
        which the other is added: "50, actually 52 works too".
        """
        start, _ = self._clause(word)
        is_of_share = any(start <= each.start < word.start for each in self.shares)
        before = [each for each in self.numbers if (start if is_of_share else 0) <= each.start < each.end <= word.start]
        after = self._first_number(word.end)
        if not before or after is None or _says_more(self.text[word.end : after.start]):
            return None
        end = self._clause(GuardedWord("", after.start, after.end))[1]
        is_added = phrase_list("clauses", "additions", "behind").is_in(words_of(self.text[after.end : end]))
        return None if is_added else before[-1]

    def _first_number(self, start: int) -> StatedNumber | None:
        return next((each for each in self.numbers if each.start >= start), None)

    def _clause(self, word: GuardedWord) -> tuple[int, int]:
        ends = list(_CLAUSE_END.finditer(self.text))
        start = max((each.end() for each in ends if each.end() <= word.start), default=0)
        return start, min((each.start() for each in ends if each.start() >= word.end), default=len(self.text))


def _is_own(header: str) -> bool:
    """Return whether a word before a colon begins one's own order, by its list or as one that agrees: "fine:"."""
    agrees = (starts_with(header, "verdicts", "verdicts", each) for each in ("assent", "agreement", "weak"))
    return header.lower() in read_lists("guard", "headers")["own"] or any(agrees)


@cache
def clause_words(list_name: str) -> re.Pattern[str]:
    """Return the pattern of a list of `[clauses]` in `data/guard.toml`: a Latin word as a whole."""
    return re.compile(either(read_lists("guard", "clauses")[list_name], stands_alone=True), re.IGNORECASE)


def names_in(text: str, instruments: InstrumentTable) -> frozenset[str]:
    """Return the symbols of the shares that any few words of a message name, wherever they stand."""
    spans = (text[start:end] for start, end in spans_of(text, _WORDS_OF_NAME))
    return frozenset(named_shares(spans, instruments).symbols)


def guarded_words(text: str) -> Iterator[GuardedWord]:
    """Yield the words of a normalised message that stand in a list of `data/guard.toml`, in order."""
    return _places(text, phrase_table("guard", "words"))


def _places(text: str, table: PhraseTable[str]) -> Iterator[GuardedWord]:
    return (GuardedWord(*each) for each in find_phrases(text, table))


def _says_more(text: str) -> bool:
    """Return whether a text says more than "make it" or "just"."""
    known = (each for each in guarded_words(text) if each.name in _SAYING_NO_MORE)
    return len(text.replace(" ", "")) > sum(each.end - each.start for each in known)


def is_rejected(behind: str) -> bool:
    """Return whether the words behind a number say that it is too much, or wrong."""
    behind = _BESIDE_NUMBER.sub("", behind.lower())
    return any(behind.startswith(word) for word in read_lists("trade_words", "beside")["rejected"])
