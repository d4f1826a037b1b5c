"""The news analyst: what was announced or reported within 30 days, and what the source's figures say of it.

An item without a tone is neutral; the view is the mean of all tones.
"""

from datetime import timedelta
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.market.features import Features
from bot.domain.market.snapshot import NewsItem, Snapshot, market_date
from bot.domain.text.topics import tone_words
from bot.domain.trading.decisions import Reason
from bot.engines.committee.analysts.market import analyst_report

DAYS: Final = 30
MOST_ITEMS: Final = 10  # newest first
_OF_SOURCE: Final = "news:"  # of an entry of `Snapshot.missing`
FEW_ITEMS: Final = 3  # fewer make no full view: each counts a third


def item_weight(items: int) -> float:
    """Return the weight of one of so many items."""
    return 1 / max(items, FEW_ITEMS)


def recent_items(snapshot: Snapshot) -> tuple[NewsItem, ...]:
    """Return the newest items of the last 30 days."""
    first = snapshot.quote.as_of - timedelta(days=DAYS)
    return tuple(item for item in snapshot.news if item.published >= first)[:MOST_ITEMS]


def read_news(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Return the report on the events: those with a tone, by the source's figures, speak for or against the share."""
    items, unread = recent_items(snapshot), _unread_sources(snapshot)
    if not items:
        no_news = Reason("no_news", 0.0, words=_days())
        return analyst_report(Analyst.NEWS, features, lean=None, notes=(no_news, *unread))
    points = tuple(
        Reason(
            "good_news" if item.tone > 0 else "bad_news", item.tone * item_weight(len(items)), words=event_words(item)
        )
        for item in items
        if item.tone
    )
    events = tuple(
        Reason("news_event", 0.0, words=event_words(item) | {"source": item.source}) for item in items if not item.tone
    )
    lean = sum(point.weight for point in points)
    return analyst_report(Analyst.NEWS, features, lean=lean, points=points, notes=(*unread, *events))


def event_words(item: NewsItem) -> dict[str, str]:
    """Return the date and the title of an item as the words of a reason."""
    return {"date": market_date(item.published).isoformat(), "title": item.title}


def _unread_sources(snapshot: Snapshot) -> tuple[Reason, ...]:
    """Return a note on each source that could not be read: what it has is not known, rather than nothing."""
    names = [each.removeprefix(_OF_SOURCE) for each in snapshot.missing if each.startswith(_OF_SOURCE)]
    return tuple(Reason("news_unread", 0.0, words={"source": name}) for name in names)


def _days() -> dict[str, str]:
    return {"days": str(DAYS)}


def read_sentiment(features: Features, snapshot: Snapshot) -> AnalystReport:
    """Return the report on the wording of the news."""
    items = recent_items(snapshot)
    if not items:
        return analyst_report(Analyst.SENTIMENT, features, lean=None, notes=(Reason("no_wording", 0.0),))
    scored = [(item, balance) for item in items if (balance := _balance(item)) is not None]
    counts = Reason("wording_counts", 0.0, {"items": Decimal(len(items)), "scored": Decimal(len(scored))})
    points = tuple(
        Reason("worded_well" if balance > 0 else "worded_badly", balance * item_weight(len(items)), words=_words(item))
        for item, balance in scored
        if balance
    )
    lean = sum(point.weight for point in points)
    return analyst_report(Analyst.SENTIMENT, features, lean=lean, points=points, notes=(counts,))


def _balance(item: NewsItem) -> float | None:
    return tone_words(_text(item)).balance


def _words(item: NewsItem) -> dict[str, str]:
    """Return the date and the title, and the words that were counted."""
    found = tone_words(_text(item))
    return event_words(item) | {"counted": ", ".join((*found.positive, *found.negative))}


def _text(item: NewsItem) -> str:
    return f"{item.title}\n{item.description}"
