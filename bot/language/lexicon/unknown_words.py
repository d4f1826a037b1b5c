"""Find names nobody knows by their place: who asks to buy "gogle" or 三星 means no share that was spoken of before."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from bot.language.lexicon import vocabulary
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.scan import Chunk
from bot.language.quantities import numbers

_TAKING_OBJECTS = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.ANALYSE, Cue.REVIEW, Cue.OPINION})
_WHAT_ABOUT = frozenset({("how", "about"), ("what", "about")})
_ASKING_STATE = frozenset({Cue.STATE, Cue.OPINION})
_DETERMINERS = frozenset(["the", "my", "our", "your", "this", "that"])
_JOINERS = frozenset(["and", "or", "vs", "versus", "和", "与", "跟", "或"])
_FILLERS = _DETERMINERS | frozenset(["of", "shares", "share", "stock", "into", "in", "on", "some", "股"])
_COMMON = vocabulary.NOT_TICKERS | vocabulary.NAMELESS | frozenset(numbers.ENGLISH_WORDS)
_MOST_WORDS = 3
_HAN_NAME = range(2, 7)  # characters
_SHORTEST = 3  # letters
_HAN_NUMERAL = rf"[{numbers.HAN_DIGITS}{numbers.HAN_SCALES}]"
_HAN_NO_NAME = re.compile(
    rf"{_HAN_NUMERAL}{{2}}|{_HAN_NUMERAL}(?:分之|手)|.*(?:{'|'.join(sorted(vocabulary.NAMELESS_HAN_WORDS))})"
)
_OFF_TOPIC = frozenset({Cue.CHAT, Cue.OTHERS})


def mark_unknown_words(chunks: Sequence[Chunk], text: str, undated: str) -> tuple[Chunk, ...]:
    """Return the chunks with every unread name in an object's place joined to one that is `unknown`, as typed.

    Args:
        chunks: Those of the whole message, in order.
        text: What they were cut from.
        undated: The same text, its dates blanked out: "sell Monday" names no share.
    """
    return tuple(_joined(chunks, text, undated))


def _joined(chunks: Sequence[Chunk], text: str, undated: str) -> Iterator[Chunk]:
    at, before, is_object, is_behind_name = 0, "", False, False
    while at < len(chunks):
        size = _run(chunks, at, undated) if is_object or at == 0 else 0
        if size and _is_name(chunks, at, size, before=before, is_object=is_object):
            tokens = tuple(token for chunk in chunks[at : at + size] for token in chunk.tokens)
            yield Chunk(tokens, unknown=text[tokens[0].start : tokens[-1].end])
            at, before, is_object, is_behind_name = at + size, "", False, True
            continue
        chunk = chunks[at]
        yield chunk
        before = chunk.tokens[0].text
        is_filler = before in _FILLERS or before.isdecimal()
        is_object = _takes_object(chunk) or (is_object and is_filler) or (is_behind_name and before in _JOINERS)
        is_behind_name = chunk.names_something
        at += 1


def _takes_object(chunk: Chunk) -> bool:
    return bool(chunk.cues & _TAKING_OBJECTS) or tuple(token.text for token in chunk.tokens) in _WHAT_ABOUT


def _run(chunks: Sequence[Chunk], at: int, undated: str) -> int:
    """Count the chunks from `at` on that may make one name: unread words, or unread characters, but not both."""
    size, kind = 0, chunks[at].tokens[0].is_han
    for chunk in islice(chunks, at, None):
        first = chunk.tokens[0]
        is_unread = not chunk.cues and not chunk.names_something and undated[first.start : first.end].strip()
        if not is_unread or first.is_han is not kind or not _may_be_named(chunk):
            break
        size += 1
    return size


def _may_be_named(chunk: Chunk) -> bool:
    token = chunk.tokens[0]
    if token.is_han:
        return token.text not in vocabulary.NAMELESS_HAN
    is_form = token.text.endswith(("ly", "ing")) and not token.raw[0].isupper()
    is_common = token.text in _COMMON
    return token.is_word and not is_form and not is_common


def _is_name(chunks: Sequence[Chunk], at: int, size: int, *, before: str, is_object: bool) -> bool:
    first, following = chunks[at].tokens[0], chunks[at + size : at + size + 1]
    if following and following[0].cues & _OFF_TOPIC:
        return False
    if first.is_han and before.isdecimal():
        return False  # a unit
    if first.is_han:
        is_subject = not is_object and bool(following) and bool(following[0].cues & _ASKING_STATE)
        name = "".join(chunk.tokens[0].text for chunk in chunks[at : at + size])
        return (is_object or is_subject) and size in _HAN_NAME and not _HAN_NO_NAME.match(name)
    if before in _DETERMINERS | _JOINERS and not first.raw[0].isupper():
        return False
    return is_object and size <= _MOST_WORDS and len(first.text) >= _SHORTEST
