"""What the agents of a committee said to each other, page by page; and arguing with it: its judge hears the point."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from bot.context.turn import AddedMessages, TurnContext, TurnResult, still_offered
from bot.domain.committee.debate import PERSON, Speaker
from bot.domain.committee.runs import Objection
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import DebateRef
from bot.domain.conversation.requests.analysis import Argue, ShowDiscussion
from bot.domain.conversation.requests.trades import Advise, TradeTerms
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Decision
from bot.domain.trading.trading_limits import LimitHolder, Limits
from bot.engines.committee.engine import CommitteeEngine
from bot.engines.committee.reconsideration import objection_messages
from bot.engines.committee.rule_agents import COMMITTEE
from bot.engines.common.transcript import Localizer, Transcript
from bot.locales import Catalogue
from bot.ports import Engine, Progress, Stores
from bot.presentation.decisions.committee import CommitteeAnswerPresenter, ObjectionPresenter
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.trading.decision_factory import DecisionFactory, DecisionOrigin
from bot.trading.limits.stated_limits import BoundRequest, StatedLimits
from bot.trading.propose import EngineResult, ProposalRequest, Propose
from bot.turns.analyses.objections import ArguedDecision, CommitteeObjections
from bot.turns.commentary import ProgressObserver
from bot.turns.decisions.decision_amendment import named_shares

_DEBATING: Final = frozenset({Speaker.BULL, Speaker.BEAR, PERSON})  # the judge knows its own ruling and the reports
_ON_ORDER: Final = frozenset({"committee_undecided_on_order", "committee_against_order"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionHandler:
    """Handler of objections."""

    stores: Stores
    objections: CommitteeObjections
    engines: Mapping[str, Engine]
    propose: Propose
    decision_factory: DecisionFactory
    proposals: ProposalPresenter
    presenter: ObjectionPresenter
    progress: Progress

    async def __call__(self, context: TurnContext, request: Argue) -> TurnResult:
        """Return whether the point changed the view; if the stance is another, with the proposal that follows."""
        named = request.shares.symbols
        if (running := await self.objections.find_running(context, named)) is not None:
            return TurnResult(answer=self.presenter.while_running(context.locale, context.turn.person.name, running))
        argued = await self.objections.find(context, named)
        committee = self.engines.get(COMMITTEE)
        if argued is None or not isinstance(committee, CommitteeEngine):
            return TurnResult(answer=self.presenter.said(context.locale, "objection-to-nothing"))
        objection = await self._objection(context, request, argued)
        engine = committee.reconsider(objection)
        if engine is None:
            answer = self.presenter.by_rules(context.locale, objection)
            return self._result(context, objection, TurnResult(answer=answer), found=None)
        observer = ProgressObserver(self.progress, self._texts, context)
        found = await self.propose(_request(context, request, argued.decision), engine, observer=observer)
        return self._result(context, objection, await self._heard(context, argued, objection, found), found=found)

    @property
    def _texts(self) -> Catalogue:
        return self.presenter.texts

    async def _objection(self, context: TurnContext, request: Argue, argued: ArguedDecision) -> Objection:
        run_id = argued.decision.proposal.run_id
        symbol = argued.decision.proposal.symbol
        async with self.stores.read(context.turn.tenant_id) as tx:
            discussion = await tx.engine_runs.discussion(context.conversation.id, run_id=run_id)
        said = discussion[1] if discussion else ()
        proposal = argued.decision.proposal
        return Objection(
            by=context.turn.person.name,
            words=request.point,
            run_id=run_id or context.turn.id,
            fusion=argued.fusion,
            before=argued.ruling,
            argued=tuple(each for each in said if symbol in each.symbols and each.sender in _DEBATING),
            is_order=named_shares(proposal) is not None or any(each.code in _ON_ORDER for each in proposal.reasons),
        )

    async def _heard(
        self, context: TurnContext, argued: ArguedDecision, objection: Objection, found: EngineResult
    ) -> TurnResult:
        """Return what the judge has ruled; with a card if something else follows from it."""
        run, locale = found.result.run, context.locale
        ruling = next((each.research_summary for each in found.result.fusion), None)
        if ruling is None:
            return TurnResult(answer=self.presenter.without_answer(locale, objection, run=run))
        if not found.result.proposals:
            return TurnResult(answer=self.presenter.heard(locale, objection, ruling, run=run))
        return await self._proposed(context, argued.decision, found, self.presenter.line(locale, objection, ruling))

    async def _proposed(self, context: TurnContext, old: Decision, found: EngineResult, line: str) -> TurnResult:
        """Return the new version, for whoever may confirm the old one, below the sentence on why there is one."""
        is_pending = any(each.key == old.key for each in context.pending)
        origin = DecisionOrigin(
            tenant_id=context.turn.tenant_id,
            conversation_id=context.conversation.id,
            turn_id=context.turn.id,
            account_id=context.account.id,
            asked_by=old.asked_by,
            pending={old.proposal.symbol: old} if is_pending else {},
        )
        new = self.decision_factory(
            found.result.proposals, origin, limit=old.proposal.max_cash, spending_now=None, is_change=is_pending
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            asker = (await tx.turns.get(old.turn_id)).person
        shown = replace(context, turn=replace(context.turn, person=asker))
        asked = BoundRequest(Advise(TradeTerms()), StatedLimits(_limits(old)))
        what = self.proposals.cards.action_phrase(context.locale, old.proposal)
        notes = (self._texts.render(context.locale, "objection-replaces", what=what),) if is_pending else ()
        replacing = [replace(each, pending=None) for each in new]  # the note says it, for whoever has objected
        result = self.proposals.present(shown, asked, found, replacing, notes=notes)
        result = replace(result, superseded=(old,) if is_pending else ())
        answer = replace(result.answer, blocks=(Paragraph(line), *result.answer.blocks))
        is_own = old.asked_by == context.turn.person.id
        return replace(result, answer=answer, offered=None if is_own else (), is_offer_doubted=True)

    def _result(
        self, context: TurnContext, objection: Objection, result: TurnResult, *, found: EngineResult | None
    ) -> TurnResult:
        said = found.result.discussion if found is not None else ()
        if not said:
            transcript = Transcript(Localizer(self._texts, context.locale))
            said = objection_messages(objection, transcript)
        fusion = found.result.fusion if found is not None else ()
        added = AddedMessages(objection.run_id, said, fusion)
        return replace(result, runs=(), added=added, stated_limits=context.conversation.stated_limits)


def _request(context: TurnContext, request: Argue, old: Decision) -> ProposalRequest:
    limits = _limits(old)
    return ProposalRequest(
        account=context.account,
        positions=context.positions,
        symbols=(old.proposal.symbol,),
        caller=context.caller,
        trade_request=TradeRequest(max_cash=limits.max_cash, stop=limits.stop),
        holder=LimitHolder(person_id=old.asked_by, conversation_id=context.conversation.id),
        replaces=frozenset({old.id}),
        text=request.point,
        language=context.language,
        context=context.conversation_context,
        retrieved=context.retrieved,
    )


def _limits(old: Decision) -> Limits:
    """Return the limits that the old version keeps to, and the new one too."""
    proposal = old.proposal
    return Limits(max_cash=proposal.max_cash, stop=proposal.stop_price if proposal.stop_is_stated else None)


@dataclass(frozen=True, slots=True)
class DiscussionHandler:
    """Shows the messages between an engine's agents before a decision."""

    stores: Stores
    presenter: DiscussionPresenter

    async def __call__(self, context: TurnContext, request: ShowDiscussion) -> TurnResult:
        """Show the page of the latest run; if a share is named, of its latest."""
        if request.not_understood:
            return TurnResult(
                answer=self.presenter.said(context.locale, "discussion-how", words=request.not_understood)
            )
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(context.conversation.id, symbol=request.share or None)
        if found is None:
            return TurnResult(answer=self.presenter.said(context.locale, "discussion-none"))
        run, messages = found
        if request.asks and (told := await self._briefly(context, request, run.id)):
            return told
        ref = DebateRef(run.id, request.page, request.speaker, request.share)
        return TurnResult(answer=self.presenter.answer(context.locale, run, messages, ref=ref))

    async def _briefly(self, context: TurnContext, request: ShowDiscussion, run_id: UUID) -> TurnResult | None:
        """Return what is asked of the run's conclusions; a "yes" means the same card as before. None: it has none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            run = await tx.analysis_runs.find(run_id)
        named = (each for each in (run.fusion if run else ()) if request.share in {"", each.company_of_interest})
        ruled = tuple(each for each in named if each.research_summary is not None)
        if run is None or not ruled:
            return None
        answer = CommitteeAnswerPresenter(self.presenter.texts).answer(context.locale, run, ruled, request.asks)
        own = [each for each in context.own_pending if each.proposal.run_id == run_id]
        offered = still_offered(context, own[0]) if len(own) == 1 else ()
        return TurnResult(answer=answer, focus=answer.symbols, offered=offered)

    async def press(self, ref: DebateRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Show who pressed the page, the same whenever it is pressed; None: no run here has that id."""
        async with self.stores.read(turn.tenant_id) as tx:
            found = await tx.engine_runs.discussion(turn.conversation_id, run_id=ref.run_id)
        return (
            None
            if found is None
            else TurnResult(answer=self.presenter.answer(locale, *found, ref=ref, is_private=True))
        )
