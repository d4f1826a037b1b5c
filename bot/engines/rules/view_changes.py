"""Finds the price moves of one session that would change a view of a share, by trying moves in steps of one percent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Final, Generic, TypeVar

from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import Snapshot
from bot.engines.rules.analysis import Rating, analyse
from bot.engines.rules.what_if import features_after

WIDEST: Final = 25  # percent, either way

_CENT: Final = Decimal("0.01")

View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class ViewChange(Generic[View]):
    """A move from which on the view is another one than after a smaller move."""

    percent: int  # of the price now; negative for a fall
    price: Decimal
    view: View


def find_view_changes(
    snapshot: Snapshot, view_of: Callable[[Features], View], *, direction: int
) -> Iterator[ViewChange[View]]:
    """Yield the moves of up to 25 % that change what is thought of a share, smallest first; `direction`: 1 or -1."""
    features = compute_features(snapshot)
    view = view_of(features)
    for size in range(1, WIDEST + 1):
        price = (features.price * (100 + direction * size) / 100).quantize(_CENT)
        if price <= 0:
            return
        after = view_of(features_after(snapshot, features, price))
        if after != view:
            view = after
            yield ViewChange(direction * size, price, view)


def find_rating_changes(snapshot: Snapshot) -> tuple[ViewChange[Rating], ...]:
    """Return the moves that change the rating by the scored rules: falls first, then rises."""
    ratings = (find_view_changes(snapshot, lambda each: analyse(each).rating, direction=sign) for sign in (-1, 1))
    return tuple(chain.from_iterable(ratings))
