"""Tell whether two statements say the same, contradict each other, or are about the same."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from bot.domain.memory.core_memory import SINGLE, MemoryFact, StoredSection
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import PhraseTable, read_word_lists, spellings, tokenise

_ALIKE: Final = 0.6  # the share of common words from which two statements have one subject
_SHORT: Final = 4  # letters; a shorter word keeps its ending
_ARTICLE: Final = re.compile(r"^(?:the|that|this|our|my) ")
_VALUE: Final = re.compile(
    r"(?:(?P<owner>(?:the|our|my) )?"
    r"(?P<name>(?!(?:the|our|my|there|it|this|that|he|she|what|market)\b)[a-z][a-z-]*(?: [a-z-]+)?)"
    r" is (?:now |currently )?|"
    r"(?:我们?的?|公司的?|团队的?)?(?P<chinese>[\u4e00-\u9fff]{2,6}?)(?:现在)?(?:已经)?(?:是|换成|改成|改为|换为|变成)了?)"
    r"(?!not\b|no\b|never\b|too\b|very\b|不)(?P<value>.+?)(?: now| from now on)?$"
)
_PART: Final = re.compile(r"[,.;!?，。；！？](?!\d)|\bbut\b|但")
_ENDINGS: Final = re.compile(r"(?:ings?|ed|es|s|e)$")


@dataclass(frozen=True, slots=True)
class StatementWords:
    """What two statements are compared by."""

    words: frozenset[str]  # stems, or single characters
    numbers: frozenset[str]
    denies: bool

    @classmethod
    def of(cls, text: str) -> "StatementWords":
        """Return what `text` says."""
        tokens = [token.text for token in tokenise(normalise(text).lower())]
        words, numbers, denials, at = set[str](), set[str](), 0, 0
        while at < len(tokens):
            kind, size = statement_words().longest_match(tokens, at) or ("", 1)
            denials += kind == "denies"
            token = tokens[at]
            if not kind and token.isdecimal():
                numbers.add(token)
            elif not kind and token.isalnum():
                is_short = len(token) <= _SHORT or not token.isascii()
                words.add(token if is_short else _ENDINGS.sub("", _ENDINGS.sub("", token)))
            at += size
        return cls(frozenset(words), frozenset(numbers), denials % 2 == 1)

    def has_subject_of(self, other: "StatementWords") -> bool:
        """Return whether both speak of the same."""
        common, together = self.words & other.words, self.words | other.words
        return bool(common) and len(common) / len(together) >= _ALIKE

    def contradicts(self, other: "StatementWords") -> bool:
        """Return whether both cannot be true: the same subject, and one denies it or names another number."""
        has_other_number = bool(self.numbers and other.numbers) and self.numbers != other.numbers
        return self.has_subject_of(other) and (self.denies is not other.denies or has_other_number)


@cache
def statement_words() -> PhraseTable[str]:
    """Return the words that say or deny, or that name no subject, each with the name of its list."""
    lists = (read_word_lists(__package__, f"statement_words_{language}.toml") for language in ("en", "zh"))
    return PhraseTable(
        {
            spelling: name
            for each in lists
            for name, phrases in each["statements"].items()
            for phrase in phrases
            for spelling in spellings(phrase)
        }
    )


def contradicts(text: str, earlier: str) -> bool:
    """Return whether a statement contradicts an earlier one, or says another value of the same: "our broker is …"."""
    return _names_other_value(text, earlier) or StatementWords.of(text).contradicts(StatementWords.of(earlier))


def contradictions(section: StoredSection) -> tuple[tuple[MemoryFact, MemoryFact], ...]:
    """Return the pairs of a section's facts that cannot both be true; in a section of one fact, no two can."""
    said = [(fact, StatementWords.of(fact.text)) for fact in section.facts]
    is_single = section.key.section in SINGLE
    return tuple(
        (earlier, later)
        for (earlier, words), (later, others) in combinations(said, 2)
        if is_single or words.contradicts(others)
    )


def repeats(text: str, earlier: str) -> bool:
    """Return whether a statement says what an earlier one says."""
    said = StatementWords.of(text)
    return text.casefold() == earlier.casefold() or (bool(said.words) and said == StatementWords.of(earlier))


def states(text: str, claim: str, *, names: Collection[str] = ()) -> bool:
    """Return whether a sentence says what is claimed and does not deny it; `names` of what, anywhere in the text."""
    claimed, whole, of = StatementWords.of(claim), StatementWords.of(text), StatementWords.of(" ".join(names))
    parts = [StatementWords.of(each) for each in _PART.split(text)]
    predicate = claimed.words - of.words
    is_said = any(
        predicate <= each.words and claimed.numbers <= each.numbers and each.denies is claimed.denies for each in parts
    )
    return is_said and claimed.words <= whole.words


def has_same_subject(text: str, other: str) -> bool:
    """Return whether two statements speak of the same: they say the same, or only one of them is true."""
    return repeats(text, other) or StatementWords.of(text).has_subject_of(StatementWords.of(other))


def is_about(query: str, text: str) -> bool:
    """Return whether a statement is about what `query` names: it has all its words, or most of those of a sentence."""
    asked, stated = StatementWords.of(query), StatementWords.of(text)
    named = _ARTICLE.sub("", query.casefold().strip(" .!"))
    if named and re.search(rf"(?<![a-z]){re.escape(named)}", text.casefold()):
        return True
    return bool(asked.words) and (asked.words <= stated.words or asked.has_subject_of(stated))


def _names_other_value(text: str, earlier: str) -> bool:
    """Return whether both say the value of the same thing of somebody's, and not the same value."""
    found, before = (_VALUE.match(normalise(each).lower().strip(" .!。！")) for each in (text, earlier))
    if found is None or before is None or not (found["owner"] or before["owner"] or found["chinese"]):
        return False
    is_same = (found["name"], found["chinese"]) == (before["name"], before["chinese"])
    return is_same and found["value"].strip() != before["value"].strip()
