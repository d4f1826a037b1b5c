"""DECIDE: asks an engine for proposals of the requested trade, and makes them decisions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.trades import (
    CorrectOrder,
    Order,
    OrderChangeKind,
    OrderRequest,
    Placement,
    TradeTerms,
)
from bot.domain.trading.decision_request import ShareCap, TradeRequest
from bot.domain.trading.decisions import Action, Decision, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import LimitHolder
from bot.engines.committee.rule_agents import COMMITTEE
from bot.engines.registry import select_engine
from bot.errors import MarketDataError
from bot.ports import Engine, Progress, Stores
from bot.presentation import problems
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.presentation.guesses import GuessPresenter
from bot.reading.recognisers.stated_numbers import states_lots
from bot.trading.decision_factory import DecisionFactory, DecisionOrigin, NewDecision
from bot.trading.limits import stated_limits
from bot.trading.limits.stated_limits import BoundRequest, StatedLimits
from bot.trading.propose import EngineResult, ProposalRequest, Propose
from bot.turns.analyses.runs import AnalysisStarter
from bot.turns.commentary import ProgressObserver
from bot.turns.decisions import decision_amendment, order_terms
from bot.turns.decisions.decision_amendment import AmendmentKind, DecisionAmendment
from bot.turns.instrument_resolver import InstrumentResolver

_HALF: Final = Decimal("0.5")
_ASKED_BY: Final = {Problem.AMOUNT_UNIT_MISSING: AskedSlot.UNIT, Problem.FRACTION_UNCLEAR: AskedSlot.BASE}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideHandler:
    """Handler of orders, of questions for advice, and of changes of what is pending."""

    stores: Stores
    engines: Mapping[str, Engine]  # by name, the default one first
    resolver: InstrumentResolver
    propose: Propose
    decision_factory: DecisionFactory
    presenter: ProposalPresenter
    progress: Progress
    analyses: AnalysisStarter | None = None  # None: there is no model, and no committee outlives its turn

    async def __call__(self, context: TurnContext, request: OrderRequest) -> TurnResult:
        """Return the proposals as cards."""
        return await self._of_terms(context, request, await self._with_stop_read(context, request.terms))

    async def _with_stop_read(self, context: TurnContext, terms: TradeTerms) -> TradeTerms:
        """Return the terms with a stop below the price by so much, or an amount that may be a stop, as a price."""
        own = tuple(each.proposal.symbol for each in context.own_pending if not (terms.names_size or terms.symbols))
        symbols = own if len(own) == 1 else context.named_or_focus(terms.shares)
        may_be_stop = terms.risk is not None and terms.risk.may_be_stop and terms.stop is None
        if not (may_be_stop or terms.stop_below):
            return terms
        if len(symbols) != 1:
            return replace(terms, problems=(*terms.problems, Problem.STOP_NOT_A_PRICE)) if terms.stop_below else terms
        try:
            view = await self.propose.portfolio.account_view(context.account, context.positions)
            quote = await view.quote(symbols[0])
        except MarketDataError:  # which the proposal tells
            return terms
        return order_terms.with_stop_read(terms, quote.price)

    async def _of_terms(self, context: TurnContext, request: OrderRequest, terms: TradeTerms) -> TurnResult:
        request = replace(request, terms=terms)
        if question := self._ask_before(context, request):
            return question
        if terms.parts:
            return await self._decide_each(context, request)
        if decision_amendment.is_ambiguous(context, request):
            return self.resolver.ask_which(context, pending=context.own_pending)
        is_own = terms.placement is Placement.MARKET or terms.is_deep
        amendment = None if is_own else decision_amendment.find_amendment(context, request)
        if amendment is not None:
            unchanged = self._left_unchanged(context, amendment) or self._instead_of_pending(context, amendment)
            return unchanged or self._without_others(
                context, amendment, await self._decide(context, amendment.request, amendment, message=terms)
            )
        if unclear := self._without_subject(context, request):
            return unclear
        completed = replace(request, terms=order_terms.with_side_of_target(context, terms))
        return await self._decide(context, completed, None, message=completed.terms)

    def _left_unchanged(self, context: TurnContext, amendment: DecisionAmendment) -> TurnResult | None:
        """Return why the pending decision is not changed, or what has to be asked before it is; None: it is changed."""
        if amendment.added is not None:
            is_money = amendment.request.terms.amount is not None
            return self.presenter.more_or_instead(context, amendment.old, amendment.added, is_money=is_money)
        symbols = amendment.request.terms.symbols
        held = next((each.shares for each in context.positions if each.symbol in symbols), Decimal(0))
        if amendment.exceeds(held) and held:  # the number may be a stop
            return self.presenter.more_than_held(context, amendment.old, symbols[0], held)
        if amendment.refusal_message_id:
            return self.presenter.unchanged(context, amendment.old, amendment.refusal_message_id)
        return None

    def _instead_of_pending(self, context: TurnContext, amendment: DecisionAmendment) -> TurnResult | None:
        """Return that a decision stands as it is, and the other does not: "only Apple, not Google", of both pending."""
        change = amendment.change
        symbol = change.symbol if change is not None and change.value is None else None
        same = _own_pending(context).get(symbol or "")
        if same is None or same.id == amendment.old.id:
            return None
        unchanged = self.presenter.unchanged(context, same, "order-already-pending")
        return self._without_replaced(context, unchanged, amendment.old)

    def _ask_before(self, context: TurnContext, request: OrderRequest) -> TurnResult | None:
        if not request.is_question and (question := self.resolver.ask_about_misspelt(context, request.terms.shares)):
            return question
        if request.terms.parts and request.terms.problems:  # which are told once, of all
            return self._problem(context, request)
        added = _added_to(context, request)
        return self.presenter.already_pending(context, added) if added else None

    async def _decide_each(self, context: TurnContext, request: OrderRequest) -> TurnResult:
        """Return the proposals of several orders; each reserves cash for the next, as separate messages do.

        One whose share has no price now is told in its place; the others go on.
        """
        results: list[TurnResult] = []
        for part in request.terms.parts:
            beside = tuple(decision.proposal for result in results for decision in result.proposed)
            alone = replace(request, terms=order_terms.only(request.terms, part))
            try:
                result = await self._decide(context, alone, None, message=request.terms, beside=beside)
            except MarketDataError as error:
                text = self.resolver.texts.render_error(context.locale, error)
                result = TurnResult.of_text(text, symbols=(part.symbol,))
            results.append(result)
        return self.presenter.together(context, results)

    async def _decide(
        self,
        context: TurnContext,
        request: OrderRequest,
        amendment: DecisionAmendment | None,
        *,
        message: TradeTerms,
        beside: tuple[Proposal, ...] = (),
    ) -> TurnResult:
        """Return the proposals.

        Args:
            context: The turn.
            request: What is asked for, completed from the decision that it amends.
            amendment: None: the message is a request of its own.
            message: The terms as they were written; the stated limits are read from them.
            beside: What was proposed for the orders before it in the same message.
        """
        terms = request.terms
        if amendment is None and (alone := order_terms.limit_alone(request)):
            return self._sentence(context, alone)
        if problem := self._problem(context, request):
            return problem
        symbols = self._symbols(context, terms)
        if answer := self._about_no_trade(context, terms, symbols):
            return answer
        stated = await stated_limits.stated_limits_for(self.stores, context, message, symbols)
        stated = amendment.limits_of_new_version(stated) if amendment else stated
        selection = select_engine(self.engines, COMMITTEE if terms.is_deep else context.settings.engine)
        engine = (amendment.engine if amendment else None) or selection.engine
        is_whole = terms is message and not terms.parts
        if is_whole and engine.name == COMMITTEE and self.analyses is not None:
            started = await self.analyses.start(context, request, symbols)
            if started is not None:  # a committee is at work, which answers later
                return started
        observer = ProgressObserver(self.progress, self.resolver.texts, context)
        found = await self.propose(
            _proposal_request(context, request, symbols, stated, beside=beside), engine, observer=observer
        )
        if found.refusal is not None:
            return self.presenter.refused(context, symbols, found.refusal)
        other_engine = self.presenter.other_engine(context, selection) if engine is selection.engine else ()
        return self._present(context, BoundRequest(request, stated), amendment, found, notes=other_engine)

    def _about_no_trade(self, context: TurnContext, terms: TradeTerms, symbols: tuple[str, ...]) -> TurnResult | None:
        """Return that a limit is lifted, or ask which share is meant; None: a trade in `symbols` is asked for."""
        if unbound := stated_limits.unaffected_by_lifting(context, terms, symbols):
            return self.presenter.limit_lifted(context, unbound)
        return None if symbols else self.resolver.ask_which(context)

    def _present(
        self,
        context: TurnContext,
        asked: BoundRequest,
        amendment: DecisionAmendment | None,
        found: EngineResult,
        *,
        notes: tuple[str, ...],
    ) -> TurnResult:
        if amendment:
            reasons = (each for proposal in found.result.proposals for each in proposal.reasons)
            unusable = next((each for each in reasons if each.code == "stop_not_below_price"), None)
            if unusable is not None and amendment.kind is AmendmentKind.STOP:  # and it names nothing else
                return self.presenter.unchanged(context, amendment.old, "amend-unchanged", unusable)
            proposals = tuple(map(amendment.with_fitting_reasons, found.result.proposals))
            found = replace(found, result=replace(found.result, proposals=proposals))
        notes = (
            *self._halved_notes(amendment, context, found),
            *((self.resolver.texts.render(context.locale, "lot-size"),) if states_lots(context.plain_text) else ()),
            *(self._carried_notes(context, asked, found) if amendment is None else ()),
            *notes,
            *self.resolver.unresolved_notes(context, found.faults, asked.request.terms.shares),
        )
        replaced = amendment.old if amendment and amendment.kind is AmendmentKind.SHARE else None
        new = self.decision_factory(
            found.result.proposals,
            DecisionOrigin(
                tenant_id=context.turn.tenant_id,
                conversation_id=context.conversation.id,
                turn_id=context.turn.id,
                account_id=context.account.id,
                asked_by=context.turn.person.id,
                pending=_own_pending(context),
            ),
            limit=asked.stated.limits.max_cash,
            spending_now=asked.request.terms.max_cash,
            is_change=amendment is not None and replaced is None,
        )
        if (same := _same_pending(new)) is not None and asked.request.terms.side is not None:
            unchanged = self.presenter.unchanged(
                context, same, "order-already-pending", *_size_cut(new[0].decision.proposal)
            )
            is_other = replaced is not None and replaced.id != same.id
            return self._without_replaced(context, unchanged, replaced) if replaced and is_other else unchanged
        if replaced is not None:
            notes = (self.presenter.replaces(context, replaced), *notes)
        result = self.presenter.present(context, asked, found, new, notes=notes)
        if replaced is None or replaced.id in {each.id for each in result.superseded}:
            return result
        return replace(result, superseded=(*result.superseded, replaced))

    def _without_replaced(self, context: TurnContext, result: TurnResult, replaced: Decision) -> TurnResult:
        """Return a result with a decision withdrawn: "just the GOOG, not the FB", of two that are pending."""
        note = Paragraph(self.presenter.replaces(context, replaced))
        answer = replace(result.answer, blocks=(note, *result.answer.blocks))
        return replace(result, answer=answer, superseded=(*result.superseded, replaced))

    def _without_others(self, context: TurnContext, amendment: DecisionAmendment, result: TurnResult) -> TurnResult:
        """Return a result with the other decisions withdrawn, where only the one that is changed is wanted."""
        drops_others = amendment.change is not None and amendment.change.drops_others and bool(result.proposed)
        gone = {amendment.old.id, *(each.id for each in result.superseded)}
        for each in context.own_pending if drops_others else ():
            result = result if each.id in gone else self._without_replaced(context, result, each)
        return result

    def _without_subject(self, context: TurnContext, request: OrderRequest) -> TurnResult | None:
        """Return that a request changes what is not there, or ask which share it means; None: it is clear."""
        if _corrects_nothing(context, request) or _changes_nothing(context, request):
            return self._nothing_to_change(context, request.terms)
        placed = request.terms.placement  # what was talked of last is not meant by "put $5,000 to work"
        is_nowhere = placed is Placement.MARKET or (placed is Placement.TALKED_OF and not context.own_pending)
        is_unnamed = is_nowhere or _means_one_of_several(context, request.terms)
        return self.resolver.ask_which(context) if is_unnamed else None

    def _nothing_to_change(self, context: TurnContext, terms: TradeTerms) -> TurnResult:
        result, meant = self._sentence(context, "amend-nothing"), order_terms.orders_of_change(context, terms)
        guesses = GuessPresenter(self.resolver.texts).answer(context.locale, meant, turn_id=context.turn.id)
        return result if guesses is None else replace(result, answer=replace(guesses, blocks=result.answer.blocks))

    def _sentence(self, context: TurnContext, message_id: str, named: Iterable[str] = ()) -> TurnResult:
        asks = AskedSlot.SIDE if message_id == order_terms.BUY_OR_SELL else None
        texts, locale = self.resolver.texts, context.locale
        text = texts.render(locale, message_id, symbols=texts.list_of(locale, named))
        return TurnResult.of_text(text, state=context.state).asking(asks)

    def _problem(self, context: TurnContext, request: OrderRequest) -> TurnResult | None:
        """Return why the message cannot be a request for a trade; None: it can."""
        texts, terms = self.resolver.texts, request.terms
        if not terms.is_everything:
            self.resolver.refuse_unsupported(context, terms.shares)
        symbols = context.named_or_focus(terms.shares)
        if problem := problems.trade_problems(texts, context.locale, terms) or problems.other_day_problem(
            texts, context, terms.dates
        ):
            slots = (slot for code, slot in _ASKED_BY.items() if code in terms.problems)
            asks, focus = next(slots, None) or _asked_of_other(context, symbols), terms.shares.symbols or None
            return TurnResult.of_text(problem, symbols=symbols, state=context.state, focus=focus).asking(asks)
        held = {position.symbol for position in context.positions}
        not_held = () if terms.is_everything else tuple(symbol for symbol in symbols if symbol not in held)
        if nothing := self._nothing_to_sell(context, request, not_held):
            return replace(nothing, answer=replace(nothing.answer, asks=_asked_of_other(context, not_held)))
        if order_terms.is_part_of_position(terms) and not_held:
            result = self._sentence(context, "fraction-of-nothing", not_held)
            return replace(result, answer=replace(result.answer, symbols=not_held))
        if terms.is_everything and not context.held_but(terms.excluded):
            message_id = "nothing-held-besides" if context.positions else "nothing-held"
            return self._sentence(context, message_id, terms.excluded)
        return None

    def _nothing_to_sell(
        self, context: TurnContext, request: OrderRequest, not_held: tuple[str, ...]
    ) -> TurnResult | None:
        """Return that nothing is held of what is to be sold; None: something is, or it is no sale."""
        terms, texts, locale = request.terms, self.resolver.texts, context.locale
        is_sale = terms.side is Side.SELL and not terms.is_everything
        if not is_sale or not not_held or set(not_held) != set(context.named_or_focus(terms.shares)):
            return None
        self.resolver.resolve(context, terms.shares)  # raises if none of them can be traded at all
        key = "nothing-to-sell-asked" if request.is_question else "nothing-to-sell"
        nothing = Paragraph(texts.render(locale, key, symbols=texts.list_of(locale, not_held), symbol=not_held[0]))
        bought = [each for each in context.own_pending if each.proposal.symbol in not_held]
        stops = self.presenter.cards.stop_notes(locale, bought if request.is_question else ())
        blocks = (nothing, *stops, *(self.presenter.stays(locale, each) for each in bought))
        answer = Answer(blocks=blocks, symbols=not_held)
        return TurnResult(answer=answer, state=context.state, focus=not_held)

    def _symbols(self, context: TurnContext, terms: TradeTerms) -> tuple[str, ...]:
        if terms.is_everything and not terms.symbols:
            return context.held_but(terms.excluded)
        return self.resolver.resolve(context, terms.shares)

    def _carried_notes(self, context: TurnContext, asked: BoundRequest, found: EngineResult) -> tuple[str, ...]:
        """Return where a stop and a bound come from that were said before; and that an order lacks a size."""
        terms, limits, texts = asked.request.terms, asked.stated.limits, self.resolver.texts
        purchases = [each for each in found.result.proposals if each.action is Action.INCREASE]
        notes = []
        if limits.stop is not None and terms.stop is None and any(p.stop_price == limits.stop for p in purchases):
            notes.append(texts.render(context.locale, "stop-as-said", stop=limits.stop))
        is_cut = any(reason.code == "too_small" for each in found.result.proposals for reason in each.reasons)
        if limits.max_cash is not None and terms.max_cash is None and (purchases or is_cut):
            notes.append(texts.render(context.locale, "cap-as-said", limit=limits.max_cash))
        is_open = isinstance(asked.request, Order) and terms.side is not None and not terms.names_size
        left = [each.symbol for each in found.result.proposals if each.action is Action.HOLD]
        if is_open and left and not terms.problems:
            notes.append(texts.render(context.locale, "order-without-size", side=terms.side, symbol=left[0]))
        return tuple(notes)

    def _halved_notes(
        self, amendment: DecisionAmendment | None, context: TurnContext, found: EngineResult
    ) -> tuple[str, ...]:
        has_trade = any(proposal.side is not None for proposal in found.result.proposals)
        change = None if amendment is None or amendment.kind is not AmendmentKind.MULTIPLE else amendment.change
        if amendment is None or change is None or change.value != _HALF or not has_trade:
            return ()
        before = amendment.old.proposal.shares
        return (self.resolver.texts.render(context.locale, "amend-halved", before=before),)


def _added_to(context: TurnContext, request: OrderRequest) -> tuple[Decision, ...]:
    """Return the pending decisions that an order which is added would take the place of: one share, one decision."""
    terms = request.terms
    if not isinstance(request, Order) or not request.is_added or terms.is_target:
        return ()
    ordered: set[tuple[str, Side | None]] = {(each.symbol, each.side) for each in terms.parts}
    ordered = ordered or {(symbol, terms.side) for symbol in context.named_or_focus(terms.shares)}
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


def _asked_of_other(context: TurnContext, symbols: Collection[str]) -> AskedSlot | None:
    """Return what a refused order leaves open beside cards of other shares, which a change said next does not mean."""
    pending = {each.proposal.symbol for each in context.own_pending}
    return AskedSlot.SIZE if pending and pending.isdisjoint(symbols) else None


def _corrects_nothing(context: TurnContext, request: OrderRequest) -> bool:
    """Return whether a message corrects a proposal, orders nothing itself, and there is none of this person's."""
    if not isinstance(request, CorrectOrder) or context.own_pending:
        return False
    change, terms = request.change, request.terms
    is_request = bool(context.named_or_focus(terms.shares)) and change.value == _HALF  # of what is held
    is_share_alone = change.kind is OrderChangeKind.SHARE and terms.side is None  # "actually IBM", by somebody else
    return is_share_alone or (not terms.symbols and not is_request)


