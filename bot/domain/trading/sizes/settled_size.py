"""Computes the shares of a size that depends on the account: a part of it, a target of the position, a minimum."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeBound, SizeUnit, part_of

# Codes of sizes that a person states, beside shares, an amount and a fraction of the position.
SETTLED_SIZES: Final = frozenset(
    {
        *("share_of_assets", "share_of_cash", "minimum_shares", "minimum_amount", "minimum_share_of_assets"),
        *("minimum_share_of_cash", "minimum_share_of_position"),
        *("target_shares", "target_value", "target_of_assets", "target_of_position"),
    }
)

_CENT: Final = Decimal("0.01")
_ONE: Final = Decimal(1)
_TARGET_SHARES: Final = "target_shares"
_ZERO: Final = Decimal(0)


def depends_on_account(request: TradeRequest) -> bool:
    """Return whether the size must be settled before an engine can use it."""
    is_part = request.fraction is not None and request.fraction_of is not SizeUnit.POSITION
    return is_part or request.is_target or request.is_minimum


def settle_size(request: TradeRequest, buying_power: BuyingPower) -> TradeRequest | Reason:
    """Return the request of one symbol with its size in shares, or the reason why there is nothing to trade."""
    if not depends_on_account(request):
        return request
    if request.is_target:
        return _settle_target(request, buying_power)
    bound = _part_of_account(request, buying_power) or _minimum(request, buying_power)
    return request if bound is None else _with_size(request, bound)


def _with_size(request: TradeRequest, bound: SizeBound) -> TradeRequest:
    return replace(request, shares=bound.shares, amount=None, fraction=None, is_target=False, settled=bound)


def _part_of_account(request: TradeRequest, buying_power: BuyingPower) -> SizeBound | None:
    """Return the size that a part of the cash or of the assets pays for; None: no such part is stated."""
    if request.fraction is None or request.fraction_of is SizeUnit.POSITION:
        return None
    total = _base_value(request.fraction_of, buying_power)
    amount = (request.fraction * total).quantize(_CENT, ROUND_FLOOR)
    numbers = {"percent": request.fraction * 100, "total": total, "amount": amount}
    if request.is_minimum:
        return SizeBound(f"minimum_share_of_{request.fraction_of}", _fewest(amount, buying_power), numbers)
    commission = _ZERO if request.side is Side.SELL else buying_power.commission
    shares = buying_power.affordable_shares(amount - commission)
    return SizeBound(f"share_of_{request.fraction_of}", shares, numbers | {"commission": commission})


def _minimum(request: TradeRequest, buying_power: BuyingPower) -> SizeBound | None:
    """Return the fewest whole shares that reach a stated minimum; None: none is stated."""
    if request.shares is not None:
        return SizeBound("minimum_shares", max(request.shares // 1, _ZERO), {"minimum": request.shares})
    if request.amount is not None:
        shares = _fewest(request.amount, buying_power)
        return SizeBound("minimum_amount", shares, {"amount": request.amount, "value": shares * buying_power.price})
    if request.fraction is None or not buying_power.held_shares:
        return None
    shares = _whole_above(part_of(buying_power.held_shares, request.fraction))
    numbers = {"percent": request.fraction * 100, "held": buying_power.held_shares}
    return SizeBound("minimum_share_of_position", shares, numbers)


def _fewest(amount: Decimal, buying_power: BuyingPower) -> Decimal:
    return _whole_above(amount / buying_power.price)


def _whole_above(shares: Decimal) -> Decimal:
    return shares.to_integral_value(ROUND_CEILING)


@dataclass(frozen=True, slots=True)
class _Target:
    """What a position shall come to, beside what it is; both in shares, or both in account currency."""

    code: str
    wanted: Decimal
    present: Decimal
    one_share: Decimal
    numbers: Mapping[str, Decimal]

    @property
    def change(self) -> Decimal:
        """Whole shares to buy, or to sell (below zero): stated shares are kept, a stated value is not exceeded."""
        gap = self.wanted - self.present
        whole = gap // self.one_share  # towards zero
        is_exceeded = gap < 0 and whole * self.one_share != gap and self.code != _TARGET_SHARES
        return whole - 1 if is_exceeded else whole


def _settle_target(request: TradeRequest, buying_power: BuyingPower) -> TradeRequest | Reason:
    """Return the request for the difference to the target; one to raise never sells, one to reduce never buys."""
    target, held = _target(request, buying_power), buying_power.held_shares
    change = target.change
    figures = {"held": held, "value": buying_power.current_value, "after": held + change, "price": buying_power.price}
    numbers = {**target.numbers, **figures}
    side = Side.BUY if change > 0 else Side.SELL
    if not change or request.side not in {None, side}:
        relation = "at" if not change else "below" if change > 0 else "above"
        return Reason(f"{target.code}_reached", 0.0, numbers, {"relation": relation})
    if held + change <= 0:
        return Reason("target_below_one_share", 0.0, numbers)
    return _with_size(replace(request, side=side), SizeBound(target.code, abs(change), numbers))


def _target(request: TradeRequest, buying_power: BuyingPower) -> _Target:
    held, value, price = buying_power.held_shares, buying_power.current_value, buying_power.price
    if request.shares is not None:
        return _Target(_TARGET_SHARES, request.shares, held, _ONE, {"target": request.shares})
    if request.fraction is None:
        amount = request.amount or _ZERO
        return _Target("target_value", amount, value, price, {"target": amount})
    percent = {"percent": request.fraction * 100}
    if request.fraction_of is SizeUnit.POSITION:
        return _Target("target_of_position", part_of(held, request.fraction), held, _ONE, percent)
    total = _base_value(request.fraction_of, buying_power)
    amount = (request.fraction * total).quantize(_CENT, ROUND_FLOOR)
    if request.fraction_of is SizeUnit.CASH:
        return _Target("target_value", amount, value, price, {"target": amount})
    numbers = {**percent, "target": amount, "total": total}
    return _Target("target_of_assets", amount, value, price, numbers)


def _base_value(base: SizeUnit, buying_power: BuyingPower) -> Decimal:
    """Return the cash or the total assets, account currency, not negative."""
    cash = buying_power.available_cash + buying_power.reserved_cash
    return max(cash if base is SizeUnit.CASH else buying_power.total_assets, _ZERO)
