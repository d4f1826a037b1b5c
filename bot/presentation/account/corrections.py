"""Presents corrections of holdings: the card that is confirmed, what was done or undone, and the list of them."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounting.conversions import HoldingConversion
from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, StatedPrice
from bot.domain.conversation.blocks import Bullets, Button, Card, Paragraph
from bot.domain.conversation.buttons import HoldingAction, HoldingRef
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.signs import sign_of
from bot.trading.corrections.booking import StandingThings
from bot.trading.corrections.planner import PlannedCorrection


@dataclass(frozen=True, slots=True)
class CorrectionPresenter:
    """Renders corrections of holdings."""

    cards: DecisionCards

    def card(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Answer:
        """Read back what a conversion will do, with the buttons that confirm it and drop it."""
        title = self._say(locale, "holding-card", **_facts(conversion))
        buttons = (
            self._button(locale, HoldingAction.CONFIRM, planned.correction),
            self._button(locale, HoldingAction.CANCEL, planned.correction),
        )
        lines = tuple(self._lines(locale, planned, conversion))
        return Answer(blocks=(Card(title, lines),), symbols=conversion.symbols, buttons=buttons)

    def undo_card(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Answer:
        """Read back what is undone, with the button that undoes it."""
        title = self._say(locale, "holding-undo-card", **_facts(conversion))
        lines = (self._back_line(locale, conversion), self._cash_line(locale, planned))
        button = self._button(locale, HoldingAction.UNDO, planned.correction)
        return Answer(blocks=(Card(title, lines),), symbols=conversion.symbols, buttons=(button,))

    def done(
        self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion, standing: StandingThings
    ) -> Answer:
        """Tell everybody what was done, by whom, and what went with it."""
        sentences = [
            self._say(locale, "holding-done", name=planned.correction.person.name, **_facts(conversion)),
            *self._result_lines(locale, planned, conversion),
            *self._standing_lines(locale, conversion, standing),
        ]
        button = self._button(locale, HoldingAction.UNDO, planned.correction)
        text = self.cards.texts.join(locale, *sentences)
        return Answer(blocks=(Paragraph(text),), symbols=conversion.symbols, buttons=(button,))

    def undone(
        self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion, standing: StandingThings
    ) -> Answer:
        """Tell everybody what was undone, and by whom."""
        sentences = [
            self._say(locale, "holding-undone", name=planned.correction.person.name),
            self._back_line(locale, conversion),
            self._cash_line(locale, planned),
        ]
        if standing.moved:
            count = len(standing.moved)
            sentences.append(self._say(locale, "holding-alerts-back", count=count, symbol=conversion.symbol))
        sentences.append(self._say(locale, "holding-undone-stays"))
        return Answer(blocks=(Paragraph(self.cards.texts.join(locale, *sentences)),), symbols=conversion.symbols)

    def listed(self, locale: Locale, corrections: Sequence[HoldingCorrection]) -> Answer:
        """List the corrections that were booked, newest first, and how one is stated."""
        how = Paragraph(self._say(locale, "holding-how"))
        if not corrections:
            return Answer(blocks=(Paragraph(self._say(locale, "holding-none")), how))
        lines = tuple(self._listed_line(locale, each) for each in corrections)
        return Answer(blocks=(Bullets(self._say(locale, "holding-list"), lines), how))

    def withdrawn(self, locale: Locale, decision: Decision, correction: HoldingCorrection) -> Answer:
        """Tell in a decision's thread that it can no longer be confirmed, and why."""
        what = self.cards.action_phrase(locale, decision.proposal)
        symbol = decision.proposal.symbol
        text = self._say(locale, "holding-withdrawn-there", what=what, name=correction.person.name, symbol=symbol)
        return Answer(blocks=(Paragraph(text),), symbols=(symbol,), decisions=(decision,))

    def what_became(self, locale: Locale, correction: HoldingCorrection) -> Answer:
        """Say to who pressed that it is decided already, by whom."""
        text = self._say(locale, "holding-what-became", status=correction.status.value, name=correction.person.name)
        return Answer(blocks=(Paragraph(text),), is_private=True)

    def said(self, locale: Locale, message_id: str, *, is_private: bool = False, **variables: Hashable) -> Answer:
        """Return a sentence as an answer."""
        return Answer(blocks=(Paragraph(self._say(locale, message_id, **variables)),), is_private=is_private)

    def _lines(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Iterator[str]:
        into = conversion.terms.into
        yield self._say(locale, "holding-shares", **_facts(conversion))
        if conversion.fraction:
            yield self._say(
                locale,
                "holding-fraction",
                into=into or "",
                fraction=conversion.fraction,
                price=conversion.price or Decimal(0),
            )
        after = planned.after.get(into) if into else None
        if into and after is not None and planned.before.get(into) is not None:
            yield self._say(locale, "holding-together", into=into, shares=after.shares, cost=after.average_cost)
        yield self._cash_line(locale, planned)
        cost, left = _costs(planned, conversion)
        yield self._say(locale, "holding-cost", cost=cost, left=left)
        if conversion.cash or not into:
            yield self._realised(locale, planned, conversion)
        yield self._say(locale, "holding-standing", **_facts(conversion))
        yield self._say(locale, "holding-undoable", symbols=self.cards.texts.list_of(locale, conversion.symbols))

    def _result_lines(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Iterator[str]:
        yield self._cash_line(locale, planned)
        if conversion.cash or conversion.terms.into is None:
            yield self._realised(locale, planned, conversion)

    def _standing_lines(self, locale: Locale, conversion: HoldingConversion, standing: StandingThings) -> Iterator[str]:
        facts = _facts(conversion)
        if standing.moved:
            yield self._say(locale, "holding-alerts-moved", count=len(standing.moved), **facts)
        if standing.removed:
            yield self._say(locale, "holding-alerts-removed", count=len(standing.removed), **facts)
        if conversion.terms.into is not None:
            yield self._say(locale, "holding-lists", **facts)
        if standing.withdrawn:
            what = self.cards.texts.list_of(
                locale, (self.cards.action_phrase(locale, each.proposal) for each in standing.withdrawn)
            )
            yield self._say(locale, "holding-withdrawn", what=what)

    def _listed_line(self, locale: Locale, correction: HoldingCorrection) -> str:
        change = correction.change
        line = (
            self._say(locale, "holding-list-price", symbol=change.symbol, price=change.price)
            if isinstance(change, StatedPrice)
            else self._say(locale, "holding-shares", **_facts(change))
        )
        return self._say(
            locale,
            "holding-list-line",
            what=line,
            day=market_date(change.effective_at),
            name=correction.person.name,
            status="undone" if correction.status is CorrectionStatus.UNDONE else "booked",
        )

    def _cash_line(self, locale: Locale, planned: PlannedCorrection) -> str:
        before, after = planned.account.cash, planned.cash
        if before == after:
            return self._say(locale, "holding-cash-stays", before=before)
        change = self._signed(locale, after - before)
        return self._say(locale, "holding-cash", before=before, after=after, change=change)

    def _back_line(self, locale: Locale, conversion: HoldingConversion) -> str:
        return self._say(locale, "holding-back", **_facts(conversion))

    def _realised(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> str:
        cost, left = _costs(planned, conversion)
        return self._say(locale, "holding-realised", result=self._signed(locale, conversion.cash - (cost - left)))

    def _signed(self, locale: Locale, amount: Decimal) -> str:
        return self._say(locale, "signed-usd", sign=sign_of(amount), amount=abs(amount))

    def _button(self, locale: Locale, action: HoldingAction, correction: HoldingCorrection) -> Button:
        return Button(
            str(HoldingRef(action, correction.id)), self._say(locale, f"holding-button-{action.name.lower()}")
        )

    def _say(self, locale: Locale, message_id: str, **variables: Hashable) -> str:
        return self.cards.texts.render(locale, message_id, **variables)


def _costs(planned: PlannedCorrection, conversion: HoldingConversion) -> tuple[Decimal, Decimal]:
    """Return the cost of what is converted, and the part of it that the new shares take over."""
    held = planned.before.get(conversion.symbol)
    cost = held.shares * held.average_cost if held else Decimal(0)
    return cost, cost - conversion.cost_of_cash(cost)


def _facts(conversion: HoldingConversion) -> dict[str, str | Decimal]:
    terms = conversion.terms
    return {
        "kind": terms.kind.value,
        "symbol": terms.symbol,
        "into": terms.into or "",
        "shares": conversion.shares,
        "shares_into": conversion.shares_into,
        "ratio": terms.ratio,
        "cash_each": terms.cash,
    }