def _changes_nothing(context: TurnContext, request: OrderRequest) -> bool:
    """Return whether a size is only changed ("make it 2k instead"), and the person has nothing pending."""
    terms = request.terms
    has_amount = terms.amount is not None or terms.count is not None or terms.max_cash is not None
    is_size_only = terms.side is None and not terms.symbols and has_amount
    is_change = isinstance(request, Order) and request.is_change
    return is_size_only and is_change and not (terms.is_target or context.own_pending)


def _means_one_of_several(context: TurnContext, terms: TradeTerms) -> bool:
    """Return whether a trade names no share, and the talk was of several: none of them is chosen for the person."""
    shares, focus = terms.shares, context.conversation.focus
    names_share = bool(shares.symbols or shares.unknown or shares.unsupported or terms.is_everything or terms.parts)
    return not names_share and (len(focus) > 1 or _speaks_of_another(context))


def _speaks_of_another(context: TurnContext) -> bool:
    """Return whether the share talked of last is somebody else's, and the person was answered about another one."""
    dialogue, focus = context.dialogue, context.conversation.focus[:1]
    own = next((each for each in dialogue.answers_to(context.turn.person.id) if each.symbols), None)
    last = next((each for each in dialogue.answers if each.symbols), None)
    return own is not None and own is not last and not (context.own_pending or set(focus) & set(own.symbols))


