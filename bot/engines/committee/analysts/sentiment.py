"""The sentiment analyst: how the news of 30 days is worded, scored by a list of words; no social source is read.

An item's score is the balance of its favourable and unfavourable words, as in Henry (2008); an item without any is
neutral. The view is the mean of all scores.
"""

from decimal import Decimal

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.market.features import Features
from bot.domain.market.snapshot import NewsItem, Snapshot
from bot.domain.text.topics import tone_words
from bot.domain.trading.decisions import Reason
from bot.engines.committee.analysts.news import event_words, item_weight, recent_items
from bot.engines.committee.analysts.reading import analyst_report


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
