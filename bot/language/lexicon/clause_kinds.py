"""Tell the kinds of clauses that no single phrase shows: contradictions, statements, conditional orders."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from bot.domain.text.tokens import Phrase, PhraseTable, spellings
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("contrast", "finite", "subject", "consequence", "conjunction", "after_order", "auxiliary")
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.CONFIRM})
_RHETORICAL: Final = re.compile("(?<!是)(?:不是|不就|不也|不都)[^,.;!?]{1,12}(?:吗|么)")
_ORDERED: Final = _TRADES - {Cue.CONFIRM}
# A message that asks is no order, whatever its condition: "if it drops, should I sell?"
_ASKS: Final = frozenset(
    {
        Cue.QUESTION,
        Cue.SHOULD,
        Cue.WHAT_IF,
        Cue.WHY,
        Cue.ABOUT,
        Cue.DETAIL,
        Cue.REVIEW,
        Cue.OBJECTION,
        Cue.OPINION,
        Cue.CANCEL,
        Cue.NEGATED_TRADE,
        Cue.THIRD_PARTY,
    }
)


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """The lists of `data/*/clauses.toml`, which explains them."""

    contrast: PhraseTable[bool]
    finite: frozenset[Phrase]
    subject: frozenset[Phrase]
    consequence: frozenset[Phrase]
    conjunction: frozenset[Phrase]
    after_order: frozenset[Phrase]
    auxiliary: frozenset[Phrase]


@cache
def clause_words() -> ClauseWords:
    """Return the words that show the kind of a clause."""
    lists = read_phrases("clauses", {"clauses": _LISTS}, folders=LANGUAGE_FOLDERS)["clauses"]
    keys = {name: frozenset(key for word in words for key in spellings(word)) for name, words in lists.items()}
    return ClauseWords(
        contrast=PhraseTable(dict.fromkeys(keys["contrast"], True)),
        finite=keys["finite"],
        subject=keys["subject"],
        consequence=keys["consequence"],
        conjunction=keys["conjunction"],
        after_order=keys["after_order"],
        auxiliary=keys["auxiliary"],
    )


def contradicts(chunks: Sequence[Chunk]) -> bool:
    """Return whether a message begins with a word of contrast: "but momentum is one month old"."""
    words = [token.text for chunk in chunks for token in chunk.tokens]
    return clause_words().contrast.longest_match(words, 0) is not None if words else False


def begins_as_question(chunks: Sequence[Chunk]) -> bool:
    """Return whether a message begins with an auxiliary verb: "is AAPL below its average" asks without a mark."""
    first = next((chunk for chunk in chunks if Cue.POLITE not in chunk.cues), None)
    return first is not None and (first.tokens[0].text,) in clause_words().auxiliary and Cue.CONFIRM not in first.cues


def is_rhetorical(chunks: Sequence[Chunk]) -> bool:
    """Return whether a question holds its answer: 不是太贵了吗."""
    words = "".join(token.text for chunk in chunks for token in chunk.tokens)
    return _RHETORICAL.search(words) is not None


def states_something(chunks: Sequence[Chunk]) -> bool:
    """Return whether there is a finite verb behind the first word, and no question."""
    words = [token.text for chunk in chunks for token in chunk.tokens]
    asks = any({Cue.QUESTION, Cue.SHOULD} & chunk.cues for chunk in chunks)
    finite = clause_words().finite
    places = range(1, len(words))
    return not asks and any((words[at],) in finite or tuple(words[at : at + 2]) in finite for at in places)


def orders_at_the_end(chunks: Sequence[Chunk]) -> bool:
    """Return whether the last clause of several is nothing but an order: 都这样了还留着吗，卖吧."""
    spoken = [chunk for chunk in chunks if chunk.cues or chunk.tokens[0].text.isalnum() or chunk.tokens[0].text == ","]
    commas = [at for at, chunk in enumerate(spoken) if chunk.tokens[0].text in {",", ";", "."}]
    clause = spoken[commas[-1] + 1 :] if commas else []
    if not clause or not clause[0].cues & _ORDERED or clause[0].cues & {Cue.PAST, Cue.SHOULD, Cue.CONDITION}:
        return False
    return all(_words(chunk) in clause_words().after_order for chunk in clause[1:])


def is_conditional_order(chunks: Sequence[Chunk]) -> bool:
    """Return whether a trade is ordered for the case that something happens: "sell if it falls to 440".

    A question with a condition is none ("what if it falls?"), and neither is a report ("if we sell now, we lose").
    """
    if any(Cue.AUTOMATIC in chunk.cues for chunk in chunks):
        asks = frozenset({Cue.SHOULD, Cue.WHY, Cue.NEGATED_TRADE})
        is_trade = any(chunk.cues & _ORDERED and Cue.PAST not in chunk.cues for chunk in chunks)
        return is_trade and not any(chunk.cues & asks for chunk in chunks)
    if any(chunk.cues & _ASKS for chunk in chunks if _words(chunk) not in clause_words().conjunction):
        return False
    conditions = {at for at, chunk in enumerate(chunks) if _is_condition(chunk) and not chunk.cues & _TRADES}
    verbs = _TRADES | {Cue.WANT}  # "if it falls, get me 5"
    trades = (at for at, chunk in enumerate(chunks) if chunk.cues & verbs and Cue.PAST not in chunk.cues)
    return bool(conditions) and any(_is_ordered(chunks, at) for at in trades)


def is_scheduled_order(chunks: Sequence[Chunk]) -> bool:
    """Return whether a trade is ordered for later: the time stands in its clause, and nobody else trades."""
    if any(chunk.cues & (_ASKS | {Cue.WATCH, Cue.PAST, Cue.WAIT}) for chunk in chunks):
        return False
    clause: list[Chunk] = []
    for chunk in (*chunks, None):
        if chunk is not None and chunk.tokens[0].text not in {",", ";", "."}:
            clause.append(chunk)
            continue
        subjects = (_words(each) for each in clause)
        is_order = any(each.cues & _ORDERED for each in clause) and not any(_is_other(words) for words in subjects)
        if is_order and any(Cue.FUTURE in each.cues for each in clause):
            return True
        clause = []
    return False


def _is_other(words: Phrase) -> bool:
    """Return whether a word is the subject of a report: "it will sell off tomorrow"."""
    return words in clause_words().subject - {("i",), ("we",), ("我",)}


def _words(chunk: Chunk) -> Phrase:
    return tuple(token.text for token in chunk.tokens)


def _is_condition(chunk: Chunk) -> bool:
    return Cue.CONDITION in chunk.cues or _words(chunk) in clause_words().conjunction


def _is_ordered(chunks: Sequence[Chunk], at: int) -> bool:
    """Return whether the verb at `at` gives an order: it has no subject, and does not stand in a condition."""
    if Cue.CONDITION in chunks[at].cues:  # 就买, 再买
        return True
    before = [each for each in chunks[:at] if Cue.POLITE not in each.cues]
    if not before:
        return True
    *earlier, last = before
    if _words(last) in clause_words().subject or _is_condition(last):
        return False
    if _words(last) == ("to",) and any(map(_is_condition, earlier[-1:])):  # "when to sell"
        return False
    is_late = any(map(_is_condition, earlier))
    is_consequence = not last.tokens[0].is_han or _words(last) in clause_words().consequence
    return is_consequence or not (chunks[at].tokens[0].is_han and is_late)


def orders_in_consequence(chunks: Sequence[Chunk]) -> bool:
    """Return whether a trade is ordered as what follows from something: "…, then sell"."""
    consequence = clause_words().consequence
    return any(
        _words(before) in consequence and bool(chunk.cues & _ORDERED) and Cue.PAST not in chunk.cues
        for before, chunk in pairwise(chunks)
    )


def reports_trade(chunks: Sequence[Chunk]) -> bool:
    """Return whether a trade is spoken of as done: "we sold", "did we sell"; "did we want to sell" is none."""
    trades = _ORDERED
    return any(
        bool(chunk.cues & trades)
        and (Cue.PAST in chunk.cues or (previous is not None and Cue.PAST in previous.cues) or _is_past(following))
        for previous, chunk, following in zip((None, *chunks), chunks, (*chunks[1:], None), strict=False)
    )


def _is_past(chunk: Chunk | None) -> bool:
    """Return whether 了 or 过 stands here, behind a verb."""
    return chunk is not None and chunk.tokens[0].text in {"了", "过", "掉"}
