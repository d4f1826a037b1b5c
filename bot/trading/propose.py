"""Proposes trades: asks an engine about symbols for an account, and checks its answer with the one validator."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.accounting.results import AccountDrawdown
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.ids import DecisionId
from bot.domain.market.features import Features, compute_features
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account, BuyingPower, Position, ReservedCash
from bot.domain.trading.bound_checks import with_purchase
from bot.domain.trading.bound_reasons import exceeded_bounds, with_bound_reasons
from bot.domain.trading.decision_request import DecisionRequest, ShareCap, TradeRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Proposal, Reason
from bot.domain.trading.forecasts.base_rates import historical_base_rate
from bot.domain.trading.forecasts.forecast import forecast_event
from bot.domain.trading.performance import HORIZON_SESSIONS
from bot.domain.trading.sizes.settled_size import depends_on_account, settle_size
from bot.domain.trading.sizes.sizing import with_stated_risk
from bot.domain.trading.trading_limits import LimitHolder, LimitQuery
from bot.domain.trading.validation import require_valid_proposals
from bot.engines.registry import needs_model, shadow_forecasts, weighs_drawdown
from bot.errors import InvalidDecisionError, MarketDataError, SplitHeldError
from bot.ports import Clock, Engine, Stores
from bot.trading.figures.claims import read_market


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRequest:
    """A request for one proposal per symbol. It names no message and no platform, so that any caller can make one."""

    account: Account
    positions: tuple[Position, ...]
    symbols: tuple[str, ...]  # in the order of the answer
    caller: Caller  # for whom models are asked
    trade_request: TradeRequest = field(default_factory=TradeRequest)
    share_caps: Mapping[str, ShareCap] = field(default_factory=dict)  # by symbol
    holder: LimitHolder | None = None  # whose trading limits bind the proposals; None: nobody's
    replaces: frozenset[DecisionId] = frozenset()  # pending decisions whose cash the proposals may use again
    beside: tuple[Proposal, ...] = ()  # of the same message, not stored yet: they reserve cash as pending ones do
    text: str = ""  # what the person wrote
    language: Language = Language.ENGLISH  # of the arguments
    context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResult:
    """What an engine proposed, the features it was given, and the errors of symbols without data.

    With `refusal` no engine was asked and nothing is proposed: the reason says why there is nothing to trade.
    """

    result: DecisionResult
    features: Mapping[str, Features]  # by symbol
    faults: tuple[MarketDataError, ...] = ()
    refusal: Reason | None = None


class ProposalObserver(Protocol):
    """Receives the progress of the work on a request."""

    async def reading(self, symbols: Sequence[str]) -> None:
        """Report that market data of `symbols` are being read."""

    async def deciding(self, engine: str) -> None:
        """Report that the engine of that name has begun."""

    async def draft(self, text: str) -> None:
        """Report the engine's draft: `text` is all of it so far."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Makes validated proposals; stores nothing."""

    stores: Stores
    portfolio: PortfolioService
    policy: Policy
    clock: Clock
    instruments: InstrumentTable | None = None  # names companies to models

    async def __call__(self, request: ProposalRequest, engine: Engine, *, observer: ProposalObserver) -> EngineResult:
        """Return one proposal for each symbol there is data for.

        Raises: MarketDataError: no symbol has data, or a position cannot be valued. InvalidDecisionError: a proposal
            breaks a rule, which is a defect of the engine. StoreUnavailableError.
        """
        await observer.reading(request.symbols)
        view = await self.portfolio.account_view(request.account, request.positions)
        splits = _held_splits(request)
        snapshots, faults = await view.snapshots(each for each in request.symbols if each not in splits)
        faults = (*faults, *splits.values())
        decision_request = await self._decision_request(request, view=view, snapshots=snapshots)
        if weighs_drawdown(engine.name):
            decision_request = replace(decision_request, drawdown=await self._drawdown(view))
        features = {each.symbol: each for each in decision_request.features}
        settled = _settle_size(decision_request)
        if isinstance(settled, Reason):
            return EngineResult(result=DecisionResult(proposals=()), features=features, faults=faults, refusal=settled)
        decision_request = replace(decision_request, trade_request=settled)
        await observer.deciding(engine.name)
        market = await read_market(view, at_hand=not needs_model(engine.name))
        if needs_model(engine.name):
            decision_request = replace(decision_request, market=market.change)
        result = await engine.decide(decision_request, show=observer.draft)
        require_valid_proposals(
            result.proposals,
            portfolio=decision_request.portfolio,
            commission=decision_request.commission,
            max_cash=decision_request.trade_request.max_cash,
            reserved_cash=decision_request.reserved_cash,
        )
        told = tuple(
            _with_shadows(_with_base_rate(each, snapshots, market.shares), features)
            for each in _with_bounds_told(result.proposals, decision_request)
        )
        return EngineResult(result=replace(result, proposals=told), features=features, faults=faults)

    async def _decision_request(
        self, request: ProposalRequest, *, view: AccountView, snapshots: tuple[Snapshot, ...]
    ) -> DecisionRequest:
        account, commission = request.account, self.policy.commission
        async with self.stores.read(account.tenant_id) as tx:
            reserved = await tx.accounts.reserved_cash(
                account.id, at=self.clock.now(), except_decisions=request.replaces
            )
            limits = await tx.limits.in_force(self._limit_query(request, request.holder)) if request.holder else ()
        beside = [each for each in request.beside if each.cash_change > 0]
        reserved = ReservedCash(
            reserved.amount + sum(each.cash_change for each in beside), reserved.purchases + len(beside)
        )
        portfolio = replace(view.portfolio, limits=limits)
        for each in beside:
            portfolio = with_purchase(portfolio, each)
        return DecisionRequest(
            features=tuple(compute_features(snapshot) for snapshot in snapshots),
            portfolio=portfolio,
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
            names=self._names({*request.symbols, *(held.symbol for held in request.positions)}),
        )

    async def _drawdown(self, view: AccountView) -> AccountDrawdown | None:
        """Return how far the account has fallen since it was opened; None: nothing was ever in it."""
        account = view.portfolio.account
        async with self.stores.read(account.tenant_id) as tx:
            values = [each.total for each in await tx.ledger.values(account.id)]
        return AccountDrawdown.of_values((account.starting_cash, *values), total=view.portfolio.total_assets)

    def _names(self, symbols: Iterable[str]) -> dict[str, tuple[str, ...]]:
        known = ((symbol, self.instruments.get(symbol)) for symbol in symbols) if self.instruments is not None else ()
        return {symbol: instrument.names[1:] for symbol, instrument in known if instrument is not None}

    def _limit_query(self, request: ProposalRequest, holder: LimitHolder) -> LimitQuery:
        return LimitQuery(
            holder=holder,
            at=self.clock.now(),
            market_time=request.account.market_time,
            counts_pending=True,
            except_decisions=request.replaces,
        )


