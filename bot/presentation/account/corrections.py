"""Presents corrections of holdings and releases of prices: the card to confirm, what was done or undone, the list."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
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
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class CorrectionPresenter(CardPresenter):
    """Renders corrections of holdings."""

    def card(self, locale: Locale, planned: PlannedCorrection) -> Answer:
        """Read back what a correction will do, with the buttons that confirm it and drop it."""
        lines = (*self._jump(locale, planned), *self._card_lines(locale, planned))
        return self._card(locale, planned, "holding-card", lines, (HoldingAction.CONFIRM, HoldingAction.CANCEL))

    def undo_card(self, locale: Locale, planned: PlannedCorrection) -> Answer:
        """Read back what is undone, with the buttons that undo it and leave it."""
        lines = self._back_lines(locale, planned)
        return self._card(locale, planned, "holding-undo-card", lines, (HoldingAction.UNDO, HoldingAction.KEEP))

    def _card(
        self,
        locale: Locale,
        planned: PlannedCorrection,
        message_id: str,
        lines: Iterable[str],
        actions: Iterable[HoldingAction],
    ) -> Answer:
        change = planned.correction.change
        card = Card(self.say(locale, message_id, **_facts(change)), tuple(lines))
        buttons = tuple(self._button(locale, each, planned.correction) for each in actions)
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
        return self._list(locale, "holding", [self._listed_line(locale, each) for each in corrections])

    def listed_releases(self, locale: Locale, in_force: Sequence[HoldingCorrection]) -> Answer:
        """List the released prices that are in force, newest first, and how one is released."""
        lines = [
            self.say(locale, "release-list-line", by=each.person.name, at=each.change.booked_at, **_facts(each.change))
            for each in in_force
        ]
        return self._list(locale, "release", lines)

    def _list(self, locale: Locale, kind: str, lines: Sequence[str]) -> Answer:
        listed = Bullets(self.say(locale, f"{kind}-list"), tuple(lines)) if lines else None
        return Answer(
            blocks=(listed or Paragraph(self.say(locale, f"{kind}-none")), Paragraph(self.say(locale, f"{kind}-how")))
        )

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
        match planned.correction.change:
            case ReleasedPrice() as release:
                yield self.say(locale, "release-back", **_facts(release))
            case StatedPrice(symbol=symbol, before=before):
                yield self.say(locale, "holding-price-back", symbol=symbol, price=before.price, day=before.session)
            case conversion:
                yield self.say(locale, "holding-back", **_facts(conversion))
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
            yield self.say(locale, "holding-withdrawn", what=self.cards.action_phrases(locale, standing.withdrawn))

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
        return _ZERO, _ZERO  # it changes no holding
    if isinstance(change, StatedPrice):
        return change.shares * change.before.price, change.shares * change.price
    before = held.shares * held.last_good.price if held is not None and held.last_good is not None else _ZERO
    return before, change.cash + change.shares_into * (change.price or _ZERO)


def _costs(planned: PlannedCorrection, conversion: HoldingConversion) -> tuple[Decimal, Decimal]:
    """Return the cost of what is converted, and the part of it that the new shares take over."""
    held = planned.before.get(conversion.symbol)
    cost = held.shares * held.average_cost if held else _ZERO
    return cost, cost - conversion.cost_of_cash(cost)


def _facts(change: HoldingConversion | StatedPrice | ReleasedPrice) -> dict[str, Hashable]:
    facts: dict[str, Hashable] = {"symbol": change.symbol, "shares": change.shares, "price": change.price or _ZERO}
    match change:
        case HoldingConversion(terms=terms):
            converted = {"into": terms.into or "", "shares_into": change.shares_into, "ratio": terms.ratio}
            return {**facts, **converted, "kind": terms.kind.value, "cash_each": terms.cash}
        case ReleasedPrice(session=session):
            facts |= {"kind": "release", "session": session}
        case _:
            facts["kind"] = "price"
    return {**facts, "into": "", "shares_into": _ZERO, "ratio": _ZERO, "cash_each": _ZERO}
