"""Tells a person why their answer does not come: permissions are missing, or no more threads may be opened for now.

Silence would look like a failure. Each person who meets it is told once for each of their messages: after a command or
press only to them, else by a reply in the channel, and if nothing may be posted there, in a direct message.
"""

import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

import discord
from cachetools import LRUCache, TTLCache

from adapters.discord import api_errors
from adapters.discord.install.permissions import PERMISSION_NAMES, missing_permissions
from adapters.discord.outbound.message import DiscordMessage, JsonObject, ephemeral_body, message_nonce
from adapters.discord.rest import DiscordRest
from adapters.shared.inputs import add_if_new
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import Thread
from bot.domain.ids import TurnId, derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError
from bot.locales import Catalogue

_CACHE_SIZE: Final = 10_000
_DIRECT_INTERVAL_SECONDS: Final = 3_600.0  # between two direct messages to one person about one channel
_TOKEN_SECONDS: Final = 14 * 60.0  # Discord accepts an interaction's token for 15 minutes
_THREAD_PERMISSIONS: Final = ("create_public_threads", "send_messages_in_threads")
_FAILURES: Final = (discord.DiscordException, DeliveryError, OSError, TimeoutError)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """The person for whom a message is meant."""

    person_id: str
    language: Language
    turn_id: TurnId | None = None
    is_first: bool = False  # it answers what opened the thread


def new_token_cache() -> TTLCache[TurnId, str]:
    """Return a cache of interactions' tokens, by the turn of the press."""
    return TTLCache(_CACHE_SIZE, _TOKEN_SECONDS)


@dataclass(slots=True, kw_only=True)
class DeliveryNotices:
    """Posts the notices; a failure is only logged."""

    rest: DiscordRest
    texts: Catalogue
    press_tokens: TTLCache[TurnId, str]
    command_tokens: TTLCache[str, str] = field(default_factory=lambda: TTLCache(_CACHE_SIZE, _TOKEN_SECONDS))
    addressees: LRUCache[UUID, Addressee] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))  # by mark's subject
    client: discord.Client | None = None
    _told: LRUCache[UUID, bool] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))
    _told_directly: TTLCache[tuple[str, str], bool] = field(
        default_factory=lambda: TTLCache(_CACHE_SIZE, _DIRECT_INTERVAL_SECONDS)
    )  # by person and channel

    async def tell_missing_permissions(self, thread: Thread, *, mark: MessageMark) -> None:
        """Tell the person whom a message would have answered which permissions Parley needs."""
        missing = self._missing_permissions(thread)
        _log.warning("channel %s: Parley lacks the permissions: %s", thread.channel, ", ".join(missing))
        notice_id = derive_id(mark.subject, "closed")
        if not add_if_new(self._told, notice_id):
            return
        locale = self._locale_of(mark)
        text = self.texts.render(locale, "discord-missing-rights", rights=bold_names(missing))
        with suppress(discord.RateLimited):  # then directly
            if await self._tell_in_place(thread, text, mark=mark, notice_id=notice_id):
                return
        place = f"<#{thread.channel}>"
        text = self.texts.render(locale, "discord-missing-rights-there", rights=bold_names(missing), channel=place)
        if not await self._tell_directly(thread, text, mark=mark, notice_id=notice_id):
            _log.warning("channel %s: nor could that be said to anybody", thread.channel)

    async def tell_thread_limit(self, thread: Thread, *, mark: MessageMark, seconds: float) -> float:
        """Tell the person when a thread can be opened for their answer, in `seconds`.

        Returns: After how many seconds to try again: sooner where many have to be told, and Discord limits that, too.
        """
        notice_id = derive_id(mark.subject, "thread limit")
        if notice_id in self._told:
            return seconds
        when = f"<t:{int(time.time() + seconds) + 1}:R>"  # each reader's Discord shows "in 4 minutes", and counts down
        text = self.texts.render(self._locale_of(mark), "discord-thread-limit", when=when)
        try:
            await self._tell_in_place(thread, text, mark=mark, notice_id=notice_id)
        except discord.RateLimited as error:
            return min(seconds, error.retry_after)
        self._told[notice_id] = True
        return seconds

    async def _tell_in_place(self, thread: Thread, text: str, *, mark: MessageMark, notice_id: UUID) -> bool:
        """Tell it only to the person after a command or press, else by a reply; return whether one of them worked.

        Raises: discord.RateLimited: the channel takes no reply for now.
        """
        try:
            if token := self._token_of(thread, mark):
                await self.rest.create_followup(token, ephemeral_body(DiscordMessage(text)))
                return True
        except _FAILURES as error:
            _log.info("channel %s: no private notice: %s", thread.channel, type(error).__name__)
        reference = {"message_reference": {"message_id": thread.thread, "fail_if_not_exists": False}}
        try:
            await self._reply(thread.channel, _notice_body(text, notice_id), reference if thread.thread else {})
        except discord.RateLimited:
            raise
        except _FAILURES as error:
            _log.info("channel %s: no notice there: %s", thread.channel, type(error).__name__)
            return False
        return True

    async def _reply(self, channel: str, body: JsonObject, reference: JsonObject) -> None:
        try:
            await self.rest.create_message(channel, {**body, **reference})
        except discord.HTTPException as error:
            if error.code != api_errors.NO_HISTORY:
                raise
            await self.rest.create_message(channel, body)

    async def _tell_directly(self, thread: Thread, text: str, *, mark: MessageMark, notice_id: UUID) -> bool:
        """Tell it in a direct message, at most once an hour; return whether the person knows."""
        addressee = self.addressees.get(mark.subject)
        if addressee is None:
            return False
        if not add_if_new(self._told_directly, (addressee.person_id, thread.channel)):
            return True
        try:
            channel = await self.rest.open_direct_channel(addressee.person_id)
            await self.rest.create_message(channel, _notice_body(text, notice_id))
        except _FAILURES as error:
            _log.info("no direct message about channel %s: %s", thread.channel, type(error).__name__)
            return False
        return True

    def _token_of(self, thread: Thread, mark: MessageMark) -> str | None:
        addressee = self.addressees.get(mark.subject)
        if addressee is None:
            return None
        token = self.press_tokens.get(addressee.turn_id) if addressee.turn_id else None
        return token or (self.command_tokens.get(thread.thread) if addressee.is_first else None)

    def _locale_of(self, mark: MessageMark) -> Locale:
        addressee = self.addressees.get(mark.subject)
        return Locale(addressee.language if addressee else Language.ENGLISH)

    def _missing_permissions(self, thread: Thread) -> tuple[str, ...]:
        channel = self.client.get_channel(int(thread.channel)) if self.client else None
        if isinstance(channel, discord.abc.GuildChannel):
            missing = missing_permissions(channel.permissions_for(channel.guild.me))
            if missing:
                return missing
        return tuple(PERMISSION_NAMES[name] for name in _THREAD_PERMISSIONS)


def bold_names(permissions: Iterable[str]) -> str:
    """Return names of permissions as Discord shows them best."""
    return ", ".join(f"**{name}**" for name in permissions)


def _notice_body(text: str, notice_id: UUID) -> JsonObject:
    return {
        "content": text,
        "allowed_mentions": {"parse": [], "replied_user": False},
        "nonce": message_nonce(MessageMark(notice_id)),
        "enforce_nonce": True,
    }
