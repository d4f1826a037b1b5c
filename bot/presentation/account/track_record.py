"""How good the forecasts were: totals first; by confidence, engine, action and person in the details."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.forecasts.base_rates import FEWEST_CASES
from bot.domain.trading.forecasts.scores import Band, Mean, Rate, Scores
from bot.domain.trading.forecasts.track_record import Group, Grouping, TrackRecord
from bot.domain.trading.performance import HORIZON_SESSIONS
from bot.presentation.presenter import Presenter, signed

_TENTH = Decimal("0.1")
_PREFIX = "track-record"
_Code = TypeVar("_Code", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class TrackRecordPresenter(Presenter):
    """Renders a track record. No figure of it is bold: none claims an edge."""

    def answer(self, locale: Locale, record: TrackRecord, symbols: tuple[str, ...]) -> Answer:
        """Return the scores of all cases, at the top that they prove nothing where there are too few."""
        unscored = self.texts.join(locale, *self._apart(locale, record))
        if record.total is None:
            message_id = "none-of-own" if record.orders else "none"
            none = self._say(locale, message_id, made=record.made, sessions=HORIZON_SESSIONS)
            text = Paragraph(self.texts.join(locale, none, unscored))
            return Answer(blocks=(text,), details=tuple(self._groups(locale, record)), symbols=symbols)
        total = record.total
        heading = self._say(locale, "heading", hits=total.hits.hits, cases=total.cases)
        proves_nothing = "proves-nothing" if total.independent == total.cases else "proves-nothing-separate"
        warning = self._say(locale, proves_nothing, cases=total.cases, independent=total.independent)
        shown = (
            *((Paragraph(warning),) if record.proves_nothing else ()),
            Bullets(heading, tuple(self._totals(locale, total))),
            *((Paragraph(unscored),) if unscored else ()),
        )
        return Answer(blocks=shown, details=tuple(self._details(locale, record, total)), symbols=symbols)

    def _totals(self, locale: Locale, total: Scores) -> Iterator[str]:
        yield self._say(locale, "rate", rate=self._rate(locale, total.hits), independent=total.independent)
        yield self._say(locale, "result", mean=self._mean(locale, total.result))
        yield self._say(locale, "excess", mean=self._mean(locale, total.excess))
        yield self._held(locale, total)
        yield self._brier(locale, total)

    def _details(self, locale: Locale, record: TrackRecord, total: Scores) -> Iterator[Block]:
        yield Bullets(self._say(locale, "by-confidence"), tuple(self._band(locale, each) for each in record.bands))
        yield from self._groups(locale, record)
        for comparison in record.comparisons:
            both = (comparison.engine, comparison.shadow)
            names = {"engine": both[0].name, "other": both[1].name}
            heading = self._say(locale, "beside", **names, cases=both[0].scores.cases, left=comparison.undecided)
            yield Bullets(heading, tuple(self._group(locale, Grouping.ENGINE, each) for each in both))
        yield Bullets(self._say(locale, "how"), tuple(self._method(locale, record, total)))

    def _groups(self, locale: Locale, record: TrackRecord) -> Iterator[Block]:
        for grouping, groups in record.groups.items():
            if groups:
                heading = self.texts.render_code(locale, f"{_PREFIX}-by", grouping)
                yield Bullets(heading, tuple(self._group(locale, grouping, each) for each in groups))

    def _band(self, locale: Locale, band: Band) -> str:
        facts = {"low": _percent(band.low), "high": _percent(band.high), "stated": _percent(band.stated)}
        return self._say(
            locale, "band", hits=band.rate.hits, cases=band.rate.cases, rate=self._rate(locale, band.rate), **facts
        )

    def _group(self, locale: Locale, grouping: Grouping, group: Group) -> str:
        scores = group.scores
        return self._say(
            locale,
            "group",
            name=self._group_name(locale, grouping, group.name),
            hits=scores.hits.hits,
            cases=scores.cases,
            few=scores.independent < FEWEST_CASES,
            rate=self._rate(locale, scores.hits),
            result=self._mean(locale, scores.result),
            excess=self._mean(locale, scores.excess),
            held=self._held(locale, scores),
            brier=self._brier(locale, scores),
        )

    def _group_name(self, locale: Locale, grouping: Grouping, name: str) -> str:
        match grouping:
            case Grouping.ACTION | Grouping.ORDER:
                return self.texts.render_code(locale, f"{_PREFIX}-{grouping}", name)
            case Grouping.ENGINE | Grouping.PERSON:
                return name

    def _method(self, locale: Locale, record: TrackRecord, total: Scores) -> Iterator[str]:
        yield self._say(locale, "event", sessions=HORIZON_SESSIONS)
        yield self._say(locale, "independence", cases=total.cases, independent=total.independent)
        yield self._say(locale, "intervals")
        yield self._say(locale, "sales")
        yield self._say(locale, "fates", fates=self._counted(locale, "status-word", record.fates))
        yield self._say(locale, "base-rates", sources=self._counted(locale, f"{_PREFIX}-base-rate", record.base_rates))
        yield self._say(locale, "no-edge")

    def _apart(self, locale: Locale, record: TrackRecord) -> Iterator[str]:
        """Yield what is in no score of an engine: older forecasts, orders that it did not back, what is not scored."""
        if record.is_cut:
            yield self._say(locale, "cut", count=record.made)
        if record.orders:
            yield self._say(locale, "orders-apart", count=record.orders)
        if record.unscored:
            reasons = self._counted(locale, f"{_PREFIX}-unscored", record.unscored)
            yield self._say(locale, "not-scored", reasons=reasons)

    def _counted(self, locale: Locale, prefix: str, counts: Mapping[_Code, int]) -> str:
        return self.texts.list_of(
            locale,
            (
                self._say(locale, "counted", count=count, what=self.texts.render_code(locale, prefix, code))
                for code, count in sorted(counts.items())
            ),
        )

    def _held(self, locale: Locale, scores: Scores) -> str:
        held, market = (self._signed(locale, each.value) for each in (scores.held, scores.benchmark))
        return self._say(locale, "held", held=held, market=market)

    def _brier(self, locale: Locale, scores: Scores) -> str:
        brier, skill = round(scores.brier, 3), scores.skill
        if skill is None:
            return self._say(locale, "brier-only", brier=brier)
        return self._say(locale, "brier", brier=brier, skill=self._signed(locale, skill * 100))

    def _rate(self, locale: Locale, rate: Rate) -> str:
        low, high = _percent(rate.interval.low), _percent(rate.interval.high)
        return self._say(locale, "rate-interval", percent=_percent(rate.value), low=low, high=high)

    def _mean(self, locale: Locale, mean: Mean) -> str:
        value, interval = self._signed(locale, mean.value), mean.interval
        if interval is None:
            return value
        low, high = self._signed(locale, interval.low), self._signed(locale, interval.high)
        return self._say(locale, "mean-interval", value=value, low=low, high=high)

    def _signed(self, locale: Locale, percent: float) -> str:
        figure = Decimal(str(percent)).quantize(_TENTH) + 0  # no negative zero
        return self._say(locale, "signed", **signed(figure, zero=""))

    def _say(self, locale: Locale, name: str, /, **variables: Hashable) -> str:
        return self.say(locale, f"{_PREFIX}-{name}", **variables)


def _percent(share: float) -> int:
    return round(share * 100)
