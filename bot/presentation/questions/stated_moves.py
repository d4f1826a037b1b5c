"""The answer to "what if it drops 10 %?", for one share or for all positions: the loss, the account, the stop."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.requests.suppositions import MoveKind, MoveScope, StatedMove
from bot.domain.market.price_history import SessionClose
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Rating
from bot.engines.rules.stated_moves import (
    ComputedMoves,
    HeldOutcome,
    HeldShare,
    ImpossibleMove,
    MoveOutcome,
    MoveProblem,
    move_holdings,
)
from bot.engines.rules.what_if import WhatIf
from bot.presentation.account.account_summary import last_known_note
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.presenter import Presenter, signed, signed_gain
from bot.presentation.questions.what_if import WhatIfReport
from bot.trading.account.stakes import Stake, StakeBasis

_SHOWN: Final = 4  # positions with a line of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedMoveReport(WhatIfReport):
    """Turns the outcomes of stated moves into blocks of a few short lines, the answer first."""

    asks_view: bool = False  # whether the view would change is the answer, and the money stands below it

    def blocks(
        self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake, notes: Sequence[str] = ()
    ) -> tuple[Block, ...]:
        """Return the answer; gains and losses are counted on `stake`."""
        refusals = tuple(self._refusal(locale, case, each) for each in moves.impossible)
        if not moves.outcomes:
            return (Paragraph(self.texts.join(locale, *dict.fromkeys(refusals))),)
        if len(moves.outcomes) == 1:
            outcome = moves.outcomes[0]
            heading = self._headline(locale, case, outcome)
            lines = (*self._of_one(locale, case, outcome, stake), *refusals)
            if self.asks_view and outcome.rating is not None:
                heading, lines = self._verdict(locale, case, outcome.rating), (heading, *lines)
        else:
            heading = self.say(locale, "what-if-several", symbol=case.symbol, price=case.price)
            lines = (
                *(self._line(locale, each) for each in moves.outcomes),
                *refusals,
                self.stake_line(locale, case, stake, then=None),
                *self.stop_lines(locale, case, stake, price=None),
            )
        return (Bullets(heading, (*lines, *notes)), *self.pending_note(locale, stake))

    def block_beside_others(self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake) -> Block:
        """Return two or three lines on one share, where the question is about several."""
        refusals = tuple(dict.fromkeys(self._refusal(locale, case, each) for each in moves.impossible))
        if not moves.outcomes:
            return Paragraph(self.texts.join(locale, *refusals))
        heading, *others = (self._headline(locale, case, each) for each in moves.outcomes)
        outcome = moves.outcomes[-1]
        counted = self.say(locale, f"what-if-beside-{stake.basis}", shares=stake.shares)
        parts = [counted]
        if stake.stop is not None:
            reached = outcome.price <= stake.stop
            parts.append(self.say(locale, "what-if-beside-stop", stop=stake.stop, reached=reached))
        if outcome.rating is not None:
            parts.append(self.say(locale, "what-if-beside-view", view=self.view_word(locale, outcome.rating)))
        return Bullets(heading, (*others, *refusals, self.say(locale, "card-separator").join(parts)))

    def lines_beside_others(self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake) -> Iterator[str]:
        """Yield a line for each move of one of many shares."""
        counted = self.say(locale, f"what-if-few-{stake.basis}", shares=stake.shares)
        for outcome in moves.outcomes:
            yield self.say(locale, "card-separator").join((self._headline(locale, case, outcome), counted))
        yield from dict.fromkeys(self._refusal(locale, case, each) for each in moves.impossible)

    def together(self, locale: Locale, gain: Decimal, stake: Stake) -> str:
        """Return what the moves of several shares that are held come to."""
        return self.say(locale, "what-if-together", **signed_gain(gain), then=stake.total + gain, now=stake.total)

    def _verdict(self, locale: Locale, case: WhatIf, rating: Rating) -> str:
        now, then = (self.view_word(locale, each) for each in (case.analysis.rating, rating))
        changed = "no" if rating is case.analysis.rating else "yes"
        return self.say(locale, "what-if-verdict", changed=changed, symbol=case.symbol, now=now, then=then)

    def _of_one(self, locale: Locale, case: WhatIf, outcome: MoveOutcome, stake: Stake) -> Iterator[str]:
        if outcome.is_other_way:
            way = "rise" if outcome.percent > 0 else "fall"
            yield self.say(locale, "what-if-other-way", way=way, price=case.price)
        if outcome.move.level is not None:
            yield self.say(locale, "what-if-level", words=outcome.move.level.words, price=outcome.price)
        yield self.stake_line(locale, case, stake, then=outcome.price)
        yield from self._account(locale, outcome.gain, stake)
        if outcome.move.kind is not MoveKind.STOP or stake.stop is None:
            yield from self.stop_lines(locale, case, stake, price=outcome.price)
        if outcome.move.kind is MoveKind.STOP and case.worst_day is not None:
            details, held = DecisionDetails(self.cards), (case.symbol, stake.shares, case.price)
            yield details.worst_day(locale, case.worst_day, held)
        if outcome.rating is not None and not self.asks_view:
            now, then = (self.view_word(locale, each) for each in (case.analysis.rating, outcome.rating))
            message_id = "what-if-view-by-rules" if self.has_model else "what-if-view"
            yield self.say(locale, message_id, then=then, now=now)

    def _account(self, locale: Locale, gain: Decimal, stake: Stake) -> Iterator[str]:
        if stake.basis in {StakeBasis.ONE_SHARE, StakeBasis.SUPPOSED}:
            return
        beside = gain * stake.beside / stake.shares
        if stake.beside:
            yield self.say(locale, "what-if-beside", shares=stake.beside, **signed_gain(beside))
        yield self.say(locale, "what-if-account", cash=stake.cash, then=stake.total + gain + beside, now=stake.total)

    def _headline(self, locale: Locale, case: WhatIf, outcome: MoveOutcome) -> str:
        return self.say(locale, "what-if-number", symbol=case.symbol, **_figures(outcome))

    def _line(self, locale: Locale, outcome: MoveOutcome) -> str:
        if outcome.rating is None:
            return self.say(locale, "what-if-move-unrated", **_figures(outcome))
        return self.say(locale, self.move_message, **_figures(outcome), view=self.view_word(locale, outcome.rating))

    def _refusal(self, locale: Locale, case: WhatIf, impossible: ImpossibleMove) -> str:
        message_id = f"what-if-impossible-{impossible.problem}"
        level = impossible.move.level
        return self.say(
            locale, message_id, symbol=case.symbol, price=case.price, words=level.words if level is not None else ""
        )


def _figures(outcome: MoveOutcome) -> dict[str, Decimal | str]:
    return {**signed(outcome.percent, "percent", zero="±"), "price": outcome.price, **signed_gain(outcome.gain)}


@dataclass(frozen=True, slots=True)
class HeldMoves:
    """Moves of all positions, of which at least one is held."""

    moves: tuple[StatedMove, ...]  # at least one; percentages, or moves to the stop
    held: tuple[HeldShare, ...]  # at least one
    last_known: Mapping[str, SessionClose]  # prices of an earlier day, by symbol
    cash: Decimal
    scope: MoveScope

    @property
    def value(self) -> Decimal:
        """The account now, without positions that have no price."""
        return self.cash + sum((each.shares * each.price for each in self.held), Decimal(0))


@dataclass(frozen=True, slots=True)
class HoldingsMoveReport(Presenter):
    """Turns moves of all positions into blocks."""

    def blocks(self, locale: Locale, case: HeldMoves) -> tuple[Block, ...]:
        """Return the answer; of several moves, a line each."""
        results = [move_holdings(move, case.held) for move in case.moves]
        if len(results) == 1:
            heading = self._result(locale, case, case.moves[0], results[0], "what-if-all")
            lines = tuple(self._positions(locale, results[0]))
        else:
            heading = self.say(locale, "what-if-all-several", count=len(case.held), value=case.value)
            lines = tuple(
                self._result(locale, case, move, result, "what-if-all-line")
                for move, result in zip(case.moves, results, strict=True)
            )
        return (Bullets(heading, (*lines, *self._notes(locale, case))),)

    def _result(
        self, locale: Locale, case: HeldMoves, move: StatedMove, result: Sequence[HeldOutcome], message_id: str
    ) -> str:
        gain = sum((each.gain for each in result), Decimal(0))
        facts = {**signed_gain(gain), "then": case.value + gain}
        if move.kind is MoveKind.STOP or move.value is None:
            return self.say(locale, "what-if-all-stops", **facts)
        percent = move.value * move.direction
        return self.say(locale, message_id, **signed(percent, "percent", zero="±"), **facts)

    def _positions(self, locale: Locale, outcomes: Sequence[HeldOutcome]) -> Iterator[str]:
        shown = outcomes if len(outcomes) <= _SHOWN + 1 else outcomes[:_SHOWN]
        for outcome in shown:
            yield self._position(locale, outcome)
        if others := outcomes[len(shown) :]:
            gain = sum((each.gain for each in others), Decimal(0))
            facts = signed_gain(gain)
            yield self.say(locale, "what-if-all-others", count=len(others), **facts)

    def _position(self, locale: Locale, outcome: HeldOutcome) -> str:
        held = outcome.held
        if outcome.problem in {MoveProblem.NO_STOP, MoveProblem.STOP_PASSED}:
            return self.say(locale, f"what-if-all-{outcome.problem}", symbol=held.symbol, stop=held.stop or Decimal(0))
        facts = {"symbol": held.symbol, **signed_gain(outcome.gain)}
        if outcome.reaches_stop is None or held.stop is None:
            return self.say(locale, "what-if-all-position", **facts)
        reached = "passed" if held.stop >= held.price else "yes" if outcome.reaches_stop else "no"
        return self.say(locale, "what-if-all-position-stop", **facts, stop=held.stop, reached=reached)

    def _notes(self, locale: Locale, case: HeldMoves) -> Iterator[str]:
        yield self.say(locale, "what-if-all-cash", cash=case.cash)
        yield from last_known_note(self.texts, locale, case.last_known)
        if case.scope is MoveScope.MARKET:
            yield self.say(locale, "what-if-all-market")
