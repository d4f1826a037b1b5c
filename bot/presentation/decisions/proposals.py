"""Presents an engine's proposals: cards, the decisions that they replace, and notes to read before confirming."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.turn import RecordedRun, TurnContext, TurnResult
from bot.domain.committee.fusion import FusionState
from bot.domain.conversation.blocks import Block, Button, Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import AnalysisRef, Answer
from bot.domain.conversation.states import Event
from bot.domain.market.features import market_figures
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Action, Decision, Proposal, Reason, keys_of
from bot.domain.trading.execution.orders import Side
from bot.engines.committee.rule_agents import COMMITTEE
from bot.engines.registry import EngineSelection
from bot.presentation.account.account_summary import difference_notes
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.committee import CommitteePresenter
from bot.presentation.decisions.committee_details import CommitteeDetails
from bot.presentation.decisions.decision_details import CardFooters, DecisionDetails
from bot.presentation.decisions.discussion import DiscussionPresenter, discussed_symbols
from bot.trading.decision_factory import NewDecision
from bot.trading.limits.stated_limits import BoundRequest
from bot.trading.propose import EngineResult

_TOO_SMALL: Final = "too_small"
_ASKED: Final = {"amend-which-unit": AskedSlot.UNIT_OF_CHANGE, "amend-which-stop": AskedSlot.STOP}
_BOUND: Final = "sized_by_"  # of the code of a reason that says what bounds the size
_MAX_INVENTED_NAMED: Final = 5  # symbols
_MAX_SYMBOL_LENGTH: Final = 12  # characters of an invented symbol that are shown


@dataclass(frozen=True, slots=True)
class ProposalPresenter(CardPresenter):
    """Renders new decisions, and a pending one that is not changed."""

    commission: Decimal  # account currency, per order

    def present(
        self,
        context: TurnContext,
        asked: BoundRequest,
        engine_result: EngineResult,
        new: Sequence[NewDecision],
        *,
        notes: Iterable[str],
    ) -> TurnResult:
        """Return the decisions with their cards, and `notes` below them."""
        result, features = engine_result.result, engine_result.features
        fusion = {each.company_of_interest: each for each in result.fusion}
        decisions = tuple(each.decision for each in new)
        symbols = tuple(decision.proposal.symbol for decision in decisions)
        fallback_note = CardFooters(self.texts).fallback_note(context.locale, result.proposals)
        notes = (*fallback_note, *self._invented_note(context.locale, result), *notes)
        runs = (RecordedRun(result.run, result.discussion, result.fusion),) if result.run is not None else ()
        return TurnResult(
            answer=Answer(
                blocks=(
                    *self._stop_notes(context, decisions),
                    *self._card_blocks(context, asked, new, fusion=fusion),
                    *(Paragraph(note) for note in notes),
                ),
                details=tuple(self._details(context, result, decisions)),
                symbols=symbols,
                decisions=decisions,
                buttons=(
                    *self.cards.buttons_together(context.locale, decisions, turn_id=context.turn.id),
                    *self._debate_buttons(context.locale, runs),
                ),
                fallback=next((d.proposal.fallback for d in decisions if d.proposal.fallback), None),
                run=result.run,
                analysis=_analysis_ref(context, result),
            ),
            event=Event.PROPOSED if any(d.proposal.action is not Action.HOLD for d in decisions) else None,
            focus=symbols,
            proposed=decisions,
            superseded=tuple(each.pending for each in new if each.pending is not None and each.is_replaced),
            runs=runs,
            market_figures={
                d.id: market_figures(features[s]) for d in decisions if (s := d.proposal.symbol) in features
            },
        )

    def together(self, context: TurnContext, results: Sequence[TurnResult]) -> TurnResult:
        """Return the results of several orders as one, each with its card and buttons."""
        answers = [result.answer for result in results]
        decisions = tuple(decision for answer in answers for decision in answer.decisions)
        symbols = tuple(dict.fromkeys(symbol for answer in answers for symbol in answer.symbols))
        return TurnResult(
            answer=Answer(
                blocks=tuple(block for answer in answers for block in answer.blocks),
                details=tuple(block for answer in answers for block in answer.details),
                symbols=symbols,
                decisions=decisions,
                buttons=(
                    *self.cards.buttons_together(context.locale, decisions, turn_id=context.turn.id),
                    *self._debate_buttons(context.locale, tuple(run for result in results for run in result.runs)),
                ),
                fallback=next((answer.fallback for answer in answers if answer.fallback), None),
                run=next((answer.run for answer in answers if answer.run), None),
            ),
            event=next((result.event for result in results if result.event), None),
            focus=symbols,
            proposed=tuple(decision for result in results for decision in result.proposed),
            superseded=tuple(decision for result in results for decision in result.superseded),
            runs=tuple(run for result in results for run in result.runs),
            market_figures={key: value for result in results for key, value in result.market_figures.items()},
        )

    def unchanged(self, context: TurnContext, pending: Decision, message_id: str, *why: Reason) -> TurnResult:
        """Say why a pending decision is not changed; a stop that could not be used is not remembered either."""
        answer = self._about_pending(context, pending, message_id)
        reasons = (self._argued(context.locale, why),) if why else ()
        return _as_before(context, replace(answer, blocks=(*reasons, *answer.blocks), asks=_ASKED.get(message_id)))

    def already_pending(self, context: TurnContext, pending: Sequence[Decision]) -> TurnResult:
        """Say that one more order on the same shares cannot stand beside these, and ask what is meant."""
        locale = context.locale
        what = self.cards.action_phrases(locale, pending)
        answer = Answer(
            blocks=(Paragraph(self.say(locale, "order-beside-pending", what=what), keys_of(pending)),),
            symbols=tuple(each.proposal.symbol for each in pending),
            decisions=tuple(pending),
            buttons=self.cards.buttons_together(locale, pending, turn_id=context.turn.id),
            has_question=True,
        )
        return replace(_as_before(context, answer), offered=())

    def more_or_instead(self, context: TurnContext, pending: Decision, added: Decimal, *, is_money: bool) -> TurnResult:
        """Ask whether "10 more" is the whole size, or comes on top of a pending one."""
        before = abs(pending.proposal.cash_change) if is_money else pending.proposal.shares
        unit = "money" if is_money else "shares"
        answer = self._about_pending(
            context, pending, "amend-more-or-instead", unit=unit, added=added, total=before + added
        )
        return replace(_as_before(context, replace(answer, has_question=True)), offered=())

    def more_than_held(self, context: TurnContext, pending: Decision, symbol: str, held: Decimal) -> TurnResult:
        """Ask what is meant by a change of a sale to more than is held."""
        answer = self._about_pending(context, pending, "amend-more-than-held", symbol=symbol, held=held)
        return replace(_as_before(context, replace(answer, has_question=True)), offered=())

    def refused(self, context: TurnContext, symbols: tuple[str, ...], why: Reason) -> TurnResult:
        """Say why there is nothing to trade; nothing pending is changed."""
        answer = Answer(blocks=(self._argued(context.locale, (why,)),), symbols=symbols)
        return TurnResult(answer=answer, state=context.state)

    def replaces(self, context: TurnContext, old: Decision) -> str:
        """Return the sentence that a new decision, on another share, replaces the pending one `old`."""
        what = self.cards.action_phrase(context.locale, old.proposal)
        return self.say(context.locale, "replaces-pending", what=what)

    def stays(self, locale: Locale, pending: Decision) -> Paragraph:
        """Return the sentence that a pending decision is still open."""
        what = self.cards.action_phrase(locale, pending.proposal)
        return Paragraph(self.say(locale, "pending-stays", what=what), (pending.key,))

    def limit_lifted(self, context: TurnContext, pending: Decision) -> TurnResult:
        """Say that a limit is lifted, and that the pending decision, which it did not bind, is not changed."""
        return TurnResult(answer=self._about_pending(context, pending, "limit-lifted"), state=context.state)

    def other_engine(self, context: TurnContext, selection: EngineSelection) -> tuple[str, ...]:
        """Return a sentence if another engine decided than the one that is set for the channel."""
        name, default = selection.unavailable, selection.engine.name
        return (self.say(context.locale, "engine-missing", name=name, default=default),) if name else ()

    def _debate_buttons(self, locale: Locale, runs: Sequence[RecordedRun]) -> Iterator[Button]:
        """Yield the button to the debate of each committee; of several, each names its shares."""
        debates = [each for each in runs if each.run.engine == COMMITTEE and each.discussion]
        for each in debates:
            symbols = discussed_symbols(each.discussion) if len(debates) > 1 else ()
            yield DiscussionPresenter(self.texts).button(locale, each.run.id, symbols)

    def _about_pending(self, context: TurnContext, pending: Decision, message_id: str, **facts: Hashable) -> Answer:
        what = self.cards.action_phrase(context.locale, pending.proposal)
        return Answer(
            blocks=(Paragraph(self.say(context.locale, message_id, what=what, **facts), (pending.key,)),),
            symbols=(pending.proposal.symbol,),
            decisions=(pending,),
            buttons=self.cards.buttons(context.locale, pending),
        )

    def _argued(self, locale: Locale, reasons: Iterable[Reason]) -> Paragraph:
        return Paragraph(self.texts.join(locale, *self.cards.arguments.sentences(locale, reasons)))

    def _details(self, context: TurnContext, result: DecisionResult, decisions: Iterable[Decision]) -> Iterator[Block]:
        """Yield each decision in full, then what is said once of all."""
        footers, locale = CardFooters(self.texts), context.locale
        for fusion in result.fusion:
            yield from CommitteeDetails(self.texts).blocks(locale, fusion)
        argued = {fusion.company_of_interest for fusion in result.fusion if fusion.research_summary is not None}
        for decision in decisions:
            details = DecisionDetails(self.cards, has_arguments=decision.proposal.symbol not in argued)
            yield from details.blocks(
                locale,
                decision,
                asked_by=context.turn.person.name,
                commission=self.commission,
                has_short_footer=footers.has_short_footer(locale, decision.proposal, proposals=result.proposals),
            )
        yield from (Paragraph(note) for note in footers.shared_note(locale, result.proposals))

    def _stop_notes(self, context: TurnContext, decisions: Iterable[Decision]) -> Iterator[Block]:
        """Yield why nothing can be confirmed at present, to be read before the cards; nothing if it can."""
        if any(decision.proposal.action is not Action.HOLD for decision in decisions):
            notes = difference_notes(self.texts, context.locale, context.account)
            yield from (Paragraph(note) for note in notes)

    def _card_blocks(
        self,
        context: TurnContext,
        asked: BoundRequest,
        new: Sequence[NewDecision],
        *,
        fusion: Mapping[str, FusionState],
    ) -> Iterator[Block]:
        """Yield the card of each decision, followed by what it replaces and which earlier limit it exceeds."""
        locale, request, terms = context.locale, asked.request, asked.request.terms
        committee = CommitteePresenter(self.texts)
        for each in new:
            p = each.decision.proposal
            if not request.is_question or (p.action is not Action.HOLD and terms.max_cash is None):
                yield from self._size_notes(locale, p)
            elif (wanted := terms.count) is not None and p.action is Action.HOLD and p.fallback is None:
                side = terms.side or Side.BUY
                yield from self.paragraph(locale, "not-the-size-asked-about", symbol=p.symbol, shares=wanted, side=side)
            yield from self.cards.excess_notes(locale, p)
            card = self.cards.decision_card(
                locale,
                each.decision,
                asked_by=context.turn.person.name,
                commission=self.commission,
                verdict=tuple(committee.lines(locale, fusion[p.symbol], p)) if p.symbol in fusion else (),
            )
            is_advised_below = p.fallback is not None and len(new) > 1
            yield replace(card, footer="") if is_advised_below else card
            if each.pending is not None:
                yield self._replacement_note(locale, each, each.pending)
            limit = asked.stated.overridden_max_cash
            if limit is not None and p.action is Action.INCREASE and p.cash_change + self.commission > limit:
                yield from self.paragraph(locale, "above-limit-before", limit=limit, amount=p.cash_change)

    def _size_notes(self, locale: Locale, proposal: Proposal) -> Iterator[Block]:
        """Yield why nothing of the size that was asked for can be traded, to be read before the card."""
        if not any(reason.code == _TOO_SMALL for reason in proposal.reasons):
            return
        bounds = (r for r in proposal.reasons if r.code == _TOO_SMALL or r.code.startswith(_BOUND))
        why = self.texts.join(locale, *self.cards.arguments.sentences(locale, bounds))
        yield Paragraph(self.say(locale, "size-not-as-asked", symbol=proposal.symbol, why=why))

    def _replacement_note(self, locale: Locale, new: NewDecision, pending: Decision) -> Paragraph:
        """Say whether the new decision takes the place of the person's pending one."""
        if not new.is_replaced:
            return self.stays(locale, pending)
        message_id = "amend-withdrawn" if new.decision.proposal.action is Action.HOLD else "replaces-pending"
        what = self.cards.action_phrase(locale, pending.proposal)
        return Paragraph(self.say(locale, message_id, what=what))

    def _invented_note(self, locale: Locale, result: DecisionResult) -> tuple[str, ...]:
        """Name the symbols that an engine mentioned without having been asked about them."""
        if not result.unrequested_symbols:
            return ()
        named = tuple(symbol[:_MAX_SYMBOL_LENGTH] for symbol in result.unrequested_symbols[:_MAX_INVENTED_NAMED])
        symbols, more = self.texts.list_of(locale, named), len(result.unrequested_symbols) - len(named)
        return (self.say(locale, "symbols-invented", symbols=symbols, more=more),)


def _as_before(context: TurnContext, answer: Answer) -> TurnResult:
    return TurnResult(answer=answer, state=context.state, stated_limits=context.conversation.stated_limits)


def _analysis_ref(context: TurnContext, result: DecisionResult) -> AnalysisRef | None:
    run = result.run if result.fusion else None
    return AnalysisRef(run.id, context.turn.id, is_ended=True) if run is not None else None
