"""DECIDE: an engine's proposal per symbol, stored as pending decisions with their cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.context.policy import Policy
from bot.context.portfolio import Desk, View
from bot.context.turn import Asked, Outcome
from bot.context.wording import joined
from bot.domain.conversation.messages import Answer, Paragraph
from bot.domain.market.features import features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decision_request import Ceiling, Question
from bot.domain.trading.decisions import Decision, Proposal, Reason
from bot.domain.trading.trade_request import Wish
from bot.engines.selection import Chosen, choose
from bot.errors import MarketDataError
from bot.ports import Clock, Engine, NewId, Progress, Stores
from bot.presentation import problems
from bot.presentation.cards import Cards
from bot.trading import limits
from bot.trading.limits import Binding
from bot.trading.reserved_funds import needed, open_orders
from bot.turns import amend
from bot.turns.amend import Amendment, Kind
from bot.turns.instrument_resolver import Which
from bot.turns.proposal_presenter import Offers, Weighed, open_decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Handler of DECIDE."""

    stores: Stores
    desk: Desk
    engines: Mapping[str, Engine]  # by name, the default one first
    which: Which
    cards: Cards
    progress: Progress
    policy: Policy
    clock: Clock
    new_id: NewId

    async def __call__(self, asked: Asked) -> Outcome:
        """Return the proposals. Raises: MarketDataError, InvalidDecisionError."""
        if amend.is_unclear(asked):
            return self.which.ask(asked)
        amended = amend.amendment(asked)
        if amended is None:
            return await self._decided(asked, None, plain=asked)
        if amended.refusal:
            return self._unchanged(asked, amended.old, amended.refusal)
        return await self._decided(amended.asked, amended, plain=asked)

    async def _decided(self, asked: Asked, amended: Amendment | None, *, plain: Asked) -> Outcome:
        """Return the proposals; `plain` is the message without what was taken over from a pending decision."""
        say = self.cards.say
        if problem := problems.of_trade(say, asked) or problems.of_day(say, asked):
            return Outcome(answer=Answer(blocks=(Paragraph(problem),), symbols=asked.symbols), state=asked.state)
        if asked.entities.everything and not asked.positions:
            nothing = Paragraph(say.say(asked.language, "nothing-held"))
            return Outcome(answer=Answer(blocks=(nothing,)), state=asked.state)
        symbols = self._symbols(asked)
        if unbound := limits.untouched_by_lifting(asked, symbols):
            return self._lifted(asked, unbound)
        if not symbols:
            return self.which.ask(asked)
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            bound = await limits.binding(tx, plain, symbols)
        bound = amended.bound(bound) if amended else bound
        chosen = choose(self.engines, asked.settings.engine)
        engine = (amended.engine if amended else None) or chosen.engine
        weighed, faults = await self._weigh(asked, symbols, bound, engine)
        if amended:
            decided = weighed.decided
            if unusable := _unusable_stop(amended, decided.proposals):
                return self._unchanged(asked, amended.old, "amend-unchanged", unusable)
            worded = tuple(amended.worded(proposal) for proposal in decided.proposals)
            weighed = replace(weighed, decided=replace(decided, proposals=worded))
        notes = (
            *self._about(amended, asked, weighed),
            *(self._instead(chosen, asked) if engine is chosen.engine else ()),
            *self.which.notes(asked, faults),
        )
        offers = Offers(cards=self.cards, policy=self.policy, clock=self.clock, new_id=self.new_id)
        return offers(asked, weighed, bound=bound, notes=notes, is_change=amended is not None)

    def _symbols(self, asked: Asked) -> tuple[str, ...]:
        if asked.entities.everything and not asked.entities.symbols:
            return tuple(position.symbol for position in asked.positions)
        return self.which.symbols(asked)

    def _unchanged(self, asked: Asked, pending: Decision, key: str, *why: Reason) -> Outcome:
        """Say why a pending decision is not changed; a stop that could not be used is not remembered either."""
        what = self.cards.action(asked.language, pending.proposal)
        sentences = (*self.cards.reasons(asked.language, why), self.cards.say.say(asked.language, key, what=what))
        answer = Answer(
            blocks=(Paragraph(joined(self.cards.say, asked.language, *sentences)),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(asked.language, pending),
        )
        return Outcome(answer=answer, state=asked.state, stated=asked.conversation.stated)

    def _about(self, amended: Amendment | None, asked: Asked, weighed: Weighed) -> tuple[str, ...]:
        is_done = any(proposal.side is not None for proposal in weighed.decided.proposals)
        if amended is None or amended.kind is not Kind.HALF or not is_done:
            return ()
        return (self.cards.say.say(asked.language, "amend-halved", before=amended.old.proposal.shares),)

    def _instead(self, chosen: Chosen, asked: Asked) -> Iterator[str]:
        """Say that what is set for the channel is not what decided."""
        if chosen.missing:
            name, default = chosen.missing, chosen.engine.name
            yield self.cards.say.say(asked.language, "engine-missing", name=name, default=default)

    def _lifted(self, asked: Asked, pending: Decision) -> Outcome:
        """Say that a limit is lifted, and that a decision which it did not bind is as it was."""
        what = self.cards.action(asked.language, pending.proposal)
        text = self.cards.say.say(asked.language, "limit-lifted", what=what)
        answer = Answer(
            blocks=(Paragraph(text),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(asked.language, pending),
        )
        return Outcome(answer=answer, state=asked.state)

    async def _weigh(
        self, asked: Asked, symbols: tuple[str, ...], bound: Binding, engine: Engine
    ) -> tuple[Weighed, tuple[MarketDataError, ...]]:
        say, language = self.cards.say, asked.language
        names = say.say(language, "list-separator").join(symbols)
        await self.progress.step(asked.turn, say.say(language, "step-reading", symbols=names), language=language)
        view = await self.desk.value(asked.account, asked.positions)
        snapshots, faults = await view.snapshots(symbols)
        weighing = say.say(language, "step-weighing", engine=engine.name)
        await self.progress.step(asked.turn, weighing, language=language)
        question = await self._question(asked, symbols, bound, view=view, snapshots=snapshots)

        async def show(text: str) -> None:
            await self.progress.draft(asked.turn, text, language=language)

        decided = await engine.decide(question, show=show)
        return Weighed(decided=decided, features={each.symbol: each for each in question.features}), faults

    async def _question(
        self, asked: Asked, symbols: tuple[str, ...], bound: Binding, *, view: View, snapshots: tuple[Snapshot, ...]
    ) -> Question:
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            pending = await tx.decisions.pending(at=self.clock.now())
            orders = await open_orders(tx, asked.account.id)
        return Question(
            features=tuple(features(snapshot) for snapshot in snapshots),
            portfolio=view.portfolio,
            wish=Wish.spoken(asked.entities, bound.limits, is_question=asked.understanding.is_question),
            commission=self.policy.commission,
            committed=needed(orders, _others(asked, pending, symbols), commission=self.policy.commission),
            caller=asked.caller,
            text=asked.turn.text,
            language=asked.language,
            snapshots=snapshots,
            context=asked.context,
            retrieved=asked.retrieved,
            ceilings=_ceilings(asked, symbols),
        )


def _ceilings(asked: Asked, symbols: Iterable[str]) -> dict[str, Ceiling]:
    """What a person named before is never replaced by more, unless they name a size now."""
    if amend.has_size(asked.entities):
        return {}
    found = ((symbol, open_decision(asked, symbol)) for symbol in symbols)
    return {symbol: ceiling for symbol, old in found if old and (ceiling := _ceiling(old.proposal))}


def _ceiling(proposal: Proposal) -> Ceiling | None:
    named = amend.named_shares(proposal)
    return None if named is None or proposal.side is None else Ceiling(proposal.side, named)


def _unusable_stop(amended: Amendment, proposals: Iterable[Proposal]) -> Reason | None:
    """Return why the stop that is all a message names cannot be used; None where it can."""
    if amended.kind is not Kind.STOP:
        return None
    return next((r for p in proposals for r in p.reasons if r.code == "stop_not_below_price"), None)


def _others(asked: Asked, pending: Iterable[Decision], symbols: tuple[str, ...]) -> tuple[Decision, ...]:
    """The account's pending decisions that these proposals do not replace: what they will need is spoken for."""
    replaced = {old.id for symbol in symbols if (old := open_decision(asked, symbol))}
    return tuple(d for d in pending if d.account_id == asked.account.id and d.id not in replaced)
