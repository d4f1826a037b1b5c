"""Words for an instrument's figures: each with its unit, date and source; what is missing is said."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.market.features import Features
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import analyse
from bot.presentation.cards import DecisionCards

_DERIVED = frozenset({"pe_ratio", "dividend_yield", "market_cap"})


@dataclass(frozen=True, slots=True)
class InstrumentMetrics:
    """Blocks of an analysis."""

    cards: DecisionCards

    def analysis_blocks(self, locale: Locale, features: Features, *, has_model: bool) -> tuple[Block, ...]:
        """Return the analysis of one instrument by rules; `has_model`: its conclusion is marked as the rules'."""
        analysis, texts = analyse(features), self.cards.texts
        conclusion = texts.render_code(
            locale,
            "view-by-rules" if has_model else "view",
            analysis.rating,
            symbol=features.symbol,
            confidence=analysis.confidence * 100,
        )
        return (
            Paragraph(self._headline(locale, features)),
            self._table(locale, features),
            *self._sources(locale, features),
            *self.cards.argument_groups(locale, (*analysis.arguments_for, *analysis.arguments_against, *analysis.notes)),
            Paragraph(conclusion),
        )

    def _headline(self, locale: Locale, features: Features) -> str:
        """Return symbol, price, when and where from, and the latest changes."""
        texts = self.cards.texts
        return texts.render(
            locale,
            "analysis-headline",
            symbol=features.symbol,
            price=features.price,
            when=self.cards.price_time(locale, features.as_of, features.source),
            day=self._change(locale, features.change_day),
            week=self._change(locale, features.change_7),
        )

    def _table(self, locale: Locale, features: Features) -> Table:
        """Return the figures that the arguments rest on."""
        columns = (self.cards.texts.render(locale, "figure"), self.cards.texts.render(locale, "value"))
        return Table(columns, tuple(self._rows(locale, features)))

    def _sources(self, locale: Locale, features: Features) -> tuple[Bullets, ...]:
        """Return what the figures that are no prices were worked out from; nothing where there are none."""
        texts = self.cards.texts
        lines = tuple(
            texts.render(locale, "source-of", figure=texts.render_code(locale, "figure", fact.name), source=fact.source)
            for fact in features.facts
            if fact.name in _DERIVED
        )
        return (Bullets(texts.render(locale, "sources"), lines),) if lines else ()

    def _rows(self, locale: Locale, features: Features) -> Iterator[tuple[str, str]]:
        texts = self.cards.texts
        not_known = dict(entry.split(":", 1) for entry in features.missing)

        def row(name: str, **numbers: Decimal | float | None) -> tuple[str, str]:
            label = texts.render_code(locale, "figure", name)
            if any(number is None for number in numbers.values()):
                return label, texts.render_code(locale, "missing", not_known.get(name, "source_has_none"))
            exact = {key: _decimal(number) for key, number in numbers.items()}
            return label, texts.render_code(locale, "value", name, **exact)

        def average(name: str, value: Decimal | None) -> tuple[str, str]:
            away = None if value is None else (features.price / value - 1) * 100
            label, text = row(name, value=value)
            return label, text if away is None else f"{text} {self._from_average(locale, away)}"

        yield average("sma50", features.sma50)
        yield average("sma200", features.sma200)
        yield row("rsi14", value=features.rsi14)
        low, high = (features.range52w.low, features.range52w.high) if features.range52w else (None, None)
        yield row("range52w", low=low, high=high)
        yield row("volume_ratio", value=features.volume_ratio)
        yield row("volatility60", value=_percent(features.volatility60))
        yield row("pe_ratio", value=features.pe_ratio, eps=features.eps_ttm)
        yield row("dividend_yield", value=_percent(features.dividend_yield))
        cap = features.market_cap
        yield row("market_cap", billions=cap and cap / 10**9, hundred_millions=cap and cap / 10**8)

    def _change(self, locale: Locale, change: float | None) -> str:
        if change is None:
            return self.cards.texts.render_code(locale, "missing", "too_few_sessions")
        return self._signed(locale, "signed-percent", Decimal(str(change)) * 100)

    def _from_average(self, locale: Locale, away: Decimal) -> str:
        return self._signed(locale, "away-from-average", away)

    def _signed(self, locale: Locale, message_id: str, percent: Decimal) -> str:
        sign = "−" if percent < 0 else "+"
        return self.cards.texts.render(locale, message_id, sign=sign, value=abs(percent))


def _decimal(number: Decimal | float | None) -> Decimal:
    return number if isinstance(number, Decimal) else Decimal(str(number))


def _percent(fraction: Decimal | float | None) -> Decimal | None:
    return None if fraction is None else Decimal(str(fraction)) * 100
