"""Adds a model's reasons to its proposals, and marks figures in them that are not in the model's input."""

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
from bot.engines.common.model_input import ModelInput
from bot.engines.common.proposal_review import AcceptedProposal
from bot.engines.common.sized_trade import SizedTrade, proposal_from_trade, with_reasons

_FALLBACK_CONFIDENCE: Final = Decimal("0.50")
_FIGURES_LENGTH: Final = 300  # characters of the list of figures that were not found


@dataclass(frozen=True, slots=True, kw_only=True)
class Rationale:
    """The request of one run, and the figures in its model's input."""

    request: DecisionRequest
    shared_figures: KnownFigures
    figures_by_symbol: Mapping[str, KnownFigures]
    run_id: UUID
    engine: str  # name of the engine that makes the proposals
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case

    def proposals(
        self, accepted: Mapping[str, AcceptedProposal], fallback_codes: Mapping[str, str]
    ) -> tuple[Proposal, ...]:
        """Return one proposal per symbol, in the request's order.

        Args:
            accepted: The accepted proposals by symbol.
            fallback_codes: The reason of a missing decision, for each symbol that is not in `accepted`.
        """
        return tuple(
            self._decided(features, accepted[features.symbol])
            if features.symbol in accepted
            else self._fallback(features, fallback_codes[features.symbol])
            for features in self.request.features
        )

    def _decided(self, features: Features, accepted: AcceptedProposal) -> Proposal:
        own = _own_figures(accepted)
        reasons = (self._reason(text, features.symbol, own) for text in accepted.draft.reasons)
        return self._complete(features, accepted.proposal, (*reasons, *accepted.trade.notes))

    def _fallback(self, features: Features, code: str) -> Proposal:
        """Return a hold with `fallback` set to `code`."""
        trade = SizedTrade(action=Action.HOLD, confidence=_FALLBACK_CONFIDENCE)
        hold = proposal_from_trade(features, trade, portfolio=self.request.portfolio, engine=self.engine)
        return self._complete(features, replace(hold, fallback=code), (Reason(f"fallback_{code}", 0.0),))

    def _reason(self, text: str, symbol: str, own: KnownFigures) -> Reason:
        """Return a reason in the model's words; figures of another symbol count where the text names that symbol."""
        known = self.shared_figures | self.figures_by_symbol.get(symbol, KnownFigures()) | own
        for other, figures in self.figures_by_symbol.items():
            if other != symbol and _names(text, other):
                known |= figures
        missing = unfounded_figures(text, known)
        text = neutralize_links(text, self.allowed_hosts)
        if not missing:
            return Reason(MODEL_REASON, 0.0, words={"text": text})
        return Reason(
            MODEL_REASON_UNFOUNDED, 0.0, words={"text": text, "figures": ", ".join(missing)[:_FIGURES_LENGTH]}
        )

    def _complete(self, features: Features, proposal: Proposal, reasons: tuple[Reason, ...]) -> Proposal:
        argued = with_reasons(proposal, reasons, features=features, portfolio=self.request.portfolio)
        return replace(argued, run_id=self.run_id)


def rationale_for(
    request: DecisionRequest, data: ModelInput, *, engine: str, run_id: UUID, allowed_hosts: frozenset[str]
) -> Rationale:
    """Return the rationale of a run with the model input `data`; figures in its `symbols` apply to one symbol each."""
    symbols = data.get("symbols")
    by_symbol = symbols if isinstance(symbols, dict) else {}
    return Rationale(
        request=request,
        shared_figures=known_figures({name: value for name, value in data.items() if name != "symbols"}),
        figures_by_symbol={
            features.symbol: known_figures(by_symbol.get(features.symbol))
            | KnownFigures(percents=frozenset(_computed_percents(features, request)))
            for features in request.features
        },
        run_id=run_id,
        engine=engine,
        allowed_hosts=allowed_hosts,
    )


def _names(text: str, symbol: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(symbol)}(?![A-Za-z0-9])", text) is not None


def _own_figures(accepted: AcceptedProposal) -> KnownFigures:
    """Return the figures of the proposal and its draft."""
    p, draft = accepted.proposal, accepted.draft
    amounts = (p.target_cash_amount, p.cash_change, p.shares, p.price, p.stop_price, draft.target, draft.confidence)
    return KnownFigures(
        numbers=frozenset(abs(amount) for amount in amounts if amount is not None),
        percents=frozenset({draft.confidence * 100}),
    )


def _computed_percents(features: Features, request: DecisionRequest) -> Iterator[Decimal]:
    """Yield the percentages that follow directly from the model's input: a model may compute them itself."""
    for change in (features.change_day, features.change_7):
        if change is not None:
            yield abs(Decimal(repr(change))) * 100
    ends = (features.range52w.high, features.range52w.low) if features.range52w else ()
    yield from (abs(features.price / end - 1) * 100 for end in ends if end)
    held, total = request.portfolio.position(features.symbol), request.portfolio.total_assets
    if total > 0:
        yield (held.shares * features.price if held else Decimal(0)) / total * 100
        yield (request.portfolio.account.cash - request.reserved_cash) / total * 100
