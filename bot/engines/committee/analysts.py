"""What the four analysts of a committee read, and what each of them makes of it by rules.

The market's rules and those on valuation are the scored rules. News counts for 30 days; an item without a tone is
neutral; the view is the mean of all tones. Earnings count as growing or shrinking from 5 % in a year on; changes of
earnings persist over the following quarters (Bernard and Thomas 1989).
"""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport, by_weight
from bot.domain.market.features import Features
from bot.domain.market.snapshot import NewsItem, Snapshot, market_date
from bot.domain.market.valuation import is_meaningful_earnings
from bot.domain.models.facts import FactSheet
from bot.domain.text.topics import ToneWords, tone_words
from bot.domain.trading.decisions import Reason
from bot.engines.common.prompt_facts import add_company_facts, add_news_facts, add_price_facts
from bot.engines.rules.figure_rules import (
    MissingFigure,
    RuleArgument,
    RuleResult,
    dividend,
    percent,
    price_to_earnings,
    rounded,
)
from bot.engines.rules.scorecard import SCORE_RULES, Component, missing_figure_note, score_rules

DAYS: Final = 30
MOST_ITEMS: Final = 10  # newest first
FEW_ITEMS: Final = 3  # fewer make no full view: each counts a third
GROWTH: Final = 0.05  # a smaller change in a year counts as none

_MARKET: Final = frozenset(
    {Component.TREND, Component.MOMENTUM, Component.REVERSION, Component.VOLATILITY, Component.VOLUME}
)
_RECENT: Final = 20  # sessions whose low and high are named as levels
_OF_SOURCE: Final = "news:"  # of an entry of `Snapshot.missing`
_YEAR_BEFORE: Final = "eps_diluted_ttm_year_before"

Notes = tuple[str, ...]  # lines that are no figures


def read_share(features: Features, snapshot: Snapshot) -> tuple[AnalystReport, ...]:
    """Return the reports of all four analysts on one share, in their order."""
    return tuple(read_source(analyst, features, snapshot) for analyst in Analyst)


def read_source(analyst: Analyst, features: Features, snapshot: Snapshot) -> AnalystReport:
    """Return the report of one analyst on a share, by rules."""
    match analyst:
        case Analyst.MARKET:
            return read_market(features, snapshot)
        case Analyst.NEWS:
            return read_news(features, snapshot)
        case Analyst.SENTIMENT:
            return read_sentiment(features, snapshot)
        case Analyst.FUNDAMENTALS:
            return read_fundamentals(features)


def analyst_report(
    analyst: Analyst,
    features: Features,
    *,
    lean: float | None,
    points: tuple[Reason, ...] = (),
    notes: tuple[Reason, ...] = (),
) -> AnalystReport:
    """Return a report on what `features` were computed from."""
    return AnalystReport(
        analyst=analyst,
        symbol=features.symbol,
        trade_date=features.session,
        as_of=features.as_of,
        source=features.source,
        lean=None if lean is None else round(max(-1.0, min(lean, 1.0)), 4),
        points=by_weight(points),
        notes=notes,
    )


