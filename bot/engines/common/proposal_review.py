"""Reviews a model's drafts with the validator. Accepted buys reserve their cash and their part of a stated limit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import reduce
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.bound_checks import find_cap_violations, find_limit_excesses, with_purchase
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import Violation, find_violations
from bot.engines.common.draft_sizing import SizingCase, size_draft
from bot.engines.common.shortages import cash_shortage
from bot.engines.common.sized_trade import SizedTrade, TradeSizing, proposal_from_trade

_ZERO: Final = Decimal(0)
_CASH_RULES: Final = frozenset({"not_enough_cash", "cash_floor"})
_SHARE_RULES: Final = frozenset({"shares_not_whole", "shares_not_cash_change", "sells_more_than_held"})

DraftOrFaults = DecisionDraft | tuple[Violation, ...]  # faults of the answer's form


@dataclass(frozen=True, slots=True)
class Feedback:
    """A fault in the answer on one symbol."""

    symbol: str
    violation: Violation
    other_buys: tuple[str, ...] = ()  # symbols whose buys use a part of the stated limit that was exceeded


@dataclass(frozen=True, slots=True)
class AcceptedProposal:
    """A valid proposal, still without reasons, with its draft and trade."""

    proposal: Proposal
    draft: DecisionDraft
    trade: SizedTrade


@dataclass(slots=True)
class ProposalReview:
    """The review of one request's drafts. Each accepted buy leaves less cash, and less of a limit, for the others."""

    request: DecisionRequest
    engine: str  # name of the engine that makes the proposals
    accepted: dict[str, AcceptedProposal] = field(default_factory=dict)  # by symbol

    def review_drafts(self, drafts: Mapping[str, DraftOrFaults], *, attempt: int) -> list[Feedback]:
        """Accept the drafts that keep every rule, in the request's order; return feedback for each fault of the rest.

        `attempt`: the number of the answer, from 1; feedback about cash states it.
        """
        feedback: list[Feedback] = []
        short_of_cash: list[tuple[Features, Decimal]] = []
        for features in self.request.features:
            if features.symbol not in drafts:
                continue
            draft = drafts[features.symbol]
            broken, proposal = (draft, None) if isinstance(draft, tuple) else self._review_draft(features, draft)
            if proposal is not None and any(v.code in _CASH_RULES for v in broken):
                short_of_cash.append((features, self._cash_needed(proposal)))
            feedback += [self._feedback(features.symbol, v) for v in broken if v.code not in _CASH_RULES]
        return [*feedback, *self._cash_feedback(short_of_cash, attempt=attempt)]

    def _review_draft(self, features: Features, draft: DecisionDraft) -> tuple[tuple[Violation, ...], Proposal | None]:
        """Accept the draft if it is valid; return the rules it breaks, and its proposal."""
        trade = size_draft(self._sizing_case(features, draft))
        if isinstance(trade, Violation):
            return (trade,), None
        proposal = self._proposal(features, trade)
        broken = _without_consequences(self._broken_rules(proposal)) or self._broken_rules_of_accepted(proposal)
        if not broken:
            rounded = replace(trade, target=None)
            self.accepted[features.symbol] = AcceptedProposal(self._proposal(features, rounded), draft, rounded)
        return broken, proposal

    def _proposal(self, features: Features, trade: SizedTrade) -> Proposal:
        return proposal_from_trade(features, trade, portfolio=self.request.portfolio, engine=self.engine)

    def _feedback(self, symbol: str, violation: Violation) -> Feedback:
        """Describe a shared limit: the stated amount and what remains of it."""
        stated, taken = self.request.trade_request.max_cash, self._cash_of_others(symbol)
        if violation.code != "above_stated_limit" or stated is None or not taken:
            return Feedback(symbol, violation)
        figures = {**violation.numbers, "stated": stated, "taken": taken}
        buys = tuple(s for s, other in self.accepted.items() if s != symbol and self._cash_needed(other.proposal))
        return Feedback(symbol, Violation("above_rest_of_limit", figures, violation.suggestion), buys)

    def _sizing_case(self, features: Features, draft: DecisionDraft) -> SizingCase:
        request, symbol = self.request, features.symbol
        sizing = TradeSizing(
            features=features,
            buying_power=self._buying_power(features),
            trade_request=replace(request.trade_request, max_cash=self._remaining_limit(symbol)),
            stated_limit=request.trade_request.max_cash,
        )
        case = SizingCase(draft=draft, sizing=sizing)
        return replace(case, share_cap=request.share_cap(symbol, case.side))

    def _buying_power(self, features: Features) -> BuyingPower:
        """Return the buying power that remains after the accepted buys of other symbols."""
        return BuyingPower.from_portfolio(
            self._portfolio_beside(features.symbol),
            symbol=features.symbol,
            price=features.price,
            commission=self.request.commission,
            reserved_cash=self.request.reserved_cash + self._cash_of_others(features.symbol),
        )

    def _broken_rules(self, proposal: Proposal, *, also_taken: Decimal = _ZERO) -> tuple[Violation, ...]:
        """Return the rules that a proposal breaks, given the accepted ones and another `also_taken` of cash used."""
        limit = self._remaining_limit(proposal.symbol)
        broken = find_violations(
            proposal,
            portfolio=self.request.portfolio,
            commission=self.request.commission,
            limits=Limits(max_cash=None if limit is None else limit - also_taken),
            reserved_cash=self.request.reserved_cash + self._cash_of_others(proposal.symbol) + also_taken,
        )
        if not self.request.trade_request.has_ordered_size:
            broken += find_cap_violations(proposal, portfolio=self.request.portfolio)
            broken += self._exceeded_limits(proposal, also_taken=also_taken)
        return tuple(violation for violation in broken if violation.code != "no_reasons")  # they are added later

    def _exceeded_limits(self, proposal: Proposal, *, also_taken: Decimal) -> tuple[Violation, ...]:
        """Return the person's trading limits that a proposal exceeds beside the accepted ones."""
        portfolio = self._portfolio_beside(proposal.symbol)
        excesses = find_limit_excesses(
            proposal,
            portfolio.limits,
            portfolio=portfolio,
            commission=self.request.commission,
            reserved_cash=self.request.reserved_cash + self._cash_of_others(proposal.symbol) + also_taken,
        )
        return tuple(violation for _, violation in excesses)

    def _portfolio_beside(self, symbol: str) -> Portfolio:
        """Return the portfolio with the accepted buys of other symbols counted under its limits."""
        others = (each.proposal for other, each in self.accepted.items() if other != symbol)
        return reduce(with_purchase, others, self.request.portfolio)

    def _broken_rules_of_accepted(self, proposal: Proposal) -> tuple[Violation, ...]:
        """Return the rules that an accepted buy would break if `proposal` were accepted too."""
        needed = self._cash_needed(proposal)
        if not needed:
            return ()
        buys = (other.proposal for other in self.accepted.values() if other.proposal.cash_change > 0)
        return next((broken for buy in buys if (broken := self._broken_rules(buy, also_taken=needed))), ())

    def _cash_needed(self, proposal: Proposal) -> Decimal:
        """Return the cash that a buy needs, including commission; 0 for anything else."""
        return proposal.cash_change + self.request.commission if proposal.side and proposal.cash_change > 0 else _ZERO

    def _cash_of_others(self, symbol: str) -> Decimal:
        """Return the cash that the accepted buys of other symbols need."""
        return sum((self._cash_needed(each.proposal) for s, each in self.accepted.items() if s != symbol), _ZERO)

    def _remaining_limit(self, symbol: str) -> Decimal | None:
        """Return the remainder of the stated limit after the accepted buys of other symbols."""
        limit = self.request.trade_request.max_cash
        return None if limit is None else limit - self._cash_of_others(symbol)

    def _cash_feedback(self, buys: Sequence[tuple[Features, Decimal]], *, attempt: int) -> list[Feedback]:
        """Return feedback for `buys`, given with the cash each needs, for which there is not enough cash."""
        accepted = sum((self._cash_needed(each.proposal) for each in self.accepted.values()), _ZERO)
        total_required = accepted + sum((required for _, required in buys), _ZERO)
        feedback = []
        for features, required in buys:
            power = self._buying_power(features)
            shortage = cash_shortage(power, required=required, total_required=total_required, attempt=attempt)
            feedback.append(Feedback(features.symbol, shortage))
        return feedback


def _without_consequences(broken: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Return broken rules without those about shares, unless there are no others: a model names no shares."""
    return tuple(violation for violation in broken if violation.code not in _SHARE_RULES) or broken
