"""/release: an admin lets a price be used that is doubted, for the rest of its session."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import Quote
from bot.errors import PriceHeldError
from bot.language.form_fields import read_amount
from bot.locales import Catalogue
from bot.ports import Admins, Stores

_NEAR: Final = Decimal("0.01")  # of the price: as far may the one that is named be from it


@dataclass(frozen=True, slots=True)
class ReleaseCommand:
    """Handler of /release SYMBOL PRICE. Only admins release; the price is named, so that no other one is released."""

    stores: Stores
    portfolio: PortfolioService
    admins: Admins
    texts: Catalogue

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Release the price, or say why not. Raises: MarketDataError, StoreUnavailableError."""
        text = await self._release(context, context.understanding.arguments)
        answer = Answer(blocks=(Paragraph(text),))
        return TurnResult(answer=answer, state=context.state, stated_limits=context.conversation.stated_limits)

    async def _release(self, context: TurnContext, arguments: tuple[str, ...]) -> str:
        price = read_amount(arguments[1]) if len(arguments) == 2 else None  # noqa: PLR2004  # a symbol and a price
        if price is None:
            return self.texts.render(context.locale, "release-how")
        if not await self.admins.is_admin(context.turn):
            return self.texts.render(context.locale, "release-not-allowed")
        symbol = arguments[0].upper().lstrip("$")
        held = await self._held(context, symbol)
        if held is None:
            return self.texts.render(context.locale, "release-not-held", symbol=symbol)
        facts = {"symbol": symbol, "price": held.price, "session": held.session}
        if abs(held.price - price) > abs(held.price) * _NEAR or held.price <= 0:
            return self.texts.render(context.locale, "release-another-price", named=price, **facts)
        async with self.stores.transaction(context.turn.tenant_id) as tx:
            await tx.accounts.release_price(context.account.id, held)
            audited = {"symbol": symbol, "price": str(held.price), "session": held.session.isoformat()}
            await tx.audit.add_entry(
                "price_released", subject=context.turn.id, by=context.turn.person.id, facts=audited
            )
        return self.texts.render(context.locale, "release-done", by=context.turn.person.name, **facts)

    async def _held(self, context: TurnContext, symbol: str) -> Quote | None:
        """Return the price that is withheld; None: the present one is believed, or released."""
        view = await self.portfolio.market_view(context.account)
        try:
            await view.quote(symbol, anew=True)
        except PriceHeldError as error:
            return error.withheld if isinstance(error.withheld, Quote) else None
        return None
