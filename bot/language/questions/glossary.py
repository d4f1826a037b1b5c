"""Recognise a message that asks what a term means: "what is a stop loss", "explain P/E", MACD 是什么.

"What's the P/E?" asks for a share's figure while one is talked of, and only otherwise for the term.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.requests.glossary import Define
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

# Each has the messages `glossary-<term>` and `glossary-use-<term>`.
TERMS: Final = (
    *("stop", "macd", "rsi", "moving-average", "bollinger", "volatility", "atr", "pe", "eps", "dividend"),
    *("dividend-yield", "ex-date", "split", "market-value", "week-range", "volume-ratio", "position", "average-cost"),
    *("result", "weight", "target-amount", "cash-change", "confidence", "paper-account", "limit", "cap", "commission"),
    *("hold", "pending", "index", "win-rate", "drawdown", "beta", "leverage", "liquidity", "support", "momentum"),
    *("spread", "hedge", "diversification", "short-sale", "order-types", "stock", "option", "bull-bear", "sharpe"),
    *("alpha", "etf", "ipo", "earnings", "book-value", "bond", "cost-averaging", "blue-chip", "correlation"),
    "committee",
)
# The account has figures of these names: without "a" before them, they are asked for.
_OF_ACCOUNT: Final = frozenset(
    {"pending", "position", "limit", "result", "weight", "paper-account", "hold", "average-cost", "win-rate", "stock"}
)
# No share that is talked of has such a figure here.
_NO_FIGURES: Final = frozenset(
    {
        "option",
        "bull-bear",
        "sharpe",
        "alpha",
        "etf",
        "ipo",
        "bond",
        "cost-averaging",
        "blue-chip",
        "correlation",
        "committee",
    }
)
# "What does that mean for the stop?" asks about what was said; so does "the idea".
_OF_WHAT_WAS_SAID: Final = re.compile(r"\b(?:that|this) means?\b|\bmeans? (?:for|if|when)\b|\b(?:your|good|the) idea\b")
_OWNED: Final = re.compile(r"\b(?:the|this|that|your|its|these|those)\b|[这那你您]")
_MAX_TERMS: Final = 3
_MAX_LENGTH: Final = 120  # characters; a longer message asks more than what a term means
_MAX_TRIMMED: Final = 4  # words without meaning, before and behind the question each
_NUMBER: Final = r"(?: ?(?:of|at|is|为|是)? ?[-+]?\$?\d[\d.,]*(?: ?%| percent)?)?"
_QUOTES: Final = '["“”《》「」]?'
# Of these a value can be high or low: "what's a good P/E?"
_READ: Final = frozenset(
    {
        "pe",
        "rsi",
        "volatility",
        "dividend-yield",
        "beta",
        "drawdown",
        "win-rate",
        "confidence",
        "volume-ratio",
        "eps",
        "macd",
    }
)
_WORD: Final = re.compile(r"[a-z][a-z/&'-]{1,24}(?: [a-z][a-z/&'-]{1,24}){0,2}|[a-z]?[\u3400-\u9fff]{1,6}")
# No term: what "it", "that" and the like refer to is asked of the conversation.
_NO_WORD: Final = re.compile(
    r"\b(?:it|this|that|these|those|they|he|she|you|your|we|i|my|our|all|so|is|are|do|the|his|her|its|their|and|or)\b"
    r"|[这那它你您我他她咱]|什么|怎么"
)

# What "a good entry" or "a fair price" is, is no meaning of a word.
_NO_TERM: Final = re.compile(
    r"(?:good|fair|reasonable|safe|better|best|big|bigger|typical|normal|usual|realistic|nice|smart|sensible|great)\b"
)


@dataclass(frozen=True, slots=True)
class GlossaryPhrases:
    """Forms of questions, each as the text before and behind the term, and patterns of what stands in its place."""

    meaning: tuple[tuple[str, str], ...]  # always ask what a term means
    plain: tuple[tuple[str, str], ...]  # do with "a" before the term; with "the", while no share is talked of
    word: tuple[tuple[str, str], ...]  # ask for the meaning of any word
    reading: tuple[tuple[str, str], ...]  # ask what value of a figure is high or low
    before: tuple[str, ...]  # words without meaning before the question; longest first
    behind: tuple[str, ...]
    article: re.Pattern[str]
    owner: re.Pattern[str]
    also: re.Pattern[str]  # a further question about the same
    several_terms: re.Pattern[str]
    one_term: re.Pattern[str]
    names: Mapping[str, str]  # the term by its phrase
    strong: re.Pattern[str]  # where no form fits: marks of a question for the meaning
    weak: re.Pattern[str]  # marks of one, unless a figure of that name may be meant
    only_words: re.Pattern[str]  # what may stand beside the terms
    level: frozenset[str]  # whole messages that ask what value is high or low, of the figure spoken of before
    with_article: tuple[tuple[str, str], ...]  # ask for the meaning of any word behind "a"


@cache
def glossary_phrases() -> GlossaryPhrases:
    """Return the phrases of `data/*/glossary.toml`."""
    tables = {
        "forms": ("meaning", "plain", "word", "with_article", "reading"),
        "words": ("before", "behind", "articles", "owners", "joiners", "also", "level"),
        "terms": TERMS,
        "loose": ("strong", "weak", "words"),
    }
    lists = read_phrases("glossary", tables, folders=LANGUAGE_FOLDERS)
    words = {name: _either(phrases) for name, phrases in lists["words"].items()}
    names = {phrase.replace("'", ""): term for term, phrases in lists["terms"].items() for phrase in phrases}
    # Atomic groups and possessive repetitions keep the time linear, whatever the text.
    term = rf"(?>{_QUOTES}(?:{_either(names)}){_QUOTES}{_NUMBER}{_QUOTES})"
    loose = {name: _either(_by_length(phrases)) for name, phrases in lists["loose"].items()}
    forms = {name: tuple(_split_form(form) for form in listed) for name, listed in lists["forms"].items()}
    return GlossaryPhrases(
        **forms,
        before=_by_length(lists["words"]["before"]),
        behind=_by_length(lists["words"]["behind"]),
        article=re.compile(rf"(?:{words['articles']}) "),
        owner=re.compile(rf"(?:{words['owners']}) "),
        also=re.compile(rf"(?:{words['also']}).{{0,60}}"),
        several_terms=re.compile(rf"{term}(?:(?: ?, ?| ?(?:{words['joiners']}) ?|(?<=[\u3400-\u9fff])){term})*+"),
        one_term=re.compile(_either(names)),
        names=names,
        strong=re.compile(loose["strong"]),
        weak=re.compile(loose["weak"]),
        level=frozenset(phrase.replace("'", "") for phrase in lists["words"]["level"]),
        only_words=re.compile(rf"(?:[\s,;:.?!()\"“”《》「」-]|{loose['words']}|{loose['strong']}|{loose['weak']})*+"),
    )


def _either(phrases: Iterable[str]) -> str:
    """Return a pattern for one of the phrases, longest first; Latin ones as whole words."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(p)}(?![a-z])" if p[0].isascii() else re.escape(p) for p in ordered)


