"""Builds the form in which a person changes a proposal's amount: outside any turn, because it must open at once."""

from dataclasses import dataclass

from bot.domain.ids import DecisionId, TenantId
from bot.domain.text.locale import Locale
from bot.presentation.decisions.adjust_form import AdjustForm, AdjustFormPresenter
from bot.trading.adjust import Adjust


@dataclass(frozen=True, slots=True)
class AdjustFormBuilder:
    """Builds forms for pending decisions."""

    adjust: Adjust
    presenter: AdjustFormPresenter

    async def build_form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        locale: Locale,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        """Return the form for one version of a decision; parameters and errors as of `Adjust.load_adjustable`."""
        adjustable = await self.adjust.load_adjustable(tenant_id, decision_id, version, person_id=person_id)
        return self.presenter.form(locale, adjustable)
