"""Find what an order says beside its verb, its shares and its size that nobody explained: then it is asked about.

An order without a size takes a default size, which only a plain order may do: in "I'm afraid of selling GOOG" and
买IBM太贵 the words beside verb and share matter. A share is traded only if it stands in the list of the shares ordered:
not the second one of "sell AAPL because GOOG is stronger".
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from bot.domain.text.tokens import PhraseTable, spellings
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.quantities import context_cues as cues
from bot.language.quantities.size_words import size_word_lists
from bot.reading.quantities.quantity import find_quantities

_LISTS: Final = ("plain", "joiner", "size", "unread_size", "keeping", "not_done", "judgement")
# What a plain order consists of, and a plain question whether to trade.
_EXPLAINED: Final = frozenset(
    {
        *(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.WANT, Cue.TRADE, Cue.SHOULD, Cue.QUESTION, Cue.WHY, Cue.DISPOSAL),
        *(Cue.POLITE, Cue.FILLER, Cue.ALL, Cue.EVERYTHING, Cue.UNLIMITED, Cue.CONFIRM, Cue.ORDER_TYPE),
        *(Cue.CHANGE, Cue.SWITCH),
    }
)
_OF_SIZES: Final = frozenset({Cue.LIMIT, Cue.RESIZE})
_DOUBTFUL: Final = frozenset({Cue.WAIT, Cue.OBJECTION, Cue.REFUSAL, Cue.NOT, Cue.NEGATED_TRADE, Cue.THIRD_PARTY})
_UNDOES: Final = frozenset(
    {Cue.NOT, Cue.NEGATED_TRADE, Cue.WAIT, Cue.THIRD_PARTY, Cue.CONDITION, Cue.PAST, Cue.WHAT_IF}
)
_JOINING: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.ALL, Cue.WANT, Cue.DISPOSAL})
_SENTENCE_ENDS: Final = frozenset({".", ";", "?", "!"})
_CLAUSE_ENDS: Final = frozenset({",", ".", ";", "!"})
_QUOTES: Final = frozenset({":", '"', "“", "”"})
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})


@cache
def order_words() -> PhraseTable[str]:
    """Return the list of each phrase of `data/*/order_words.toml`, which explains the lists."""
    lists: Mapping[str, tuple[str, ...]] = read_phrases(
        "order_words", {"order_words": _LISTS}, folders=LANGUAGE_FOLDERS
    )["order_words"]
    of_sizes = {
        key: "size" for words in size_word_lists()["sizes"].values() for word in words for key in spellings(word)
    }
    return PhraseTable({**of_sizes, **index_phrases(lists)})


def has_unexplained_words(reading: MessageReading, *, is_sized: bool) -> bool:
    """Return whether a word of an order may change what it means, or is a size that was not read.

    Args:
        reading: Of the message.
        is_sized: Whether a size was read: then numbers and the words of sizes are explained.
    """
    spans = tuple(_size_spans(reading.undated_text)) if is_sized else ()
    chunks = [
        chunk
        for chunk in _without_opening(reading.chunks)
        if not any(start <= chunk.start < end for start, end in spans)
    ]
    return any(not _is_explained(words, chunk, is_sized=is_sized) for words, chunk in _words(chunks))


def _without_opening(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """Return an order without the clauses that say only why: "the funds arrived. sell 3 MSFT", 太多了，砍一半."""
    verb = next((at for at, chunk in enumerate(chunks) if chunk.cues & _TRADES), 0)
    ends = [at for at in range(verb) if chunks[at].tokens[0].text in _CLAUSE_ENDS]
    if not ends or any(chunk.cues & _UNDOES or chunk.tokens[0].text in _QUOTES for chunk in chunks[: ends[-1]]):
        return chunks
    return chunks[ends[-1] + 1 :]


def _size_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of numbers and of fractions in words."""
    yield from ((each.start, each.end) for each in find_quantities(text))
    for pattern in (*cues.PARTS, cues.COUPLE_OF, cues.FEW_OF):
        yield from (match.span() for match in pattern.finditer(text))


def asks_for_more(chunks: Sequence[Chunk]) -> bool:
    """Return whether a message asks for what is not done beside its order: "in two tranches", "for Tom's account"."""
    return any(words == "not_done" for words, _ in _words(chunks))


