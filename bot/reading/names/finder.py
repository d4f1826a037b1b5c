"""Cuts a message into chunks, in one pass: names of instruments, and other words."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.tokens import Token, tokenise
from bot.reading.names.misspelt import find_misspelt_name
from bot.reading.names.words import MARKETS, announcing_phrases, ticker_words, unsupported_names

_MIN_WORDS_IN_CAPITALS = 3  # so many words without a small letter: capitals mark no ticker
_TICKER_LETTERS = range(2, 6)
_CLASSES = frozenset({".A", ".B", ".C"})  # of shares: "BF.B"
_NOT_A_NUMBER = frozenset({"nan", "inf", "infinity"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tokens that name one thing together, or one token that no name has."""

    tokens: tuple[Token, ...]
    instrument: Instrument | None = None
    is_misspelt: bool = False  # the instrument is a guess: "googel"
    unknown: str | None = None  # as typed: meant as an instrument that we do not know
    unsupported: str | None = None  # as typed: an instrument of a market that we do not cover

    @property
    def names_something(self) -> bool:
        """Whether it is the name of an instrument, known or not."""
        return bool(self.instrument or self.unknown or self.unsupported)

    @property
    def start(self) -> int:
        """Its offset in the text."""
        return self.tokens[0].start


class Chunker:
    """Cuts one message into chunks.

    It keeps what came before, because many words are tickers in some places only: "now" is one in "buy NOW".
    """

    def __init__(self, text: str, instruments: InstrumentTable) -> None:
        self._text = text
        self._tokens = tokens = tokenise(text)
        self._words = [token.text for token in tokens]
        self._instruments = instruments
        words = [token.raw for token in tokens if token.is_word]
        has_small_letter = any(char.islower() for word in words for char in word)
        self._is_all_capitals = len(words) >= _MIN_WORDS_IN_CAPITALS and not has_small_letter
        # A single word, also one before Chinese ("XQZW 怎么样"), may be a ticker.
        self._expects_ticker = len(words) == 1 and self._tokens[0].is_word
        self._follows_name = False  # "apple has been" names no HAS
        self._expects_plain_word = self._expects_ticker  # even an everyday word is a name here

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks of the message in order."""
        at = 0
        while at < len(self._tokens):
            chunk = self._chunk(at)
            self._see(chunk)
            yield chunk
            at += len(chunk.tokens)

    def _chunk(self, at: int) -> Chunk:
        """Return the chunk that begins at this token: the longest name, or the token alone."""
        if (cashtag := self._cashtag(at)) is not None:
            return cashtag
        kind, unsupported_size = unsupported_names().longest_match(self._words, at) or ("", 0)
        instrument, name_size = self._instruments.match(self._words, at) or (None, 0)
        if (other_class := self._class_of_shares(at)) is not None and name_size < len(other_class.tokens):
            return other_class
        if kind and unsupported_size >= name_size:
            tokens = self._slice(at, self._size_with_market(at, kind, unsupported_size))
            return Chunk(tokens, unsupported=self._text[tokens[0].start : tokens[-1].end])
        if instrument and self._is_name_of(instrument, at, name_size):
            return Chunk(self._slice(at, name_size), instrument=instrument)
        return self._misspelt_name(at) or self._unknown_ticker(at) or Chunk(self._slice(at, 1))

    def _slice(self, at: int, size: int) -> tuple[Token, ...]:
        return tuple(self._tokens[at : at + size])

    def _size_with_market(self, at: int, kind: str, size: int) -> int:
        """Return the size of a name, of a market's name with the one behind it.

        港股腾讯 is one name, and 港股阿里巴巴 is not the American listing.
        """
        if kind != MARKETS:
            return size
        _, known_size = self._instruments.match(self._words, at + size) or (None, 0)
        _, unsupported_size = unsupported_names().longest_match(self._words, at + size) or ("", 0)
        return size + max(known_size, unsupported_size)

    def _cashtag(self, at: int) -> Chunk | None:
        """Return the chunk of "$AAPL" or "$brk.b"; None: there is none here ("$3,000", "$ AAPL")."""
        if self._words[at] != "$" or at + 1 == len(self._words):
            return None
        dollar, ticker = self._tokens[at : at + 2]
        if dollar.end != ticker.start or not ticker.is_word or ticker.text in _NOT_A_NUMBER:
            return None
        instrument, size = self._instruments.match(self._words, at + 1) or (None, 1)
        tokens = self._slice(at, size + 1)
        if instrument is not None:
            return Chunk(tokens, instrument=instrument)
        if (ticker.text,) in unsupported_names():
            return Chunk(tokens, unsupported=ticker.raw.upper())
        return Chunk(tokens, unknown=ticker.raw.upper())

    def _is_name_of(self, instrument: Instrument, at: int, size: int) -> bool:
        """Return whether these words name the instrument here, and do not merely look like its name."""
        words, raw = " ".join(self._words[at : at + size]), self._tokens[at].raw
        before = (tuple(self._words[max(0, at - len(each)) : at]) == each for each in announcing_phrases())
        if self._tokens[at].is_han or any(before):
            return True
        if words == instrument.symbol.lower():
            is_before_han = any(token.is_han for token in self._tokens[at + 1 : at + 2])  # K线, A股
            return self._is_ticker(words, raw) and not (is_before_han and len(words) == 1)
        if words in ticker_words("plain_words"):
            return self._expects_plain_word or (raw[0].isupper() and at > 0 and not self._is_all_capitals)
        return size > 1 or len(words) > 1

    def _is_ticker(self, word: str, raw: str) -> bool:
        if word in ticker_words("never"):
            return False
        if raw.isupper() and not self._is_all_capitals and len(word) > 1:
            return True
        if len(word) < _TICKER_LETTERS.start:
            return self._expects_ticker and raw.isupper()
        if word in ticker_words("plain_words"):
            return self._expects_plain_word
        return self._expects_ticker or len(word) > _TICKER_LETTERS.start or word in ticker_words("short")

    def _class_of_shares(self, at: int) -> Chunk | None:
        """Return the chunk of a ticker with a class of shares, in no table: "BF.B", "PBR.A"; None: it is no such."""
        tokens = self._slice(at, 3)
        raw = "".join(token.raw for token in tokens)
        is_glued = tokens[-1].end - tokens[0].start == len(raw)
        is_ticker = tokens[0].is_word and raw.isupper() and len(tokens[0].raw) in _TICKER_LETTERS
        is_of_class = raw[len(tokens[0].raw) :] in _CLASSES
        return Chunk(tokens, unknown=raw) if is_glued and is_ticker and is_of_class else None

    def _unknown_ticker(self, at: int) -> Chunk | None:
        token = self._tokens[at]
        if not (self._expects_ticker and token.is_word and token.raw.isascii()) or token.text in ticker_words("never"):
            return None
        is_ticker = token.raw.isupper() and not self._is_all_capitals and len(token.raw) in _TICKER_LETTERS
        return Chunk((token,), unknown=token.raw) if is_ticker else None

    def _misspelt_name(self, at: int) -> Chunk | None:
        """Return the chunk of a misspelt name; None: it is none, or the word is a ticker, though not in this place."""
        token, found = self._tokens[at], find_misspelt_name(self._tokens, at, self._instruments)
        is_capital = token.is_word and token.raw.isupper() and not self._is_all_capitals
        if found is None or is_capital or self._instruments.match(self._words, at) is not None:
            return None
        return Chunk(self._slice(at, found[1]), instrument=found[0], is_misspelt=True)

    def _see(self, chunk: Chunk) -> None:
        """Keep what a chunk says of the next words: "apple for the team" names no TEAM, "apple and TEAM" does."""
        first, names_something = chunk.tokens[0].text, chunk.names_something
        is_filler = first in ticker_words("fillers")
        is_beside = is_filler or first in ticker_words("joiners") or first.isdigit()
        may_be_ticker = first in ticker_words("before") or names_something
        self._expects_ticker = may_be_ticker or (self._expects_ticker and is_beside)
        self._follows_name = names_something or (self._follows_name and is_filler)
        self._expects_plain_word = self._expects_ticker and not self._follows_name
