"""The same trade at newer figures: its reasons, its stop and its confidence are of the new instant, not of the old."""


from dataclasses import replace
from decimal import Decimal
from typing import Final
from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.decisions import Reason
from bot.domain.trading.decisions import reprice
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import buy_stop_price
from bot.domain.trading.tags import decision_tags
from bot.engines.rules.analysis import Analysis
from bot.engines.rules.analysis import analyse
from bot.engines.rules.proposal import RULES
from bot.engines.rules.proposal import stop_not_below
from bot.engines.rules.proposal import SIDE_OF_RATING
from bot.engines.rules.proposal import confidence_in_side
from bot.engines.rules.proposal import score_figures


SAME_SIZE: Final = "same_size"
REASONS_OF_BEFORE: Final = "reasons_of_before"


def requote(proposal: Proposal, *, features: Features, portfolio: Portfolio) -> Proposal:
    """Return `proposal` for as many shares at the newer `features`.

    The rules argue it anew. Another engine's arguments stay, and are said to be of their own day. A stop that was
    computed is computed anew; one that was named is kept while it lies below the price, else that is said.

    Args:
        proposal: A buy or a sale, proposed before.
        features: The instrument as known now.
        portfolio: The account, as of the same instant.
    """
    position = portfolio.position(proposal.symbol)
    held = position.shares if position else Decimal(0)
    stop, stop_notes = _stop(proposal, features)
    moved = replace(
        reprice(proposal, price=features.price, as_of=features.as_of, held=held),
        stop_price=stop,
        stop_is_stated=proposal.stop_is_stated and stop == proposal.stop_price,
    )
    if proposal.engine != RULES or proposal.side is None:
        return replace(moved, reasons=(*_as_of_before(proposal), *proposal.reasons, *stop_notes))
    analysis = analyse(features)
    said = (reason for reason in proposal.reasons if reason.code in ADJUSTMENT_REASONS)  # by a person, not by the rules
    same_size = Reason(SAME_SIZE, 0.0, {"shares": proposal.shares})
    notes = (*said, same_size, *_change_of_view(proposal.side, analysis), *stop_notes)
    reasons = (*analysis.arguments, *notes, *analysis.notes)
    confidence = confidence_in_side(proposal.side, analysis)
    found = decision_tags(features, action=proposal.action, confidence=confidence, reasons=reasons, position=position)
    return replace(moved, confidence=confidence, reasons=reasons, tags=found)


def _stop(proposal: Proposal, features: Features) -> tuple[Decimal | None, tuple[Reason, ...]]:
    if proposal.action is not Action.INCREASE:
        return None, ()
    named = proposal.stop_price if proposal.stop_is_stated else None
    stop = buy_stop_price(features.price, atr=features.atr14, stated_stop=named)
    return stop, () if named in {None, stop} else (stop_not_below(named or Decimal(0), features.price),)


def _change_of_view(side: Side, analysis: Analysis) -> tuple[Reason, ...]:
    speaks_for = SIDE_OF_RATING.get(analysis.rating)
    if speaks_for is side:
        return ()
    return (Reason("score_undecided_now" if speaks_for is None else "score_against_now", 0.0, score_figures(analysis)),)


def _as_of_before(proposal: Proposal) -> tuple[Reason, ...]:
    """Say of which day the reasons are; what was moved before says so already."""
    if any(reason.code == REASONS_OF_BEFORE for reason in proposal.reasons):
        return ()
    at = market_date(proposal.price_as_of).isoformat()
    return (Reason(REASONS_OF_BEFORE, 0.0, {"price": proposal.price}, {"at": at}),)
