"""The answer to "what if the market falls 5 %?": the loss and the account, then a line for each large position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.requests.suppositions import MoveKind, MoveScope, StatedMove
from bot.domain.market.price_history import SessionClose
from bot.domain.text.locale import Locale
from bot.engines.rules.stated_moves import HeldOutcome, HeldShare, MoveProblem, move_holdings
from bot.presentation.account.account_notes import last_known_note
from bot.presentation.presenter import Presenter
from bot.presentation.signs import signed, signed_gain

_SHOWN: Final = 4  # positions with a line of their own


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
        """Yield a line for each of the largest positions, and one for the others together."""
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

    def nothing_held(self, locale: Locale, *, cash: Decimal) -> Paragraph:
        """Return that no move changes an account without positions."""
        return Paragraph(self.say(locale, "what-if-all-nothing", cash=cash))

    def no_percentage(self, locale: Locale) -> Paragraph:
        """Return that only a percentage can be counted on all positions."""
        return Paragraph(self.say(locale, "what-if-all-needs-percent"))
