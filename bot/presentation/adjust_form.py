"""The form in which a person writes another amount: what it shows, whatever platform draws it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.domain.ids import DecisionId, TenantId
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.domain.trading.orders import Side
from bot.errors import NotYourDecisionError
from bot.ports import Clock, Stores
from bot.presentation.cards import DecisionCards
from bot.trading.decision_access import check_open, require_same_account

_CENT: Final = Decimal("0.01")
_TITLE_LENGTH: Final = 24  # the shortest title that a platform allows


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustForm:
    """One form. The labels are in the language asked for."""

    title: str  # "Adjust: buy 3 GOOG", at most 24 characters
    symbol: str
    amount: Decimal  # that the proposal spends or brings now; account currency, whole cents
    currency: str  # ISO 4217
    amount_label: str
    amount_hint: str
    note_label: str
    note_hint: str
    submit: str
    cancel: str


@dataclass(frozen=True, slots=True)
class AdjustFormBuilder:
    """Makes forms for pending decisions."""

    stores: Stores
    portfolio: PortfolioService
    cards: DecisionCards
    clock: Clock

    async def build_form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        locale: Locale,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        """Return the form for one version of a decision, for `person_id` or for whoever may adjust it.

        Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError,
            StoreUnavailableError.
        """
        async with self.stores.transaction(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
            account, _ = await self.portfolio.holdings(tx)
        if person_id not in {None, decision.asked_by}:
            raise NotYourDecisionError(asked_by=decision.asked_by)
        check_open(decision, at=self.clock.now())
        require_same_account(decision, account)
        return self._form(decision, account.currency, locale)

    def _form(self, decision: Decision, currency: str, locale: Locale) -> AdjustForm:
        texts, p = self.cards.texts, decision.proposal
        side = p.side or Side.BUY
        return AdjustForm(
            title=self._title(decision, locale),
            symbol=p.symbol,
            amount=abs(p.cash_change).quantize(_CENT),
            currency=currency,
            amount_label=texts.render(locale, "adjust-form-amount", side=side.value, currency=currency),
            amount_hint=texts.render(locale, "adjust-form-amount-hint"),
            note_label=texts.render(locale, "adjust-form-note"),
            note_hint=texts.render(locale, "adjust-form-note-hint"),
            submit=texts.render(locale, "adjust-form-submit"),
            cancel=texts.render(locale, "adjust-form-cancel"),
        )

    def _title(self, decision: Decision, locale: Locale) -> str:
        """What is adjusted; of a large trade only the symbol, so that nothing is cut in the middle of a figure."""
        texts, p = self.cards.texts, decision.proposal
        whole = texts.render(locale, "adjust-form-title", what=self.cards.action_phrase(locale, p))
        brief = texts.render(locale, "adjust-form-title", what=p.symbol)
        return whole if len(whole) <= _TITLE_LENGTH else brief[:_TITLE_LENGTH]
