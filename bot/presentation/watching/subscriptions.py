"""Says what briefs a channel gets, and what was changed about that."""

from dataclasses import dataclass

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.watching.briefs import BOTH_PHASES, BriefSubscription
from bot.presentation.presenter import Presenter


@dataclass(frozen=True, slots=True)
class SubscriptionPresenter(Presenter):
    """Renders subscriptions to briefs."""

    def subscribed(self, locale: Locale, new: BriefSubscription, *, is_private: bool, is_simulated: bool) -> Answer:
        """Return which briefs are posted from now on, and where; `is_simulated`: the market's clock has to be moved."""
        whose = "person" if is_private else "channel"
        said = self.say(locale, "briefs-subscribed", phases=_phases(new), whose=whose)
        advance = self.say(locale, "briefs-by-advance") if is_simulated else ""
        return Answer(blocks=(Paragraph(self.texts.join(locale, said, advance)),))

    def current(self, locale: Locale, subscription: BriefSubscription) -> Answer:
        """Return which briefs are posted, and how that is changed."""
        listed, how = self.listed(locale, subscription), self.say(locale, "briefs-how")
        return self.said(locale, "briefs-current", listed=listed, how=how)

    def listed(self, locale: Locale, subscription: BriefSubscription | None) -> str:
        """Return which briefs a channel gets, since when, and who asked for them."""
        if subscription is None:
            return self.say(locale, "briefs-none-listed")
        return self.say(
            locale,
            "briefs-listed",
            phases=_phases(subscription),
            by=subscription.person.name,
            since=subscription.subscribed_at,
        )

    def how(self, locale: Locale, message_id: str) -> Answer:
        """Return one sentence that ends with how briefs are subscribed to."""
        return self.said(locale, message_id, how=self.say(locale, "briefs-how"))


def _phases(subscription: BriefSubscription) -> str:
    return "both" if subscription.phases == BOTH_PHASES else next(iter(subscription.phases)).value
