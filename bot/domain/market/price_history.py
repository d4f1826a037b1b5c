"""Closing prices as traded, and corporate actions: dividends and splits."""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from math import prod


class ActionKind(StrEnum):
    """The kinds of corporate actions."""

    DIVIDEND = "dividend"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class CorporateAction:
    """A dividend or a split. It concerns the shares held at the close before `ex_date`."""

    symbol: str
    ex_date: date  # the first session without the dividend, or with the new number of shares
    kind: ActionKind
    value: Decimal  # a dividend: US dollars for each share held; a split: new shares for each old one; > 0


@dataclass(frozen=True, slots=True)
class SessionClose:
    """The closing price of one session, as traded on that day: US dollars, never adjusted."""

    session: date
    price: Decimal


@dataclass(frozen=True, slots=True)
class PriceHistory:
    """What is known of one instrument over a span of sessions."""

    symbol: str
    closes: tuple[SessionClose, ...] = ()  # oldest first
    actions: tuple[CorporateAction, ...] = ()  # by day; on the same day dividends first
    doubted: tuple[CorporateAction, ...] = ()  # listed by the source, and not believed: none of `actions`

    def close_on(self, day: date) -> Decimal | None:
        """Return the last close up to and including `day`, for the shares of that day; None: there is none."""
        known = bisect_right(self.closes, day, key=lambda close: close.session)
        if not known:
            return None
        last = self.closes[known - 1]
        return last.price / self.split_ratio(after=last.session, through=day)

    def close_of(self, session: date) -> Decimal | None:
        """Return the close of exactly one session, as traded; None: there is none."""
        known = bisect_right(self.closes, session, key=lambda close: close.session)
        return self.closes[known - 1].price if known and self.closes[known - 1].session == session else None

    def change(self, first: date, last: date) -> Decimal | None:
        """Return the change between two closes as a fraction, with splits, without dividends; None: one is missing."""
        start, end = self.close_of(first), self.close_of(last)
        if start is None or end is None:
            return None
        return end * self.split_ratio(after=first, through=last) / start - 1

    def split_ratio(self, *, after: date, through: date) -> Decimal:
        """Return how many shares each share held at the close of `after` has become at the close of `through`."""
        ratios = (
            each.value for each in self.actions if each.kind is ActionKind.SPLIT and after < each.ex_date <= through
        )
        return prod(ratios, start=Decimal(1))
