"""Where we may not answer, whoever asked is told which permissions are lacking: silence would look like a failure."""

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

_KEPT: Final = 10_000
_TOLD_SECONDS: Final = 3_600.0
_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
_FAILURES: Final = (discord.DiscordException, DeliveryError, OSError, TimeoutError)

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class PermissionNotice:
    """Tells it in the channel, in answer to the message from which the thread hangs, once an hour at most."""

    rest: DiscordRest
    texts: Catalogue
    client: discord.Client | None = None
    languages: LRUCache[Thread, Language] = field(default_factory=lambda: LRUCache(_KEPT))
    notified: TTLCache[str, bool] = field(default_factory=lambda: TTLCache(_KEPT, _TOLD_SECONDS))

    async def post_notice(self, thread: Thread, *, mark: MessageMark) -> None:
        """Say in the channel of `thread` what an admin has to grant; what fails is logged."""
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
        answering = {"message_reference": {"message_id": thread.thread, "fail_if_not_exists": False}}
        try:
            await self._post(thread.channel, body, answering if thread.thread else {})
        except _FAILURES as error:
            _log.warning("nor could that be said in channel %s: %s", thread.channel, type(error).__name__)

    async def _post(self, channel: str, body: payloads.JsonObject, answering: payloads.JsonObject) -> None:
        try:
            await self.rest.create_message(channel, {**body, **answering})
        except discord.HTTPException as error:
            if error.code != api_errors.NO_HISTORY:
                raise
            await self.rest.create_message(channel, body)

    def _missing_permissions(self, thread: Thread) -> tuple[str, ...]:
        channel = self.client.get_channel(int(thread.channel)) if self.client else None
        if isinstance(channel, discord.abc.GuildChannel):
            lacking = missing_permissions(channel.permissions_for(channel.guild.me))
            if lacking:
                return lacking
        return tuple(PERMISSION_NAMES[name] for name in _FOR_THREADS)