def answers_itself(chunks: Sequence[Chunk]) -> bool:
    """Return whether an order with a question mark is followed by what refuses it: 买IBM？不可能, "sell it? never"."""
    mark = next((at for at, chunk in enumerate(chunks) if chunk.tokens[0].text == "?"), len(chunks))
    is_advice = any(chunk.cues & {Cue.SHOULD, Cue.QUESTION} for chunk in chunks[:mark])
    behind = _words(chunks[mark + 1 :])
    if is_advice:
        return False
    return any(not _is_explained(words, chunk, is_sized=False) for words, chunk in behind)


def asks_of_another(chunks: Sequence[Chunk]) -> bool:
    """Return whether an order of one share is followed by a question for another: "sell GOOG. What about IBM?"."""
    ends = [at for at, chunk in enumerate(chunks) if chunk.tokens[0].text in _SENTENCE_ENDS - {"?"}]
    before, behind = (chunks[: ends[0]], chunks[ends[0] :]) if ends else ((), ())
    is_order = any(chunk.cues & _TRADES for chunk in before) and not any(Cue.SHOULD in chunk.cues for chunk in before)
    one, other = ({chunk.instrument for chunk in part if chunk.instrument is not None} for part in (before, behind))
    return is_order and bool(one) and bool(other - one)


def keeps_position(reading: MessageReading) -> bool:
    """Return whether a message says that a share is kept, and orders no trade: "hold IBM", 继续拿着苹果."""
    if reading.is_question or reading.cues & (_TRADES | {Cue.SIZE, Cue.WANT, Cue.NUMBER}) or not reading.names.symbols:
        return False
    return any(words == "keeping" for words, _ in _words(reading.chunks))


def names_apart(chunks: Sequence[Chunk]) -> bool:
    """Return whether two shares are named that do not stand in one list: "sell AAPL, GOOG looks better"."""
    places = [(at, chunk.instrument) for at, chunk in enumerate(chunks) if chunk.instrument is not None]
    return any(
        one != other and not _is_list(chunks[first + 1 : second]) for (first, one), (second, other) in pairwise(places)
    )


def _is_list(between: Sequence[Chunk]) -> bool:
    """Return whether two names with these words between them are parts of one list, or of two like orders."""
    return all(_joins(words, chunk) for words, chunk in _words(between))


def _joins(words: str | None, chunk: Chunk) -> bool:
    if words is not None:
        return words == "joiner"
    is_sign = not chunk.tokens[0].text.isalnum() and chunk.tokens[0].text not in _SENTENCE_ENDS
    return is_sign or bool(chunk.cues & _JOINING and not chunk.cues & _DOUBTFUL)


def _is_explained(words: str | None, chunk: Chunk, *, is_sized: bool) -> bool:
    if words in {"plain", "joiner"} or (is_sized and words in {"size", "unread_size", "keeping"}):
        return True
    if words in {"not_done", "unread_size", "keeping", "judgement"}:
        return False
    if chunk.names_something or not any(token.text.isalnum() for token in chunk.tokens):
        return True
    explained = _EXPLAINED | _OF_SIZES if is_sized else _EXPLAINED
    return bool(chunk.cues & explained) and not chunk.cues & _DOUBTFUL


def _words(chunks: Sequence[Chunk]) -> Iterator[tuple[str | None, Chunk]]:
    """Yield the list of each phrase of order words, and None with each chunk that begins with none."""
    tokens = [(token.text, chunk) for chunk in chunks for token in chunk.tokens]
    texts = [text for text, _ in tokens]
    at = 0
    while at < len(tokens):
        chunk = tokens[at][1]
        match = None if chunk.names_something else order_words().longest_match(texts, at)
        is_longer = match is not None and match[1] >= _rest_of(chunk, tokens, at)
        if match is not None and is_longer:
            yield match[0], chunk
            at += match[1]
        else:
            yield None, chunk
            at += _rest_of(chunk, tokens, at)


def _rest_of(chunk: Chunk, tokens: Sequence[tuple[str, Chunk]], at: int) -> int:
    """Return how many tokens of a chunk begin at a place."""
    size = 1
    while at + size < len(tokens) and tokens[at + size][1] is chunk:
        size += 1
    return size
