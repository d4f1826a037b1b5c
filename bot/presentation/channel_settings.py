"""Renders the settings of a channel: all of them, one that was changed, and how each is changed."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.conversation.blocks import Block, Bullets
from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, ListenMode
from bot.domain.text.locale import Locale
from bot.domain.watching.briefs import BriefSubscription
from bot.presentation.presenter import Presenter
from bot.presentation.watching.subscriptions import SubscriptionPresenter


@dataclass(frozen=True, slots=True)
class ChannelSettingsPresenter(Presenter):
    """Renders the settings of a channel."""

    engines: tuple[str, ...]  # names of the available ones, the default one first

    def list_blocks(
        self, locale: Locale, settings: ChannelSettings, briefs: BriefSubscription | None, *, now: datetime
    ) -> tuple[Block, ...]:
        """Return all settings with their values and how they are changed; `now` is shown in the channel's zone.

        Briefs that the channel gets are among them, though a command of their own changes them.
        """
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
    """Return the setting's name as used in message ids."""
    return setting.replace("_", "-")