def _held_splits(request: ProposalRequest) -> Mapping[str, SplitHeldError]:
    """Return the errors of the symbols of which it is not known how many shares are held. Raises: it is so of all."""
    splits = (each.held_split for each in request.positions if each.symbol in request.symbols)
    held = {
        each.symbol: SplitHeldError(symbol=each.symbol, ratio=each.value, date=each.ex_date) for each in splits if each
    }
    if held and len(held) == len(request.symbols):
        raise next(iter(held.values()))
    return held


def _with_bounds_told(proposals: Iterable[Proposal], request: DecisionRequest) -> Iterator[Proposal]:
    """Yield the proposals with reasons that say which caps and limits bind them.

    A person's own order may exceed them. Raises: InvalidDecisionError: a size that the engine has chosen does, or a
    purchase loses more at its stop than the person would risk.
    """
    portfolio, reserved_cash = request.portfolio, request.reserved_cash
    for proposal in proposals:
        told = with_bound_reasons(
            proposal,
            portfolio=portfolio,
            commission=request.commission,
            reserved_cash=reserved_cash,
            features=next((each for each in request.features if each.symbol == proposal.symbol), None),
        )
        if not request.trade_request.has_ordered_size and (exceeded := exceeded_bounds(told)):
            raise InvalidDecisionError(symbol=proposal.symbol, rules=", ".join(exceeded))
        portfolio = with_purchase(portfolio, proposal)
        reserved_cash += proposal.cash_change + request.commission if proposal.cash_change > 0 else 0
        yield with_stated_risk(told, request.trade_request.risk, portfolio=request.portfolio)


def _with_base_rate(proposal: Proposal, snapshots: Iterable[Snapshot], market: Sequence[Snapshot]) -> Proposal:
    """Return a proposal with how often what it forecasts has happened, if what was read for it shows that."""
    bars = next((each.bars for each in snapshots if each.quote.symbol == proposal.symbol), None)
    if proposal.side is None or not bars or not market:
        return proposal
    event = forecast_event(proposal.side)
    rate = historical_base_rate(event, bars, [each.bars for each in market], sessions=HORIZON_SESSIONS)
    return replace(proposal, base_rate=rate)


def _with_shadows(proposal: Proposal, features: Mapping[str, Features]) -> Proposal:
    """Return a trade with what other engines think of its share; a hold forecasts nothing to compare it with."""
    if proposal.side is None:
        return proposal
    return replace(proposal, shadows=shadow_forecasts(proposal.engine, features[proposal.symbol]))


def _settle_size(request: DecisionRequest) -> TradeRequest | Reason:
    """Return the trade requested with its size in shares, or the reason why there is nothing to trade.

    Raises: ValueError: a size that depends on the account is requested for several symbols.
    """
    if not depends_on_account(request.trade_request):
        return request.trade_request
    (features,) = request.features
    buying_power = BuyingPower.from_portfolio(
        request.portfolio,
        symbol=features.symbol,
        price=features.price,
        commission=request.commission,
        reserved_cash=request.reserved_cash,
    )
    return settle_size(request.trade_request, buying_power)
