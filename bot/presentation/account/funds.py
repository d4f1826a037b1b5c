"""Whether cash or shares suffice for a trade, which holdings a sale means, and what a stated one would be worth."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounting.books import SymbolBook
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import SellHoldings, ViewStatedHolding
from bot.domain.market.snapshot import Quote
from bot.domain.text.locale import Locale
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.engines.common.sized_trade import sized_by
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.presenter import Presenter, sign_of
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

    def sellable(self, locale: Locale, symbol: str, *, held: Decimal, wanted: Decimal | None) -> Answer:
        """Say whether as many shares are held as `wanted`."""
        fits = bool(held) and (wanted is None or wanted <= held)
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


@dataclass(frozen=True, slots=True)
class HoldingsPresenter(Presenter):
    """Renders sentences on holdings."""

    def meant(
        self, locale: Locale, request: SellHoldings, holdings: Sequence[SymbolBook], *, unknown: Sequence[str]
    ) -> str:
        """Return which holdings have the result that is asked for, each with it; `unknown`: those without a price."""
        names = self.texts.list_of(locale, (self._with_gain(locale, each) for each in holdings), separator="; ")
        facts = {"result": request.result, "percent": request.at_least}
        said = self.say(locale, "holdings-meant" if holdings else "holdings-none", names=names, **facts)
        unpriced = self.texts.list_of(locale, unknown)
        note = self.say(locale, "holdings-unpriced", symbols=unpriced) if unknown else ""
        return self.texts.join(locale, said, note)

    def stated(self, locale: Locale, request: ViewStatedHolding, quote: Quote, *, held: Decimal) -> str:
        """Return what a stated holding would have brought at a price, and what of the share is held here."""
        asks = request.is_question
        facts = {"symbol": request.symbol, "shares": request.shares, "price": quote.price, "held": held, "asks": asks}
        sentences = [self.say(locale, "stated-holding", value=request.shares * quote.price, **facts)]
        if request.cost is not None:
            gain = request.shares * (quote.price - request.cost)
            result = self._gain(locale, gain, cost=request.shares * request.cost)
            sentences = [self.say(locale, "stated-holding-result", cost=request.cost, result=result, **facts)]
        here = "stated-holding-none-here" if not held else "stated-holding-here"
        how = "" if request.is_question else self.say(locale, "stated-holding-how", **facts)
        return self.texts.join(locale, *sentences, self.say(locale, here, **facts), how)

    def _with_gain(self, locale: Locale, holding: SymbolBook) -> str:
        gain = self._gain(locale, holding.unrealised or Decimal(0), cost=holding.shares * holding.average_cost)
        return f"{holding.symbol} {gain}"

    def _gain(self, locale: Locale, gain: Decimal, *, cost: Decimal) -> str:
        sign = sign_of(gain)
        amount = self.say(locale, "signed-usd", sign=sign, amount=abs(gain))
        if not cost:
            return amount
        percent = self.say(locale, "signed-percent-short", sign=sign, percent=abs(gain / cost * 100))
        return f"{amount} ({percent})"
