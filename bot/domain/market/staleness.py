"""How old a price may be: in a session its last trade, outside one the close of the last session."""

from datetime import date, datetime, timedelta

from bot.domain.market.snapshot import Quote, Staleness, market_date


def staleness(
    quote: Quote, *, now: datetime, is_open: bool, last_session: date, allowed: timedelta
) -> Staleness | None:
    """Return how a price is older than the market's clock allows; None: it is not.

    Args:
        quote: The price.
        now: The market's time.
        is_open: Whether the exchange is open then.
        last_session: The last session that has closed by then.
        allowed: How long ago the last trade of a running session may be, beside the source's own delay.
    """
    if not is_open:
        return Staleness.MISSING_SESSION if quote.session < last_session else None
    if quote.is_close or quote.session != market_date(now):
        return Staleness.NO_TRADE_YET if quote.session >= last_session else Staleness.MISSING_SESSION
    return Staleness.OLD_TRADE if now - quote.as_of > allowed + quote.delay else None
