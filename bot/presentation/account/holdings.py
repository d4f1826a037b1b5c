"""Words which holdings a sale means, and what a holding would have brought that a person says to have."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounting.books import SymbolBook
from bot.domain.conversation.requests.account import SellHoldings, ViewStatedHolding
from bot.domain.market.snapshot import Quote
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter
from bot.presentation.signs import sign_of


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
        asks = "yes" if request.is_question else "no"
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
        """Return "+$158.55 (+4.2 %)"."""
        sign = sign_of(gain)
        amount = self.say(locale, "signed-usd", sign=sign, amount=abs(gain))
        if not cost:
            return amount
        percent = self.say(locale, "signed-percent-short", sign=sign, percent=abs(gain / cost * 100))
        return f"{amount} ({percent})"