def read_market(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Report on prices and volumes by the rules on them, weighed among themselves as in the table of the scored rules.

    A figure that is missing has no weight, but its rule's weight counts: few figures make no strong view.
    """
    results = [each for each in score_rules(features) if each.component in _MARKET]
    total = sum(rule.weight for rule in SCORE_RULES if rule.component in _MARKET)
    reasons = [reason for each in results for reason in each.reasons]
    points = tuple(Reason(each.code, each.weight / total, each.numbers, each.words) for each in reasons if each.weight)
    remarks = {each.code: each for each in reasons if not each.weight}.values()  # each code once
    lean = sum(point.weight for point in points) if any(each.known_weight for each in results) else None
    notes = (*_levels(features, snapshot), *remarks)
    return analyst_report(Analyst.MARKET, features, lean=lean, points=points, notes=notes)


def _levels(features: Features, snapshot: Snapshot) -> Iterator[Reason]:
    if features.range52w is not None and features.range52w_position is not None:
        low, high = rounded(features.range52w.low), rounded(features.range52w.high)
        yield Reason("level_year", 0.0, {"low": low, "high": high, "percent": percent(features.range52w_position)})
    recent = snapshot.bars[-_RECENT:]
    if len(recent) == _RECENT:
        low, high = min(bar.low for bar in recent), max(bar.high for bar in recent)
        yield Reason("level_recent", 0.0, {"low": low, "high": high, "sessions": Decimal(_RECENT)})


def item_weight(items: int) -> float:
    """Return the weight of one of so many items of news."""
    return 1 / max(items, FEW_ITEMS)


def recent_items(snapshot: Snapshot) -> tuple[NewsItem, ...]:
    """Return the newest items of the last 30 days."""
    first = snapshot.quote.as_of - timedelta(days=DAYS)
    return tuple(item for item in snapshot.news if item.published >= first)[:MOST_ITEMS]


def read_news(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Report on the events: those with a tone, by the source's figures, speak for or against the share."""
    items, weight = recent_items(snapshot), item_weight(len(recent_items(snapshot)))
    # What a source has that could not be read is not known, rather than nothing.
    names = [each.removeprefix(_OF_SOURCE) for each in snapshot.missing if each.startswith(_OF_SOURCE)]
    unread = tuple(Reason("news_unread", 0.0, words={"source": name}) for name in names)
    if not items:
        no_news = Reason("no_news", 0.0, words={"days": str(DAYS)})
        return analyst_report(Analyst.NEWS, features, lean=None, notes=(no_news, *unread))
    points = tuple(
        Reason("good_news" if item.tone > 0 else "bad_news", item.tone * weight, words=_event_words(item))
        for item in items
        if item.tone
    )
    events = tuple(
        Reason("news_event", 0.0, words=_event_words(item) | {"source": item.source}) for item in items if not item.tone
    )
    lean = sum(point.weight for point in points)
    return analyst_report(Analyst.NEWS, features, lean=lean, points=points, notes=(*unread, *events))


def _event_words(item: NewsItem) -> dict[str, str]:
    """Return the date and the title of an item as the words of a reason."""
    return {"date": market_date(item.published).isoformat(), "title": item.title}


def read_sentiment(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Report on the wording of the news."""
    items = recent_items(snapshot)
    if not items:
        return analyst_report(Analyst.SENTIMENT, features, lean=None, notes=(Reason("no_wording", 0.0),))
    worded = [(item, _tone_words(item)) for item in items]
    scored = [(item, words, words.balance) for item, words in worded if words.balance is not None]
    counts = Reason("wording_counts", 0.0, {"items": Decimal(len(items)), "scored": Decimal(len(scored))})
    points = tuple(
        Reason(
            "worded_well" if balance > 0 else "worded_badly",
            balance * item_weight(len(items)),
            words=_event_words(item) | {"counted": ", ".join((*words.positive, *words.negative))},
        )
        for item, words, balance in scored
        if balance
    )
    lean = sum(point.weight for point in points)
    return analyst_report(Analyst.SENTIMENT, features, lean=lean, points=points, notes=(counts,))


def _tone_words(item: NewsItem) -> ToneWords:
    return tone_words(f"{item.title}\n{item.description}")


def earnings_growth(features: Features) -> RuleResult:
    """Judge the growth of the earnings per share of four quarters over a year; a loss then or now has no rate."""
    now, before = features.eps_ttm, _earnings_year_before(features)
    if now is None or before is None:
        return MissingFigure("earnings_growth")
    figures = {"now": rounded(now), "before": rounded(before)}
    if not is_meaningful_earnings(before):
        code, lean = ("earnings_turned", 1) if now > before else ("earnings_still_lost", -1)
        return (RuleArgument(code, lean, figures),)
    growth = float(now / before - 1)
    figures["percent"] = percent(abs(growth))
    if abs(growth) < GROWTH:
        return (RuleArgument("earnings_flat", 0, figures),)
    return (RuleArgument("earnings_grown", 1, figures) if growth > 0 else RuleArgument("earnings_shrunk", -1, figures),)


def _earnings_year_before(features: Features) -> Decimal | None:
    """Return the earnings per share of the four quarters a year before the latest; None: not known."""
    return next((fact.value for fact in features.facts if fact.name == _YEAR_BEFORE), None)


_FUNDAMENTALS: Final = ((price_to_earnings, 0.5), (earnings_growth, 0.35), (dividend, 0.15))


def read_fundamentals(features: Features) -> AnalystReport:
    """Report on the company's figures, as published by then."""
    points: list[Reason] = []
    notes: list[Reason] = []
    is_known, cap = False, features.market_cap
    if cap is not None:
        figures = {"billions": rounded(cap / 10**9), "hundred_millions": rounded(cap / 10**8)}
        notes.append(Reason("market_value", 0.0, figures))
    for rule, weight in _FUNDAMENTALS:
        result = rule(features)
        if isinstance(result, MissingFigure):
            notes.append(missing_figure_note(result.figure, features))
            continue
        is_known = True
        for each in result:
            reason = Reason(each.code, each.lean * weight, each.numbers, each.words)
            (points if reason.weight else notes).append(reason)
    lean = sum(point.weight for point in points) if is_known else None
    return analyst_report(Analyst.FUNDAMENTALS, features, lean=lean, points=tuple(points), notes=tuple(notes))


def private_facts(analyst: Analyst, features: Features, snapshot: Snapshot) -> tuple[FactSheet, Notes]:
    """Return an analyst's facts on a share, and notes on its headlines.

    Others are told those that its report or an answer refers to.
    """
    sheet, notes = FactSheet(), list[str]()
    match analyst:
        case Analyst.MARKET:
            add_price_facts(sheet, features, snapshot)
        case Analyst.NEWS:
            notes = add_news_facts(sheet, features)
        case Analyst.SENTIMENT:
            add_news_facts(sheet, features)
            for number, item in enumerate(features.news, 1):
                words = _tone_words(item)
                found = [*(f"+{word}" for word in words.positive), *(f"-{word}" for word in words.negative)]
                notes += [f"news{number}: {', '.join(found)}"] if found else []
        case Analyst.FUNDAMENTALS:
            add_company_facts(sheet, features)
            before = _earnings_year_before(features)
            about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
            about.usd("eps_year_before", before)
            if before and features.eps_ttm is not None and before > 0:
                about.change("eps_growth", features.eps_ttm / before - 1)
    return sheet, tuple(notes)
