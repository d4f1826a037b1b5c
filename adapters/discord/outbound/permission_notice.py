"""Posts which permissions are missing where the bot may not answer: silence would look like a failure."""

import logging
from dataclasses import dataclass, field
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from adapters.discord import api_errors
from adapters.discord.install.permissions import PERMISSION_NAMES, missing_permissions
from adapters.discord.outbound import payloads
from adapters.discord.rest import DiscordRest
from adapters.shared.seen import add_if_new
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import Thread
from bot.domain.ids import derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError
from bot.locales import Catalogue

_CACHE_SIZE: Final = 10_000
_NOTICE_INTERVAL_SECONDS: Final = 3_600.0
_THREAD_PERMISSIONS: Final = ("create_public_threads", "send_messages_in_threads")
_FAILURES: Final = (discord.DiscordException, DeliveryError, OSError, TimeoutError)

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class PermissionNotice:
    """Posts the notice in the channel, as a reply to the thread's first message, at most once an hour per channel."""

    rest: DiscordRest
    texts: Catalogue
    client: discord.Client | None = None
    languages: LRUCache[Thread, Language] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))
    notified: TTLCache[str, bool] = field(default_factory=lambda: TTLCache(_CACHE_SIZE, _NOTICE_INTERVAL_SECONDS))

    async def post_notice(self, thread: Thread, *, mark: MessageMark) -> None:
        """Post in the channel of `thread` what an admin has to grant; a failure is only logged."""
        rights = ", ".join(self._missing_permissions(thread))
        _log.warning("channel %s: Parley lacks the permissions: %s", thread.channel, rights)
        if not add_if_new(self.notified, thread.channel):
            return
        language = self.languages.get(thread) or Language.ENGLISH
        body = {
            "content": self.texts.render(Locale(language), "discord-missing-rights", rights=rights),
            "allowed_mentions": {"parse": [], "replied_user": False},
            "nonce": payloads.message_nonce(MessageMark(derive_id(mark.subject, "closed"))),
            "enforce_nonce": True,
        }
        reference = {"message_reference": {"message_id": thread.thread, "fail_if_not_exists": False}}
        try:
            await self._post(thread.channel, body, reference if thread.thread else {})
        except _FAILURES as error:
            _log.warning("nor could that be said in channel %s: %s", thread.channel, type(error).__name__)

    async def _post(self, channel: str, body: payloads.JsonObject, reference: payloads.JsonObject) -> None:
        try:
            await self.rest.create_message(channel, {**body, **reference})
        except discord.HTTPException as error:
            if error.code != api_errors.NO_HISTORY:
                raise
            await self.rest.create_message(channel, body)

    def _missing_permissions(self, thread: Thread) -> tuple[str, ...]:
        channel = self.client.get_channel(int(thread.channel)) if self.client else None
        if isinstance(channel, discord.abc.GuildChannel):
            missing = missing_permissions(channel.permissions_for(channel.guild.me))
            if missing:
                return missing
        return tuple(PERMISSION_NAMES[name] for name in _THREAD_PERMISSIONS)
