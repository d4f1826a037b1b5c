"""What the risk debate weighs and concludes: three sizes with their arithmetic, and the one that the judge takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise
from typing import Final

from bot.domain.accounting.results import AccountDrawdown
from bot.domain.market.indicators import TRADING_DAYS
from bot.domain.market.snapshot import Bar
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.validation import CENT

_ZERO: Final = Decimal(0)


class RiskVoice(StrEnum):
    """A voice in the risk debate."""

    RISKY = "risky"
    NEUTRAL = "neutral"
    SAFE = "safe"


# The part of the most that caps and limits allow to buy; of a position, the part to sell.
BUY_PARTS: Final = {RiskVoice.RISKY: Decimal(1), RiskVoice.NEUTRAL: Decimal("0.5"), RiskVoice.SAFE: Decimal("0.25")}
SELL_PARTS: Final = {RiskVoice.RISKY: Decimal("0.25"), RiskVoice.NEUTRAL: Decimal("0.5"), RiskVoice.SAFE: Decimal(1)}


@dataclass(frozen=True, slots=True)
class WorstDay:
    """The session in which a share fell most from one close to the next."""

    session: date
    change: Decimal  # a fraction, negative


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeCase:
    """A size that a voice asks for, and what it means for the account. Amounts in account currency."""

    voice: RiskVoice
    shares: Decimal  # to buy or to sell
    amount: Decimal  # at the price now, without commission
    cash_after: Decimal  # commission paid, without what other orders and pending decisions need
    position_after: Decimal  # shares
    share_of_assets: Decimal  # of the position after the trade: a fraction of total assets
    loss_at_stop: Decimal | None  # of the shares bought; None: a sale, or there is no stop
    loss_on_worst_day: Decimal | None  # of the position after the trade; None: no history
    drawdown_at_stop: Decimal | None = None  # how far the account is below its peak then, a fraction; None: as above

    @property
    def figures(self) -> dict[str, Decimal]:
        """The figures that are known, as those of a reason."""
        named = {
            "shares": self.shares,
            "amount": self.amount,
            "cash": self.cash_after,
            "percent": self.share_of_assets * 100,
            "at_stop": self.loss_at_stop,
            "worst": self.loss_on_worst_day,
            "drawdown": None if self.drawdown_at_stop is None else self.drawdown_at_stop * 100,
        }
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTradeDecision:
    """What the risk judge decided to trade; the trader makes the proposal of it, which limits may bind further."""

    side: Side | None  # None: nothing
    voice: RiskVoice | None = None
    shares: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)  # account currency, at the price then
    stop_price: Decimal | None = None  # of a purchase; US dollars per share
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskSummary:
    """The judge's ruling on the risk debate."""

    chosen: RiskVoice | None = None  # None: nothing is traded, or a person has named the size
    cases: tuple[SizeCase, ...] = ()  # risky, neutral, safe; empty as above
    advises_against: bool = False  # the judge would trade nothing
    stop_price: Decimal | None = None  # of a purchase; US dollars per share
    worst_day: WorstDay | None = None
    drawdown: AccountDrawdown | None = None  # of the account, before the trade; None: not known
    reasons: tuple[Reason, ...] = ()  # why that voice was followed

    @property
    def case(self) -> SizeCase | None:
        """The case of the chosen voice."""
        return next((case for case in self.cases if case.voice is self.chosen), None)

    def decision(self, side: Side | None) -> FinalTradeDecision | None:
        """Return what was decided on a trade of `side`; None: a person has named the size, it was not debated."""
        case = self.case
        if case is not None:
            return FinalTradeDecision(
                side=side,
                voice=case.voice,
                shares=case.shares,
                amount=case.amount,
                stop_price=self.stop_price,
                reasons=self.reasons,
            )
        return FinalTradeDecision(side=None, reasons=self.reasons) if self.advises_against or side is None else None


def find_worst_day(bars: Sequence[Bar]) -> WorstDay | None:
    """Return the worst of the last 252 sessions of `bars`, oldest first; None: the share fell in none, or too few."""
    year = bars[-TRADING_DAYS - 1 :]  # and the close before them
    falls = ((after.close / before.close - 1, after.session) for before, after in pairwise(year) if before.close)
    change, session = min(falls, default=(_ZERO, None))
    return WorstDay(session, change) if session is not None and change < 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeArithmetic:
    """Computes what a trade of some size means for an account, for one share and one side."""

    power: BuyingPower
    side: Side
    stop: Decimal | None  # of a purchase
    worst_day: WorstDay | None
    drawdown: AccountDrawdown | None = None

    def case(self, voice: RiskVoice, shares: Decimal) -> SizeCase:
        """Return the case of a voice that asks for `shares`, which must fit the account."""
        power, sign = self.power, 1 if self.side is Side.BUY else -1
        amount, after = shares * power.price, power.held_shares + sign * shares
        value, has_stop = after * power.price, self.side is Side.BUY and self.stop is not None
        loss_at_stop = shares * (power.price - (self.stop or _ZERO)) if has_stop else None
        return SizeCase(
            voice=voice,
            shares=shares,
            amount=amount,
            cash_after=power.available_cash - sign * amount - power.commission,
            position_after=after,
            share_of_assets=value / power.total_assets if power.total_assets > 0 else _ZERO,
            loss_at_stop=loss_at_stop,
            loss_on_worst_day=(-self.worst_day.change * value).quantize(CENT) if self.worst_day is not None else None,
            drawdown_at_stop=self.drawdown.after_loss(loss_at_stop) if self.drawdown and loss_at_stop else None,
        )
