"""Cut a message into chunks, from left to right and once: names of instruments, phrases of the lexicon, other words."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.tokens import Token, tokenise
from bot.language.lexicon.cue_phrases import cue_phrases
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.unsupported_markets import MARKETS, unsupported_names

_SHOUTING_WORDS = 3  # so many words without one small letter: capitals say nothing
_TICKER_LETTERS = range(2, 6)
# After these a ticker is expected: "analyze …", "buy …", "how is …".
_BEFORE_TICKER = frozenset(
    {
        Cue.ANALYSE,
        Cue.STATE,
        Cue.OPINION,
        Cue.BUY,
        Cue.SELL,
        Cue.EXIT,
        Cue.SHORT,
        Cue.REVIEW,
        Cue.ABOUT,
        Cue.SHOULD,
        Cue.TRADE,
    }
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of tokens that means one thing, or one word that means nothing here."""

    tokens: tuple[Token, ...]
    cues: frozenset[Cue] = frozenset()
    instrument: Instrument | None = None
    unknown: str | None = None  # meant as a ticker, but not known
    uncovered: str | None = None  # an instrument of a market that we do not cover

    @property
    def names_something(self) -> bool:
        """Whether it is the name of an instrument, known or not."""
        return bool(self.instrument or self.unknown or self.uncovered)

    @property
    def start(self) -> int:
        """Its offset in the text."""
        return self.tokens[0].start


class Chunker:
    """Reads one message; keeps what stood before, because a ticker is one by its place."""

    def __init__(self, text: str, instruments: InstrumentTable) -> None:
        self._text = text
        self._tokens = tokens = tokenise(text)
        self._words = [token.text for token in tokens]
        self._instruments = instruments
        words = [token for token in tokens if token.is_word]
        self._is_shouting = len(words) >= _SHOUTING_WORDS and not any(c.islower() for word in words for c in word.raw)
        # A lone word, also one before Chinese ("XQZW 怎么样"), may be a ticker.
        self._expecting = len(words) == 1 and self._tokens[0].is_word
        self._is_behind_name = False  # "apple has been" names no HAS

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks of the message in order."""
        at = 0
        while at < len(self._tokens):
            chunk = self._chunk(at)
            self._is_behind_name = self._is_still_behind_name(chunk)
            self._expecting = self._expects_after(chunk)
            yield chunk
            at += len(chunk.tokens)

    def _chunk(self, at: int) -> Chunk:
        if (cashtag := self._cashtag(at)) is not None:
            return cashtag
        cues, cue_size = cue_phrases().longest_match(self._words, at) or (frozenset(), 0)
        foreign, foreign_size = unsupported_names().longest_match(self._words, at) or ("", 0)
        known, known_size = self._instruments.match(self._words, at) or (None, 0)
        if foreign and foreign_size >= max(cue_size, known_size):
            tokens = self._slice(at, self._with_market(at, foreign, foreign_size))
            return Chunk(tokens, uncovered=self._text[tokens[0].start : tokens[-1].end])
        if known and known_size >= cue_size and self._is_meant(at, known_size, known):
            return Chunk(self._slice(at, known_size), instrument=known)
        if cue_size:
            return Chunk(self._slice(at, cue_size), cues=cues)
        return self._unknown_ticker(at) or Chunk(self._slice(at, 1))

    def _slice(self, at: int, size: int) -> tuple[Token, ...]:
        return tuple(self._tokens[at : at + size])

    def _with_market(self, at: int, kind: str, size: int) -> int:
        """港股腾讯 is one thing, and 港股阿里巴巴 is not the American listing."""
        if kind != MARKETS:
            return size
        known = self._instruments.match(self._words, at + size)
        foreign = unsupported_names().longest_match(self._words, at + size)
        return size + max(known[1] if known else 0, foreign[1] if foreign else 0)

    def _cashtag(self, at: int) -> Chunk | None:
        """Read "$AAPL" and "$brk.b"; "$3,000" is none."""
        if self._words[at] != "$" or at + 1 == len(self._words) or not self._is_glued(at):
            return None
        if not self._tokens[at + 1].is_word or self._words[at + 1] in {"nan", "inf", "infinity"}:
            return None
        known, size = self._instruments.match(self._words, at + 1) or (None, 1)
        tokens = self._slice(at, size + 1)
        if known is not None:
            return Chunk(tokens, instrument=known)
        if (self._words[at + 1],) in unsupported_names():
            return Chunk(tokens, uncovered=self._tokens[at + 1].raw.upper())
        return Chunk(tokens, unknown=self._tokens[at + 1].raw.upper())

    def _is_glued(self, at: int) -> bool:
        return self._tokens[at].end == self._tokens[at + 1].start

    def _is_meant(self, at: int, size: int, instrument: Instrument) -> bool:
        """Whether these words name the instrument, and are not just words that look like its name."""
        words, raw = " ".join(self._words[at : at + size]), self._tokens[at].raw
        if self._tokens[at].is_han or self._is_announced(at):
            return True
        if words == instrument.symbol.lower():
            return self._is_ticker(words, raw) and not self._is_half_a_word(at)
        if words in ticker_words().plain_words:
            return self._expects_word() or (raw[0].isupper() and at > 0 and not self._is_shouting)
        return size > 1 or len(words) > 1

    def _is_ticker(self, word: str, raw: str) -> bool:
        if word in ticker_words().never:
            return False
        if raw.isupper() and not self._is_shouting and len(word) > 1:
            return True
        if len(word) < _TICKER_LETTERS.start:
            return self._expecting and raw.isupper()
        if word in ticker_words().plain_words:
            return self._expects_word()
        return self._expecting or len(word) > _TICKER_LETTERS.start or word in ticker_words().short

    def _expects_word(self) -> bool:
        """Whether even an everyday word is a name here."""
        return self._expecting and not self._is_behind_name

    def _is_still_behind_name(self, chunk: Chunk) -> bool:
        """Whether words are read as words: "apple for the team" names no TEAM; until another name is joined to it."""
        is_filler = chunk.tokens[0].text in ticker_words().fillers
        return chunk.names_something or (self._is_behind_name and is_filler)

    def _is_half_a_word(self, at: int) -> bool:
        """Whether a single letter belongs to the Chinese character behind it: K线, A股."""
        following = self._tokens[at + 1 : at + 2]
        return len(self._words[at]) == 1 and any(token.is_han for token in following)

    def _is_announced(self, at: int) -> bool:
        return any(tuple(self._words[max(0, at - len(words)) : at]) == words for words in ticker_words().announced_by)

    def _unknown_ticker(self, at: int) -> Chunk | None:
        token = self._tokens[at]
        if not (self._expecting and token.is_word and token.raw.isascii()) or token.text in ticker_words().never:
            return None
        is_code = token.raw.isupper() and not self._is_shouting and len(token.raw) in _TICKER_LETTERS
        return Chunk((token,), unknown=token.raw) if is_code else None

    def _expects_after(self, chunk: Chunk) -> bool:
        if chunk.cues & _BEFORE_TICKER or chunk.names_something:
            return True
        first, words = chunk.tokens[0].text, ticker_words()
        return self._expecting and (first in words.fillers or first in words.joiners or first.isdigit())