def _by_length(phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((phrase.replace("'", "") for phrase in phrases), key=len, reverse=True))


def _split_form(form: str) -> tuple[str, str]:
    before, _, behind = form.replace("'", "").partition("*")
    return before, behind


def find_definition(text: str, *, has_context: bool) -> Define | None:
    """Return the terms whose meaning a message asks for, and nothing else; None: it asks for none.

    Args:
        text: Normalised, in lower case.
        has_context: Whether a share is talked of, whose figure "what's the P/E?" asks for.
    """
    if len(text) > _MAX_LENGTH:
        return None
    question = text.replace("'", "").rstrip("?!.~。 ")
    bare = f"{question}?" if text.endswith("?") else question
    mains = [question, bare]
    mains += [main for main, also in _split_questions(question) if glossary_phrases().also.fullmatch(also)]
    candidates = [candidate for main in mains for candidate in _trimmed(main)]
    phrases = glossary_phrases()
    if phrases.one_term.search(question):
        for candidate in candidates:
            if terms := _terms_in_forms(candidate, phrases, has_context=has_context):
                return Define(terms=terms)
        if terms := _loose_terms(question, has_context=has_context):
            return Define(terms=terms)
    words = filter(None, (_unknown_word(candidate, phrases.word) for candidate in candidates))
    if (word := next(words, None)) is not None:
        return Define(word=word)
    is_level = any(candidate.removesuffix("?") in phrases.level for candidate in candidates)
    return Define(asks_level=True) if is_level else None


def find_word_behind_article(text: str) -> Define | None:
    """Return the word that "what's a covered call?" asks about, though the glossary does not have it.

    Args:
        text: Normalised, in lower case.
    """
    question = text.replace("'", "").rstrip("?!.~。 ")
    if len(question) > _MAX_LENGTH:
        return None
    words = (_unknown_word(each, glossary_phrases().with_article) for each in _trimmed(question))
    word = next(filter(None, words), None)
    return None if word is None or _NO_TERM.match(word) else Define(word=word)


def find_level_terms(text: str) -> tuple[str, ...]:
    """Return the terms in a normalised, lower-case text of whose values some are high and some low: "P/E of GOOG"."""
    found = (glossary_phrases().names[match.group()] for match in glossary_phrases().one_term.finditer(text))
    return tuple(dict.fromkeys(term for term in found if term in _READ))[:_MAX_TERMS]


