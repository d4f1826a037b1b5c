"""Figures as they would be: of a share at another price, of an account after a proposed trade."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.figures.measures import Measure
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.execution.orders import Side


@dataclass(frozen=True, slots=True)
class CardFigures:
    """Computes figures of one proposal for one account; account currency, or a fraction."""

    proposal: Proposal
    portfolio: Portfolio
    commission: Decimal  # account currency

    def value(self, measure: Measure) -> Decimal | None:
        """Return a figure of a card; None: there is no stop."""
        match measure:
            case Measure.CARD_COST:
                return self.cash_change
            case Measure.CARD_SHARES:
                return self.proposal.shares
            case Measure.CASH_AFTER:
                is_purchase = self.proposal.side is Side.BUY
                return self.portfolio.account.cash + (-self.cash_change if is_purchase else self.cash_change)
            case Measure.WEIGHT_AFTER:
                total = self.portfolio.total_assets - self._fee
                return self.proposal.target_cash_amount / total if total else None
            case _:
                stop = self.proposal.stop_price
                return None if stop is None else self.proposal.shares * (self.proposal.price - stop)

    def value_now(self, measure: Measure) -> Decimal | None:
        """Return what a figure of the account is before the trade; None: it is no such figure."""
        match measure:
            case Measure.CASH_AFTER:
                return self.portfolio.account.cash
            case Measure.WEIGHT_AFTER:
                total = self.portfolio.total_assets
                return self.portfolio.position_value(self.proposal.symbol) / total if total else None
        return None

    @property
    def cash_change(self) -> Decimal:
        """What a purchase costs with commission, or what a sale brings after it: 0 or positive."""
        amount = self.proposal.shares * self.proposal.price
        return amount + self._fee if self.proposal.side is Side.BUY else amount - self._fee

    @property
    def _fee(self) -> Decimal:
        return self.commission if self.proposal.shares else Decimal(0)


def together(measure: Measure, cards: Sequence[CardFigures]) -> Decimal | None:
    """Return a figure of several cards, sales against purchases; None: one of them has no stop."""
    spent = sum(
        (each.cash_change if each.proposal.side is Side.BUY else -each.cash_change for each in cards), Decimal(0)
    )
    match measure:
        case Measure.CARD_COST:
            return spent
        case Measure.CASH_AFTER:
            return cards[0].portfolio.account.cash - spent
    losses = [each.value(Measure.LOSS_AT_STOP) for each in cards]
    known = [each for each in losses if each is not None]
    return sum(known, Decimal(0)) if len(known) == len(losses) else None
