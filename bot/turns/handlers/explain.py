"""EXPLAIN: why a decision was proposed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext, TurnResult, is_shown, still_offered
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.models.facts import PromptFacts
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.ports import Stores
from bot.presentation import problems
from bot.presentation.commentary import block_data, shown_facts
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.decisions.explain import ELSEWHERE, HERE, PASSED, ExplanationPresenter
from bot.trading.explanation import ExplanationLoader
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler

_TRADES = 200  # decisions on a share that are searched for a trade
_TRADED = frozenset({DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED, DecisionStatus.SUBMITTED})
_LATEST = 20  # decisions on a share that are searched for a named side

_AROUND: Final = timedelta(days=3)  # before and after a decision


@dataclass(frozen=True, slots=True)
class ExplainHandler:
    """Handler of EXPLAIN: explains the latest decision that the question can be about; without one, analyses."""

    stores: Stores
    explanations: ExplanationLoader
    presenter: ExplanationPresenter
    analyze: AnalyzeHandler
    what_was_said: WhatWasSaidHandler
    commentary: Commentary | None = None  # None: the stored reasons are the whole answer

    async def __call__(self, context: TurnContext, request: Explain) -> TurnResult:
        """Return the explanation."""
        symbols = _symbols(context, request)
        if problem := problems.date_problems(self.presenter.cards.texts, context.locale, request.problems):
            return TurnResult.of_text(problem, symbols=symbols)
        self.analyze.resolver.refuse_unsupported(context, request.shares)
        if symbols and request.is_of_passed:
            return await self._why_passed(context, request, symbols[0])
        premise = await self._false_premise(context, request)
        decision = _own_pending(context, request) or await self._latest_decision(context, request)
        if premise and (decision is None or not _is_on_side(decision, request)):
            return await self._without_premise(context, request, premise)
        if decision is not None:
            return await self._explained(context, request, decision, premise=premise)
        return await self._of_share(context, request)

    async def _of_share(self, context: TurnContext, request: Explain) -> TurnResult:
        """Return what each rule counts in the view of a share; of several, their views."""
        asked = Analyze(shares=request.shares, dates=request.dates, problems=request.problems)
        symbols = self.analyze.resolver.resolve(context, request.shares)
        if len(symbols) != 1 or self.analyze.date_refusal(context, asked, symbols) is not None:
            return await self.analyze(context, asked)
        found = await self.analyze.analyse(context, asked, symbols)
        metrics, locale = self.analyze.metrics, context.locale
        against_first, bears_first = request.asks_against, request.asks_bears
        points = (
            metrics.points(locale, e, against_first=against_first, bears_first=bears_first) for e in found.features
        )
        unknown = (Paragraph(metrics.cards.texts.render(locale, "lacks-reason-view")),) if request.asks_move else ()
        blocks = (*unknown, *(block for each in points for block in each), *found.notes)
        return await self.analyze.commented(context, found, replace(found.answer, blocks=blocks or found.answer.blocks))

    async def _explained(
        self, context: TurnContext, request: Explain, decision: Decision, *, premise: str = ""
    ) -> TurnResult:
        place = HERE if decision.conversation_id == context.conversation.id else ELSEWHERE
        decision = await self.explanations.shown_to(context.turn, decision)
        explanation = await self.explanations.load(decision)
        answer = self.presenter.answer(context.locale, explanation, place=place, asked=request)
        answer = await self._with_statements(context, request, decision, answer)
        answer = replace(answer, blocks=(Paragraph(premise), *answer.blocks)) if premise else answer
        proposal = decision.proposal
        stop = self.presenter.cards.stop_notes(context.locale, [decision] if request.asks_stop else ())
        answer = replace(answer, blocks=(*stop, *answer.blocks))
        only_asked = request.only_asks_about(proposal.symbol, proposal.side)
        result = TurnResult(
            answer=answer,
            focus=answer.symbols,
            offered=still_offered(context, decision) if only_asked else (),
            is_offer_doubted=request.suggests_waiting,
        )
        result = await self._add_comment(context, result)
        if result.answer.sources:
            return result
        return replace(result, answer=await self.what_was_said.with_searched(context, result.answer))

    async def _why_passed(self, context: TurnContext, request: Explain, symbol: str) -> TurnResult:
        """Explain the latest decision on a share that was left, of the time named; never why to trade.

        The time is that of the people who left it, or of the market. If nothing was left then, what was said then is
        told, else what was left at another time.
        """
        query = DecisionQuery(limit=_TRADES, symbol=symbol, market=context.account.market, include_holds=True)
        async with self.stores.read(context.turn.tenant_id) as tx:
            decisions = await tx.decisions.find_matching(query)
        passed = [each for each in decisions if each.status in PASSED or each.proposal.action is Action.HOLD]
        of_market_days = (each for each in passed if _is_of_market_days(each, request))
        if decision := _first(each for each in passed if _is_of_time(each, request)) or _first(of_market_days):
            return await self._explained(context, request, decision)
        key = "premise-not-passed-then" if passed else "premise-not-passed"
        premise = self.presenter.cards.texts.render(context.locale, key, symbol=symbol)
        result = await self._without_premise(context, request, premise)
        return (
            result
            if result.answer.sources or not passed
            else await self._explained(context, request, passed[0], premise=premise)
        )

    async def _with_statements(
        self, context: TurnContext, request: Explain, decision: Decision, answer: Answer
    ) -> Answer:
        """Add what people said around a decision that they passed on: the reasons for that are theirs."""
        if decision.status not in PASSED:
            return answer
        since, until = decision.created_at - _AROUND, decision.created_at + _AROUND
        said = await self.what_was_said.statements_on(context, decision.proposal.symbol, since=since, until=until)
        if not said.blocks and not request.is_of_passed:
            return answer
        nothing = Paragraph(self.presenter.cards.texts.render(context.locale, "explain-no-reason-said"))
        status, *reasons = answer.blocks
        return replace(
            answer,
            blocks=(*(said.blocks or (nothing,)), status),
            details=(*said.details, *(each for each in reasons if each not in answer.details), *answer.details),
            sources=said.sources,
        )

    async def _add_comment(self, context: TurnContext, result: TurnResult) -> TurnResult:
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(
            context, ProseKind.EXPLANATION, result, told=self._told(context, result)
        )

    def _told(self, context: TurnContext, result: TurnResult) -> PromptFacts:
        details, answer = DecisionDetails(self.presenter.cards), result.answer
        proposals = (each.proposal for each in answer.decisions)
        decided = [dict(details.figure_rows(context.locale, each, commission=Decimal(0))) for each in proposals]
        return shown_facts({"shown": block_data((*answer.blocks, *answer.details)), "decision": decided})

    async def _false_premise(self, context: TurnContext, request: Explain) -> str:
        """Return that what the question takes for granted was never done; empty: it was, or nothing is."""
        side, symbol = request.side, next(iter(_symbols(context, request)), None)
        if not request.assumes_trade or side is None or symbol is None:
            return ""
        if side is Side.BUY and any(position.symbol == symbol for position in context.positions):
            return ""
        query = DecisionQuery(limit=_TRADES, symbol=symbol, market=context.account.market)
        async with self.stores.read(context.turn.tenant_id) as tx:
            decisions = await tx.decisions.find_matching(query)
        if any(decision.status in _TRADED and decision.proposal.side is side for decision in decisions):
            return ""
        key = "premise-not-sold" if side is Side.SELL else "premise-not-bought"
        return self.presenter.cards.texts.render(context.locale, key, symbol=symbol)

    async def _without_premise(self, context: TurnContext, request: Explain, premise: str) -> TurnResult:
        """Return that there is nothing to explain, what was said of the share, and what can be asked instead."""
        texts, symbol = self.presenter.cards.texts, _symbols(context, request)[0]
        instead = "premise-instead-of-passed" if request.is_of_passed else "premise-instead"
        text = texts.join(context.locale, premise, texts.render(context.locale, instead, symbol=symbol))
        answer = Answer(blocks=(Paragraph(text),), symbols=(symbol,))
        if request.is_of_passed:
            said = await self.what_was_said.statements_on(context, symbol, since=request.since, until=request.until)
            answer = replace(answer, blocks=(*answer.blocks, *said.blocks), sources=said.sources)
        return TurnResult(answer=answer, focus=(symbol,))

    async def _latest_decision(self, context: TurnContext, request: Explain) -> Decision | None:
        """Return the newest decision on the symbol named, else on the focus; one of this conversation goes first.

        Where the question is about a view, none but what was shown here is meant.
        """
        dates = request.dates
        query = DecisionQuery(
            limit=_LATEST,
            symbol=next(iter(_symbols(context, request)), None),
            market=context.account.market,
            market_from=dates[0] if dates else None,
            market_to=dates[-1] if dates else None,
            known_at=context.account.market_time,
        )
        query_here = replace(query, conversation_id=context.conversation.id, include_holds=True)
        async with self.stores.read(context.turn.tenant_id) as tx:
            here = await tx.decisions.find_matching(query_here)
            here = tuple(each for each in here if request.names_trade or is_shown(context, each))
            if (decision := _first_on_side(here, request)) or not request.names_trade:
                return decision
            trades = await tx.decisions.find_matching(query)
        return _first_on_side(trades, request) or _first(here) or _first(trades)


def _symbols(context: TurnContext, request: Explain) -> tuple[str, ...]:
    return request.shares.symbols or context.conversation.focus[:1]


def _own_pending(context: TurnContext, request: Explain) -> Decision | None:
    """Return the person's latest pending decision, if the question is about no share and names no date."""
    if _symbols(context, request) or request.dates:
        return None
    return _first_on_side(reversed(context.own_pending), request)


def _is_of_time(decision: Decision, request: Explain) -> bool:
    since, until = request.since, request.until
    return since is None or until is None or since <= decision.created_at < until


def _is_of_market_days(decision: Decision, request: Explain) -> bool:
    dates, day = request.dates, decision.proposal.price_as_of.date()
    return request.since is not None and bool(dates) and dates[0] <= day <= dates[-1]


def _first_on_side(decisions: Iterable[Decision], request: Explain) -> Decision | None:
    return _first(d for d in decisions if _is_on_side(d, request))


def _is_on_side(decision: Decision, request: Explain) -> bool:
    """Return whether a decision is on the side that the question names, if any: "why did we sell?"."""
    return request.side in {None, decision.proposal.side}


def _first(decisions: Iterable[Decision]) -> Decision | None:
    return next(iter(decisions), None)
