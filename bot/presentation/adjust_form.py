"""The form in which a person changes a proposal's amount; each platform renders it in its own way.

It reads the decision itself: a platform opens the form at once, outside any turn that could pass the decision in.
"""

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
_MAX_TITLE_LENGTH: Final = 24  # characters; the lowest limit of any platform


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustForm:
    """The form's content, in the reader's language."""

    title: str  # "Adjust: buy 3 GOOG", at most 24 characters
    symbol: str
    amount: Decimal  # what the proposal now spends or brings in; account currency, whole cents
    currency: str  # ISO 4217
    amount_label: str
    amount_hint: str
    note_label: str
    note_hint: str
    submit: str
    cancel: str


@dataclass(frozen=True, slots=True)
class AdjustFormBuilder:
    """Builds forms for pending decisions."""

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
        """Return the form for one version of a decision.

        `person_id` is who opens it; None: anybody who may adjust the decision.

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
        """Return the form's title; only the symbol if the whole is too long, so that no figure is cut in two."""
        texts, p = self.cards.texts, decision.proposal
        title = texts.render(locale, "adjust-form-title", what=self.cards.action_phrase(locale, p))
        symbol_only = texts.render(locale, "adjust-form-title", what=p.symbol)
        return title if len(title) <= _MAX_TITLE_LENGTH else symbol_only[:_MAX_TITLE_LENGTH]
