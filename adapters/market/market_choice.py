"""Chooses the source of market data."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from adapters.market.sample import SampleMarket
from adapters.market.yahoo import YahooMarket
from bot.ports import MarketData

_PROBE_SECONDS: Final = 2.0


class ChoiceReason(StrEnum):
    """The reason for the choice; selects the sentence that explains it."""

    AS_SET = "as_set"
    YAHOO_ANSWERED = "yahoo_answered"
    YAHOO_DID_NOT_ANSWER = "yahoo_did_not_answer"


@dataclass(frozen=True, slots=True)
class MarketChoice:
    """The chosen market data, with the reason."""

    market: MarketData
    reason: ChoiceReason


async def choose_market(
    setting: Literal["auto", "yfinance", "sample"], *, yahoo: YahooMarket, seconds: float = _PROBE_SECONDS
) -> MarketChoice:
    """Return the market set by MARKET_DATA; "auto" is Yahoo if it answers within `seconds`, else the sample."""
    if setting == "yfinance":
        return MarketChoice(yahoo, ChoiceReason.AS_SET)
    if setting == "sample":
        return MarketChoice(SampleMarket(), ChoiceReason.AS_SET)
    if await yahoo.is_reachable(seconds):
        return MarketChoice(yahoo, ChoiceReason.YAHOO_ANSWERED)
    return MarketChoice(SampleMarket(), ChoiceReason.YAHOO_DID_NOT_ANSWER)
