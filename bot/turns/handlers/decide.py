"""DECIDE: asks an engine for proposals of the requested trade, and makes them decisions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.understanding import CorrectionKind
from bot.domain.trading.decision_request import ShareCap
from bot.domain.trading.decisions import Action, Decision, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trade_request import TradeRequest
from bot.domain.trading.trading_limits import LimitHolder
from bot.engines.committee.trader import COMMITTEE
from bot.engines.registry import select_engine
from bot.errors import MarketDataError
from bot.language.problems import Problem
from bot.ports import Engine, Progress, Stores
from bot.presentation import problems
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.trading.decision_factory import DecisionFactory, DecisionOrigin, NewDecision
from bot.trading.limits import stated_limits
from bot.trading.limits.stated_limits import StatedLimits
from bot.trading.propose import EngineResult, ProposalRequest, Propose
from bot.turns import size_completion
from bot.turns.analyses.runs import AnalysisStarter
from bot.turns.decisions import decision_amendment
from bot.turns.decisions.decision_amendment import AmendmentKind, DecisionAmendment
from bot.turns.decisions.single_orders import only_down_to, with_each_of_focus, with_only, without_kept
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.progress_observer import ProgressObserver

_HALF: Final = Decimal("0.5")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideHandler:
    """Handler of DECIDE."""

    stores: Stores
    engines: Mapping[str, Engine]  # by name, the default one first
    resolver: InstrumentResolver
    propose: Propose
    decision_factory: DecisionFactory
    presenter: ProposalPresenter
    progress: Progress
    analyses: AnalysisStarter | None = None  # None: there is no model, and no committee outlives its turn

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the proposals as cards. Raises: MarketDataError, InvalidDecisionError."""
        context = with_each_of_focus(context)
        if question := self._ask_before(context):
            return question
        if context.entities.orders or context.entities.kept:
            return await (self._decide_each if context.entities.orders else self._decide_with_kept)(context)
        if decision_amendment.is_ambiguous(context):
            return self.resolver.ask_which(context)
        understood = context.understanding
        is_own = understood.places_in_market or understood.is_deep
        amendment = None if is_own else decision_amendment.find_amendment(context)
        if amendment is None and (unclear := self._without_subject(context)):
            return unclear
        if amendment is not None and (left := self._left_unchanged(context, amendment)):
            return left
        if amendment is None:
            context = size_completion.with_side_of_target(context)
        return await self._decide(amendment.context if amendment else context, amendment, message=context)

    def _left_unchanged(self, context: TurnContext, amendment: DecisionAmendment) -> TurnResult | None:
        """Return why the pending decision is not changed, or what has to be asked before it is; None: it is changed."""
        if amendment.added is not None:
            is_money = amendment.context.entities.amount is not None
            return self.presenter.more_or_instead(context, amendment.old, amendment.added, is_money=is_money)
        if amendment.refusal_message_id:
            return self.presenter.unchanged(context, amendment.old, amendment.refusal_message_id)
        return None

    def _ask_before(self, context: TurnContext) -> TurnResult | None:
        """Return what has to be asked before anything is proposed; None: nothing."""
        if not context.understanding.is_question and (question := self.resolver.ask_about_misspelt(context)):
            return question
        added = _added_to(context)
        return self.presenter.already_pending(context, added) if added else None

    async def _decide_each(self, context: TurnContext) -> TurnResult:
        """Return the proposals of several orders; each reserves cash for the next, as separate messages do.

        One whose share has no price now is told in its place; the others go on.
        """
        results: list[TurnResult] = []
        for order in context.entities.orders:
            beside = tuple(decision.proposal for result in results for decision in result.proposed)
            try:
                result = await self._decide(with_only(context, order), None, message=context, beside=beside)
            except MarketDataError as error:
                text = self.resolver.texts.render_error(context.locale, error)
                result = TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=(order.symbol,)))
            results.append(result)
        return self.presenter.together(context, results)

    async def _decide_with_kept(self, context: TurnContext) -> TurnResult:
        """Return the proposals of a sale of all positions, of which some are only sold down to a number of shares."""
        held = {position.symbol: position.shares for position in context.positions}
        sold_down = [each for each in context.entities.kept if held.get(each.symbol, Decimal(0)) > each.shares]
        others = without_kept(context)
        parts = [others] if others.everything or not sold_down else []
        parts += [only_down_to(context, each) for each in sold_down]
        result = self.presenter.together(context, [await self._decide(part, None, message=context) for part in parts])
        notes = [
            self.presenter.kept_already(context, each, held=held.get(each.symbol, Decimal(0)))
            for each in context.entities.kept
            if each not in sold_down
        ]
        blocks = (*result.answer.blocks, *(Paragraph(note) for note in notes))
        return replace(result, answer=replace(result.answer, blocks=blocks))

    async def _decide(
        self,
        context: TurnContext,
        amendment: DecisionAmendment | None,
        *,
        message: TurnContext,
        beside: tuple[Proposal, ...] = (),
    ) -> TurnResult:
        """Return the proposals.

        Args:
            context: The message, completed from the decision that it amends.
            amendment: None: the message is a request of its own.
            message: As it was written; the stated limits are read from it.
            beside: What was proposed for the orders before it in the same message.
        """
        if amendment is None and (alone := size_completion.limit_alone(context)):
            return self._sentence(context, alone)
        if problem := self._problem(context):
            return problem
        symbols = self._symbols(context)
        if answer := self._about_no_trade(context, symbols):
            return answer
        stated = await self._stated_limits(message, symbols, amendment)
        selection = select_engine(self.engines, COMMITTEE if context.understanding.is_deep else context.settings.engine)
        engine = (amendment.engine if amendment else None) or selection.engine
        if started := await self._start_analysis(context, symbols, engine, message=message):
            return started
        observer = ProgressObserver(self.progress, self.resolver.texts, context)
        found = await self.propose(
            _proposal_request(context, symbols, stated, beside=beside), engine, observer=observer
        )
        if found.refusal is not None:
            return self.presenter.refused(context, symbols, found.refusal)
        other_engine = self.presenter.other_engine(context, selection) if engine is selection.engine else ()
        return self._present(context, amendment, found, stated, notes=other_engine)

    def _about_no_trade(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult | None:
        """Return that a limit is lifted, or ask which share is meant; None: a trade in `symbols` is asked for."""
        if unbound := stated_limits.unaffected_by_lifting(context, symbols):
            return self.presenter.limit_lifted(context, unbound)
        return None if symbols else self.resolver.ask_which(context)

    async def _start_analysis(
        self, context: TurnContext, symbols: tuple[str, ...], engine: Engine, *, message: TurnContext
    ) -> TurnResult | None:
        """Return that a committee is at work, which answers later; None: it answers within this turn, or no model."""
        e = message.entities
        is_alone = context is message and not e.orders and not e.kept
        if self.analyses is None or engine.name != COMMITTEE or not is_alone:
            return None
        return await self.analyses.start(context, symbols)

    def _present(
        self,
        context: TurnContext,
        amendment: DecisionAmendment | None,
        found: EngineResult,
        stated: StatedLimits,
        *,
        notes: tuple[str, ...],
    ) -> TurnResult:
        """Return the decisions made of what was proposed, with `notes` below them."""
        if amendment:
            if unusable := _unusable_stop(amendment, found.result.proposals):
                return self.presenter.unchanged(context, amendment.old, "amend-unchanged", unusable)
            found = _with_fitting_reasons(amendment, found)
        notes = (
            *self._halved_notes(amendment, context, found),
            *(self._carried_notes(context, found, stated) if amendment is None else ()),
            *notes,
            *self.resolver.unresolved_notes(context, found.faults),
        )
        replaced = amendment.old if amendment and amendment.kind is AmendmentKind.SHARE else None
        new = self._make_decisions(context, found, stated, is_change=amendment is not None and replaced is None)
        if (same := _same_pending(new)) is not None and context.entities.side is not None:
            unchanged = self.presenter.unchanged(
                context, same, "order-already-pending", *_size_cut(new[0].decision.proposal)
            )
            is_other = replaced is not None and replaced.id != same.id
            return self._without_replaced(context, unchanged, replaced) if replaced and is_other else unchanged
        if replaced is not None:
            notes = (self.presenter.replaces(context, replaced), *notes)
        result = self.presenter.present(context, found, new, stated=stated, notes=notes)
        return replace(result, superseded=(*result.superseded, replaced)) if replaced is not None else result

    def _without_replaced(self, context: TurnContext, result: TurnResult, replaced: Decision) -> TurnResult:
        """Return a result with a decision withdrawn: "just the GOOG, not the FB", of two that are pending."""
        note = Paragraph(self.presenter.replaces(context, replaced))
        answer = replace(result.answer, blocks=(note, *result.answer.blocks))
        return replace(result, answer=answer, superseded=(*result.superseded, replaced))

    def _without_subject(self, context: TurnContext) -> TurnResult | None:
        """Return that a request changes what is not there, or ask which share it means; None: it is clear."""
        if _corrects_nothing(context) or _changes_nothing(context):
            return self._sentence(context, "amend-nothing")
        is_unnamed = _means_one_of_several(context) or _is_placed_nowhere(context)
        return self.resolver.ask_which(context) if is_unnamed else None

    def _sentence(self, context: TurnContext, message_id: str) -> TurnResult:
        text = self.resolver.texts.render(context.locale, message_id)
        has_question = message_id == size_completion.BUY_OR_SELL
        asks = AskedSlot.SIDE if has_question else None
        answer = Answer(blocks=(Paragraph(text),), has_question=has_question, asks=asks)
        return TurnResult(answer=answer, state=context.state)

    def _make_decisions(
        self, context: TurnContext, found: EngineResult, stated: StatedLimits, *, is_change: bool
    ) -> tuple[NewDecision, ...]:
        return self.decision_factory(
            found.result.proposals,
            _origin(context),
            limit=stated.limits.max_cash,
            spending_now=stated_limits.stated_in(context.entities).max_cash,
            is_change=is_change,
        )

    def _problem(self, context: TurnContext) -> TurnResult | None:
        """Return why the message cannot be a request for a trade; None: it can.

        Raises: UncoveredMarketError, UnusableSymbolError: only unusable names; that is said before what else is wrong.
        """
        texts = self.resolver.texts
        if not context.entities.everything:
            self.resolver.refuse_unsupported(context)
        if problem := problems.trade_problems(texts, context) or problems.other_day_problem(texts, context):
            has_question = Problem.AMOUNT_UNIT_MISSING in context.entities.problems
            asks = AskedSlot.UNIT if has_question else None
            answer = Answer(blocks=(Paragraph(problem),), symbols=context.symbols, has_question=has_question, asks=asks)
            return TurnResult(answer=answer, state=context.state)
        held = {position.symbol for position in context.positions}
        named = () if context.entities.everything else context.symbols
        not_held = tuple(symbol for symbol in named if symbol not in held)
        if nothing_to_sell := self._nothing_to_sell(context, not_held):
            return nothing_to_sell
        if size_completion.is_part_of_position(context.entities) and not_held:
            symbols = texts.list_of(context.locale, not_held)
            nothing = Paragraph(texts.render(context.locale, "fraction-of-nothing", symbols=symbols))
            return TurnResult(answer=Answer(blocks=(nothing,), symbols=not_held), state=context.state)
        if context.entities.everything and not context.everything:
            besides = texts.list_of(context.locale, context.entities.excluded)
            message_id = "nothing-held-besides" if context.positions else "nothing-held"
            nothing = Paragraph(texts.render(context.locale, message_id, symbols=besides))
            return TurnResult(answer=Answer(blocks=(nothing,)), state=context.state)
        return None

    def _nothing_to_sell(self, context: TurnContext, not_held: tuple[str, ...]) -> TurnResult | None:
        """Return that nothing is held of what is to be sold; None: something is, or it is no sale."""
        e, texts, locale = context.entities, self.resolver.texts, context.locale
        if e.side is not Side.SELL or e.everything or not not_held or set(not_held) != set(context.symbols):
            return None
        self.resolver.resolve(context)  # raises if none of them can be traded at all
        is_question = context.understanding.is_question
        key = "nothing-to-sell-asked" if is_question else "nothing-to-sell"
        nothing = Paragraph(texts.render(locale, key, symbols=texts.list_of(locale, not_held), symbol=not_held[0]))
        bought = (each for each in context.own_pending if each.proposal.symbol in not_held)
        answer = Answer(blocks=(nothing, *(self.presenter.stays(locale, each) for each in bought)), symbols=not_held)
        return TurnResult(answer=answer, state=context.state, focus=not_held)

    def _symbols(self, context: TurnContext) -> tuple[str, ...]:
        if context.entities.everything and not context.entities.symbols:
            return context.everything
        return self.resolver.resolve(context)

    async def _stated_limits(
        self, message: TurnContext, symbols: tuple[str, ...], amendment: DecisionAmendment | None
    ) -> StatedLimits:
        stated = await stated_limits.stated_limits_for(self.stores, message, symbols)
        return amendment.limits_of_new_version(stated) if amendment else stated

    def _carried_notes(self, context: TurnContext, found: EngineResult, stated: StatedLimits) -> tuple[str, ...]:
        """Return where a stop and a bound on spending come from that an earlier message named."""
        now, limits, texts = stated_limits.stated_in(context.entities), stated.limits, self.resolver.texts
        purchases = [each for each in found.result.proposals if each.action is Action.INCREASE]
        notes = []
        if limits.stop is not None and now.stop is None and any(p.stop_price == limits.stop for p in purchases):
            notes.append(texts.render(context.locale, "stop-as-said", stop=limits.stop))
        is_cut = any(reason.code == "too_small" for each in found.result.proposals for reason in each.reasons)
        if limits.max_cash is not None and now.max_cash is None and (purchases or is_cut):
            notes.append(texts.render(context.locale, "cap-as-said", limit=limits.max_cash))
        return tuple(notes)

    def _halved_notes(
        self, amendment: DecisionAmendment | None, context: TurnContext, found: EngineResult
    ) -> tuple[str, ...]:
        has_trade = any(proposal.side is not None for proposal in found.result.proposals)
        correction = context.understanding.correction
        is_halved = correction is not None and correction.value == _HALF
        if amendment is None or amendment.kind is not AmendmentKind.MULTIPLE or not (has_trade and is_halved):
            return ()
        before = amendment.old.proposal.shares
        return (self.resolver.texts.render(context.locale, "amend-halved", before=before),)


def _added_to(context: TurnContext) -> tuple[Decision, ...]:
    """Return the pending decisions that an order which is added would take the place of: one share, one decision."""
    e, understood = context.entities, context.understanding
    if not understood.adds_order or understood.is_question or understood.correction is not None or e.is_target:
        return ()
    ordered: set[tuple[str, Side | None]] = {(each.symbol, each.side) for each in e.orders}
    ordered = ordered or {(symbol, e.side) for symbol in e.symbols}
    return tuple(each for each in context.own_pending if (each.proposal.symbol, each.proposal.side) in ordered)


def _same_pending(new: Sequence[NewDecision]) -> Decision | None:
    """Return the pending decision that the one new decision would only repeat; None: it changes something."""
    if len(new) != 1 or new[0].pending is None or not new[0].is_replaced:
        return None
    old, proposal = new[0].pending.proposal, new[0].decision.proposal
    is_same = (
        (old.action, old.shares, old.price) == (proposal.action, proposal.shares, proposal.price)
        and (old.stop_price, old.max_cash) == (proposal.stop_price, proposal.max_cash)
        and old.action is not Action.HOLD
    )
    return new[0].pending if is_same else None


def _size_cut(proposal: Proposal) -> tuple[Reason, ...]:
    """Return why an order comes to less than the size that it names; empty: it does not."""
    is_cut = any(each.code == "named_size_cut" for each in proposal.reasons)
    return tuple(r for r in proposal.reasons if is_cut and r.code.startswith(("sized_by_", "named_size_cut")))


def _corrects_nothing(context: TurnContext) -> bool:
    """Return whether a message corrects a proposal, orders nothing itself, and there is none of this person's."""
    correction, e = context.understanding.correction, context.entities
    if correction is None or context.own_pending:
        return False
    is_request = bool(context.symbols) and correction.value == _HALF  # of what is held
    is_share_alone = correction.kind is CorrectionKind.SHARE and e.side is None  # "actually IBM", by somebody else
    return is_share_alone or (not e.symbols and not is_request)


def _changes_nothing(context: TurnContext) -> bool:
    """Return whether a size is only changed ("make it 2k instead"), and the person has nothing pending."""
    e = context.entities
    is_size_only = e.side is None and not e.symbols and (e.amount is not None or e.shares is not None)
    return is_size_only and context.understanding.suggests_otherwise and not (e.is_target or context.own_pending)


def _means_one_of_several(context: TurnContext) -> bool:
    """Return whether a trade names no share, and the talk was of several: none of them is chosen for the person."""
    e = context.entities
    names_share = bool(e.symbols or e.unknown_symbols or e.unsupported or e.everything or e.orders)
    return not names_share and (e.each is not None or len(context.conversation.focus) > 1)


def _is_placed_nowhere(context: TurnContext) -> bool:
    """Return whether money is to be placed, and nobody said in what: what was talked of last is not meant by that."""
    understood = context.understanding
    return understood.places_in_market or (understood.needs_share and not context.own_pending)


def _proposal_request(
    context: TurnContext, symbols: tuple[str, ...], stated: StatedLimits, *, beside: tuple[Proposal, ...]
) -> ProposalRequest:
    pending = _own_pending(context)
    is_question = context.understanding.is_question
    return ProposalRequest(
        account=context.account,
        positions=context.positions,
        symbols=symbols,
        caller=context.caller,
        trade_request=TradeRequest.from_entities(context.entities, stated.limits, is_question=is_question),
        share_caps=_share_caps(context, symbols),
        holder=LimitHolder(person_id=context.turn.person.id, conversation_id=context.conversation.id),
        replaces=frozenset(pending[symbol].id for symbol in symbols if symbol in pending),
        beside=beside,
        text=context.turn.text,
        language=context.language,
        context=context.conversation_context,
        retrieved=context.retrieved,
    )


def _origin(context: TurnContext) -> DecisionOrigin:
    return DecisionOrigin(
        tenant_id=context.turn.tenant_id,
        conversation_id=context.conversation.id,
        turn_id=context.turn.id,
        account_id=context.account.id,
        asked_by=context.turn.person.id,
        pending=_own_pending(context),
    )


def _own_pending(context: TurnContext) -> Mapping[str, Decision]:
    """Return the person's pending decisions by symbol; of several on one symbol the oldest."""
    return {decision.proposal.symbol: decision for decision in reversed(context.own_pending)}


def _share_caps(context: TurnContext, symbols: Iterable[str]) -> dict[str, ShareCap]:
    """Return the sizes the person named before; they cap proposals unless the message names a size."""
    if decision_amendment.names_size(context.entities) or context.entities.risk is not None:
        return {}
    pending = _own_pending(context)
    named = ((symbol, _named_share_cap(pending[symbol].proposal)) for symbol in symbols if symbol in pending)
    return {symbol: cap for symbol, cap in named if cap}


def _named_share_cap(proposal: Proposal) -> ShareCap | None:
    named = decision_amendment.named_shares(proposal)
    return None if named is None or proposal.side is None else ShareCap(proposal.side, named)


def _unusable_stop(amendment: DecisionAmendment, proposals: Iterable[Proposal]) -> Reason | None:
    """Return why a stop cannot be used where the message names nothing else; None: it can."""
    if amendment.kind is not AmendmentKind.STOP:
        return None
    return next((r for p in proposals for r in p.reasons if r.code == "stop_not_below_price"), None)


def _with_fitting_reasons(amendment: DecisionAmendment, found: EngineResult) -> EngineResult:
    proposals = tuple(amendment.with_fitting_reasons(proposal) for proposal in found.result.proposals)
    return replace(found, result=replace(found.result, proposals=proposals))
