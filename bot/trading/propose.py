"""Proposes trades: asks an engine about symbols for an account, and checks its answer with the one validator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.ids import DecisionId
from bot.domain.market.features import Features, compute_features
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.caps import require_capped_proposals, with_excesses
from bot.domain.trading.decision_request import DecisionRequest, ShareCap
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.trade_request import TradeRequest
from bot.domain.trading.validation import require_valid_proposals
from bot.errors import MarketDataError
from bot.ports import Clock, Engine, Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRequest:
    """A request for one proposal per symbol. It names no message and no platform, so that any caller can make one."""

    account: Account
    positions: tuple[Position, ...]
    symbols: tuple[str, ...]  # in the order of the answer
    caller: Caller  # for whom models are asked
    trade_request: TradeRequest = field(default_factory=TradeRequest)
    share_caps: Mapping[str, ShareCap] = field(default_factory=dict)  # by symbol
    replaces: frozenset[DecisionId] = frozenset()  # pending decisions whose cash the proposals may use again
    text: str = ""  # what the person wrote
    language: Language = Language.ENGLISH  # of the arguments
    context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResult:
    """What an engine proposed, the features it was given, and the errors of symbols without data."""

    result: DecisionResult
    features: Mapping[str, Features]  # by symbol
    faults: tuple[MarketDataError, ...] = ()


class ProposalObserver(Protocol):
    """Receives the progress of the work on a request."""

    async def reading(self, symbols: Sequence[str]) -> None:
        """Report that market data of `symbols` are being read."""
        ...

    async def deciding(self, engine: str) -> None:
        """Report that the engine of that name has begun."""
        ...

    async def draft(self, text: str) -> None:
        """Report the engine's draft: `text` is all of it so far."""
        ...


@dataclass(frozen=True, slots=True)
class Propose:
    """Makes validated proposals; stores nothing."""

    stores: Stores
    portfolio: PortfolioService
    policy: Policy
    clock: Clock

    async def __call__(self, request: ProposalRequest, engine: Engine, *, observer: ProposalObserver) -> EngineResult:
        """Return one proposal for each symbol there is data for.

        Raises: MarketDataError: no symbol has data, or a position cannot be valued. InvalidDecisionError: a proposal
            breaks a rule, which is a defect of the engine. StoreUnavailableError.
        """
        await observer.reading(request.symbols)
        view = await self.portfolio.account_view(request.account, request.positions)
        snapshots, faults = await view.snapshots(request.symbols)
        await observer.deciding(engine.name)
        decision_request = await self._decision_request(request, view=view, snapshots=snapshots)
        result = await engine.decide(decision_request, show=observer.draft)
        require_valid_proposals(
            result.proposals,
            portfolio=decision_request.portfolio,
            commission=decision_request.commission,
            max_cash=decision_request.trade_request.max_cash,
            reserved_cash=decision_request.reserved_cash,
        )
        if request.trade_request.has_ordered_size:
            proposals = (with_excesses(each, portfolio=decision_request.portfolio) for each in result.proposals)
            result = replace(result, proposals=tuple(proposals))
        else:
            require_capped_proposals(result.proposals, portfolio=decision_request.portfolio)
        return EngineResult(
            result=result, features={each.symbol: each for each in decision_request.features}, faults=faults
        )

    async def _decision_request(
        self, request: ProposalRequest, *, view: AccountView, snapshots: tuple[Snapshot, ...]
    ) -> DecisionRequest:
        account, commission = request.account, self.policy.commission
        async with self.stores.read(account.tenant_id) as tx:
            reserved = await tx.accounts.reserved_cash(
                account.id, at=self.clock.now(), except_decisions=request.replaces
            )
        return DecisionRequest(
            features=tuple(compute_features(snapshot) for snapshot in snapshots),
            portfolio=view.portfolio,
            trade_request=request.trade_request,
            commission=commission,
            reserved_cash=reserved.with_commission(commission),
            caller=request.caller,
            text=request.text,
            language=request.language,
            snapshots=snapshots,
            context=request.context,
            retrieved=request.retrieved,
            share_caps=request.share_caps,
        )
