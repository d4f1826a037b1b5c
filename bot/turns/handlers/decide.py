"""DECIDE: an engine's proposal per symbol, stored as pending decisions with their cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.features import compute_features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decision_request import DecisionRequest, ShareCap
from bot.domain.trading.decisions import Decision, Proposal, Reason
from bot.domain.trading.trade_request import TradeRequest
from bot.engines.selection import EngineSelection, select_engine
from bot.errors import MarketDataError
from bot.ports import Clock, Engine, NewId, Progress, Stores
from bot.presentation import problems
from bot.presentation.cards import DecisionCards
from bot.trading import limits
from bot.trading.limits import StatedLimits
from bot.trading.reserved_funds import open_orders, reserved_cash
from bot.turns import amend
from bot.turns.amend import Amendment, AmendmentKind
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.proposal_presenter import EngineResult, ProposalPresenter, open_decision


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideHandler:
    """Handler of DECIDE."""

    stores: Stores
    portfolio: PortfolioService
    engines: Mapping[str, Engine]  # by name, the default one first
    resolver: InstrumentResolver
    cards: DecisionCards
    progress: Progress
    policy: Policy
    clock: Clock
    new_id: NewId

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the proposals. Raises: MarketDataError, InvalidDecisionError."""
        if amend.is_ambiguous(context):
            return self.resolver.ask_which(context)
        amended = amend.find_amendment(context)
        if amended is None:
            return await self._decided(context, None, plain=context)
        if amended.refusal:
            return self._unchanged(context, amended.old, amended.refusal)
        return await self._decided(amended.context, amended, plain=context)

    async def _decided(self, context: TurnContext, amended: Amendment | None, *, plain: TurnContext) -> TurnResult:
        """Return the proposals; `plain` is the message without what was taken over from a pending decision."""
        texts = self.cards.texts
        if problem := problems.trade_problems(texts, context) or problems.other_day_problem(texts, context):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=context.symbols), state=context.state)
        if context.entities.everything and not context.positions:
            nothing = Paragraph(texts.render(context.locale, "nothing-held"))
            return TurnResult(answer=Answer(blocks=(nothing,)), state=context.state)
        symbols = self._symbols(context)
        if unbound := limits.unaffected_by_lifting(context, symbols):
            return self._lifted(context, unbound)
        if not symbols:
            return self.resolver.ask_which(context)
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            stated = await limits.limits_for(tx, plain, symbols)
        stated = amended.limits_for(stated) if amended else stated
        chosen = select_engine(self.engines, context.settings.engine)
        engine = (amended.engine if amended else None) or chosen.engine
        engine_result, faults = await self._weigh(context, symbols, stated, engine)
        if amended:
            result = engine_result.result
            if unusable := _unusable_stop(amended, result.proposals):
                return self._unchanged(context, amended.old, "amend-unchanged", unusable)
            worded = tuple(amended.with_fitting_reasons(proposal) for proposal in result.proposals)
            engine_result = replace(engine_result, result=replace(result, proposals=worded))
        notes = (
            *self._about(amended, context, engine_result),
            *(self._instead(chosen, context) if engine is chosen.engine else ()),
            *self.resolver.notes(context, faults),
        )
        offers = ProposalPresenter(cards=self.cards, policy=self.policy, clock=self.clock, new_id=self.new_id)
        return offers(context, engine_result, stated=stated, notes=notes, is_change=amended is not None)

    def _symbols(self, context: TurnContext) -> tuple[str, ...]:
        if context.entities.everything and not context.entities.symbols:
            return tuple(position.symbol for position in context.positions)
        return self.resolver.resolve(context)

    def _unchanged(self, context: TurnContext, pending: Decision, key: str, *why: Reason) -> TurnResult:
        """Say why a pending decision is not changed; a stop that could not be used is not remembered either."""
        what = self.cards.action(context.locale, pending.proposal)
        sentences = (
            *self.cards.reasons(context.locale, why),
            self.cards.texts.render(context.locale, key, what=what),
        )
        answer = Answer(
            blocks=(Paragraph(self.cards.texts.join(context.locale, *sentences)),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(context.locale, pending),
        )
        return TurnResult(answer=answer, state=context.state, stated=context.conversation.stated)

    def _about(self, amended: Amendment | None, context: TurnContext, engine_result: EngineResult) -> tuple[str, ...]:
        is_done = any(proposal.side is not None for proposal in engine_result.result.proposals)
        if amended is None or amended.kind is not AmendmentKind.HALF or not is_done:
            return ()
        return (self.cards.texts.render(context.locale, "amend-halved", before=amended.old.proposal.shares),)

    def _instead(self, chosen: EngineSelection, context: TurnContext) -> Iterator[str]:
        """Say that what is set for the channel is not what decided."""
        if chosen.missing:
            name, default = chosen.missing, chosen.engine.name
            yield self.cards.texts.render(context.locale, "engine-missing", name=name, default=default)

    def _lifted(self, context: TurnContext, pending: Decision) -> TurnResult:
        """Say that a limit is lifted, and that a decision which it did not bind is as it was."""
        what = self.cards.action(context.locale, pending.proposal)
        text = self.cards.texts.render(context.locale, "limit-lifted", what=what)
        answer = Answer(
            blocks=(Paragraph(text),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(context.locale, pending),
        )
        return TurnResult(answer=answer, state=context.state)

    async def _weigh(
        self, context: TurnContext, symbols: tuple[str, ...], stated: StatedLimits, engine: Engine
    ) -> tuple[EngineResult, tuple[MarketDataError, ...]]:
        texts, locale = self.cards.texts, context.locale
        names = texts.list_of(locale, symbols)
        await self.progress.show_step(
            context.turn, texts.render(locale, "step-reading", symbols=names), language=locale.language
        )
        account_view = await self.portfolio.account_view(context.account, context.positions)
        snapshots, faults = await account_view.snapshots(symbols)
        weighing = texts.render(locale, "step-weighing", engine=engine.name)
        await self.progress.show_step(context.turn, weighing, language=locale.language)
        request = await self._question(context, symbols, stated, account_view=account_view, snapshots=snapshots)

        async def show(text: str) -> None:
            await self.progress.show_draft(context.turn, text, language=locale.language)

        result = await engine.decide(request, show=show)
        return EngineResult(result=result, features={each.symbol: each for each in request.features}), faults

    async def _question(
        self,
        context: TurnContext,
        symbols: tuple[str, ...],
        stated: StatedLimits,
        *,
        account_view: AccountView,
        snapshots: tuple[Snapshot, ...],
    ) -> DecisionRequest:
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            pending = await tx.decisions.pending(at=self.clock.now())
            orders = await open_orders(tx, context.account.id)
        return DecisionRequest(
            features=tuple(compute_features(snapshot) for snapshot in snapshots),
            portfolio=account_view.portfolio,
            trade_request=TradeRequest.from_entities(
                context.entities, stated.limits, is_question=context.understanding.is_question
            ),
            commission=self.policy.commission,
            committed=reserved_cash(orders, _others(context, pending, symbols), commission=self.policy.commission),
            caller=context.caller,
            text=context.turn.text,
            language=context.language,
            snapshots=snapshots,
            context=context.conversation_context,
            retrieved=context.retrieved,
            share_caps=_ceilings(context, symbols),
        )


def _ceilings(context: TurnContext, symbols: Iterable[str]) -> dict[str, ShareCap]:
    """What a person named before is never replaced by more, unless they name a size now."""
    if amend.has_size(context.entities):
        return {}
    found = ((symbol, open_decision(context, symbol)) for symbol in symbols)
    return {symbol: cap for symbol, old in found if old and (cap := _ceiling(old.proposal))}


def _ceiling(proposal: Proposal) -> ShareCap | None:
    named = amend.named_shares(proposal)
    return None if named is None or proposal.side is None else ShareCap(proposal.side, named)


def _unusable_stop(amended: Amendment, proposals: Iterable[Proposal]) -> Reason | None:
    """Return why the stop that is all a message names cannot be used; None where it can."""
    if amended.kind is not AmendmentKind.STOP:
        return None
    return next((r for p in proposals for r in p.reasons if r.code == "stop_not_below_price"), None)


def _others(context: TurnContext, pending: Iterable[Decision], symbols: tuple[str, ...]) -> tuple[Decision, ...]:
    """The account's pending decisions that these proposals do not replace: what they will need is spoken for."""
    replaced = {old.id for symbol in symbols if (old := open_decision(context, symbol))}
    return tuple(d for d in pending if d.account_id == context.account.id and d.id not in replaced)
