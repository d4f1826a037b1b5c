"""Renders whether cash or shares suffice for a trade, and which rule bounds it."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.engines.common.trade_reasons import sized_by
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.trading.account.stakes import PurchaseRoom


@dataclass(frozen=True, slots=True)
class FundsPresenter(CardPresenter):
    """Renders answers of a sentence or two; nothing is proposed by them."""

    def most(self, locale: Locale, room: PurchaseRoom) -> Answer:
        """Say how many shares an order gets, what bounds it, and from where on its card warns."""
        bound = room.within_caps if room.request.risk is not None else room.ordered
        cost = bound.shares * room.power.price
        lines = [self.say(locale, "afford-most", **self._facts(locale, room, bound), shares=bound.shares, cost=cost)]
        if room.request.risk is not None and room.stop is not None:
            loss = bound.shares * (room.power.price - room.stop)
            lines.append(self.say(locale, "afford-loss", loss=loss, stop=room.stop))
        lines += self._warning(locale, room, bound.shares)
        return _answer([*lines, self.say(locale, "afford-nothing-proposed")])

    def enough(self, locale: Locale, room: PurchaseRoom, wanted: Decimal) -> Answer:
        """Say whether an order gets the shares `wanted`, and whether its card would warn."""
        bound, cash = room.ordered, room.power.available_cash
        facts = {"shares": wanted, "cost": wanted * room.power.price, "cash": cash, **self._facts(locale, room, bound)}
        if wanted > bound.shares:
            return _answer([self.say(locale, "afford-too-much", **facts, most=bound.shares)])
        return _answer([self.say(locale, "afford-enough", **facts), *self._warning(locale, room, wanted)])

    def together(
        self, locale: Locale, costs: Sequence[tuple[str, Decimal, Decimal]], *, cash: Decimal, room: Decimal
    ) -> Answer:
        """Say whether orders for several shares fit. `costs`: symbol, count and cost; `room`: what orders may use."""
        what = self.texts.list_of(locale, (f"{count:f} {symbol}" for symbol, count, _ in costs))
        cost = sum((each for *_, each in costs), Decimal(0))
        fits = "yes" if cost <= room else "no"
        text = self.say(locale, "afford-together", what=what, cost=cost, cash=cash, room=room, fits=fits)
        return _answer([text])

    def sellable(self, locale: Locale, symbol: str, *, held: Decimal, wanted: Decimal | None) -> Answer:
        """Say whether as many shares are held as `wanted`."""
        fits = "yes" if held and (wanted is None or wanted <= held) else "no"
        return _answer([self.say(locale, "afford-sale", symbol=symbol, held=held, fits=fits)])

    def _facts(self, locale: Locale, room: PurchaseRoom, bound: SizeBound) -> dict[str, Hashable]:
        return {"symbol": room.symbol, "price": room.power.price, "why": self._why(locale, room, bound)}

    def _warning(self, locale: Locale, room: PurchaseRoom, shares: Decimal) -> Iterator[str]:
        """Yield from how many shares on the card warns, if `shares` are more."""
        bound = room.within_caps
        if shares > bound.shares:
            why = self._why(locale, room, bound)
            yield self.say(locale, "afford-warning", most=bound.shares, symbol=room.symbol, why=why)

    def _why(self, locale: Locale, room: PurchaseRoom, bound: SizeBound) -> str:
        limit, money = room.tightest_limit, room.request.max_cash
        if bound.code == "max_cash" and money is not None:
            return self.say(locale, "afford-money", amount=money)
        if bound.code == "trading_limit" and limit is not None:
            return LimitPresenter(self.cards).name(locale, limit)
        return self.cards.arguments.in_short(locale, sized_by(bound))


def _answer(lines: Sequence[str]) -> Answer:
    return Answer(blocks=(Paragraph("\n".join(lines)),))
