"""The answer to "what if it drops 10 %?": the loss, the account, the stop and the view, for just that move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.requests.suppositions import MoveKind
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Rating
from bot.engines.rules.stated_moves import ComputedMoves, ImpossibleMove, MoveOutcome
from bot.engines.rules.what_if import WhatIf
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.questions.what_if import WhatIfReport
from bot.presentation.signs import signed, signed_gain
from bot.trading.account.stakes import Stake, StakeBasis


@dataclass(frozen=True, slots=True)
class StatedMoveReport:
    """Turns the outcomes of stated moves into blocks of a few short lines, the answer first."""

    what_if: WhatIfReport  # whose words for a stop, a stake and a pending decision are shared
    asks_view: bool = False  # whether the view would change is the answer, and the money stands below it

    def blocks(
        self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake, notes: Sequence[str] = ()
    ) -> tuple[Block, ...]:
        """Return the answer.

        `stake`: the shares that gains and losses are counted on.
        """
        refusals = tuple(self._refusal(locale, case, each) for each in moves.impossible)
        if not moves.outcomes:
            return (Paragraph(self.what_if.cards.texts.join(locale, *dict.fromkeys(refusals))),)
        if len(moves.outcomes) == 1:
            outcome = moves.outcomes[0]
            heading = self._headline(locale, case, outcome)
            lines = (*self._of_one(locale, case, outcome, stake), *refusals)
            if self.asks_view and outcome.rating is not None:
                heading, lines = self._verdict(locale, case, outcome.rating), (heading, *lines)
        else:
            heading = self._say(locale, "what-if-several", symbol=case.symbol, price=case.price)
            lines = (
                *(self._line(locale, each) for each in moves.outcomes),
                *refusals,
                *self._of_all(locale, case, stake),
            )
        return (Bullets(heading, (*lines, *notes)), *self.what_if.pending_note(locale, stake))

    def block_beside_others(self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake) -> Block:
        """Return two or three lines on one share, where the question is about several."""
        refusals = tuple(dict.fromkeys(self._refusal(locale, case, each) for each in moves.impossible))
        if not moves.outcomes:
            return Paragraph(self.what_if.cards.texts.join(locale, *refusals))
        heading, *others = (self._headline(locale, case, each) for each in moves.outcomes)
        return Bullets(heading, (*others, *refusals, self._beside(locale, moves.outcomes[-1], stake)))

    def lines_beside_others(self, locale: Locale, case: WhatIf, moves: ComputedMoves, *, stake: Stake) -> Iterator[str]:
        """Yield a line for each move of one of many shares."""
        texts = self.what_if.cards.texts
        counted = texts.render(locale, f"what-if-few-{stake.basis}", shares=stake.shares)
        for outcome in moves.outcomes:
            yield texts.render(locale, "card-separator").join((self._headline(locale, case, outcome), counted))
        yield from dict.fromkeys(self._refusal(locale, case, each) for each in moves.impossible)

    def _beside(self, locale: Locale, outcome: MoveOutcome, stake: Stake) -> str:
        """Return what the move is counted on, whether it reaches the stop, and the view then."""
        texts = self.what_if.cards.texts
        counted = texts.render(locale, f"what-if-beside-{stake.basis}", shares=stake.shares)
        parts = [counted]
        if stake.stop is not None:
            reached = "yes" if outcome.price <= stake.stop else "no"
            parts.append(texts.render(locale, "what-if-beside-stop", stop=stake.stop, reached=reached))
        if outcome.rating is not None:
            parts.append(
                texts.render(locale, "what-if-beside-view", view=self.what_if.view_word(locale, outcome.rating))
            )
        return texts.render(locale, "card-separator").join(parts)

    def together(self, locale: Locale, gain: Decimal, stake: Stake) -> str:
        """Return what the moves of several shares that are held come to."""
        return self._say(locale, "what-if-together", **signed_gain(gain), then=stake.total + gain, now=stake.total)

    def _verdict(self, locale: Locale, case: WhatIf, rating: Rating) -> str:
        now, then = (self.what_if.view_word(locale, each) for each in (case.analysis.rating, rating))
        changed = "no" if rating is case.analysis.rating else "yes"
        return self._say(locale, "what-if-verdict", changed=changed, symbol=case.symbol, now=now, then=then)

    def _of_one(self, locale: Locale, case: WhatIf, outcome: MoveOutcome, stake: Stake) -> Iterator[str]:
        if outcome.is_other_way:
            way = "rise" if outcome.percent > 0 else "fall"
            yield self._say(locale, "what-if-other-way", way=way, price=case.price)
        if outcome.move.level is not None:
            yield self._say(locale, "what-if-level", words=outcome.move.level.words, price=outcome.price)
        yield self.what_if.stake_line(locale, case, stake, then=outcome.price)
        yield from self._account(locale, outcome.gain, stake)
        if outcome.move.kind is not MoveKind.STOP or stake.stop is None:
            yield from self.what_if.stop_lines(locale, case, stake, price=outcome.price)
        if outcome.move.kind is MoveKind.STOP and case.worst_day is not None:
            details, held = DecisionDetails(self.what_if.cards), (case.symbol, stake.shares, case.price)
            yield details.worst_day(locale, case.worst_day, held)
        if outcome.rating is not None and not self.asks_view:
            now, then = (self.what_if.view_word(locale, each) for each in (case.analysis.rating, outcome.rating))
            message_id = "what-if-view-by-rules" if self.what_if.has_model else "what-if-view"
            yield self._say(locale, message_id, then=then, now=now)

    def _of_all(self, locale: Locale, case: WhatIf, stake: Stake) -> Iterator[str]:
        yield self.what_if.stake_line(locale, case, stake, then=None)
        yield from self.what_if.stop_lines(locale, case, stake, price=None)

    def _account(self, locale: Locale, gain: Decimal, stake: Stake) -> Iterator[str]:
        if stake.basis in {StakeBasis.ONE_SHARE, StakeBasis.SUPPOSED}:
            return
        beside = gain * stake.beside / stake.shares
        if stake.beside:
            yield self._say(locale, "what-if-beside", shares=stake.beside, **signed_gain(beside))
        yield self._say(locale, "what-if-account", cash=stake.cash, then=stake.total + gain + beside, now=stake.total)

    def _headline(self, locale: Locale, case: WhatIf, outcome: MoveOutcome) -> str:
        return self._say(locale, "what-if-number", symbol=case.symbol, **_figures(outcome))

    def _line(self, locale: Locale, outcome: MoveOutcome) -> str:
        if outcome.rating is None:
            return self._say(locale, "what-if-move-unrated", **_figures(outcome))
        return self._say(
            locale, self.what_if.move_message, **_figures(outcome), view=self.what_if.view_word(locale, outcome.rating)
        )

    def _refusal(self, locale: Locale, case: WhatIf, impossible: ImpossibleMove) -> str:
        message_id = f"what-if-impossible-{impossible.problem}"
        level = impossible.move.level
        return self._say(
            locale, message_id, symbol=case.symbol, price=case.price, words=level.words if level is not None else ""
        )

    def _say(self, locale: Locale, message_id: str, **variables: Decimal | str) -> str:
        return self.what_if.cards.texts.render(locale, message_id, **variables)


def _figures(outcome: MoveOutcome) -> dict[str, Decimal | str]:
    return {
        **signed(outcome.percent, "percent", zero="±"),
        "price": outcome.price,
        **signed_gain(outcome.gain),
    }
