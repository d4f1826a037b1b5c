"""Arguing with the rules' view: whether the figures bear a point out, what it counts, and what would follow from it."""

from dataclasses import dataclass, replace
from functools import partial

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.dialogue import views_of
from bot.domain.conversation.requests.analysis import ArgueView
from bot.domain.figures.claims import Claim, FigureClaim, TopicClaim
from bot.domain.figures.query import OverDays, Since
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import keys_of
from bot.presentation.questions.claims import ClaimPresenter
from bot.reading.claims.clause import words_of
from bot.trading.figures.claims import ClaimChecker
from bot.trading.market_clock import MarketClock
from bot.turns.commentary import Commentary
from bot.turns.shares_in_scope import since_then, since_when


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimHandler:
    """Answers `ArgueView`. It proposes nothing: a card that waits stays as it is."""

    portfolio: PortfolioService
    market_clock: MarketClock
    presenter: ClaimPresenter
    commentary: Commentary | None = None  # None: no model adds words

    async def __call__(self, context: TurnContext, request: ArgueView) -> TurnResult:
        """Return what each claim comes to. Raises: MarketDataError, DateOutOfRangeError."""
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
