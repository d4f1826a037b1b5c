"""Judges what a model wrote, symbol by symbol, before the one validator; what stays keeps its cash and its limits."""


from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from decimal import Decimal
from typing import Final
from bot.domain.market.features import Features
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.drafts import DecisionDraft
from bot.domain.trading.limits import Limits
from bot.domain.trading.sizing import BuyingPower
from bot.domain.trading.validation import Violation
from bot.domain.trading.validation import find_violations
from bot.engines.common.shortages import CashShortage
from bot.engines.common.shortages import spendable_cash
from bot.engines.common.shortages import total_assets_at
from bot.engines.common.trade_sizing import SizedTrade
from bot.engines.common.trade_sizing import SizingCase
from bot.engines.common.trade_sizing import size_trade


_ZERO: Final = Decimal(0)
_OF_CASH: Final = frozenset({"not_enough_cash", "cash_floor"})
_OF_SHARES: Final = frozenset({"shares_not_whole", "shares_not_cash_change", "sells_more_than_held"})


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is wrong with the answer on one symbol."""

    symbol: str
    violation: Violation
    other_buys: tuple[str, ...] = ()  # whose buys have taken a part of the stated limit, where that is what was broken


@dataclass(frozen=True, slots=True)
class AcceptedProposal:
    """A proposal that keeps every rule, with the draft that it came out of. Its reasons are still to be put in."""

    proposal: Proposal
    draft: DecisionDraft
    trade: SizedTrade


@dataclass(slots=True)
class ProposalReview:
    """One question and what was taken so far: each buy leaves less cash, and less of a limit, to all others."""

    request: DecisionRequest
    accepted: dict[str, AcceptedProposal] = field(default_factory=dict)

    def review_drafts(
        self, drafts: Mapping[str, DecisionDraft | tuple[Violation, ...]], *, attempt: int
    ) -> list[Feedback]:
        """Take what keeps every rule, in the order asked, and return a complaint for every fault of the rest."""
        faults: list[Feedback] = []
        short: list[tuple[Features, Proposal]] = []
        for features in self.request.features:
            if features.symbol not in drafts:
                continue
            draft = drafts[features.symbol]
            broken, proposal = (draft, None) if isinstance(draft, tuple) else self._one(features, draft)
            if proposal is not None and any(v.code in _OF_CASH for v in broken):
                short.append((features, proposal))
            faults += [self._complaint(features.symbol, v) for v in broken if v.code not in _OF_CASH]
        return [*faults, *self._shortages(short, attempt=attempt)]

    def _one(self, features: Features, draft: DecisionDraft) -> tuple[tuple[Violation, ...], Proposal | None]:
        """Take the draft if it keeps every rule; return what it breaks, and what it would be stored as."""
        found = size_trade(self._case(features, draft))
        if isinstance(found, Violation):
            return (found,), None
        proposal = proposal_from_trade(features, found, self.request)
        broken = _of_the_answer(self._broken(proposal, features.symbol))
        if not broken:
            broken = self._crowded(proposal)
        if not broken:
            settled = replace(found, target=None)
            self.accepted[features.symbol] = AcceptedProposal(
                proposal_from_trade(features, settled, self.request), draft, settled
            )
        return broken, proposal

    def _complaint(self, symbol: str, violation: Violation) -> Feedback:
        """A limit that others have taken a part of is told as what it was, and what is left of it."""
        stated, taken = self.request.trade_request.max_cash, self._cost(without=symbol)
        if violation.code != "above_stated_limit" or stated is None or not taken:
            return Feedback(symbol, violation)
        figures = {**violation.numbers, "stated": stated, "taken": taken}
        takers = tuple(s for s, t in self.accepted.items() if s != symbol and cash_needed(t.proposal, self.request))
        return Feedback(symbol, Violation("above_rest_of_limit", figures, violation.suggestion), takers)

    def _case(self, features: Features, draft: DecisionDraft) -> SizingCase:
        request, symbol = self.request, features.symbol
        committed = request.reserved_cash + self._cost(without=symbol)
        buying_power = BuyingPower.from_portfolio(
            request.portfolio,
            symbol=symbol,
            price=features.price,
            commission=request.commission,
            reserved_cash=committed,
        )
        trade_request = replace(request.trade_request, max_cash=self._limit(without=symbol))
        case = SizingCase(
            features=features,
            draft=draft,
            buying_power=buying_power,
            trade_request=trade_request,
            portfolio=request.portfolio,
            stated_limit=request.trade_request.max_cash,
        )
        return replace(case, share_cap=request.share_cap(symbol, case.side))

    def _broken(self, proposal: Proposal, symbol: str, also: Decimal = _ZERO) -> tuple[Violation, ...]:
        limit = self._limit(without=symbol)
        broken = find_violations(
            proposal,
            portfolio=self.request.portfolio,
            commission=self.request.commission,
            limits=Limits(max_cash=None if limit is None else limit - also),
            reserved_cash=self.request.reserved_cash + self._cost(without=symbol) + also,
        )
        return tuple(violation for violation in broken if violation.code != "no_reasons")  # they are put in later

    def _crowded(self, proposal: Proposal) -> tuple[Violation, ...]:
        """What the buys taken before would break if this one were taken too."""
        also = cash_needed(proposal, self.request)
        others = (taken.proposal for taken in self.accepted.values() if taken.proposal.cash_change > 0) if also else ()
        return next((broken for other in others if (broken := self._broken(other, other.symbol, also))), ())

    def _cost(self, *, without: str) -> Decimal:
        return sum((cash_needed(t.proposal, self.request) for s, t in self.accepted.items() if s != without), _ZERO)

    def _limit(self, *, without: str) -> Decimal | None:
        limit = self.request.trade_request.max_cash
        return None if limit is None else limit - self._cost(without=without)

    def _shortages(self, short: Sequence[tuple[Features, Proposal]], *, attempt: int) -> list[Feedback]:
        """Word what there is not cash enough for, beside what all buys of the answer need together."""
        total = self._cost(without="") + sum((cash_needed(p, self.request) for _, p in short), _ZERO)
        return [Feedback(f.symbol, self._shortage(f, p, total=total, attempt=attempt)) for f, p in short]

    def _shortage(self, features: Features, proposal: Proposal, *, total: Decimal, attempt: int) -> Violation:
        request = self.request
        held = request.portfolio.position(features.symbol)
        current = held.shares * features.price if held else _ZERO
        committed = request.reserved_cash + self._cost(without=features.symbol)
        return CashShortage(
            required=cash_needed(proposal, request),
            available=spendable_cash(
                request, total=total_assets_at(request, features.symbol, features.price), reserved_cash=committed
            ),
            total_required=total,
            attempt=attempt,
            price=features.price,
            commission=request.commission,
            position_value=current,
        ).to_violation()


def cash_needed(proposal: Proposal, request: DecisionRequest) -> Decimal:
    """Return the cash that a proposal takes, commission included; 0 for what buys nothing."""
    return proposal.cash_change + request.commission if proposal.side and proposal.cash_change > 0 else _ZERO


def proposal_from_trade(features: Features, found: SizedTrade, request: DecisionRequest) -> Proposal:
    """Return a trade as a proposal, its reasons still to be put in."""
    held = request.portfolio.position(features.symbol)
    current = held.shares * features.price if held else _ZERO
    change = found.shares * features.price if found.target is None else found.target - current
    return Proposal(
        symbol=features.symbol,
        action=found.action,
        target_cash_amount=current + change if found.target is None else found.target,
        cash_change=change,
        shares=_ZERO if found.action is Action.HOLD else abs(found.shares),
        price=features.price,
        price_as_of=features.as_of,
        price_source=features.source,
        confidence=found.confidence,
        reasons=(),
        stop_price=found.stop,
        stop_is_stated=found.stop_is_stated,
    )


def _of_the_answer(broken: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Leave out what follows from another fault: a model names no shares."""
    return tuple(violation for violation in broken if violation.code not in _OF_SHARES) or broken