def _proposal_request(
    context: TurnContext,
    request: OrderRequest,
    symbols: tuple[str, ...],
    stated: StatedLimits,
    *,
    beside: tuple[Proposal, ...],
) -> ProposalRequest:
    pending = _own_pending(context)
    return ProposalRequest(
        account=context.account,
        positions=context.positions,
        symbols=symbols,
        caller=context.caller,
        trade_request=TradeRequest.of(request.terms, stated.limits, is_order=not request.is_question),
        share_caps=_share_caps(context, request.terms, symbols),
        holder=LimitHolder(person_id=context.turn.person.id, conversation_id=context.conversation.id),
        replaces=frozenset(pending[symbol].id for symbol in symbols if symbol in pending),
        beside=beside,
        text=context.turn.text,
        language=context.language,
        context=context.conversation_context,
        retrieved=context.retrieved,
    )


def _own_pending(context: TurnContext) -> Mapping[str, Decision]:
    return {decision.proposal.symbol: decision for decision in reversed(context.own_pending)}


def _share_caps(context: TurnContext, terms: TradeTerms, symbols: Iterable[str]) -> dict[str, ShareCap]:
    """Return the sizes the person named before; they cap proposals unless the message names a size."""
    if terms.names_size or terms.risk is not None:
        return {}
    pending = _own_pending(context)
    proposals = (pending[symbol].proposal for symbol in symbols if symbol in pending)
    named = ((each, decision_amendment.named_shares(each)) for each in proposals)
    return {each.symbol: ShareCap(each.side, count) for each, count in named if count is not None and each.side}
