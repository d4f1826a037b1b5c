"""Says that nothing is traded on an account, and why: it differs from the broker's books."""

from dataclasses import dataclass

from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.reconciliation import difference_violations
from bot.presentation.presenter import Presenter


@dataclass(frozen=True, slots=True)
class AccountDifferencesPresenter(Presenter):
    """Renders the differences between an account and the broker's books."""

    def notes(self, locale: Locale, account: Account) -> tuple[str, ...]:
        """Return one sentence with all differences; nothing if there are none."""
        violations = difference_violations(account.differences)
        if not violations:
            return ()
        sentences = (self.texts.render_code(locale, "violation", v.code, **v.variables) for v in violations)
        return (self.texts.join(locale, *sentences),)
