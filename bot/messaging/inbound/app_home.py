"""Opens a person's Home in the app: outside any turn, and without a conversation."""

from dataclasses import dataclass

from bot.domain.conversation.replies import Answer
from bot.domain.ids import TenantId
from bot.domain.text.locale import Locale
from bot.presentation.account.app_home import AppHomePresenter
from bot.trading.account.account_overview import AccountOverviewLoader


@dataclass(frozen=True, slots=True)
class AppHome:
    """Reads and renders the Home of the app."""

    overviews: AccountOverviewLoader
    presenter: AppHomePresenter

    async def __call__(self, tenant_id: TenantId, person_id: str, locale: Locale) -> Answer:
        """Return the Home of one person of a workspace, with the buttons of their own decisions.

        Unavailable prices are shown as missing. Raises: StoreUnavailableError.
        """
        return self.presenter.answer(locale, await self.overviews.load(tenant_id, person_id))
