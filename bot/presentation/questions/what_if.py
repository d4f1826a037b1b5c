"""The answer to a what-if question: price moves in money, the stop, and prices that would change the view."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.text.locale import Locale
from bot.engines.rules.analysis import Rating
from bot.engines.rules.what_if import WIDEST, PriceMove, TriggerLevel, ViewChange, WhatIf
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import sign_of, signed, signed_gain
from bot.trading.account.stakes import Stake, StakeBasis

_VIEW_COLUMN: Final = {False: "move-view", True: "move-view-by-rules"}  # by whether a model may decide too
_CHANGES_SHOWN: Final = 4
_LEVELS_SHOWN: Final = 1
_LEVELS_HEADING: Final = {False: "what-would-change", True: "what-would-change-by-rules"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfReport(CardPresenter):
    """Turns a what-if case into blocks: `brief` is shown first, `details` on request."""

    price_source: str  # the market's name
    has_model: bool  # True: a view is marked as the rules'

    @property
    def move_message(self) -> str:
        """The id of the sentence on one move with its view."""
        return "what-if-move-by-rules" if self.has_model else "what-if-move"

    def brief(self, locale: Locale, case: WhatIf, *, stake: Stake) -> tuple[Block, ...]:
        """Return usual and large moves in a line each, the stop, and the decision that stays pending."""
        lines = (
            *(self._move_line(locale, move) for move in case.moves),
            *self.stop_lines(locale, case, stake, price=None),
        )
        return (Bullets(self._heading(locale, case, stake), lines), *self.pending_note(locale, stake))

    def details(self, locale: Locale, case: WhatIf, *, stake: Stake) -> Iterator[Block]:
        """Yield the price with its source, the table of moves, and the levels that would change the view."""
        has_position = stake.basis is not StakeBasis.ONE_SHARE
        yield Paragraph(self._opening(locale, case, has_position=has_position))
        if case.moves:
            names = tuple(self.say(locale, f"move-{name}") for name in ("size", "price", "gain"))
            columns = (*names, self.say(locale, _VIEW_COLUMN[self.has_model]))
            yield Table(columns, tuple(self._move(locale, move) for move in case.moves))
        if (stop := case.stop) is not None:
            facts = {"price": stop.price, "distance": stop.distance, "percent": stop.percent, "loss": stop.loss}
            yield Paragraph(self.say(locale, "what-if-stop", **facts))
        if case.levels:
            heading = self.say(locale, _LEVELS_HEADING[self.has_model])
            yield Bullets(heading, tuple(self._level(locale, level) for level in case.levels))

    def stake_line(self, locale: Locale, case: WhatIf, stake: Stake, *, then: Decimal | None) -> str:
        """Return what the figures are counted on, and its value at a price of `then`, or now."""
        if stake.basis is StakeBasis.ONE_SHARE:
            return self.say(locale, "what-if-counted-one-share")
        if then is None:
            now = stake.shares * case.price
            return self.say(locale, f"what-if-counted-{stake.basis}", shares=stake.shares, now=now)
        return self.say(locale, f"what-if-stake-{stake.basis}", shares=stake.shares, then=stake.shares * then)

    def stop_line(self, locale: Locale, case: WhatIf, stake: Stake) -> str:
        """Return the stop of what is held or pending, or where one would be."""
        if stake.stop is not None and case.stop is None:
            return self.say(locale, "asked-stop-passed", symbol=case.symbol, stop=stake.stop, price=case.price)
        is_known = stake.stop is not None or stake.basis is StakeBasis.ONE_SHARE
        if case.stop is None or not is_known:
            return self.say(locale, "asked-stop-unknown", symbol=case.symbol)
        facts = {"symbol": case.symbol, "stop": case.stop.price}
        if stake.basis is StakeBasis.ONE_SHARE:
            return self.say(locale, "asked-stop-none", **facts)
        message_id = "asked-stop-pending" if stake.basis is StakeBasis.PENDING else "asked-stop-held"
        return self.say(locale, message_id, **facts, percent=case.stop.percent)

    def stop_lines(self, locale: Locale, case: WhatIf, stake: Stake, *, price: Decimal | None) -> Iterator[str]:
        """Yield what a stop would do: whether it is reached at `price`, if one is given, and what it would cost."""
        if stake.stop is not None and stake.stop >= case.price:
            yield self.say(locale, "what-if-stop-passed", stop=stake.stop)
        elif case.stop is not None:
            reached = "open" if price is None else "yes" if price <= case.stop.price else "no"
            facts = {"reached": reached, "stop": case.stop.price, "percent": case.stop.percent, "loss": case.stop.loss}
            yield self.say(locale, "what-if-stop-usual" if stake.stop is None else "what-if-stop-level", **facts)

    def view_changes(self, locale: Locale, case: WhatIf, changes: Sequence[ViewChange[Rating]]) -> tuple[Block, ...]:
        """Return the moves of one session that would change the view, or that none would."""
        view = self.view_word(locale, case.analysis.rating)
        if not changes:
            heading = self.say(locale, "what-if-view-stays", symbol=case.symbol, view=view, widest=WIDEST)
        else:
            heading = self.say(locale, "what-if-view-changes", symbol=case.symbol, view=view)
        nearest = sorted(changes, key=lambda change: abs(change.percent))[:_CHANGES_SHOWN]
        lines = tuple(
            self.say(
                locale,
                "what-if-view-change",
                **signed(Decimal(change.percent), "percent"),
                price=change.price,
                view=self.view_word(locale, change.view),
            )
            for change in nearest
        )
        nearest_levels = sorted(case.levels, key=lambda level: abs(level.percent))[:_LEVELS_SHOWN]
        turns = (self.say(locale, "what-if-argument-turns", level=self._level(locale, each)) for each in nearest_levels)
        return (Bullets(heading, (*lines, *turns)),)

    def pending_note(self, locale: Locale, stake: Stake) -> tuple[Block, ...]:
        """Return that the decision on the share is still pending, if there is one."""
        return tuple(self.cards.pending_note(locale, [stake.pending] if stake.pending is not None else []))

    def view_word(self, locale: Locale, rating: Rating) -> str:
        """Return a rating as a word."""
        return self.texts.render_code(locale, "view-word", rating)

    def _heading(self, locale: Locale, case: WhatIf, stake: Stake) -> str:
        sizes = {abs(move.sigmas): abs(move.percent) for move in case.moves}
        if not sizes:
            return self.say(locale, "what-if-no-volatility", symbol=case.symbol)
        facts = {"symbol": case.symbol, "shares": stake.shares, "usual": sizes[1], "large": sizes[2]}
        return self.say(locale, f"what-if-brief-{stake.basis}", **facts)

    def _move_line(self, locale: Locale, move: PriceMove) -> str:
        facts = {**signed(move.percent, "percent"), **signed_gain(move.gain, zero="+"), "price": move.price}
        return self.say(locale, self.move_message, **facts, view=self.view_word(locale, move.rating))

    def _opening(self, locale: Locale, case: WhatIf, *, has_position: bool) -> str:
        return self.say(
            locale,
            "what-if-opening" if has_position else "what-if-opening-one-share",
            symbol=case.symbol,
            shares=case.shares,
            price=case.price,
            when=self.cards.price_time(locale, case.as_of, self.price_source),
        )

    def _move(self, locale: Locale, move: PriceMove) -> tuple[str, ...]:
        sign, gain_sign = map(sign_of, (move.percent, move.gain))
        return (
            self.say(locale, "move-row", sign=sign, percent=abs(move.percent), sigmas=abs(move.sigmas)),
            self.say(locale, "usd", amount=move.price),
            self.say(locale, "signed-usd", sign=gain_sign, amount=abs(move.gain)),
            self.view_word(locale, move.rating),
        )

    def _level(self, locale: Locale, level: TriggerLevel) -> str:
        facts = {"price": level.price, **signed(level.percent, "percent")}
        return self.texts.render_code(locale, "level", level.code, **facts)
