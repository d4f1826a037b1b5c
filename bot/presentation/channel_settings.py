"""Renders the settings of a channel and the briefs that it gets, what was changed, and how each is changed."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, ListenMode
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


@dataclass(frozen=True, slots=True)
class ChannelSettingsPresenter(Presenter):
    """Renders the settings of a channel."""

    engines: tuple[str, ...]  # names of the available ones, the default one first

    def list_blocks(
        self, locale: Locale, settings: ChannelSettings, briefs: BriefSubscription | None, *, now: datetime
    ) -> tuple[Block, ...]:
        """Return all settings with their values and how they are changed; `now` is shown in the channel's zone."""
        items = tuple(
            self.say(locale, f"settings-{_message_key(setting)}", value=self._value(locale, settings, setting, now=now))
            + self.say(locale, "settings-separator")
            + self.how_to_change(locale, setting)
            for setting in ChannelSetting
        )
        subscription = (
            SubscriptionPresenter(self.texts).listed(replace(locale, zone=settings.zone), briefs)
            + self.say(locale, "settings-separator")
            + self.say(locale, "settings-how-briefs")
        )
        return (Bullets(self.say(locale, "settings-opening"), (*items, subscription)),)

    def how_to_change(self, locale: Locale, setting: ChannelSetting) -> str:
        """Return how a setting is changed, as a sentence."""
        return self.say(locale, f"settings-how-{_message_key(setting)}", engines=self.engine_names(locale))

    def changed(
        self, locale: Locale, settings: ChannelSettings, setting: ChannelSetting, *, by: str, now: datetime
    ) -> str:
        """Return who changed a setting, and its new value; `settings` are those after the change."""
        return self.say(
            locale,
            f"settings-changed-{_message_key(setting)}",
            by=by,
            value=self._value(locale, settings, setting, now=now),
        )

    def engine_names(self, locale: Locale) -> str:
        """Return the names of the available engines as one phrase."""
        return self.texts.list_of(locale, self.engines)

    def _value(self, locale: Locale, settings: ChannelSettings, setting: ChannelSetting, *, now: datetime) -> str:
        match setting:
            case ChannelSetting.LANGUAGE:
                return self.say(locale, f"settings-language-is-{settings.language or 'auto'}")
            case ChannelSetting.TIME_ZONE:
                in_zone = replace(locale, zone=settings.zone)
                return self.say(in_zone, "settings-time-zone-is", name=settings.time_zone or "UTC", now=now)
            case ChannelSetting.ENGINE:
                kind = "" if settings.engine in self.engines else "-missing" if settings.engine else "-default"
                default = self.engines[0]
                return self.say(locale, f"settings-engine-is{kind}", name=settings.engine or default, default=default)
            case ChannelSetting.LISTEN:
                return self.say(locale, f"settings-listen-is-{settings.listen or ListenMode.THREAD}")
            case ChannelSetting.OVERHEAR:
                return self.say(locale, f"settings-overhear-is-{'off' if settings.overhear is False else 'on'}")
            case ChannelSetting.LEARN:
                return self.say(locale, f"settings-learn-is-{'off' if settings.learn is False else 'on'}")


def _message_key(setting: ChannelSetting) -> str:
    return setting.replace("_", "-")