def _split_questions(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a message at a comma or the like: "what does RSI mean, is it good"."""
    for match in re.finditer(r" ?[,;?.!]+ ?", text):
        if match.start() > 0 and match.end() < len(text):
            yield text[: match.start()], text[match.end() :]


def _unknown_word(candidate: str, forms: Iterable[tuple[str, str]]) -> str | None:
    """Return the word whose meaning is asked for, though the glossary does not have it."""
    for middle in _middles(candidate, forms):
        word = glossary_phrases().article.sub("", middle, count=1).strip('"“”《》「」')
        if _WORD.fullmatch(word) and not _NO_WORD.search(word):
            return word
    return None


def _loose_terms(question: str, *, has_context: bool) -> tuple[str, ...]:
    """Return the terms of a question in no known form, whose other words all belong to such questions."""
    phrases = glossary_phrases()
    terms = tuple(dict.fromkeys(phrases.names[match.group()] for match in phrases.one_term.finditer(question)))
    rest = re.sub(rf"(?:{phrases.one_term.pattern}){_NUMBER}", " ", question)
    if not 0 < len(terms) <= _MAX_TERMS or _OF_WHAT_WAS_SAID.search(rest) or not phrases.only_words.fullmatch(rest):
        return ()
    if phrases.strong.search(rest):
        return terms
    is_owned = _OWNED.search(rest) is not None
    is_asked = phrases.weak.search(rest) and (not is_owned or _is_no_figure(terms, has_context=has_context))
    return terms if is_asked else ()


def _terms_in_forms(candidate: str, phrases: GlossaryPhrases, *, has_context: bool) -> tuple[str, ...]:
    for outer in _middles(candidate, phrases.meaning):
        for middle in _nested(outer, phrases):
            if terms := _terms(_without(phrases.owner, middle), phrases):
                return terms
    for middle in _middles(candidate, phrases.reading):
        terms = _terms(middle, phrases)
        if terms and set(terms) <= _READ:
            return terms
    for middle in _middles(candidate, phrases.plain):
        is_owned = phrases.owner.match(middle) is not None
        terms = _terms(_without(phrases.owner, middle), phrases)
        if terms and (not is_owned or _is_no_figure(terms, has_context=has_context)):
            return terms
    asks = candidate.endswith("?")
    terms = _terms(_without(phrases.owner, candidate.removesuffix("?")), phrases) if asks else ()
    return terms if _is_no_figure(terms, has_context=has_context) else ()


def _is_no_figure(terms: Iterable[str], *, has_context: bool) -> bool:
    """Return whether "what's the …?" can only ask what the terms mean: nothing talked of has such a figure."""
    return set(terms) <= _NO_FIGURES or (not has_context and not _OF_ACCOUNT & set(terms))


def _nested(middle: str, phrases: GlossaryPhrases) -> Iterator[str]:
    """Yield what stands for the term in a question that is itself part of one: 解释一下什么叫置信度."""
    yield middle
    yield from _middles(middle, phrases.meaning)


def _without(pattern: re.Pattern[str], middle: str) -> str:
    match = pattern.match(middle)
    return middle[match.end() :] if match else middle


def _trimmed(question: str) -> Iterator[str]:
    """Yield the question, and it without words that mean nothing, before and behind it."""
    heads = [question]
    while len(heads) <= _MAX_TRIMMED and (shorter := _cut_head(heads[-1])) is not None:
        heads.append(shorter)
    for head in heads:
        tail: str | None = head
        for _ in range(_MAX_TRIMMED):
            if tail is None:
                break
            yield tail
            tail = _cut_tail(tail)


def _cut_head(text: str) -> str | None:
    for phrase in glossary_phrases().before:
        rest = text[len(phrase) :]
        if text.startswith(phrase) and (not phrase[0].isascii() or rest[:1] in {" ", ",", ":", "."}):
            return rest.lstrip(" ,:.-") or None
    return None


def _cut_tail(text: str) -> str | None:
    for phrase in glossary_phrases().behind:
        if text.endswith(phrase if not phrase[0].isascii() else f" {phrase}"):
            return text[: -len(phrase)].rstrip(" ,") or None
    return None


def _middles(text: str, forms: Iterable[tuple[str, str]]) -> Iterator[str]:
    for before, behind in forms:
        if text.startswith(before) and text.endswith(behind) and len(text) > len(before) + len(behind):
            yield text[len(before) : len(text) - len(behind)].strip()


def _terms(middle: str, phrases: GlossaryPhrases) -> tuple[str, ...]:
    """Return the terms of which a text consists; empty: it has other words, or too many terms."""
    text = _without(phrases.article, middle)
    if not phrases.several_terms.fullmatch(text) and (shorter := _cut_tail(text)) is not None:
        text = shorter  # 股息率这个词
    if not phrases.several_terms.fullmatch(text):
        return ()
    terms = dict.fromkeys(phrases.names[match.group()] for match in phrases.one_term.finditer(text))
    return tuple(terms) if len(terms) <= _MAX_TERMS else ()
