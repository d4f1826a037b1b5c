"""Answers what is only supposed: price moves that are stated, or usual ones, with the stop and the view then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandlers, TurnContext, TurnResult, still_offered
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.dialogue import ObjectKind, ShownObject
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.suppositions import AskViewChange, MoveScope, StatedMove, Suppose, SupposeTrade
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import Decision
from bot.engines.rules.proposal import RULES
from bot.engines.rules.stated_moves import ComputedMoves, compute_moves
from bot.engines.rules.what_if import WhatIf, find_rating_changes, what_if
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.stated_moves import HoldingsMoveReport, StatedMoveReport
from bot.trading.account.stakes import Stake, StakeBasis, StakeLoader
from bot.trading.figures.claims import NamedLevels
from bot.turns.commentary import Commentary
from bot.turns.handlers.holdings import move_of_holdings
from bot.turns.instrument_resolver import InstrumentResolver, example_share

_MAX_SHARES: Final = 6  # that one answer is about
_WITH_DETAILS: Final = 2  # shares that have more than a line each


@dataclass(frozen=True, slots=True)
class SuppositionHandlers:
    """Handlers of what is supposed."""

    portfolio: PortfolioService
    resolver: InstrumentResolver
    stakes: StakeLoader
    cards: DecisionCards
    commentary: Commentary | None = None  # None: no model adds words

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {Suppose: self.suppose, AskViewChange: self.view_change, SupposeTrade: self.trade}

    @property
    def report(self) -> StatedMoveReport:
        """The presenter of the figures."""
        has_model = self.commentary is not None
        return StatedMoveReport(cards=self.cards, price_source=self.portfolio.market.name, has_model=has_model)

    async def suppose(self, context: TurnContext, request: Suppose) -> TurnResult:
        """Return the effect of price moves on the positions, the pending decision, or one share.

        Raises: MarketDataError, StoreUnavailableError.
        """
        if request.scope is not MoveScope.SHARE and not (request.shares.symbols or request.unread):
            return await self._of_all_positions(context, request)
        symbols = self.resolver.resolve(context, request.shares)
        if request.unread:
            return await self._unread(context, request, symbols)
        if not symbols:
            return self.resolver.ask_which(context)
        moves = _moves_by_share(request, symbols)
        if len(moves) > 1:
            return await self._of_several(context, request, moves)
        symbol = next(iter(moves), symbols[0])
        return await self._of_one(context, replace(request, moves=tuple(moves.get(symbol, ()))), symbol)

    async def view_change(self, context: TurnContext, request: AskViewChange) -> TurnResult:
        """Return the prices that would change the view."""
        symbols = self.resolver.resolve(context, request.shares)
        if not symbols:
            return self.resolver.ask_which(context)
        symbol, decision = symbols[0], _pending_on(context, symbols[0])
        snapshot, case, stake = await self._case(context, symbol, decision)
        blocks = self.report.view_changes(context.locale, case, find_rating_changes(snapshot))
        answer = self._answer(context, case, stake, blocks, decision)
        only_asked = request.only_asks and set(request.shares.symbols) <= {symbol}
        return await self._result(context, answer, decision if only_asked else None)

    async def trade(self, context: TurnContext, request: SupposeTrade) -> TurnResult:
        """Return that trades which are only thought of are not computed."""
        texts, locale, symbols = self.cards.texts, context.locale, self.resolver.resolve(context, request.shares)
        text = (
            texts.render(locale, "what-if-trade-not-computed", symbol=symbols[0])
            if symbols
            else texts.render(locale, "what-if-trade-not-computed-plain")
        )
        return TurnResult.of_text(text, symbols=symbols[:1], focus=symbols[:1] or None)

    async def _unread(self, context: TurnContext, request: Suppose, symbols: tuple[str, ...]) -> TurnResult:
        """Return which words state a condition that cannot be counted: no other one is put in its place."""
        texts, locale = self.cards.texts, context.locale
        quoted = texts.list_of(locale, [texts.render(locale, "what-if-words", words=each) for each in request.unread])
        symbol = next(iter(symbols), example_share(context))
        text = texts.render(locale, "what-if-unread", words=quoted, symbol=symbol)
        only_asked = set(symbols) <= {each.proposal.symbol for each in context.own_pending}
        still = _pending_on(context, symbol) if request.only_asks and only_asked else None
        answer = Answer(blocks=(Paragraph(text),), symbols=symbols[:1])
        return await self._result(context, answer, still)

    async def _levels(self, context: TurnContext, moves: Sequence[StatedMove], symbol: str) -> Sequence[StatedMove]:
        view = await self.portfolio.market_view(context.account)
        return await NamedLevels(view, context.today, context.positions).with_prices(moves, symbol)

    async def _of_one(self, context: TurnContext, request: Suppose, symbol: str) -> TurnResult:
        decision = _pending_on(context, symbol)
        answer = await self._of_share(context, request, symbol, decision)
        return await self._result(context, answer, decision if request.only_asks_about(symbol) else None)

    async def _of_share(self, context: TurnContext, request: Suppose, symbol: str, decision: Decision | None) -> Answer:
        snapshot, case, stake = await self._case(context, symbol, decision, request)
        if request.moves:
            moves = await self._levels(context, request.moves, symbol)
            computed = _compute(snapshot, moves, case, stake)
            presenter = replace(self.report, asks_view=request.asks_view)
            notes = tuple(self._notes(context, request, symbol, stake))
            blocks = presenter.blocks(context.locale, case, computed, stake=stake, notes=notes)
        else:
            blocks = self.report.brief(context.locale, case, stake=stake)
        return self._answer(context, case, stake, blocks, decision)

    async def _result(self, context: TurnContext, answer: Answer, still: Decision | None) -> TurnResult:
        """Return the result; `still` is offered as before."""
        result = TurnResult(answer=answer, focus=answer.symbols or None, offered=still_offered(context, still))
        if self.commentary is None:
            return result
        return await self.commentary.add_comment(context, ProseKind.ANALYSIS, result)

    def _answer(
        self, context: TurnContext, case: WhatIf, stake: Stake, blocks: tuple[Block, ...], decision: Decision | None
    ) -> Answer:
        return Answer(
            blocks=blocks,
            details=tuple(self.report.details(context.locale, case, stake=stake)),
            symbols=(case.symbol,),
            decisions=(decision,) if decision else (),
            buttons=self.cards.buttons(context.locale, decision) if decision else (),
            shows=_count_supposed(case.symbol, stake),
            engine=RULES,
        )

    async def _case(
        self, context: TurnContext, symbol: str, decision: Decision | None, request: Suppose | None = None
    ) -> tuple[Snapshot, WhatIf, Stake]:
        stake = await self.stakes.load(context.turn.tenant_id, context.account, context.positions, symbol, decision)
        snapshot = await (await self.portfolio.market_view(context.account)).snapshot(symbol)
        if request is not None and request.stake is not None and len(request.shares.symbols) <= 1:
            stake = stake.as_supposed(request.stake, price=snapshot.quote.price)
        if request is not None and request.stop is not None:
            stake = replace(stake, stop=request.stop)
        return snapshot, what_if(snapshot, shares=stake.shares, stop=stake.stop), stake

    async def _of_several(
        self, context: TurnContext, request: Suppose, moves: Mapping[str, Sequence[StatedMove]]
    ) -> TurnResult:
        """Return two or three lines for each share that a move is stated of, and what they come to together."""
        locale, report, blocks = context.locale, self.report, list[Block]()
        gain, held = Decimal(0), list[Stake]()
        shown = tuple(moves)[:_MAX_SHARES]
        lines: list[str] = []
        for symbol in shown:
            snapshot, case, stake = await self._case(context, symbol, _pending_on(context, symbol), request)
            computed = _compute(snapshot, await self._levels(context, moves[symbol], symbol), case, stake)
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
        blocks = [*(Paragraph(note) for note in self._notes_on_several(context, request, len(moves))), *blocks]
        return TurnResult(answer=Answer(blocks=tuple(blocks), symbols=shown, engine=RULES), focus=shown)

    def _notes_on_several(self, context: TurnContext, request: Suppose, count: int) -> Iterator[str]:
        texts, locale = self.cards.texts, context.locale
        if count > _MAX_SHARES:
            yield texts.render(locale, "what-if-too-many-shares", most=_MAX_SHARES)
        if request.stake is not None:
            yield texts.render(locale, "what-if-supposed-of-one")

    async def _of_all_positions(self, context: TurnContext, request: Suppose) -> TurnResult:
        """Return the move of the account; where nothing is held, that of the share talked of, or of the one pending."""
        decision = next(reversed(context.pending), None)
        if not context.positions and decision is not None:
            return await self._of_one(context, request, decision.proposal.symbol)
        result = await move_of_holdings(self.stakes, HoldingsMoveReport(self.cards.texts), context, request)
        if not context.positions and (symbol := next(iter(context.conversation.focus), None)) is not None:
            answer = await self._of_share(context, request, symbol, None)
            return replace(result, answer=replace(answer, blocks=(*result.answer.blocks, *answer.blocks)))
        return self._with_pending(context, request, result, decision) if decision is not None else result

    def _with_pending(
        self, context: TurnContext, request: Suppose, result: TurnResult, decision: Decision
    ) -> TurnResult:
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
        return replace(result, answer=answer, offered=still_offered(context, decision if request.only_asks else None))

    def _notes(self, context: TurnContext, request: Suppose, symbol: str, stake: Stake) -> Iterator[str]:
        """Yield sentences on what the answer takes for granted, or leaves out."""
        texts, locale = self.cards.texts, context.locale
        if others := [each for each in request.shares.symbols if each != symbol]:
            yield texts.render(locale, "what-if-only-first", symbol=symbol, others=texts.list_of(locale, others))
        if request.stake is not None and stake.basis is not StakeBasis.SUPPOSED:
            yield texts.render(locale, "what-if-supposed-of-one")
        if request.stop is not None:
            is_of_pending = any(each.proposal.symbol == symbol for each in context.own_pending)
            message_id = "what-if-stop-of-pending" if is_of_pending else "what-if-stop-not-set"
            yield texts.render(locale, message_id, symbol=symbol, level=request.stop)
        if request.scope is MoveScope.MARKET:
            yield texts.render(locale, "what-if-market")
        if request.names_trade and stake.basis is not StakeBasis.SUPPOSED:
            yield texts.render(locale, "what-if-no-trade")


def _count_supposed(symbol: str, stake: Stake) -> tuple[ShownObject, ...]:
    """Return the whole shares that a question supposes, which "ok, buy that" means; empty: it supposes none."""
    if stake.basis is not StakeBasis.SUPPOSED or stake.shares % 1:
        return ()
    return (ShownObject(kind=ObjectKind.COUNT, id="", symbols=(symbol,), value=stake.shares),)


def _pending_on(context: TurnContext, symbol: str) -> Decision | None:
    return next((each for each in reversed(context.pending) if each.proposal.symbol == symbol), None)


def _moves_by_share(request: Suppose, symbols: Sequence[str]) -> Mapping[str, Sequence[StatedMove]]:
    """Return the moves of each share that has data, in the order stated; those of no share are of the first."""
    found: dict[str, list[StatedMove]] = {}
    for move in request.moves:
        symbol = move.symbol or symbols[0]
        if symbol in symbols or not request.shares.symbols:
            found.setdefault(symbol, []).append(move)
    return found


def _compute(snapshot: Snapshot, moves: Sequence[StatedMove], case: WhatIf, stake: Stake) -> ComputedMoves:
    stop = stake.stop if stake.stop is not None or case.stop is None else case.stop.price
    return compute_moves(snapshot, moves, shares=stake.shares, stop=stop)
