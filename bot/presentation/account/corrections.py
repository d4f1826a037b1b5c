"""Presents corrections of holdings and releases of prices: the card to confirm, what was done or undone, the list."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice, StatedPrice
from bot.domain.accounting.ledger import HoldingConversion
from bot.domain.conversation.blocks import Bullets, Button, Card, Paragraph
from bot.domain.conversation.buttons import HoldingAction, HoldingRef
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import sign_of
from bot.trading.corrections.booking import StandingThings
from bot.trading.corrections.planner import PlannedCorrection

_JUMP: Final = Decimal("0.25")  # of the worth


@dataclass(frozen=True, slots=True)
class CorrectionPresenter(CardPresenter):
    """Renders corrections of holdings."""

    def card(self, locale: Locale, planned: PlannedCorrection) -> Answer:
        """Read back what a correction will do, with the buttons that confirm it and drop it."""
        change = planned.correction.change
        buttons = (
            self._button(locale, HoldingAction.CONFIRM, planned.correction),
            self._button(locale, HoldingAction.CANCEL, planned.correction),
        )
        lines = (*self._jump(locale, planned), *self._card_lines(locale, planned))
        card = Card(self.say(locale, "holding-card", **_facts(change)), lines)
        return Answer(blocks=(card,), symbols=change.symbols, buttons=buttons)

    def undo_card(self, locale: Locale, planned: PlannedCorrection) -> Answer:
        """Read back what is undone, with the buttons that undo it and leave it."""
        change = planned.correction.change
        title = self.say(locale, "holding-undo-card", **_facts(change))
        card = Card(title, tuple(self._back_lines(locale, planned)))
        buttons = tuple(
            self._button(locale, each, planned.correction) for each in (HoldingAction.UNDO, HoldingAction.KEEP)
        )
        return Answer(blocks=(card,), symbols=change.symbols, buttons=buttons)

    def done(self, locale: Locale, planned: PlannedCorrection, standing: StandingThings) -> Answer:
        """Tell everybody what was done, by whom, and what went with it."""
        change = planned.correction.change
        sentences = [self.say(locale, "holding-done", name=planned.correction.person.name, **_facts(change))]
        if isinstance(change, HoldingConversion):
            sentences += self._result_lines(locale, planned, change)
            sentences += self._standing_lines(locale, change, standing)
        button = self._button(locale, HoldingAction.UNDO, planned.correction)
        text = self.texts.join(locale, *sentences)
        return Answer(blocks=(Paragraph(text),), symbols=change.symbols, buttons=(button,))

    def undone(self, locale: Locale, planned: PlannedCorrection, standing: StandingThings) -> Answer:
        """Tell everybody what was undone, and by whom."""
        change = planned.correction.change
        sentences = [
            self.say(locale, "holding-undone", name=planned.correction.person.name),
            *self._back_lines(locale, planned),
        ]
        if standing.moved:
            count = len(standing.moved)
            sentences.append(self.say(locale, "holding-alerts-back", count=count, symbol=change.symbol))
        if isinstance(change, HoldingConversion):
            sentences.append(self.say(locale, "holding-undone-stays"))
        return Answer(blocks=(Paragraph(self.texts.join(locale, *sentences)),), symbols=change.symbols)

    def listed(self, locale: Locale, corrections: Sequence[HoldingCorrection]) -> Answer:
        """List the corrections that were booked, newest first, and how one is stated."""
        how = Paragraph(self.say(locale, "holding-how"))
        if not corrections:
            return Answer(blocks=(Paragraph(self.say(locale, "holding-none")), how))
        lines = tuple(self._listed_line(locale, each) for each in corrections)
        return Answer(blocks=(Bullets(self.say(locale, "holding-list"), lines), how))

    def listed_releases(self, locale: Locale, in_force: Sequence[HoldingCorrection]) -> Answer:
        """List the released prices that are in force, newest first, and how one is released."""
        how = Paragraph(self.say(locale, "release-how"))
        if not in_force:
            return Answer(blocks=(Paragraph(self.say(locale, "release-none")), how))
        lines = tuple(
            self.say(locale, "release-list-line", by=each.person.name, at=each.change.booked_at, **_facts(each.change))
            for each in in_force
        )
        return Answer(blocks=(Bullets(self.say(locale, "release-list"), lines), how))

    def withdrawn(self, locale: Locale, decision: Decision, correction: HoldingCorrection) -> Answer:
        """Tell in a decision's thread that it can no longer be confirmed, and why."""
        what = self.cards.action_phrase(locale, decision.proposal)
        symbol = decision.proposal.symbol
        text = self.say(locale, "holding-withdrawn-there", what=what, name=correction.person.name, symbol=symbol)
        return Answer(blocks=(Paragraph(text),), symbols=(symbol,), decisions=(decision,))

    def what_became(self, locale: Locale, correction: HoldingCorrection) -> Answer:
        """Say to who pressed that it is decided already, by whom."""
        name, facts = correction.person.name, _facts(correction.change)
        text = self.say(locale, "holding-what-became", status=correction.status.value, name=name, **facts)
        return Answer(blocks=(Paragraph(text),), is_private=True)

    def _card_lines(self, locale: Locale, planned: PlannedCorrection) -> Iterator[str]:
        match planned.correction.change:
            case ReleasedPrice() as release:
                if planned.doubted is not None:
                    yield self.say(locale, "release-doubt", **planned.doubted.facts)
                yield self.say(locale, "release-use", **_facts(release))
            case StatedPrice() as stated:
                yield from self._price_lines(locale, stated)
            case conversion:
                facts, into = _facts(conversion), conversion.terms.into
                yield self.say(locale, "holding-shares", **facts)
                if conversion.fraction:
                    yield self.say(locale, "holding-fraction", fraction=conversion.fraction, **facts)
                after = planned.after.get(into) if into else None
                if into != conversion.symbol and into and after is not None and planned.before.get(into) is not None:
                    yield self.say(locale, "holding-together", into=into, shares=after.shares, cost=after.average_cost)
                yield from self._worth_line(locale, planned, conversion)
                cost, left = _costs(planned, conversion)
                yield self.say(locale, "holding-cost", cost=cost, left=left)
                yield from self._result_lines(locale, planned, conversion)
                yield self.say(locale, "holding-standing", **facts)
                yield self.say(locale, "holding-undoable", symbols=self.texts.list_of(locale, conversion.symbols))

    def _jump(self, locale: Locale, planned: PlannedCorrection) -> Iterator[str]:
        """Yield a warning where the worth changes by much: a mistaken share or figure shows in it."""
        before, after = _worths(planned)
        if before and after and abs(after / before - 1) > _JUMP:
            change = after / before - 1
            yield self.say(locale, "holding-jump", sign=sign_of(change), percent=abs(change) * 100)

    def _worth_line(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Iterator[str]:
        """Yield what the holding is worth before and after."""
        held = planned.before.get(conversion.symbol)
        if held is not None and held.last_good is not None:
            before, after = _worths(planned)
            yield self.say(locale, "holding-worth", before=before, day=held.last_good.session, after=after)

    def _price_lines(self, locale: Locale, stated: StatedPrice) -> Iterator[str]:
        yield self.say(
            locale,
            "holding-price-line",
            symbol=stated.symbol,
            shares=stated.shares,
            before=stated.before.price * stated.shares,
            after=stated.price * stated.shares,
            price=stated.before.price,
            day=stated.before.session,
        )
        yield self.say(locale, "holding-price-use")

    def _result_lines(self, locale: Locale, planned: PlannedCorrection, conversion: HoldingConversion) -> Iterator[str]:
        yield self._cash_line(locale, planned)
        if conversion.cash or conversion.terms.into is None:
            cost, left = _costs(planned, conversion)
            yield self.say(locale, "holding-realised", result=self.signed_usd(locale, conversion.cash - (cost - left)))

    def _back_lines(self, locale: Locale, planned: PlannedCorrection) -> Iterator[str]:
        change = planned.correction.change
        if isinstance(change, ReleasedPrice):
            yield self.say(locale, "release-back", **_facts(change))
            return
        if isinstance(change, StatedPrice):
            facts = {"symbol": change.symbol, "price": change.before.price, "day": change.before.session}
            yield self.say(locale, "holding-price-back", **facts)
            return
        yield self.say(locale, "holding-back", **_facts(change))
        yield self._cash_line(locale, planned)

    def _standing_lines(self, locale: Locale, conversion: HoldingConversion, standing: StandingThings) -> Iterator[str]:
        facts = _facts(conversion)
        if standing.moved:
            yield self.say(locale, "holding-alerts-moved", count=len(standing.moved), **facts)
        if standing.removed:
            yield self.say(locale, "holding-alerts-removed", count=len(standing.removed), **facts)
        if conversion.terms.into not in {None, conversion.symbol}:
            yield self.say(locale, "holding-lists", **facts)
        if standing.withdrawn:
            what = self.texts.list_of(
                locale, (self.cards.action_phrase(locale, each.proposal) for each in standing.withdrawn)
            )
            yield self.say(locale, "holding-withdrawn", what=what)

    def _listed_line(self, locale: Locale, correction: HoldingCorrection) -> str:
        change = correction.change
        return self.say(
            locale,
            "holding-list-line",
            what=self.say(locale, "holding-shares", **_facts(change)),
            day=market_date(change.effective_at),
            name=correction.person.name,
            status="undone" if correction.status is CorrectionStatus.UNDONE else "booked",
        )

    def _cash_line(self, locale: Locale, planned: PlannedCorrection) -> str:
        before, after = planned.account.cash, planned.cash
        if before == after:
            return self.say(locale, "holding-cash-stays", before=before)
        change = self.signed_usd(locale, after - before)
        return self.say(locale, "holding-cash", before=before, after=after, change=change)

    def _button(self, locale: Locale, action: HoldingAction, correction: HoldingCorrection) -> Button:
        return Button(str(HoldingRef(action, correction.id)), self.say(locale, f"holding-button-{action.name.lower()}"))


def _worths(planned: PlannedCorrection) -> tuple[Decimal, Decimal]:
    """Return what the holding is worth before and after, at last prices; 0 before: it has none."""
    change, held = planned.correction.change, planned.before.get(planned.correction.change.symbol)
    if isinstance(change, ReleasedPrice):
        return Decimal(0), Decimal(0)  # it changes no holding
    if isinstance(change, StatedPrice):
        return change.shares * change.before.price, change.shares * change.price
    before = held.shares * held.last_good.price if held is not None and held.last_good is not None else Decimal(0)
    return before, change.cash + change.shares_into * (change.price or Decimal(0))


def _costs(planned: PlannedCorrection, conversion: HoldingConversion) -> tuple[Decimal, Decimal]:
    """Return the cost of what is converted, and the part of it that the new shares take over."""
    held = planned.before.get(conversion.symbol)
    cost = held.shares * held.average_cost if held else Decimal(0)
    return cost, cost - conversion.cost_of_cash(cost)


def _facts(change: HoldingConversion | StatedPrice | ReleasedPrice) -> dict[str, Hashable]:
    facts: dict[str, Hashable] = {"symbol": change.symbol, "shares": change.shares}
    facts["price"] = change.price or Decimal(0)
    if not isinstance(change, HoldingConversion):
        zero = Decimal(0)
        kind = "price"
        if isinstance(change, ReleasedPrice):
            kind, facts["session"] = "release", change.session
        return {**facts, "kind": kind, "into": "", "shares_into": zero, "ratio": zero, "cash_each": zero}
    terms = change.terms
    return {
        **facts,
        "kind": terms.kind.value,
        "into": terms.into or "",
        "shares_into": change.shares_into,
        "ratio": terms.ratio,
        "cash_each": terms.cash,
    }
