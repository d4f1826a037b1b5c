"""Handles people's messages, their edits and deletions: selects those addressed to the bot and stores them."""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from adapters.discord.channel_contexts import PLATFORM, ChannelContext, ChannelContexts
from adapters.discord.files import files_of_message
from adapters.discord.inbound.guild_changes import store_with_retry
from adapters.discord.message_text import MentionNames, typed_text
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.rest import DiscordRest
from adapters.shared.inputs import HELP_COMMAND, OrderedIntake, add_if_new
from bot.domain.conversation.threads import Address, IncomingMessage, Thread
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, StoreUnavailableError
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

_FROM_PEOPLE: Final = frozenset({discord.MessageType.default, discord.MessageType.reply})
_CACHE_SIZE: Final = 10_000
_NOTICE_INTERVAL_SECONDS: Final = 300.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordMessageHandler:
    """Stores messages from the gateway. Its handlers do not raise: the gateway would not repeat the event."""

    intake: Intake
    channels: ChannelContexts
    transport: DiscordTransport
    meter: Meter
    ordered: OrderedIntake = field(default_factory=OrderedIntake)
    participating: LRUCache[Thread, bool] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))
    edits: LRUCache[tuple[int, datetime], bool] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))
    notified: TTLCache[int, bool] = field(default_factory=lambda: TTLCache(_CACHE_SIZE, _NOTICE_INTERVAL_SECONDS))

    async def handle_message(self, message: discord.Message) -> None:
        """Store a message if it is addressed to the bot."""
        if not self._is_from_person(message):
            return
        received_at = asyncio.get_running_loop().time()
        try:
            async with self.ordered.in_order(message.channel.id):
                await store_with_retry(lambda: self._accept_message(message, received_at), received_at=received_at)
        except StoreUnavailableError:
            await self._report_unstored(message)

    async def handle_edit(self, message: discord.Message) -> None:
        """Store the new text of a message that its author edited; an added preview is no edit."""
        if message.edited_at is None or not message.content or not self._is_from_person(message):
            return
        if not add_if_new(self.edits, (message.id, message.edited_at)):
            return
        text = typed_text(message.content, mention_names(message, self._own_ids(message))) or HELP_COMMAND
        try:
            async with self.ordered.in_order(message.channel.id):
                await self._store_change(await self._channel_of(message), message.id, text)
        except StoreUnavailableError as error:
            self._log_unstored_change(message.id, error)

    async def handle_deletion(self, message_id: int, place: tuple[int, int | None]) -> None:
        """Withdraw a deleted message, unless its answer has been begun.

        `place` is the channel's id and the guild's, None for a direct message.
        """
        channel_id, guild_id = place
        try:
            async with self.ordered.in_order(channel_id):
                await self._store_change(
                    await self.channels.find_context(channel_id, guild_id=guild_id), message_id, None
                )
        except StoreUnavailableError as error:
            self._log_unstored_change(message_id, error)

    async def is_participant(self, thread: Thread) -> bool:
        """Return whether the bot takes part in a conversation. Raises: StoreUnavailableError."""
        if self.participating.get(thread):
            return True
        if not await self.intake.is_participant(thread):
            return False
        self.participating[thread] = True
        return True

    async def _accept_message(self, message: discord.Message, received_at: float) -> None:
        context = await self._channel_of(message)
        if context is None:
            return
        visibility = self.channels.visibility(context)
        if visibility is Visibility.PRIVATE and not context.is_direct:
            await self.intake.note_private(context.as_thread.tenant_id, [context.channel])
        address = self._address(message, context)
        if address is not Address.PARLEY and not await self._listens_to(message, context):
            return
        text = typed_text(message.content, mention_names(message, self._own_ids(message)))
        if not text and not self._mentions_us(message):
            return  # a picture, or words that Discord does not let us read
        thread = context.thread_for_message(message.id)
        person = self.transport.people.author_of(message.author)
        if context.opens_threads:
            self.transport.titles.keep(thread.thread, text=text, name=person.name)
        if context.thread:
            self.transport.known_threads[context.thread] = True
        accepted = await self.intake.hear_message(
            IncomingMessage(
                thread,
                str(message.id),
                person,
                text or HELP_COMMAND,
                address,
                visibility=visibility,
                files=files_of_message(message.attachments),
            )
        )
        if accepted is None:
            return
        self.participating[thread] = True
        if accepted.is_new:
            self.meter.acknowledged(PLATFORM, asyncio.get_running_loop().time() - received_at)

    def _address(self, message: discord.Message, context: ChannelContext) -> Address:
        if context.is_direct or self._is_addressed(message):
            return Address.PARLEY
        is_reply = message.reference is not None
        return Address.OTHERS if message.mentions or is_reply else Address.OPEN

    async def _listens_to(self, message: discord.Message, context: ChannelContext) -> bool:
        """Return whether a message that is not addressed to the bot concerns it; without its text it does not."""
        if not message.content:
            return False
        is_in_thread = context.is_thread and await self.is_participant(context.as_thread)
        return is_in_thread or await self.intake.answers_everything(context.as_thread)

    async def _store_change(self, context: ChannelContext | None, message_id: int, text: str | None) -> None:
        """Store an edit, or a deletion (`text` is None), if the bot takes part in the conversation."""
        thread = context.thread_for_message(message_id) if context else None
        if thread is None or not await self.is_participant(thread):
            return
        if text is None:
            await self.intake.message_deleted(thread, message_id=str(message_id))
        else:
            await self.intake.message_edited(thread, message_id=str(message_id), text=text)

    def _log_unstored_change(self, message_id: int, error: StoreUnavailableError) -> None:
        _log.warning("a change of message %s was not noted", message_id)
        self.meter.error(type(error).__name__)

    async def _channel_of(self, message: discord.Message) -> ChannelContext | None:
        guild_id = _guild_id(message)
        user_id = message.author.id if guild_id is None else None
        return await self.channels.find_context(message.channel.id, guild_id=guild_id, user_id=user_id)

    async def _report_unstored(self, message: discord.Message) -> None:
        """Tell the channel, at most once in 5 minutes, that a message to the bot is lost: people would not know else.

        Nothing is said of a message that is not addressed to the bot by its form: it may be between people.
        """
        _log.error("message %s could not be stored and is given up", message.id)
        self.meter.error(StoreUnavailableError.__name__)
        if not self._is_addressed(message) or not add_if_new(self.notified, message.channel.id):
            return
        language = self.transport.people.known_language(str(message.author.id)) or Language.ENGLISH
        body = {
            "content": self.transport.texts.render(Locale(language), "discord-messages-not-stored"),
            "allowed_mentions": {"parse": []},
        }
        try:
            await self._rest.create_message(str(message.channel.id), body)
        except (discord.HTTPException, DeliveryError, OSError, TimeoutError):
            _log.warning("nor could that be said in channel %s", message.channel.id)

    # --- who is addressed ---

    def _is_from_person(self, message: discord.Message) -> bool:
        is_human = not message.author.bot and message.webhook_id is None
        return is_human and message.type in _FROM_PEOPLE

    def _is_addressed(self, message: discord.Message) -> bool:
        replied_to = message.reference.resolved if message.reference else None
        is_reply = isinstance(replied_to, discord.Message) and str(replied_to.author.id) == self._rest.user_id
        return _guild_id(message) is None or self._mentions_us(message) or is_reply

    def _mentions_us(self, message: discord.Message) -> bool:
        own = self._own_ids(message)
        return any(str(user.id) in own for user in message.mentions if not _is_reply_ping(message, user)) or any(
            str(role.id) in own for role in message.role_mentions
        )

    def _own_ids(self, message: discord.Message) -> frozenset[str]:
        """Return the ids of the bot's user and of the role that Discord made for the bot on its invitation."""
        role = message.guild.self_role if message.guild else None
        return frozenset({self._rest.user_id} | ({str(role.id)} if role else set()))

    @property
    def _rest(self) -> DiscordRest:
        return self.transport.rest


def mention_names(message: discord.Message, own: frozenset[str]) -> MentionNames:
    """Return the names of the users, roles and channels that `message` mentions."""
    return MentionNames(
        own=own,
        users={str(user.id): user.display_name for user in message.mentions},
        roles={str(role.id): role.name for role in message.role_mentions},
        channels={str(channel.id): channel.name for channel in message.channel_mentions},
    )


def _guild_id(message: discord.Message) -> int | None:
    return getattr(message.channel, "guild_id", None) if message.guild is None else message.guild.id


def _is_reply_ping(message: discord.Message, user: discord.abc.User) -> bool:
    """Return whether `user` is mentioned only because the message replies to them: then the text has no code."""
    return message.reference is not None and str(user.id) not in message.content
