"""Puts a model's reasons into its proposal, each figure looked for in what the model was given."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final
from uuid import UUID

from bot.domain.market.features import Features
from bot.domain.text.claims import KnownFigures, known_figures, unfounded_figures
from bot.domain.text.links import neutralize_links
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED
from bot.domain.trading.tags import decision_tags
from bot.engines.common.model_input import ModelInput
from bot.engines.common.proposal_review import AcceptedProposal
from bot.engines.common.sized_trade import SizedTrade, proposal_from_trade

_FIGURES: Final = 300  # characters of the figures that were not found


@dataclass(frozen=True, slots=True, kw_only=True)
class Rationale:
    """Of one run: the question, and the figures that the decision agent was given."""

    request: DecisionRequest
    shared_figures: KnownFigures
    figures_by_symbol: Mapping[str, KnownFigures]  # by symbol
    run_id: UUID
    engine: str  # whose proposals these are
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case

    def with_reasons(self, features: Features, taken: AcceptedProposal) -> Proposal:
        """Return what was taken with its reasons and tags."""
        own = _own(taken)
        said = tuple(self._said(text, features.symbol, own) for text in taken.draft.reasons)
        return self._whole(features, taken.proposal, (*said, *taken.trade.notes))

    def fallback(self, features: Features, code: str) -> Proposal:
        """Return the marked hold that stands in for a decision; `code` says why."""
        hold = proposal_from_trade(
            features, SizedTrade(action=Action.HOLD, confidence=Decimal("0.50")), portfolio=self.request.portfolio
        )
        return self._whole(features, replace(hold, fallback=code), (Reason(f"fallback_{code}", 0.0),))

    def _said(self, text: str, symbol: str, own: KnownFigures) -> Reason:
        """One reason; the figures of another symbol count where it is named."""
        known = self.shared_figures | self.figures_by_symbol.get(symbol, KnownFigures()) | own
        for other, figures in self.figures_by_symbol.items():
            if other != symbol and _names(text, other):
                known |= figures
        missing = unfounded_figures(text, known)
        text = neutralize_links(text, self.allowed_hosts)
        if not missing:
            return Reason(MODEL_REASON, 0.0, words={"text": text})
        return Reason(MODEL_REASON_UNFOUNDED, 0.0, words={"text": text, "figures": ", ".join(missing)[:_FIGURES]})

    def _whole(self, features: Features, proposal: Proposal, reasons: tuple[Reason, ...]) -> Proposal:
        found = decision_tags(
            features,
            action=proposal.action,
            confidence=proposal.confidence,
            reasons=reasons,
            position=self.request.portfolio.position(features.symbol),
        )
        return replace(proposal, reasons=reasons, tags=found, run_id=self.run_id, engine=self.engine)


def rationale_for(
    request: DecisionRequest, data: ModelInput, *, engine: str, run_id: UUID, allowed_hosts: frozenset[str]
) -> Rationale:
    """Return what checks the reasons of one run, from what its model was given."""
    by_symbol = data.get("symbols")
    figures = by_symbol if isinstance(by_symbol, dict) else {}
    return Rationale(
        request=request,
        shared_figures=known_figures({name: value for name, value in data.items() if name != "symbols"}),
        figures_by_symbol={
            known.symbol: known_figures(figures.get(known.symbol))
            | KnownFigures(percents=frozenset(_computed(known, request)))
            for known in request.features
        },
        run_id=run_id,
        engine=engine,
        allowed_hosts=allowed_hosts,
    )


def _names(text: str, symbol: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(symbol)}(?![A-Za-z0-9])", text) is not None


def _own(taken: AcceptedProposal) -> KnownFigures:
    """The figures of the decision itself."""
    p, draft = taken.proposal, taken.draft
    amounts = (p.target_cash_amount, p.cash_change, p.shares, p.price, p.stop_price, draft.target, draft.confidence)
    return KnownFigures(
        numbers=frozenset(abs(amount) for amount in amounts if amount is not None),
        percents=frozenset({draft.confidence * 100}),
    )


def _computed(known: Features, request: DecisionRequest) -> Iterator[Decimal]:
    """The few percentages that anybody would compute of what was given."""
    for change in (known.change_day, known.change_7):
        if change is not None:
            yield abs(Decimal(repr(change))) * 100
    ends = (known.range52w.high, known.range52w.low) if known.range52w else ()
    yield from (abs(known.price / end - 1) * 100 for end in ends if end)
    held, total = request.portfolio.position(known.symbol), request.portfolio.total_assets
    if total > 0:
        yield (held.shares * known.price if held else Decimal(0)) / total * 100
        yield (request.portfolio.account.cash - request.reserved_cash) / total * 100
