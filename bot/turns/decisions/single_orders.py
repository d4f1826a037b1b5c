"""The single orders of a message that orders several: in each share talked of, or in all positions but some."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import KeptShares, OrderPart, TradeTerms
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size

_SEVERAL: Final = 2


def with_each_of(terms: TradeTerms, focus: Sequence[str]) -> TradeTerms:
    """Return what orders a trade in each of the shares talked of with an order for each of them."""
    each = terms.each
    if each is None or len(focus) < _SEVERAL or each.count not in {None, len(focus)}:
        return terms
    return replace(terms, parts=tuple(OrderPart(symbol=s, side=each.side, size=each.size) for s in focus))


def with_pending_sides(terms: TradeTerms, pending: Sequence[Decision]) -> TradeTerms | None:
    """Return the changes of several pending decisions with the side of each; None: one of them is not pending."""
    sides = {each.proposal.symbol: each.proposal.side for each in pending}
    parts = tuple(replace(each, side=each.side or sides.get(each.symbol)) for each in terms.parts)
    return replace(terms, parts=parts) if all(each.side is not None for each in parts) else None


def only(terms: TradeTerms, part: OrderPart) -> TradeTerms:
    """Return the terms as if nothing but `part` were ordered."""
    shares = replace(terms.shares, symbols=(part.symbol,))
    return replace(terms, parts=(), each=None, shares=shares, side=part.side, size=part.size)


def without_kept(terms: TradeTerms) -> TradeTerms:
    """Return a sale of all positions without those of which a number of shares is kept."""
    return replace(terms, kept=(), excluded=(*terms.excluded, *(each.symbol for each in terms.kept)))


def only_down_to(terms: TradeTerms, kept: KeptShares) -> TradeTerms:
    """Return a sale of one position down to the shares that are kept."""
    return replace(
        terms,
        kept=(),
        excluded=(),
        is_everything=False,
        shares=NamedShares(symbols=(kept.symbol,)),
        size=Size(kept.count, is_target=True),
        target_side=Side.SELL,
    )
