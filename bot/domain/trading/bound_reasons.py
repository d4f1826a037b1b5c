"""Reasons that say which caps and trading limits bind a proposal, and by how much a person's own order exceeds them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import NEW_YORK
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.bound_checks import EXCEEDS_CAP, cap_excesses, find_limit_excesses, limit_words
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure
from bot.domain.trading.validation import Violation

EXCEEDS_LIMIT: Final = "exceeds_trading_limit"
COUNTED_AT_LAST_PRICE: Final = "counted_at_last_price"
EXCHANGE_CLOSED: Final = "exchange_closed"
STALE_PRICE: Final = "stale_price"
RELEASED_PRICE: Final = "released_price"
PRICE_DELAYED: Final = "price_delayed"
OF_THE_PRICE: Final = frozenset({EXCHANGE_CLOSED, STALE_PRICE, RELEASED_PRICE, PRICE_DELAYED})
EXCEEDS_BOUND: Final = EXCEEDS_CAP | {EXCEEDS_LIMIT}  # codes of reasons
_WITHIN_LIMIT: Final = "within_trading_limit"
_PREFERENCE: Final = "unenforced_preference"
_BOUND_REASONS: Final = EXCEEDS_BOUND | {_WITHIN_LIMIT, _PREFERENCE, COUNTED_AT_LAST_PRICE, *OF_THE_PRICE}
INSTANTS: Final = frozenset({"opens", "traded", "released"})  # words of these reasons that state an instant
_MOST_NAMED: Final = 3


def with_bound_reasons(
    proposal: Proposal,
    *,
    portfolio: Portfolio,
    commission: Decimal,
    reserved_cash: Decimal,
    features: Features | None = None,
) -> Proposal:
    """Return a proposal with reasons about the caps, limits and, of `features`, the price's age of now."""
    kept = tuple(reason for reason in proposal.reasons if reason.code not in _BOUND_REASONS)
    if proposal.action is Action.HOLD:
        return replace(proposal, reasons=kept)
    excesses = dict(
        find_limit_excesses(
            proposal, portfolio.limits, portfolio=portfolio, commission=commission, reserved_cash=reserved_cash
        )
    )
    exceeded = (Reason(EXCEEDS_LIMIT, 0.0, v.numbers, v.words) for v in excesses.values())
    rest = (limit for limit in portfolio.limits if limit not in excesses)
    excess = cap_excesses(proposal, portfolio=portfolio)
    counted = _counted_at_last_price(portfolio)
    reasons = (*_about_price(features), *excess, *exceeded, *_notes(proposal, rest), *counted)
    return replace(proposal, reasons=(*kept, *reasons))


def exceeded_bounds(proposal: Proposal) -> tuple[str, ...]:
    """Return the codes of the reasons that say that the proposal exceeds a cap or a limit."""
    return tuple(reason.code for reason in proposal.reasons if reason.code in EXCEEDS_BOUND)


def exceeds_limit(proposal: Proposal) -> bool:
    """Return whether a proposal says that it exceeds a limit that was stated."""
    return any(reason.code == EXCEEDS_LIMIT for reason in proposal.reasons)


def untold_limit_violations(
    proposal: Proposal, limits: Iterable[LimitInForce], *, portfolio: Portfolio, commission: Decimal
) -> tuple[Violation, ...]:
    """Return the limits that a proposal exceeds now without having said so on its card."""
    told = {reason.words["limit_id"] for reason in proposal.reasons if reason.code == EXCEEDS_LIMIT}
    excesses = find_limit_excesses(proposal, limits, portfolio=portfolio, commission=commission)
    return tuple(violation for each, violation in excesses if str(each.limit.id) not in told)


def _about_price(features: Features | None) -> Iterator[Reason]:
    """Yield why nothing could be filled at the price now, who has released it, and by how many minutes it is late."""
    if features is None:
        return
    if features.opens_at is not None:
        yield Reason(EXCHANGE_CLOSED, 0.0, {}, {"opens": _instant(features.opens_at)})
    yield from price_notes(features)
    if features.delay:
        yield Reason(PRICE_DELAYED, 0.0, {"minutes": Decimal(features.delay // timedelta(minutes=1))}, {})


def price_notes(features: Features) -> Iterator[Reason]:
    """Yield how the price of a share is too old, and who has released it."""
    if features.staleness is not None:
        yield Reason(STALE_PRICE, 0.0, {}, {"how": features.staleness.value, "traded": _instant(features.as_of)})
    if (release := features.release) is not None:
        yield Reason(RELEASED_PRICE, 0.0, {}, {"by": release.by, "released": _instant(release.at)})


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def instant_of(word: str) -> datetime:
    """Return the instant that a word of a reason states; earlier versions stored it in New York, without the zone."""
    at = datetime.fromisoformat(word)
    return at if at.tzinfo else at.replace(tzinfo=NEW_YORK)


def opening_told(proposal: Proposal) -> datetime | None:
    """Return when the exchange opens, of a proposal made while it is closed; None: it is open."""
    return next((instant_of(each.words["opens"]) for each in proposal.reasons if each.code == EXCHANGE_CLOSED), None)


def _counted_at_last_price(portfolio: Portfolio) -> Iterator[Reason]:
    """Yield that positions without a price were counted at an earlier one, with the oldest date."""
    if last_known := portfolio.last_known:
        more = len(last_known) - _MOST_NAMED
        names = ", ".join(list(last_known)[:_MOST_NAMED]) + (f" + {more}" if more > 0 else "")
        oldest = min(each.session for each in last_known.values())
        yield Reason(COUNTED_AT_LAST_PRICE, 0.0, {}, {"names": names, "date": oldest.isoformat()})


def _notes(proposal: Proposal, limits: Iterable[LimitInForce]) -> Iterator[Reason]:
    """Yield the limits that a purchase keeps, and the preferences that may concern a trade."""
    for limit in limits:
        terms = limit.terms
        if terms.measure is LimitMeasure.PREFERENCE:
            if not terms.symbols or proposal.symbol in terms.symbols:
                yield Reason(_PREFERENCE, 0.0, {}, limit_words(limit))
        elif limit.binds(proposal.symbol) and proposal.action is Action.INCREASE:
            yield Reason(_WITHIN_LIMIT, 0.0, {"value": terms.value}, limit_words(limit))
