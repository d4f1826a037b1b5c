"""Adds a model's reasons to its proposals: references resolved and frozen, all other figures marked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Final
from uuid import UUID

from bot.domain.market.features import Features
from bot.domain.models.facts import FactCatalogue
from bot.domain.models.references import ReferencedText, read_references
from bot.domain.text.links import neutralize_links
from bot.domain.text.trade_claims import claims_action
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.drafts import MODEL_REASON, NOTHING_TRADED, DecisionDraft
from bot.engines.common.proposal_review import AcceptedProposal
from bot.engines.common.sized_trade import SizedTrade, proposal_from_trade, with_reasons

_FALLBACK_CONFIDENCE: Final = Decimal("0.50")


@dataclass(frozen=True, slots=True)
class ReasonReader:
    """Reads the reasons of drafts against the facts that the model was told."""

    catalogue: FactCatalogue
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case

    def read(self, draft: DecisionDraft) -> tuple[ReferencedText, ...]:
        """Return the draft's reasons with their references resolved."""
        clean = partial(neutralize_links, allowed=self.allowed_hosts)
        return tuple(read_references(text, self.catalogue, symbol=draft.symbol, clean=clean) for text in draft.reasons)

    def faults(self, draft: DecisionDraft) -> tuple[str, ...]:
        """Return the figures outside of references, and the references to no fact, as written."""
        return tuple(dict.fromkeys(fault for text in self.read(draft) for fault in text.faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rationale:
    """The request of one run, and the reader of its model's reasons."""

    request: DecisionRequest
    reader: ReasonReader
    run_id: UUID
    engine: str  # name of the engine that makes the proposals

    def proposals(
        self, accepted: Mapping[str, AcceptedProposal], fallback_codes: Mapping[str, str]
    ) -> tuple[Proposal, ...]:
        """Return one proposal per symbol, in the request's order.

        `fallback_codes`: the reason of a missing decision, for each symbol that is not in `accepted`.
        """
        return tuple(
            self._decided(features, accepted[features.symbol])
            if features.symbol in accepted
            else self._fallback(features, fallback_codes[features.symbol])
            for features in self.request.features
        )

    def _decided(self, features: Features, accepted: AcceptedProposal) -> Proposal:
        reasons = (
            Reason(MODEL_REASON, 0.0, words={"text": text.template}, facts=text.facts)
            for text in self.reader.read(accepted.draft)
        )
        contradiction = (Reason(NOTHING_TRADED, 0.0),) if any(map(claims_action, accepted.draft.reasons)) else ()
        return self._complete(features, accepted.proposal, (*reasons, *contradiction, *accepted.trade.notes))

    def _fallback(self, features: Features, code: str) -> Proposal:
        """Return a hold with `fallback` set to `code`."""
        trade = SizedTrade(action=Action.HOLD, confidence=_FALLBACK_CONFIDENCE)
        hold = proposal_from_trade(features, trade, portfolio=self.request.portfolio, engine=self.engine)
        return self._complete(features, replace(hold, fallback=code), (Reason(f"fallback_{code}", 0.0),))

    def _complete(self, features: Features, proposal: Proposal, reasons: tuple[Reason, ...]) -> Proposal:
        argued = with_reasons(proposal, reasons, features=features, portfolio=self.request.portfolio)
        return replace(argued, run_id=self.run_id)
