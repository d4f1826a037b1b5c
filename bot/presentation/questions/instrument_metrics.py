"""An instrument's metrics: each with its unit, the price with date and source; a missing one says why it is missing."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from bot.domain.conversation.blocks import Block, Bullets, Card, Paragraph, Table
from bot.domain.market.features import Features
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_reasons import price_notes
from bot.engines.rules.analysis import BUY_AT, analyse
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import signed

_DERIVED_FROM_FACTS = frozenset({"pe_ratio", "dividend_yield", "market_cap"})


@dataclass(frozen=True, slots=True)
class InstrumentMetrics(CardPresenter):
    """Renders the headline, table and sources of an analysis."""

    def card(self, locale: Locale, features: Features, *, arguments: int = 3) -> Card:
        """Return the view of one instrument by rules: verdict and price, at most `arguments` for it and against it."""
        analysis, texts = analyse(features), self.texts
        facts = {"price": features.price, "confidence": analysis.confidence * 100}
        sides = (("brief-for", analysis.arguments_for), ("brief-against", analysis.arguments_against))
        shown = [(message_id, reason) for message_id, reasons in sides for reason in reasons[:arguments]]
        shown += [("brief-note", note) for note in price_notes(features)]
        return Card(
            title=texts.render_code(locale, "brief-view", analysis.rating, symbol=features.symbol, **facts),
            lines=tuple(
                self.say(locale, message_id, argument=self.cards.arguments.in_short(locale, reason))
                for message_id, reason in shown
            ),
            footer=self._source(locale, features),
        )

    def _source(self, locale: Locale, features: Features) -> str:
        when = self.cards.short_price_time(locale, features.as_of, features.source, delay=features.delay)
        return self.say(locale, "brief-source", day=self.change(locale, features.change_day), when=when)

    def points(
        self, locale: Locale, features: Features, *, against_first: bool = False, bears_first: bool = False
    ) -> tuple[Block, ...]:
        """Return what each rule adds to the score, the largest first, or what speaks against the view first."""
        analysis, texts = analyse(features), self.texts
        arguments = analysis.arguments
        if against_first:
            arguments = (*analysis.arguments_against, *analysis.arguments_for)
        if bears_first:
            arguments = tuple(sorted(arguments, key=lambda each: each.weight))
        is_unopposed = bears_first and not any(each.weight < 0 for each in arguments)
        unopposed = self.paragraph(locale, "points-no-bears", symbol=features.symbol) if is_unopposed else ()
        heading = self.say(
            locale,
            "score-points",
            symbol=features.symbol,
            rating=texts.render_code(locale, "view-word", analysis.rating),
            buy=BUY_AT,
            **signed(analysis.score),
        )
        in_short = self.cards.arguments.in_short
        lines = (
            self.say(locale, "why-argument", argument=in_short(locale, each), **signed(each.weight))
            for each in arguments
        )
        return *unopposed, Bullets(heading, tuple(lines)), Paragraph(self._source(locale, features))

    def details(self, locale: Locale, features: Features, *, has_model: bool) -> tuple[Block, ...]:
        """Return the figures, sources and all arguments of the view; `has_model`: it is marked as the rules'."""
        analysis, texts = analyse(features), self.texts
        conclusion = texts.render_code(
            locale,
            "view-by-rules" if has_model else "view",
            analysis.rating,
            symbol=features.symbol,
            confidence=analysis.confidence * 100,
        )
        arguments = (*analysis.arguments_for, *analysis.arguments_against, *analysis.notes)
        return (
            *self.figures(locale, features),
            *self.cards.arguments.groups(locale, arguments, symbol=features.symbol),
            Paragraph(conclusion),
        )

    def figures(self, locale: Locale, features: Features) -> tuple[Block, ...]:
        """Return all figures of one instrument, and where they come from."""
        columns = (features.symbol, self.say(locale, "value"))
        texts = self.texts
        lines = tuple(
            self.say(locale, "source-of", figure=texts.render_code(locale, "figure", fact.name), source=fact.source)
            for fact in features.facts
            if fact.name in _DERIVED_FROM_FACTS
        )
        return (
            Paragraph(
                self.say(
                    locale,
                    "analysis-headline",
                    symbol=features.symbol,
                    price=features.price,
                    when=self.cards.price_time(locale, features.as_of, features.source, delay=features.delay),
                    day=self.change(locale, features.change_day),
                    week=self.change(locale, features.change_7),
                )
            ),
            Table(columns, tuple(self._rows(locale, features))),
            *((Bullets(self.say(locale, "sources", symbol=features.symbol), lines),) if lines else ()),
        )

    def _rows(self, locale: Locale, features: Features) -> Iterator[tuple[str, str]]:
        row = partial(self._row, locale, features)
        yield self._average_row(locale, features, "sma50", features.sma50)
        yield self._average_row(locale, features, "sma200", features.sma200)
        yield row("rsi14", value=features.rsi14)
        low, high = (features.range52w.low, features.range52w.high) if features.range52w else (None, None)
        yield row("range52w", low=low, high=high)
        yield row("volume_ratio", value=features.volume_ratio)
        yield row("volatility60", value=_percent(features.volatility60))
        yield row("pe_ratio", value=features.pe_ratio, eps=features.eps_ttm)
        yield row("dividend_yield", value=_percent(features.dividend_yield))
        cap = features.market_cap
        yield row("market_cap", billions=cap and cap / 10**9, hundred_millions=cap and cap / 10**8)

    def _row(self, locale: Locale, features: Features, name: str, **numbers: Decimal | float | None) -> tuple[str, str]:
        """Return the label of a metric and its value, or why it is missing."""
        texts = self.texts
        label = texts.render_code(locale, "figure", name)
        if any(number is None for number in numbers.values()):
            why_missing = dict(entry.split(":", 1) for entry in features.missing)
            return label, texts.render_code(locale, "missing", why_missing.get(name, "source_has_none"))
        return label, texts.render_code(locale, "value", name, **numbers)

    def _average_row(self, locale: Locale, features: Features, name: str, average: Decimal | None) -> tuple[str, str]:
        label, text = self._row(locale, features, name, value=average)
        if average is None:
            return label, text
        distance = (features.price / average - 1) * 100
        return label, f"{text} {self.say(locale, 'away-from-average', **signed(distance))}"

    def change(self, locale: Locale, change: float | None) -> str:
        """Return a change with its sign, or that it is missing."""
        if change is None:
            return self.texts.render_code(locale, "missing", "too_few_sessions")
        return self.say(locale, "signed-percent", **signed(Decimal(str(change)) * 100))


def _percent(fraction: Decimal | float | None) -> Decimal | None:
    return None if fraction is None else Decimal(str(fraction)) * 100
