"""Proposes the same trade at newer figures, with updated reasons, stop and confidence."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Action, Proposal, Reason, reprice
from bot.domain.trading.execution.orders import Side
from bot.engines.common.sized_trade import with_reasons
from bot.engines.common.trade_reasons import BuyStop, buy_stop
from bot.engines.registry import engine_entry
from bot.engines.rules.analysis import Analysis, analyse
from bot.engines.rules.proposal import SIDE_OF_RATING, confidence_in_side, score_figures

SAME_SIZE: Final = "same_size"
REASONS_OF_BEFORE: Final = "reasons_of_before"


def requote(proposal: Proposal, *, features: Features, portfolio: Portfolio) -> Proposal:
    """Return `proposal` for the same number of shares at the newer `features`.

    The arguments are updated if they are those of the scored rules, else kept with a note of their date. A computed
    stop is computed again; a named one is kept if it is below the price, else replaced by a computed one with a note.

    `proposal`: an earlier proposal of a buy or a sale.
    """
    position = portfolio.position(proposal.symbol)
    stop = _stop(proposal, features)
    requoted = replace(
        reprice(proposal, price=features.price, as_of=features.as_of, held=position.shares if position else Decimal(0)),
        stop_price=stop.price,
        stop_is_stated=stop.is_stated,
    )
    entry = engine_entry(proposal.engine)
    if entry is None or not entry.argues_by_rules or proposal.side is None:
        return replace(requoted, reasons=(*_date_note(proposal), *proposal.reasons, *stop.notes))
    analysis = analyse(features)
    # Changes of the size that people requested are kept.
    adjustments = (reason for reason in proposal.reasons if reason.code in ADJUSTMENT_REASONS)
    same_size = Reason(SAME_SIZE, 0.0, {"shares": proposal.shares})
    notes = (*_changed_view(proposal.side, analysis), *stop.notes, *analysis.notes)
    return with_reasons(
        replace(requoted, confidence=confidence_in_side(proposal.side, analysis)),
        (*analysis.arguments, *adjustments, same_size, *notes),
        features=features,
        portfolio=portfolio,
    )


def _stop(proposal: Proposal, features: Features) -> BuyStop:
    if proposal.action is not Action.INCREASE:
        return BuyStop(None)
    return buy_stop(features, named=proposal.stop_price if proposal.stop_is_stated else None)


def _date_note(proposal: Proposal) -> tuple[Reason, ...]:
    """Return a reason with the date of the other reasons; nothing if an earlier requote has added it."""
    if any(reason.code == REASONS_OF_BEFORE for reason in proposal.reasons):
        return ()
    at = market_date(proposal.price_as_of).isoformat()
    return (Reason(REASONS_OF_BEFORE, 0.0, {"price": proposal.price}, {"at": at}),)


def _changed_view(side: Side, analysis: Analysis) -> tuple[Reason, ...]:
    """Return a reason if the score no longer favours `side`; nothing if it does."""
    rated_side = SIDE_OF_RATING.get(analysis.rating)
    if rated_side is side:
        return ()
    return (Reason("score_undecided_now" if rated_side is None else "score_against_now", 0.0, score_figures(analysis)),)
