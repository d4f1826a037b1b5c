"""Arguing with the rules' view, questions about a share that no other kind of request names, and what terms mean."""

from dataclasses import dataclass, replace
from functools import partial

from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.dialogue import views_of
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import Analyze, ArgueView
from bot.domain.conversation.requests.explanation import AskAdvice, AskMore, Define, Explain
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.figures.claims import Claim, FigureClaim, TopicClaim
from bot.domain.figures.query import OverDays, Since
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import keys_of
from bot.presentation.questions.claims import ClaimPresenter
from bot.presentation.questions.glossary import GlossaryPresenter
from bot.reading.claims.clause import words_of
from bot.trading.figures.claims import ClaimChecker
from bot.trading.market_clock import MarketClock
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.talk import TalkHandler
from bot.turns.shares_in_scope import since_then, since_when


@dataclass(frozen=True, slots=True)
class FurtherQuestionHandlers:
    """Handlers of such questions."""

    analyze: AnalyzeHandler
    explain: ExplainHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {AskMore: self.more, AskAdvice: self.advise}

    async def more(self, context: TurnContext, request: AskMore) -> TurnResult:
        """Return an analysis with a model's words on the question; without a model, what can be asked instead."""
        if self.analyze.commentary is not None:
            return await self.analyze(context, Analyze(shares=request.shares, dates=request.dates))
        symbols = self.analyze.resolver.resolve(context, request.shares)[:1]
        if not symbols:
            return self.analyze.resolver.ask_which(context)
        text = self.analyze.cards.texts.render(context.locale, "followup-unknown", symbol=symbols[0])
        return TurnResult.of_text(text, symbols=symbols, focus=symbols)

    async def advise(self, context: TurnContext, request: AskAdvice) -> TurnResult:
        """Return the reasons of what is pending on the share, or the view of it."""
        named = request.shares.symbols or context.conversation.focus[:1]
        pending = (each.proposal for each in context.pending if each.proposal.symbol in named)
        if not any(request.side in {None, each.side} for each in pending):
            return await self.analyze(context, Analyze(shares=request.shares))
        why = Explain(shares=request.shares, side=request.side, only_asks=request.only_asks)
        return await self.explain(context, why)


@dataclass(frozen=True, slots=True)
class GlossaryHandler:
    """Answers definitions; the conversation's focus and what is pending stay as they are."""

    presenter: GlossaryPresenter
    talk: TalkHandler

    async def __call__(self, context: TurnContext, request: Define) -> TurnResult:
        """Return the definition."""
        if request.word and self.talk.commentary is not None:
            return await self.talk(context, NotUnderstood(TradeTerms()))
        return TurnResult(answer=Answer(blocks=self.presenter.blocks(context.locale, request)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimHandler:
    """Answers `ArgueView`. It proposes nothing: a card that waits stays as it is."""

    portfolio: PortfolioService
    market_clock: MarketClock
    presenter: ClaimPresenter
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, context: TurnContext, request: ArgueView) -> TurnResult:
        """Return what each claim comes to."""
        symbols, claims = request.shares.symbols, request.claims
        if any(isinstance(each, FigureClaim) and each.when is Since.THEN for each in claims):
            if (when := since_then(context.dialogue, symbols, context.today)) is None:
                return since_when(context, self.presenter.texts)
            claims = tuple(_from_then(each, when) for each in claims)
        close_of = partial(self.market_clock.close_of, now=context.market_time)
        view = await self.portfolio.market_view(context.account)
        view = view if request.day is None else replace(view, as_of=close_of(request.day))
        checker = ClaimChecker(view, request.day or context.today, close_of)
        words = [words_of(each.topic) if isinstance(each, TopicClaim) else () for each in claims]
        checked = [await checker.check(claims, symbol, words=words) for symbol in symbols]
        pending = tuple(each for each in context.pending if each.proposal.symbol in symbols)
        result = TurnResult(
            answer=replace(
                self.presenter.answer(context.locale, checked, pending, has_model=self.commentary is not None),
                shows=views_of(symbols, request.day),
            ),
            focus=symbols,
            offered=tuple(key for key in keys_of(pending) if key in context.conversation.offered),
            is_offer_doubted=True,  # a "yes" may agree with the point, or with the answer
        )
        if self.commentary is None:
            return result
        kind = ProseKind.EXPLANATION if pending else ProseKind.ANALYSIS
        return await self.commentary.add_comment(context, kind, result)


def _from_then(claim: Claim, when: OverDays) -> Claim:
    return replace(claim, when=when) if isinstance(claim, FigureClaim) and claim.when is Since.THEN else claim
