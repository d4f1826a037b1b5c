"""FOLLOWUP: what-if questions about a price move that is stated, or about usual ones; the stop and the view then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult, still_offered
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.understanding import MoveScope, StatedMove
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import RULES
from bot.engines.rules.stated_moves import ComputedMoves, compute_moves
from bot.engines.rules.view_changes import find_view_changes
from bot.engines.rules.what_if import WhatIf, what_if
from bot.language.requests.analysis import analysis_of
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.holdings_moves import HoldingsMoveReport
from bot.presentation.questions.stated_moves import StatedMoveReport
from bot.presentation.questions.what_if import WhatIfReport
from bot.trading.account.stake import Stake, StakeBasis, StakeLoader
from bot.turns.commentary import Commentary
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.holdings_moves import HoldingsMoveHandler
from bot.turns.instrument_resolver import InstrumentResolver

_MAX_SHARES: Final = 6  # that one answer is about
_WITH_DETAILS: Final = 2  # shares that have more than a line each


@dataclass(frozen=True, slots=True)
class FollowUpHandler:
    """Handler of FOLLOWUP."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    stakes: StakeLoader
    cards: DecisionCards
    analyze: AnalyzeHandler
    commentary: Commentary | None = None  # None: no model adds words

    @property
    def report(self) -> WhatIfReport:
        """The presenter of the figures."""
        has_model = self.commentary is not None
        return WhatIfReport(cards=self.cards, price_source=self.portfolio.market.name, has_model=has_model)

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the effect of price moves on the position, the pending decision, or one share.

        Raises: MarketDataError, StoreUnavailableError.
        """
        understood = context.understanding
        if self.commentary is not None and not understood.asks_scenario:
            return await self.analyze(context, analysis_of(understood))
        if understood.move_scope is not MoveScope.SHARE and not context.entities.symbols:
            return await self._of_all_positions(context)
        symbols = self.resolver.resolve(context)
        if understood.supposes_trade:
            return self._trade_not_computed(context, symbols)
        return await self._of_shares(context, symbols) if symbols else self.resolver.ask_which(context)

    async def _of_shares(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult:
        if not context.understanding.asks_scenario:
            return self._unknown(context, symbols[0])
        moves = _moves_by_share(context, symbols)
        if len(moves) > 1:
            return await self._of_several(context, moves)
        symbol = next(iter(moves), symbols[0])
        return await self._of_one(context, symbol, moves.get(symbol, ()))

    def _unknown(self, context: TurnContext, symbol: str) -> TurnResult:
        text = self.cards.texts.render(context.locale, "followup-unknown", symbol=symbol)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=(symbol,)), focus=(symbol,))

    async def _of_one(self, context: TurnContext, symbol: str, moves: Sequence[StatedMove]) -> TurnResult:
        decision = _pending_on(context, symbol)
        answer = await self._answer(context, symbol, moves, decision)
        result = TurnResult(
            answer=answer,
            focus=(symbol,),
            offered=still_offered(context, decision),
            is_offer_doubted=context.understanding.suggests_waiting,
        )
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result)

    async def _answer(
        self, context: TurnContext, symbol: str, moves: Sequence[StatedMove], decision: Decision | None
    ) -> Answer:
        snapshot, case, stake = await self._case(context, symbol, decision)
        understood, locale, report = context.understanding, context.locale, self.report
        if moves:
            computed = _compute(snapshot, moves, case, stake)
            notes = tuple(self._notes(context, symbol, stake))
            presenter = StatedMoveReport(report, asks_view=understood.asks_view)
            brief = presenter.blocks(locale, case, computed, stake=stake, notes=notes)
        elif understood.asks_view:
            brief = report.view_changes(locale, case, find_view_changes(snapshot))
        else:
            brief = report.brief(locale, case, stake=stake)
        return Answer(
            blocks=brief,
            details=tuple(report.details(locale, case, stake=stake)),
            symbols=(symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(locale, decision) if decision else (),
            engine=RULES,
        )

    async def _case(
        self, context: TurnContext, symbol: str, decision: Decision | None
    ) -> tuple[Snapshot, WhatIf, Stake]:
        """Return the share now, its scenarios, and what they are counted on."""
        stake = await self.stakes.load(context.turn.tenant_id, context.account, context.positions, symbol, decision)
        snapshot = await (await self.portfolio.market_view(context.account)).snapshot(symbol)
        supposed = context.understanding.supposed_stake
        if supposed is not None and len(context.entities.symbols) <= 1:
            stake = stake.as_supposed(supposed, price=snapshot.quote.price)
        return snapshot, what_if(snapshot, shares=stake.shares, stop=stake.stop), stake

    async def _of_several(self, context: TurnContext, moves: Mapping[str, Sequence[StatedMove]]) -> TurnResult:
        """Return two or three lines for each share that a move is stated of, and what they come to together."""
        locale, report, blocks = context.locale, StatedMoveReport(self.report), list[Block]()
        gain, held = Decimal(0), list[Stake]()
        shown = tuple(moves)[:_MAX_SHARES]
        lines: list[str] = []
        for symbol in shown:
            snapshot, case, stake = await self._case(context, symbol, _pending_on(context, symbol))
            computed = _compute(snapshot, moves[symbol], case, stake)
            if len(shown) > _WITH_DETAILS:
                lines += report.lines_beside_others(locale, case, computed, stake=stake)
            else:
                blocks.append(report.block_beside_others(locale, case, computed, stake=stake))
            if stake.basis is StakeBasis.HELD and len(computed.outcomes) == 1:
                gain, held = gain + computed.outcomes[0].gain, [*held, stake]
        together = report.together(locale, gain, held[0]) if len(held) > 1 else None
        if lines:
            blocks.append(Bullets(together or self.cards.texts.render(locale, "what-if-each"), tuple(lines)))
        elif together:
            blocks.append(Paragraph(together))
        blocks = [*(Paragraph(note) for note in self._notes_on_several(context, moves)), *blocks]
        return TurnResult(answer=Answer(blocks=tuple(blocks), symbols=shown, engine=RULES), focus=shown)

    def _notes_on_several(self, context: TurnContext, moves: Mapping[str, Sequence[StatedMove]]) -> Iterator[str]:
        texts, locale = self.cards.texts, context.locale
        if len(moves) > _MAX_SHARES:
            yield texts.render(locale, "what-if-too-many-shares", most=_MAX_SHARES)
        if context.understanding.supposed_stake is not None:
            yield texts.render(locale, "what-if-supposed-of-one")

    async def _of_all_positions(self, context: TurnContext) -> TurnResult:
        """Return the move of the account; where nothing is held, that of the share talked of, or of the one pending."""
        decision, moves = next(reversed(context.pending), None), context.understanding.price_moves
        if not context.positions and decision is not None:
            return await self._of_one(context, decision.proposal.symbol, moves)
        result = await HoldingsMoveHandler(self.stakes, HoldingsMoveReport(self.cards.texts))(context)
        if not context.positions and (symbol := next(iter(context.conversation.focus), None)) is not None:
            answer = await self._answer(context, symbol, moves, None)
            return replace(result, answer=replace(answer, blocks=(*result.answer.blocks, *answer.blocks)))
        return self._with_pending(context, result, decision) if decision is not None else result

    def _with_pending(self, context: TurnContext, result: TurnResult, decision: Decision) -> TurnResult:
        """Add the pending decision, on which the answer does not count."""
        phrase = self.cards.action_phrase(context.locale, decision.proposal)
        text = self.cards.texts.render(context.locale, "what-if-pending-not-counted", what=phrase)
        note = Paragraph(text, (decision.key,))
        answer = replace(
            result.answer,
            blocks=(*result.answer.blocks, note),
            decisions=(decision,),
            buttons=self.cards.buttons(context.locale, decision),
        )
        return replace(result, answer=answer, offered=still_offered(context, decision))

    def _trade_not_computed(self, context: TurnContext, symbols: tuple[str, ...]) -> TurnResult:
        texts, locale, symbol = self.cards.texts, context.locale, next(iter(symbols), None)
        text = (
            texts.render(locale, "what-if-trade-not-computed-plain")
            if symbol is None
            else texts.render(locale, "what-if-trade-not-computed", symbol=symbol)
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=symbols[:1]), focus=symbols[:1] or None)

    def _notes(self, context: TurnContext, symbol: str, stake: Stake) -> Iterator[str]:
        """Yield sentences on what the answer takes for granted, or leaves out."""
        texts, locale = self.cards.texts, context.locale
        if others := [each for each in context.entities.symbols if each != symbol]:
            yield texts.render(locale, "what-if-only-first", symbol=symbol, others=texts.list_of(locale, others))
        if context.understanding.supposed_stake is not None and stake.basis is not StakeBasis.SUPPOSED:
            yield texts.render(locale, "what-if-supposed-of-one")
        if context.understanding.move_scope is MoveScope.MARKET:
            yield texts.render(locale, "what-if-market")
        if context.entities.side is not None and stake.basis is not StakeBasis.SUPPOSED:
            yield texts.render(locale, "what-if-no-trade")


def _pending_on(context: TurnContext, symbol: str) -> Decision | None:
    return next((each for each in reversed(context.pending) if each.proposal.symbol == symbol), None)


def _moves_by_share(context: TurnContext, symbols: Sequence[str]) -> Mapping[str, Sequence[StatedMove]]:
    """Return the moves of each share that has data, in the order stated; those of no share are of the first."""
    found: dict[str, list[StatedMove]] = {}
    for move in context.understanding.price_moves:
        symbol = move.symbol or symbols[0]
        if symbol in symbols or not context.entities.symbols:
            found.setdefault(symbol, []).append(move)
    return found


def _compute(snapshot: Snapshot, moves: Sequence[StatedMove], case: WhatIf, stake: Stake) -> ComputedMoves:
    """Compute the moves; the stop is that of the stake, else a usual one."""
    stop = stake.stop if stake.stop is not None or case.stop is None else case.stop.price
    return compute_moves(snapshot, moves, shares=stake.shares, stop=stop)
