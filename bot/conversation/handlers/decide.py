"""DECIDE: an engine's proposal per symbol, stored as pending decisions with their cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.conversation import amend, limits, problems
from bot.conversation.amend import Amendment, Kind
from bot.conversation.cards import Cards
from bot.conversation.commitments import needed, open_orders
from bot.conversation.desk import Desk
from bot.conversation.limits import Binding
from bot.conversation.policy import Policy
from bot.conversation.turn import Asked, Outcome
from bot.conversation.which import Which
from bot.conversation.wording import joined
from bot.domain.conversation import Event
from bot.domain.decisions import Action, Decision, Proposal, Reason, Status
from bot.domain.features import features
from bot.domain.ids import DecisionId
from bot.domain.messages import Answer, Block, Button, Card, Paragraph
from bot.domain.questions import Question
from bot.domain.turns import Limits
from bot.domain.understanding import Side
from bot.domain.wish import Wish
from bot.errors import MarketDataError
from bot.ports import Clock, Engine, NewId, Progress, Stores


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
        proposals, faults = await self._propose(asked, symbols, bound)
        if amended:
            if unusable := _unusable_stop(amended, proposals):
                return self._unchanged(asked, amended.old, "amend-unchanged", unusable)
            proposals = tuple(amended.worded(proposal) for proposal in proposals)
        notes = (*self._about(amended, asked), *self.which.notes(asked, faults))
        return self._outcome(asked, proposals, bound=bound, notes=notes)

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

    def _about(self, amended: Amendment | None, asked: Asked) -> tuple[str, ...]:
        if amended is None or amended.kind is not Kind.HALF:
            return ()
        return (self.cards.say.say(asked.language, "amend-halved", before=amended.old.proposal.shares),)

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

    async def _propose(
        self,
        asked: Asked,
        symbols: tuple[str, ...],
        bound: Binding,
    ) -> tuple[tuple[Proposal, ...], tuple[MarketDataError, ...]]:
        say, language = self.cards.say, asked.language
        names = say.say(language, "list-separator").join(symbols)
        await self.progress.step(asked.turn, say.say(language, "step-reading", symbols=names), language=language)
        view = await self.desk.value(asked.account, asked.positions)
        snapshots, faults = await view.snapshots(symbols)
        engine = self._engine(asked)
        weighing = say.say(language, "step-weighing", engine=engine.name)
        await self.progress.step(asked.turn, weighing, language=language)
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            pending = await tx.decisions.pending(at=self.clock.now())
            orders = await open_orders(tx, asked.account.id)
        question = Question(
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
        )
        proposals = (await engine.decide(question)).proposals
        return tuple([await self._within_named(asked, p, question) for p in proposals]), faults

    def _engine(self, asked: Asked) -> Engine:
        """The one that is set for the channel, else the default one."""
        return self.engines.get(asked.settings.engine or "") or next(iter(self.engines.values()))

    async def _within_named(self, asked: Asked, proposal: Proposal, question: Question) -> Proposal:
        """Size anew what would take the place of fewer shares that the person named, unless they name a size now."""
        old = _open_decision(asked, proposal.symbol)
        named = amend.named_shares(old.proposal) if old and old.proposal.side is proposal.side else None
        if named is None or amend.has_size(asked.entities) or proposal.shares <= named:
            return proposal
        known = tuple(each for each in question.features if each.symbol == proposal.symbol)
        wish = replace(question.wish, side=proposal.side, shares=named)
        (smaller,) = (await self._engine(asked).decide(replace(question, features=known, wish=wish))).proposals
        return smaller

    def _outcome(
        self,
        asked: Asked,
        proposals: tuple[Proposal, ...],
        *,
        bound: Binding,
        notes: tuple[str, ...],
    ) -> Outcome:
        decisions, superseded = [], []
        blocks: list[Block] = []
        for proposal in proposals:
            old = _open_decision(asked, proposal.symbol)
            replaced = old if proposal.action is not Action.HOLD else None
            decision = self._decision(asked, _limited(proposal, bound.limits), replaced)
            decisions.append(decision)
            superseded += [replaced] if replaced else []
            blocks += self._blocks(asked, decision, old=old, bound=bound)
        blocks.extend(Paragraph(note) for note in notes)
        pending = any(d.proposal.action is not Action.HOLD for d in decisions)
        return Outcome(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=tuple(p.symbol for p in proposals),
                decisions=tuple(decisions),
                buttons=self._buttons(asked, decisions),
                fallback=next((p.fallback for p in proposals if p.fallback), None),
            ),
            event=Event.PROPOSED if pending else None,
            focus=tuple(p.symbol for p in proposals),
            proposed=tuple(decisions),
            superseded=tuple(superseded),
        )

    def _decision(self, asked: Asked, proposal: Proposal, old: Decision | None) -> Decision:
        """Store as a new version where the same person's proposal for the symbol is still open, else as a new one."""
        now = self.clock.now()
        return Decision(
            id=old.id if old else DecisionId(self.new_id()),
            version=old.version + 1 if old else 1,
            tenant_id=asked.turn.tenant_id,
            conversation_id=asked.conversation.id,
            turn_id=asked.turn.id,
            account_id=asked.account.id,
            asked_by=asked.turn.person.id,
            proposal=proposal,
            status=Status.PROPOSED,
            created_at=now,
            expires_at=now + self.policy.decision_ttl,
        )

    def _blocks(
        self, asked: Asked, decision: Decision, *, old: Decision | None, bound: Binding
    ) -> Iterator[Card | Paragraph]:
        """The card, and what else the person must know before they press."""
        say, language, p = self.cards.say, asked.language, decision.proposal
        name = asked.turn.person.name
        yield self.cards.decision(language, decision, asked_by=name, commission=self.policy.commission)
        if old is not None:
            key = "pending-stays" if p.action is Action.HOLD else "replaces-pending"
            yield Paragraph(say.say(language, key, what=self.cards.action(language, old.proposal)))
        ceiling = bound.passed_over
        if ceiling is not None and p.action is Action.INCREASE and p.cash_change + self.policy.commission > ceiling:
            yield Paragraph(say.say(language, "above-limit-before", limit=ceiling, amount=p.cash_change))

    def _buttons(self, asked: Asked, decisions: list[Decision]) -> tuple[Button, ...]:
        """The buttons of every card; with several cards each says of which it is."""
        if len(decisions) > 1:
            return self.cards.named_buttons(asked.language, decisions)
        return tuple(button for d in decisions for button in self.cards.buttons(asked.language, d))


def _unusable_stop(amended: Amendment, proposals: Iterable[Proposal]) -> Reason | None:
    """Return why the stop that is all a message names cannot be used; None where it can."""
    if amended.kind is not Kind.STOP:
        return None
    return next((r for p in proposals for r in p.reasons if r.code == "stop_not_below_price"), None)


def _open_decision(asked: Asked, symbol: str) -> Decision | None:
    """The person's own pending decision on the symbol, which a new proposal replaces."""
    mine = (d for d in asked.pending if d.proposal.symbol == symbol and d.asked_by == asked.turn.person.id)
    return next(mine, None)


def _limited(proposal: Proposal, limits: Limits) -> Proposal:
    """A limit on what a purchase may cost goes with it to its confirmation; a sale has none."""
    return proposal if proposal.side is Side.SELL else replace(proposal, max_cash=limits.max_cash)


def _others(asked: Asked, pending: Iterable[Decision], symbols: tuple[str, ...]) -> tuple[Decision, ...]:
    """The account's pending decisions that these proposals do not replace: what they will need is spoken for."""
    replaced = {old.id for symbol in symbols if (old := _open_decision(asked, symbol))}
    return tuple(d for d in pending if d.account_id == asked.account.id and d.id not in replaced)
