"""Messages that argue with what a committee has ruled or ask about it, or argue with a view: which one they mean."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.context.turn import TurnContext, is_shown
from bot.domain.committee.debate import RULING
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.runs import CommitteeStep, RunningDebate
from bot.domain.conversation.dialogue import ObjectKind, ShownObject
from bot.domain.conversation.referents import views_shown
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Argue, ArgueView, ShowDiscussion
from bot.domain.conversation.requests.explanation import AskMore, Explain
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import AskViewChange
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus
from bot.engines.committee.rule_agents import COMMITTEE
from bot.ports import Stores

_ARGUED_FOR: Final = timedelta(days=1)  # after the card
_OPEN: Final = frozenset({DecisionStatus.PROPOSED, DecisionStatus.EXPIRED})
_MOST_VIEWS: Final = 3  # that are argued with at once
_DECISIONS: Final = 5  # the latest, of which a committee may have made several at once


@dataclass(frozen=True, slots=True)
class ArguedDecision:
    """The decision of a committee that people argue about, and what it rests on."""

    decision: Decision
    fusion: FusionState
    ruling: ResearchSummary


@dataclass(frozen=True, slots=True)
class CommitteeObjections:
    """Finds the ruling, or the views, that a message argues with."""

    stores: Stores

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return an argument as one against a committee's ruling, or against the views that were shown.

        A question for a member's reasons, or what would change the view, is put to the run. Unchanged: neither.
        """
        request = context.request
        if (asks := _asked_of(request)) and (ruled := await self.find(context, context.reading.shares.symbols)):
            asked = ShowDiscussion(share=ruled.decision.proposal.symbol, asks=asks)
            return context.with_request(asked) if is_shown(context, ruled.decision) else context
        if not isinstance(request, Argue | ArgueView):
            return context
        named = context.reading.shares.symbols
        if await self.has_ruled(context, named):
            text = context.plain_text
            return context.with_request(Argue(text, NamedShares(symbols=named)))
        if isinstance(request, Argue):
            return context.with_request(AskMore(request.shares))
        shown = views_shown(context.dialogue, symbols=named, person_id=context.turn.person.id)
        symbols = named or tuple(dict.fromkeys(symbol for each in shown for symbol in each.symbols))
        if not shown:
            return context
        shares = NamedShares(symbols=symbols[:_MOST_VIEWS])
        return context.with_request(replace(request, shares=shares, day=_day(shown[0])))

    async def has_ruled(self, context: TurnContext, named: tuple[str, ...]) -> bool:
        """Return whether a committee is at work on what is argued about, or has ruled."""
        if await self.find_running(context, named) is not None:
            return True
        return await self.find(context, named) is not None

    async def find_running(self, context: TurnContext, named: tuple[str, ...]) -> RunningDebate | None:
        """Return the debate under way here that is argued about, on the share named or the latest; None: none is."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            runs = await tx.analysis_runs.under_way(context.conversation.id)
            meant = [run for run in runs if not named or set(named) <= set(run.symbols)]
            if not meant:
                return None
            steps = (await tx.analysis_runs.progress(meant[-1].id)).steps
        ruled = {step.name.partition("/")[0] for step in steps if _is_ruling(step)}
        return RunningDebate(symbols=meant[-1].symbols, is_ruled=ruled >= set(named or meant[-1].symbols))

    async def find(self, context: TurnContext, named: tuple[str, ...]) -> ArguedDecision | None:
        """Return the decision that is argued about: the latest here, if a committee made it and it is open."""
        query = DecisionQuery(
            limit=_DECISIONS, conversation_id=context.conversation.id, market=context.account.market, include_holds=True
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            decision = _meant(await tx.decisions.find_matching(query), context, named)
            run_id = decision.proposal.run_id if decision is not None else None
            run = await tx.analysis_runs.find(run_id) if run_id is not None else None
        if decision is None or run is None:
            return None
        for fusion in run.fusion:
            if fusion.company_of_interest == decision.proposal.symbol and fusion.research_summary is not None:
                return ArguedDecision(decision, fusion, fusion.research_summary)
        return None


def _asked_of(request: Request) -> str:
    """Return what a question asks of the committee if one has ruled: a member's code, or a topic; empty: nothing."""
    if isinstance(request, AskViewChange):
        return RULING
    return request.member if isinstance(request, Explain) else ""


def _day(shown: ShownObject) -> date | None:
    """Return the earlier day that a view is of; None: the present."""
    return date.fromisoformat(shown.id) if shown.kind is ObjectKind.VIEW and shown.id else None


def _is_ruling(step: CommitteeStep) -> bool:
    return isinstance(step.result, ResearchSummary) and not step.result.wants_answers


def _meant(decisions: Iterable[Decision], context: TurnContext, named: tuple[str, ...]) -> Decision | None:
    """Return which of the latest decisions is meant, newest first: that on the share named, else on that talked of."""
    decisions = tuple(decisions)
    if not decisions or decisions[0].proposal.run_id is None:
        return None
    together = [each for each in decisions if each.proposal.run_id == decisions[0].proposal.run_id]
    if named:
        meant = [each for each in together if (each.proposal.symbol,) == named]
    else:
        meant = [each for each in together if each.proposal.symbol in context.conversation.focus]
    latest = meant[0] if meant else None
    if latest is None or latest.proposal.engine != COMMITTEE or latest.status not in _OPEN:
        return None
    return latest if context.turn.accepted_at - latest.created_at <= _ARGUED_FOR else None
