"""Resolves the instruments that a message is about, and explains why others cannot be answered about."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.errors import MarketDataError, UncoveredMarketError, UnusableSymbolError
from bot.locales import Catalogue
from bot.ports import MarketData
from bot.reading.names.misspelt import similar_instruments
from bot.reading.recognisers.shares import named_shares

_SUGGESTED = 3  # unknown names, in one answer
MAX_SYMBOLS = 20
_ANY: Final = "AAPL"  # named as an example where a market has every share


@dataclass(frozen=True, slots=True)
class InstrumentResolver:
    """Resolves instruments: those that the request names, else the conversation's focus.

    `shares`: the request's slot; None: all that the message names.
    """

    instruments: InstrumentTable
    market: MarketData
    texts: Catalogue

    def resolve(self, context: TurnContext, shares: NamedShares | None = None) -> tuple[str, ...]:
        """Return the symbols to answer about, at most `MAX_SYMBOLS`; empty: none was named yet.

        Raises: UnusableSymbolError, UncoveredMarketError: only symbols that cannot be used were named, now or last.
        """
        e = shares or context.reading.shares
        if e == NamedShares():
            e = self.known(context.conversation.focus[:1])
        self.refuse_unsupported(context, e)
        if e.symbols:
            usable = tuple(symbol for symbol in e.symbols if self._has_data(symbol))
            if not usable:
                raise UnusableSymbolError(why=self._no_data_text(context.locale, e.symbols))
            return usable[:MAX_SYMBOLS]
        return ()

    def known(self, talked_of: Sequence[str]) -> NamedShares:
        """Return the shares talked of, which may be ones that cannot be answered about."""
        symbols = tuple(each for each in talked_of if self.instruments.get(each) is not None)
        return NamedShares(symbols=symbols) if symbols else named_shares(talked_of, self.instruments)

    def refuse_unsupported(self, context: TurnContext, shares: NamedShares | None = None) -> None:
        """Refuse a message that names only unusable symbols, so that it is not answered about the focus instead.

        Raises: UncoveredMarketError, UnusableSymbolError.
        """
        e = shares or context.reading.shares
        if e.symbols:
            return
        if e.unsupported:
            raise UncoveredMarketError(names=self._list(context.locale, e.unsupported))
        if e.unknown:
            raise UnusableSymbolError(why=self._unknown_text(context.locale, e.unknown))

    def ask_about_misspelt(self, context: TurnContext, shares: NamedShares | None = None) -> TurnResult | None:
        """Ask back before a trade if a name is misspelt, or unknown beside a known one; None: neither."""
        e, locale = shares or context.reading.shares, context.locale
        if e.misspelt:
            names = self._list(locale, dict.fromkeys(self._full_name(each.symbol) for each in e.misspelt))
            corrected = context.turn.text
            for each in e.misspelt:
                corrected = corrected.replace(each.typed, each.symbol)
            text = self.texts.render(locale, "misspelt-ask", names=names, corrected=corrected)
        elif e.unknown and e.symbols:
            nothing = self.texts.render(locale, "unknown-beside-known")
            text = self.texts.join(locale, self._unknown_text(locale, e.unknown), nothing)
        else:
            return None
        return TurnResult.of_text(text, symbols=e.symbols, state=context.state).asking(AskedSlot.NAME)

    def _full_name(self, symbol: str) -> str:
        instrument = self.instruments.get(symbol)
        return symbol if instrument is None or instrument.name == symbol else f"{symbol} ({instrument.name})"

    def unresolved_notes(
        self, context: TurnContext, faults: Iterable[MarketDataError] = (), shares: NamedShares | None = None
    ) -> tuple[str, ...]:
        """Return the sentences about named instruments that the answer leaves out, and about `faults`."""
        e, locale = shares or context.reading.shares, context.locale
        notes = [self.texts.render_error(locale, fault) for fault in faults]
        notes += [
            self.texts.render(locale, "misspelt-read", word=each.typed, name=self._full_name(each.symbol))
            for each in e.misspelt[:_SUGGESTED]
        ]
        without_data = tuple(symbol for symbol in e.symbols if not self._has_data(symbol))
        if without_data:
            notes.append(self._no_data_text(locale, without_data))
        if e.unsupported:
            notes.append(self.texts.render_error(locale, UncoveredMarketError(names=self._list(locale, e.unsupported))))
        if e.unknown:
            notes.append(self._unknown_text(locale, e.unknown))
        if len(e.symbols) > MAX_SYMBOLS:
            notes.append(self.texts.render(locale, "too-many-symbols", most=MAX_SYMBOLS))
        return tuple(notes)

    def ask_which(self, context: TurnContext, *, pending: Sequence[Decision] = ()) -> TurnResult:
        """Ask which instrument is meant; which of the `pending` decisions is to be changed, if there are any."""
        symbol = pending[-1].proposal.symbol if pending else example_share(context, self.market.symbols())
        text = self.texts.render(context.locale, "amend-which" if pending else "which-symbol", symbol=symbol)
        return TurnResult.of_text(text).asking(AskedSlot.SHARE)

    def _list(self, locale: Locale, names: Iterable[str]) -> str:
        return self.texts.list_of(locale, names)

    def _has_data(self, symbol: str) -> bool:
        covered = self.market.symbols()
        return covered is None or symbol in covered

    def _no_data_text(self, locale: Locale, symbols: Iterable[str]) -> str:
        covered = self._list(locale, sorted(self.market.symbols() or ()))
        return self.texts.render(locale, "no-data-for", symbols=self._list(locale, symbols), covered=covered)

    def _unknown_text(self, locale: Locale, words: Iterable[str]) -> str:
        """Say which are not known, of the first few with what may have been meant."""
        words, sentences = tuple(words), []
        for word in words[:_SUGGESTED]:
            near = self._list(locale, (f"{i.symbol} ({i.name})" for i in similar_instruments(self.instruments, word)))
            key = "unknown-symbol-near" if near else "unknown-symbol"
            sentences.append(
                self.texts.render(locale, key, **({"word": word, "near": near} if near else {"word": word}))
            )
        if others := words[_SUGGESTED:]:
            sentences.append(self.texts.render(locale, "unknown-symbols-too", words=self._list(locale, others)))
        return self.texts.join(locale, *sentences)


def example_share(context: TurnContext, covered: Collection[str] | None = None) -> str:
    """Return the share that a sentence names as an example, one that the person knows.

    That named or talked of, else one that is pending or held, else one of those covered.
    """
    pending = (each.proposal.symbol for each in context.own_pending)
    held = (each.symbol for each in context.positions)
    return next(iter((*context.symbols, *pending, *held, *sorted(covered or ()))), _ANY)
