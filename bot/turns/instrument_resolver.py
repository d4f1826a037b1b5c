"""Which instruments a message is about, and what to say of those we cannot speak about."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.context.wording import error_sentence, join_sentences
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.errors import MarketDataError, UncoveredMarketError, UnusableSymbolError
from bot.locales import Catalogue
from bot.ports import MarketData

MOST_SYMBOLS = 20


@dataclass(frozen=True, slots=True)
class InstrumentResolver:
    """Finds the instruments meant; what a message names goes before what the talk was about."""

    instruments: InstrumentTable
    market: MarketData
    texts: Catalogue

    def resolve(self, context: TurnContext) -> tuple[str, ...]:
        """Return the symbols to answer about; empty: none was named yet.

        Raises: UnusableSymbolError, UncoveredMarketError: only such were named.
        """
        e = context.entities
        self.refuse_unsupported(context)
        if e.symbols:
            usable = tuple(symbol for symbol in e.symbols if self._has_data(symbol))
            if not usable:
                raise UnusableSymbolError(why=self._no_data(context.language, e.symbols))
            return usable[:MOST_SYMBOLS]
        return context.conversation.focus[:1]

    def refuse_unsupported(self, context: TurnContext) -> None:
        """Raise UncoveredMarketError or UnusableSymbolError if only such are named, so that no other is taken."""
        e = context.entities
        if e.symbols:
            return
        if e.uncovered:
            raise UncoveredMarketError(names=self._listed(context.language, e.uncovered))
        if e.unknown_symbols:
            raise UnusableSymbolError(why=self._unknown(context.language, e.unknown_symbols))

    def notes(self, context: TurnContext, faults: Iterable[MarketDataError] = ()) -> tuple[str, ...]:
        """Return a sentence for each kind of thing that was named beside what we could answer about."""
        e, language = context.entities, context.language
        notes = [error_sentence(self.texts, language, fault) for fault in faults]
        without = tuple(symbol for symbol in e.symbols if not self._has_data(symbol))
        if without:
            notes.append(self._no_data(language, without))
        if e.uncovered:
            notes.append(
                self.texts.render_error(language, UncoveredMarketError(names=self._listed(language, e.uncovered)))
            )
        if e.unknown_symbols:
            notes.append(self._unknown(language, e.unknown_symbols))
        if len(e.symbols) > MOST_SYMBOLS:
            notes.append(self.texts.render(language, "too-many-symbols", most=MOST_SYMBOLS))
        return tuple(notes)

    def ask_which(self, context: TurnContext) -> TurnResult:
        """Ask which instrument is meant."""
        text = self.texts.render(context.language, "which-symbol")
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)))

    def _listed(self, language: Language, names: Iterable[str]) -> str:
        return self.texts.render(language, "list-separator").join(names)

    def _has_data(self, symbol: str) -> bool:
        covered = self.market.symbols()
        return covered is None or symbol in covered

    def _no_data(self, language: Language, symbols: Iterable[str]) -> str:
        covered = self._listed(language, sorted(self.market.symbols() or ()))
        return self.texts.render(language, "no-data-for", symbols=self._listed(language, symbols), covered=covered)

    def _unknown(self, language: Language, words: Iterable[str]) -> str:
        sentences = []
        for word in words:
            near = self._listed(language, (f"{i.symbol} ({i.name})" for i in self.instruments.nearest(word)))
            key = "unknown-symbol-near" if near else "unknown-symbol"
            sentences.append(
                self.texts.render(language, key, **({"word": word, "near": near} if near else {"word": word}))
            )
        return join_sentences(self.texts, language, *sentences)
