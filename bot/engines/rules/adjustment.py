"""A proposed trade at another amount: reading what a person writes, and sizing the same side anew by it."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.text.normalise import normalise
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal, Reason
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import BuyingPower
from bot.engines.rules.requote import SAME_SIZE, requote
from bot.language.quantities.quantity import Unit, find_quantities

NOTE_LENGTH: Final = 500  # characters of a note; more is cut
_AMOUNT_LENGTH: Final = 60  # characters; nobody writes an amount in more
_TOO_MUCH: Final = Decimal(10**9)  # account currency: a slip of the hand, not a trade
_CURRENCY: Final = re.compile(r"(?:us\$|\$|usd)? ?")
_EXPONENT: Final = re.compile(r"\de")  # "1e9" is rather a slip than a billion
_JOINS_SIGNS: Final = "\u200d"  # holds the parts of one sign together, as in families and flags


@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """What a person wants a trade to come to."""

    amount: Decimal  # account currency, above zero
    by: str  # the person's name
    note: str = ""

    @property
    def reason(self) -> Reason:
        """It as an argument of the new version: who wanted it so."""
        numbers = {"amount": self.amount}
        if not self.note:
            return Reason("adjusted", 0.0, numbers, {"by": self.by})
        return Reason("adjusted_with_note", 0.0, numbers, {"by": self.by, "note": self.note})


def read_amount(text: str) -> Decimal | None:
    """Return the amount of money, above zero, that `text` is: "$3,000.50", "３０００", "3k", "3 万"; else None."""
    plain = normalise(text).lower()
    if len(plain) > _AMOUNT_LENGTH or _EXPONENT.search(plain):
        return None
    match list(find_quantities(plain)):
        case [found] if found.unit in {Unit.MONEY, Unit.NONE} and found.value is not None:
            is_all = found.end == len(plain) and _CURRENCY.fullmatch(plain[: found.start])
            return found.value if is_all and 0 < found.value < _TOO_MUCH else None
        case _:
            return None


def read_note(text: str) -> str:
    """Return a note as one line of plain, visible text, at most `NOTE_LENGTH` characters."""
    visible = "".join(c for c in text if c.isprintable() or c.isspace() or c == _JOINS_SIGNS)
    return " ".join(visible.split())[:NOTE_LENGTH].rstrip()


def adjust_proposal(
    proposal: Proposal,
    *,
    wanted: AdjustmentRequest,
    features: Features,
    portfolio: Portfolio,
    commission: Decimal,
) -> Proposal | None:
    """Return `proposal` for the amount wanted at the newer `features`; None where not even one share fits.

    A buy spends at most the amount, commission included. A sale raises at most the amount; one that is worth the
    position or more closes it. What bounds the account is for the validator to say: nothing is cut here.

    Args:
        proposal: A buy or a sale, proposed before.
        wanted: It takes the place of an earlier one in the reasons.
        features: The instrument as known now.
        portfolio: The account, as of the same instant.
        commission: Of one order, account currency.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=features.price, commission=commission
    )
    amount, buys = wanted.amount, proposal.side is Side.BUY
    shares = buying_power.affordable_shares_after_commission(amount) if buys else _sold(buying_power, amount)
    if not shares:
        return None
    action = _action(buying_power, shares, buys=buys)
    before = tuple(reason for reason in proposal.reasons if not is_of_size(reason))
    resized = requote(
        replace(proposal, action=action, shares=shares, max_cash=_limit(proposal, amount), reasons=before),
        features=features,
        portfolio=portfolio,
    )
    kept = tuple(reason for reason in resized.reasons if reason.code != SAME_SIZE)
    return replace(resized, reasons=(wanted.reason, *kept))


def _sold(buying_power: BuyingPower, amount: Decimal) -> Decimal:
    """All of it, a broken share too, once the amount reaches its value."""
    return buying_power.held_shares if amount >= buying_power.current_value else buying_power.affordable_shares(amount)


def _action(buying_power: BuyingPower, shares: Decimal, *, buys: bool) -> Action:
    if buys:
        return Action.INCREASE
    return Action.CLOSE if shares == buying_power.held_shares else Action.DECREASE


def _limit(proposal: Proposal, amount: Decimal) -> Decimal | None:
    """Whoever names more than their limit has stated a new one."""
    return None if proposal.max_cash is None else max(proposal.max_cash, amount)


def is_of_size(reason: Reason) -> bool:
    """Whether a reason says why the old size was what it was."""
    return reason.code.startswith(("sized_by_", *ADJUSTMENT_REASONS)) or reason.code == "named_size_cut"
