"""The measures that people can ask for: the names of all of them, and the unit of each."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class MeasureUnit(StrEnum):
    """In what a measure is shown; the value itself is US dollars, a fraction, a number of shares or a plain number."""

    MONEY = "money"
    BIG_MONEY = "big-money"
    CHANGE = "change"  # a fraction with its sign
    PERCENT = "percent"  # a fraction
    YIELD = "yield"  # a fraction, with two places of its percentage
    NUMBER = "number"
    MULTIPLE = "multiple"
    SHARES = "shares"
    DAY = "day"
    TEXT = "text"


class Measure(StrEnum):
    """What can be asked for. Its words are in `bot/reading/data`, its formula in `bot/domain/figures/formulas.py`."""

    PRICE = "price"
    OPEN = "open"
    GAP = "gap"  # of the open, from the close before
    CHANGE = "change"
    TOTAL_RETURN = "total_return"
    HIGH = "high"
    LOW = "low"
    RANGE = "range"
    FROM_HIGH = "from_high"
    FROM_LOW = "from_low"
    AVERAGE = "average"
    FROM_AVERAGE = "from_average"
    VOLUME = "volume"
    AVERAGE_VOLUME = "average_volume"
    VOLUME_RATIO = "volume_ratio"
    RSI = "rsi"
    MACD = "macd"
    ATR = "atr"
    VOLATILITY = "volatility"
    DRAWDOWN = "drawdown"
    PE_RATIO = "pe_ratio"
    EPS = "eps"
    DIVIDEND_YIELD = "dividend_yield"
    MARKET_CAP = "market_cap"
    SHARES_OUTSTANDING = "shares_outstanding"
    EARNINGS_DATE = "earnings_date"
    EX_DIVIDEND = "ex_dividend"
    DIVIDENDS = "dividends"  # a share, that went ex over a span
    NEWS = "news"
    # of the account and its positions
    CASH = "cash"
    WORTH = "worth"
    EXPOSURE = "exposure"
    WEIGHT = "weight"
    SHARES_HELD = "shares_held"
    COST = "cost"
    PROFIT = "profit"
    DIVIDENDS_RECEIVED = "dividends_received"
    # of a level that was set
    STOP = "stop"
    ALERT = "alert"
    # of a pending decision
    CARD_COST = "card_cost"
    CARD_SHARES = "card_shares"
    CASH_AFTER = "cash_after"
    WEIGHT_AFTER = "weight_after"
    LOSS_AT_STOP = "loss_at_stop"
    # of the exchange
    HOURS = "hours"


UNITS: Final[Mapping[Measure, MeasureUnit]] = MappingProxyType(
    {
        **dict.fromkeys((Measure.PRICE, Measure.OPEN, Measure.HIGH, Measure.LOW, Measure.RANGE), MeasureUnit.MONEY),
        **dict.fromkeys(
            (Measure.AVERAGE, Measure.MACD, Measure.ATR, Measure.EPS, Measure.DIVIDENDS), MeasureUnit.MONEY
        ),
        **dict.fromkeys((Measure.CHANGE, Measure.GAP, Measure.TOTAL_RETURN), MeasureUnit.CHANGE),
        **dict.fromkeys((Measure.FROM_HIGH, Measure.FROM_LOW, Measure.FROM_AVERAGE), MeasureUnit.CHANGE),
        **dict.fromkeys((Measure.VOLUME, Measure.AVERAGE_VOLUME, Measure.SHARES_OUTSTANDING), MeasureUnit.SHARES),
        **dict.fromkeys((Measure.VOLATILITY, Measure.DRAWDOWN), MeasureUnit.PERCENT),
        **dict.fromkeys((Measure.RSI, Measure.PE_RATIO), MeasureUnit.NUMBER),
        **dict.fromkeys((Measure.EARNINGS_DATE, Measure.EX_DIVIDEND), MeasureUnit.DAY),
        Measure.VOLUME_RATIO: MeasureUnit.MULTIPLE,
        Measure.DIVIDEND_YIELD: MeasureUnit.YIELD,
        Measure.MARKET_CAP: MeasureUnit.BIG_MONEY,
        Measure.NEWS: MeasureUnit.TEXT,
    }
)
# of shares; the others are of an account, a level, a pending decision or the exchange

OF_POSITIONS: Final = frozenset(
    {Measure.WEIGHT, Measure.SHARES_HELD, Measure.COST, Measure.PROFIT, Measure.DIVIDENDS_RECEIVED}
)
OF_ACCOUNT: Final = OF_POSITIONS | {Measure.CASH, Measure.WORTH, Measure.EXPOSURE}
OF_LEVELS: Final = frozenset({Measure.STOP, Measure.ALERT})
OF_CARD: Final = frozenset(
    {Measure.CARD_COST, Measure.CARD_SHARES, Measure.CASH_AFTER, Measure.WEIGHT_AFTER, Measure.LOSS_AT_STOP}
)
# What is new of a share.
UPDATE: Final = (Measure.PRICE, Measure.VOLUME, Measure.VOLUME_RATIO, Measure.NEWS, Measure.EARNINGS_DATE)
OF_CLOSES: Final = frozenset({Measure.PRICE, Measure.CHANGE, Measure.TOTAL_RETURN})
FRACTIONS: Final = frozenset({MeasureUnit.CHANGE, MeasureUnit.PERCENT, MeasureUnit.YIELD})
