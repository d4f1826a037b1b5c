"""Take one message apart: its tokens, chunks, cues, names, numbers and dates."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise, zip_longest

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.number_words import CHINESE_NUMERALS
from bot.domain.text.tokens import Token
from bot.language.lexicon import unsupported_markets
from bot.language.lexicon.chunker import Chunk, Chunker
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.named_instruments import NamedInstruments, find_names
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.unknown_names import mark_unknown_names
from bot.language.quantities import trade_sizes
from bot.language.quantities.dates import FoundDates, find_dates
from bot.language.quantities.number_roles import NumberContext

_BRIEF = 8  # chunks
_ALONE = 2  # chunks
_TELLING_LETTERS = 5  # shorter words are mostly "with", "some", "from"
_TELLING_CHARACTERS = 2
_HAN_NUMERALS = frozenset(CHINESE_NUMERALS + "半分之")
_SALES = frozenset({Cue.SELL, Cue.EXIT})
_TRADES = _SALES | {Cue.BUY, Cue.SHORT}


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """What is known about the conversation before the message is read."""

    instruments: InstrumentTable
    today: date
    focus: tuple[str, ...]
    pending: int


@dataclass(frozen=True, slots=True)
class MessageReading:
    """One message, taken apart."""

    tokens: tuple[Token, ...]
    chunks: tuple[Chunk, ...]
    cues: frozenset[Cue]
    names: NamedInstruments
    sizes: trade_sizes.TradeSizes
    when: FoundDates


def read_message(body: str, setting: ReadingContext, *, is_command: bool) -> MessageReading:
    """Read a normalised message; of a typed command, the `body` is what stands behind its name."""
    when = find_dates(body.lower(), today=setting.today)
    codes, countable = unsupported_markets.find_codes(when.rest)
    legible = unsupported_markets.blank_out(body, codes)
    chunks = mark_unknown_names(tuple(Chunker(legible, setting.instruments).chunks()), legible, when.rest)
    arguments = _undated(body, when.rest).split() if is_command else ()
    names = find_names(chunks, codes, arguments=arguments, instruments=setting.instruments)
    worded = _worded(chunks)
    sizes = trade_sizes.find_sizes(
        _without_strangers(countable, chunks), _wording(worded, chunks, is_command=is_command)
    )
    tokens = tuple(token for chunk in chunks for token in chunk.tokens)
    return MessageReading(tokens, chunks, worded | _derived(chunks, names, sizes, when, setting), names, sizes, when)


def _undated(body: str, rest: str) -> str:
    return "".join(char if kept.strip() else " " for char, kept in zip(body, rest, strict=False))


def _without_strangers(text: str, chunks: Sequence[Chunk]) -> str:
    """Blank out the unknown names that hold numbers: 三星 is no three."""
    for chunk in chunks:
        if chunk.unknown and chunk.tokens[0].is_han:
            end = chunk.tokens[-1].end
            text = text[: chunk.start] + " " * (end - chunk.start) + text[end:]
    return text


def _worded(chunks: Sequence[Chunk]) -> frozenset[Cue]:
    """Join the chunks' cues.

    卖了 reports a sale, but behind 把 and before 吧 it orders one; 再买 sets a condition, but not where nothing stands
    before it.
    """
    found: set[Cue] = set()
    is_disposal = False
    for chunk, after in zip_longest(chunks, chunks[1:]):
        is_disposal = is_disposal or Cue.DISPOSAL in chunk.cues
        is_order = is_disposal or (after is not None and after.tokens[0].text == "吧")
        unsaid = {Cue.PAST} if is_order and chunk.cues & _TRADES else set()
        unsaid |= {Cue.CONDITION} if chunk.tokens[0].text == "再" and not found - {Cue.FILLER} else set()
        found |= chunk.cues - unsaid
    return frozenset(found)


def _wording(cues: Collection[Cue], chunks: Sequence[Chunk], *, is_command: bool) -> NumberContext:
    sells = bool(_SALES & set(cues))
    return NumberContext(
        is_trade=is_command or bool((_TRADES | {Cue.CHANGE, Cue.RESIZE, Cue.LIMIT}) & set(cues)),
        is_purchase=Cue.BUY in cues,
        is_sale=sells,
        is_exit=Cue.EXIT in cues,
        is_all=bool({Cue.ALL, Cue.EVERYTHING} & set(cues)),
        names=frozenset(chunk.start for chunk in chunks if chunk.instrument),
    )


def _derived(
    chunks: Sequence[Chunk],
    names: NamedInstruments,
    sizes: trade_sizes.TradeSizes,
    when: FoundDates,
    setting: ReadingContext,
) -> frozenset[Cue]:
    """Add the facts that no single phrase shows."""
    speaking = [chunk for chunk in chunks if Cue.FILLER not in chunk.cues and chunk.tokens[0].text.isalnum()]
    first = speaking[0] if speaking else None
    facts = {
        Cue.SYMBOL: bool(names.symbols),
        Cue.UNSUPPORTED: bool(names.unknown or names.uncovered),
        Cue.ONLY_NAMES: bool(names.any)
        and all(chunk.names_something or chunk.tokens[0].text in ticker_words().message_joiners for chunk in speaking),
        Cue.OFF_TOPIC: any(Cue.CHAT in chunk.cues and Cue.POLITE not in chunk.cues for chunk in chunks),
        Cue.UNKNOWN_WORDS: not names.any and _is_strange(chunks),
        Cue.SIZE: any((sizes.amount, sizes.fraction, sizes.shares, sizes.stop, sizes.problems)),
        Cue.OPEN_CHOICE: not names.any and any(Cue.CHOICE in chunk.cues for chunk in chunks),
        Cue.STOP_PRICE: sizes.stop is not None,
        Cue.PAST_DATE: bool(when.dates) and when.dates[0] < setting.today,
        Cue.CANCEL_NEGATED: _is_kept(chunks),
        Cue.CANCEL: any(Cue.NOT in one.cues and Cue.CONFIRM in two.cues for one, two in pairwise(chunks)),
        Cue.REFUSAL: bool(speaking) and Cue.NOT in speaking[-1].cues,  # "on second thought, don't"
        Cue.BRIEF: len(speaking) <= _BRIEF,
        Cue.SINGLE_PHRASE: len(speaking) == 1,
        Cue.ALL_KNOWN: all(chunk.cues or chunk.names_something for chunk in speaking),
        Cue.VERY_BRIEF: len(speaking) <= _ALONE,
        Cue.PENDING: setting.pending > 0,
        Cue.FOCUS: bool(setting.focus),
        Cue.LEADING_JOINER: first is not None and first.tokens[0].text in ticker_words().message_joiners,
        Cue.IMPERATIVE: first is not None and bool(first.cues & _TRADES),
    }
    return frozenset(cue for cue, holds in facts.items() if holds)


def _is_strange(chunks: Sequence[Chunk]) -> bool:
    """Whether words stand in it that none of our phrases has."""
    unread = [token for chunk in chunks if not chunk.cues for token in chunk.tokens]
    words = sum(token.is_word and len(token.text) >= _TELLING_LETTERS for token in unread)
    characters = sum(token.is_han and token.text not in _HAN_NUMERALS for token in unread)
    return words > 0 or characters >= _TELLING_CHARACTERS


def _is_kept(chunks: Sequence[Chunk]) -> bool:
    kinds = [chunk.cues for chunk in chunks]
    refusals = [at for at, cues in enumerate(kinds) if Cue.NOT in cues]
    return bool(refusals) and any(Cue.CANCEL in cues for cues in kinds[refusals[0] :])
