"""DECIDE: an engine's proposal per symbol, stored as pending decisions with their cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.context.portfolio import AccountView, PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.context.wording import join_sentences
from bot.domain.conversation.messages import Answer, Paragraph
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
    desk: PortfolioService
    engines: Mapping[str, Engine]  # by name, the default one first
    which: InstrumentResolver
    cards: DecisionCards
    progress: Progress
    policy: Policy
    clock: Clock
    new_id: NewId

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return the proposals. Raises: MarketDataError, InvalidDecisionError."""
        if amend.is_ambiguous(asked):
            return self.which.ask_which(asked)
        amended = amend.find_amendment(asked)
        if amended is None:
            return await self._decided(asked, None, plain=asked)
        if amended.refusal:
            return self._unchanged(asked, amended.old, amended.refusal)
        return await self._decided(amended.asked, amended, plain=asked)

    async def _decided(self, asked: TurnContext, amended: Amendment | None, *, plain: TurnContext) -> TurnResult:
        """Return the proposals; `plain` is the message without what was taken over from a pending decision."""
        say = self.cards.say
        if problem := problems.trade_problems(say, asked) or problems.other_day_problem(say, asked):
            return TurnResult(answer=Answer(blocks=(Paragraph(problem),), symbols=asked.symbols), state=asked.state)
        if asked.entities.everything and not asked.positions:
            nothing = Paragraph(say.say(asked.language, "nothing-held"))
            return TurnResult(answer=Answer(blocks=(nothing,)), state=asked.state)
        symbols = self._symbols(asked)
        if unbound := limits.unaffected_by_lifting(asked, symbols):
            return self._lifted(asked, unbound)
        if not symbols:
            return self.which.ask_which(asked)
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            bound = await limits.limits_for(tx, plain, symbols)
        bound = amended.limits_for(bound) if amended else bound
        chosen = select_engine(self.engines, asked.settings.engine)
        engine = (amended.engine if amended else None) or chosen.engine
        weighed, faults = await self._weigh(asked, symbols, bound, engine)
        if amended:
            decided = weighed.decided
            if unusable := _unusable_stop(amended, decided.proposals):
                return self._unchanged(asked, amended.old, "amend-unchanged", unusable)
            worded = tuple(amended.with_fitting_reasons(proposal) for proposal in decided.proposals)
            weighed = replace(weighed, decided=replace(decided, proposals=worded))
        notes = (
            *self._about(amended, asked, weighed),
            *(self._instead(chosen, asked) if engine is chosen.engine else ()),
            *self.which.notes(asked, faults),
        )
        offers = ProposalPresenter(cards=self.cards, policy=self.policy, clock=self.clock, new_id=self.new_id)
        return offers(asked, weighed, bound=bound, notes=notes, is_change=amended is not None)

    def _symbols(self, asked: TurnContext) -> tuple[str, ...]:
        if asked.entities.everything and not asked.entities.symbols:
            return tuple(position.symbol for position in asked.positions)
        return self.which.resolve(asked)

    def _unchanged(self, asked: TurnContext, pending: Decision, key: str, *why: Reason) -> TurnResult:
        """Say why a pending decision is not changed; a stop that could not be used is not remembered either."""
        what = self.cards.action(asked.language, pending.proposal)
        sentences = (*self.cards.reasons(asked.language, why), self.cards.say.say(asked.language, key, what=what))
        answer = Answer(
            blocks=(Paragraph(join_sentences(self.cards.say, asked.language, *sentences)),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(asked.language, pending),
        )
        return TurnResult(answer=answer, state=asked.state, stated=asked.conversation.stated)

    def _about(self, amended: Amendment | None, asked: TurnContext, weighed: EngineResult) -> tuple[str, ...]:
        is_done = any(proposal.side is not None for proposal in weighed.decided.proposals)
        if amended is None or amended.kind is not AmendmentKind.HALF or not is_done:
            return ()
        return (self.cards.say.say(asked.language, "amend-halved", before=amended.old.proposal.shares),)

    def _instead(self, chosen: EngineSelection, asked: TurnContext) -> Iterator[str]:
        """Say that what is set for the channel is not what decided."""
        if chosen.missing:
            name, default = chosen.missing, chosen.engine.name
            yield self.cards.say.say(asked.language, "engine-missing", name=name, default=default)

    def _lifted(self, asked: TurnContext, pending: Decision) -> TurnResult:
        """Say that a limit is lifted, and that a decision which it did not bind is as it was."""
        what = self.cards.action(asked.language, pending.proposal)
        text = self.cards.say.say(asked.language, "limit-lifted", what=what)
        answer = Answer(
            blocks=(Paragraph(text),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(asked.language, pending),
        )
        return TurnResult(answer=answer, state=asked.state)

    async def _weigh(
        self, asked: TurnContext, symbols: tuple[str, ...], bound: StatedLimits, engine: Engine
    ) -> tuple[EngineResult, tuple[MarketDataError, ...]]:
        say, language = self.cards.say, asked.language
        names = say.say(language, "list-separator").join(symbols)
        await self.progress.show_step(asked.turn, say.say(language, "step-reading", symbols=names), language=language)
        view = await self.desk.account_view(asked.account, asked.positions)
        snapshots, faults = await view.snapshots(symbols)
        weighing = say.say(language, "step-weighing", engine=engine.name)
        await self.progress.show_step(asked.turn, weighing, language=language)
        question = await self._question(asked, symbols, bound, view=view, snapshots=snapshots)

        async def show(text: str) -> None:
            await self.progress.show_draft(asked.turn, text, language=language)

        decided = await engine.decide(question, show=show)
        return EngineResult(decided=decided, features={each.symbol: each for each in question.features}), faults

    async def _question(
        self,
        asked: TurnContext,
        symbols: tuple[str, ...],
        bound: StatedLimits,
        *,
        view: AccountView,
        snapshots: tuple[Snapshot, ...],
    ) -> DecisionRequest:
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            pending = await tx.decisions.pending(at=self.clock.now())
            orders = await open_orders(tx, asked.account.id)
        return DecisionRequest(
            features=tuple(compute_features(snapshot) for snapshot in snapshots),
            portfolio=view.portfolio,
            wish=TradeRequest.from_entities(asked.entities, bound.limits, is_question=asked.understanding.is_question),
            commission=self.policy.commission,
            committed=reserved_cash(orders, _others(asked, pending, symbols), commission=self.policy.commission),
            caller=asked.caller,
            text=asked.turn.text,
            language=asked.language,
            snapshots=snapshots,
            context=asked.context,
            retrieved=asked.retrieved,
            ceilings=_ceilings(asked, symbols),
        )


def _ceilings(asked: TurnContext, symbols: Iterable[str]) -> dict[str, ShareCap]:
    """What a person named before is never replaced by more, unless they name a size now."""
    if amend.has_size(asked.entities):
        return {}
    found = ((symbol, open_decision(asked, symbol)) for symbol in symbols)
    return {symbol: ceiling for symbol, old in found if old and (ceiling := _ceiling(old.proposal))}


def _ceiling(proposal: Proposal) -> ShareCap | None:
    named = amend.named_shares(proposal)
    return None if named is None or proposal.side is None else ShareCap(proposal.side, named)


def _unusable_stop(amended: Amendment, proposals: Iterable[Proposal]) -> Reason | None:
    """Return why the stop that is all a message names cannot be used; None where it can."""
    if amended.kind is not AmendmentKind.STOP:
        return None
    return next((r for p in proposals for r in p.reasons if r.code == "stop_not_below_price"), None)


def _others(asked: TurnContext, pending: Iterable[Decision], symbols: tuple[str, ...]) -> tuple[Decision, ...]:
    """The account's pending decisions that these proposals do not replace: what they will need is spoken for."""
    replaced = {old.id for symbol in symbols if (old := open_decision(asked, symbol))}
    return tuple(d for d in pending if d.account_id == asked.account.id and d.id not in replaced)
