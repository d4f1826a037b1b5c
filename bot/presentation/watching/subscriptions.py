"""Says what briefs a channel gets, and what was changed about that."""

from dataclasses import dataclass

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.watching.briefs import BOTH_PHASES, BriefSubscription
from bot.locales import Catalogue


@dataclass(frozen=True, slots=True)
class SubscriptionPresenter:
    """Renders subscriptions to briefs."""

    texts: Catalogue

    def subscribed(self, locale: Locale, new: BriefSubscription, *, is_private: bool, is_simulated: bool) -> Answer:
        """Return which briefs are posted from now on, and where; `is_simulated`: the market's clock has to be moved."""
        whose = "person" if is_private else "channel"
        said = self.texts.render(locale, "briefs-subscribed", phases=_phases(new), whose=whose)
        advance = self.texts.render(locale, "briefs-by-advance") if is_simulated else ""
        return Answer(blocks=(Paragraph(self.texts.join(locale, said, advance)),))

    def current(self, locale: Locale, subscription: BriefSubscription) -> Answer:
        """Return which briefs are posted, and how that is changed."""
        return self._said(
            locale,
            "briefs-current",
            listed=self.listed(locale, subscription),
            how=self.texts.render(locale, "briefs-how"),
        )

    def listed(self, locale: Locale, subscription: BriefSubscription | None) -> str:
        """Return which briefs a channel gets, since when, and who asked for them."""
        if subscription is None:
            return self.texts.render(locale, "briefs-none-listed")
        return self.texts.render(
            locale,
            "briefs-listed",
            phases=_phases(subscription),
            by=subscription.person.name,
            since=subscription.subscribed_at,
        )

    def not_subscribed(self, locale: Locale) -> Answer:
        """Return that no briefs are posted, and how they are started."""
        return self._said(locale, "briefs-not-subscribed", how=self.texts.render(locale, "briefs-how"))

    def how(self, locale: Locale) -> Answer:
        """Return how briefs are subscribed to."""
        return self._said(locale, "briefs-not-read", how=self.texts.render(locale, "briefs-how"))

    def none(self, locale: Locale) -> Answer:
        """Return that there is nothing to end."""
        return self._said(locale, "briefs-none")

    def ended(self, locale: Locale) -> Answer:
        """Return that no briefs are posted any more."""
        return self._said(locale, "briefs-ended")

    def _said(self, locale: Locale, message_id: str, **facts: str) -> Answer:
        return Answer(blocks=(Paragraph(self.texts.render(locale, message_id, **facts)),))


def _phases(subscription: BriefSubscription) -> str:
    return "both" if subscription.phases == BOTH_PHASES else next(iter(subscription.phases)).value
