"""Finds the price moves of one session that would change the rating, by trying moves in steps of one percent."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from bot.engines.rules.analysis import Rating, analyse
from bot.engines.rules.what_if import features_after

WIDEST: Final = 25  # percent, either way

_CENT: Final = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class ViewChange:
    """A move from which on the rating is another one than after a smaller move."""

    percent: int  # of the price now; negative for a fall
    price: Decimal
    rating: Rating


def find_view_changes(snapshot: Snapshot) -> tuple[ViewChange, ...]:
    """Return the moves of up to 25 % that change the rating: falls first, each side from the smallest move on."""
    return (*_changes(snapshot, -1), *_changes(snapshot, 1))


def _changes(snapshot: Snapshot, direction: int) -> Iterator[ViewChange]:
    features = compute_features(snapshot)
    rating = analyse(features).rating
    for size in range(1, WIDEST + 1):
        price = (features.price * (100 + direction * size) / 100).quantize(_CENT)
        if price <= 0:
            return
        after = analyse(features_after(snapshot, features, price)).rating
        if after is not rating:
            rating = after
            yield ViewChange(direction * size, price, rating)
