"""Tell whether a statement, alone and out of any conversation, states a limit that code enforces."""

from bot.domain.text.normalise import normalise
from bot.domain.trading.trading_limits import LimitMeasure
from bot.language.limits.clauses import limit_items
from bot.language.limits.reading import read_limits


def states_limit(text: str) -> bool:
    """Return whether `text` states a limit on money, shares or percentages; names of shares are not looked up."""
    plain = normalise(text)
    stated = read_limits(plain, limit_items(plain, ()))
    return stated is not None and any(each.measure is not LimitMeasure.PREFERENCE for each in stated.reading.terms)
