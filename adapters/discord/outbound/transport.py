"""Posts, edits and finds messages on Discord; a thread is opened with its first message."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from adapters.discord import api_errors
from adapters.discord.message_text import MentionNames, ThreadTitles, thread_title, typed_text
from adapters.discord.outbound import limits, render
from adapters.discord.outbound.delivery_notices import Addressee, DeliveryNotices, new_token_cache
from adapters.discord.outbound.message import (
    DiscordMessage,
    ephemeral_body,
    mark_line,
    mark_reference,
    message_body,
    message_nonce,
    new_message_body,
    read_mark,
)
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import TIMEOUT_SECONDS, DiscordRest
from adapters.markup.text import utf16_length
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId, derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, UnreachableError
from bot.locales import Catalogue

_MAX_PAGES: Final = 20  # of 100 messages each, searched for a mark
_MAX_REMOVED: Final = 1_000
_MAX_THREADS: Final = 10_000
_HAS_THREAD: Final = 1 << 5  # a message's flag


class ThreadLimitError(RateLimitedError):
    """Discord lets no more threads be opened in this channel for now."""


@dataclass(slots=True)
class IntentStatus:
    """The intents that Discord grants the bot."""

    message_content: bool = True  # False: the bot reads only messages that mention it, and direct ones


@dataclass(slots=True, kw_only=True)
class DiscordTransport:
    """Implements `bot.ports.MessageTransport[DiscordMessage]`. A thread has the id of the message that opened it."""

    rest: DiscordRest
    texts: Catalogue
    people: DiscordPeople
    titles: ThreadTitles = field(default_factory=ThreadTitles)
    intents: IntentStatus = field(default_factory=IntentStatus)
    interaction_tokens: TTLCache[TurnId, str] = field(default_factory=new_token_cache)  # of presses
    known_threads: LRUCache[str, bool] = field(default_factory=lambda: LRUCache(_MAX_THREADS))  # existing ones
    removed_counts: LRUCache[MessageMark, int] = field(default_factory=lambda: LRUCache(_MAX_REMOVED))
    notices: DeliveryNotices = field(init=False)

    def __post_init__(self) -> None:
        self.notices = DeliveryNotices(rest=self.rest, texts=self.texts, press_tokens=self.interaction_tokens)

    # --- rendering ---

    def render_answer(self, reply: Reply) -> Sequence[DiscordMessage]:
        """Return the messages of `reply`.

        Without the message content intent, the first answer in a thread says that follow-ups need a mention.
        """
        self.notices.addressees[reply.id] = _addressee_of(reply)
        messages = render.answer(reply)
        is_first = reply.turn_number == 1 and reply.occasion == ANSWER and reply.thread.thread
        if self.intents.message_content or not is_first:
            return messages
        hint = self.texts.render(Locale(reply.language), "discord-mention-again")
        return (*messages[:-1], _with_small_print(messages[-1], hint))

    def render_progress(
        self, turn: Turn, steps: Sequence[str], *, language: Language, mark: MessageMark, draft: str = ""
    ) -> DiscordMessage:
        self.notices.addressees[mark.subject] = Addressee(
            person_id=turn.person.id, language=language, turn_id=turn.id, is_first=turn.number == 1
        )
        stop = Button(str(StopRef(turn.id)), self.texts.render(Locale(language), "button-stop"))
        return render.progress(steps, stop=stop, mark_line=mark_line(mark.subject, mark.part), draft=draft)

    def render_pending_thread(self, pending: PendingThread) -> DiscordMessage:
        language = pending.person.language or self.people.known_language(pending.person.id) or Language.ENGLISH
        self.notices.addressees[pending.id] = Addressee(person_id=pending.person.id, language=language)
        return render.pending_thread(pending, language=language)

    # --- network calls ---

    async def post(self, thread: Thread, content: DiscordMessage, *, mark: MessageMark) -> str:
        """Post into `thread`, opening it if it does not exist; return the message's id.

        Raises: UnreachableError: posting is impossible. Its person is told which permissions are missing, and when a
            thread can be opened.
        """
        try:
            return await self._post(thread, content, mark)
        except UnreachableError as error:
            if api_errors.lacks_permissions(error):
                await self.notices.tell_missing_permissions(thread, mark=mark)
            raise
        except ThreadLimitError as error:
            wait = await self.notices.tell_thread_limit(thread, mark=mark, seconds=error.retry_after)
            raise ThreadLimitError(retry_after=wait) from error

    async def _post(self, thread: Thread, content: DiscordMessage, mark: MessageMark) -> str:
        body = new_message_body(content, nonce=message_nonce(mark, removed=self.removed_counts.get(mark, 0)))
        with api_errors.translate_errors():
            async with asyncio.timeout(TIMEOUT_SECONDS):
                if thread.thread and not self.known_threads.get(thread.thread):
                    await self._ensure_thread(thread)
                return await self.rest.create_message(channel_id_of(thread), body)

    async def edit(self, thread: Thread, platform_id: str, content: DiscordMessage, *, mark: MessageMark) -> None:
        """Edit a message, unarchiving its thread if needed. Raises: MessageGoneError: the message was removed."""
        body = message_body(content)
        with api_errors.translate_errors():
            try:
                await self.rest.edit_message(channel_id_of(thread), platform_id, body)
            except discord.HTTPException as error:
                if error.code == api_errors.UNKNOWN_MESSAGE:
                    self.removed_counts[mark] = self.removed_counts.get(mark, 0) + 1
                if error.code != api_errors.ARCHIVED:
                    raise
                await self.rest.unarchive_thread(channel_id_of(thread))
                await self.rest.edit_message(channel_id_of(thread), platform_id, body)

    async def remove(self, thread: Thread, platform_id: str, *, mark: MessageMark) -> None:
        self.removed_counts[mark] = self.removed_counts.get(mark, 0) + 1  # what is posted next gets another nonce
        with suppress(MessageGoneError), api_errors.translate_errors():
            await self.rest.delete_message(channel_id_of(thread), platform_id)

    async def find_message(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:
        wanted = (mark_reference(mark.subject), mark.part)
        last = discord.utils.time_snowflake(since)
        with api_errors.translate_errors():
            try:
                for _ in range(_MAX_PAGES):
                    page = await self.rest.get_messages_after(channel_id_of(thread), last)
                    for message in page:
                        is_own = str(message["author"]["id"]) == self.rest.user_id
                        if is_own and read_mark(message["content"]) == wanted:
                            return str(message["id"])
                    if not page:
                        return None
                    last = int(page[-1]["id"])
            except discord.NotFound:
                return None  # the thread does not exist yet
        raise DeliveryError(channel=channel_id_of(thread), why="too many messages to look through")

    async def post_ephemeral(self, reply: Reply, content: DiscordMessage) -> None:
        """Show a message only to the person whom `reply` answers, while the press's token is valid; else to all."""
        token = self.interaction_tokens.get(reply.turn_id)
        if token is not None:
            try:
                with api_errors.translate_errors():
                    return await self.rest.create_followup(token, ephemeral_body(content))
            except discord.HTTPException as error:
                if not api_errors.is_token_expired(error):
                    raise
        mark = MessageMark(derive_id(reply.id, content.content))  # by content, so that each part is posted once
        self.notices.addressees[mark.subject] = _addressee_of(reply)
        await self.post(reply.thread, content, mark=mark)
        return None

    # --- threads ---

    async def _ensure_thread(self, thread: Thread) -> None:
        """Open the thread from the message that has its id, unless it exists; without such a message it does."""
        name = self.titles.title_of(thread.thread) or await self._new_thread_title(thread)
        if name is not None:
            try:
                await self.rest.start_thread(thread.channel, thread.thread, name=name)
            except discord.RateLimited as error:
                raise ThreadLimitError(retry_after=error.retry_after) from error
            except discord.HTTPException as error:
                if error.code == api_errors.UNKNOWN_MESSAGE:
                    raise UnreachableError(why="the message is gone") from error
                if error.code != api_errors.THREAD_EXISTS:
                    raise
        self.known_threads[thread.thread] = True

    async def _new_thread_title(self, thread: Thread) -> str | None:
        """Return a title for the thread of a message that another process received; None: no thread is to be opened."""
        try:
            message = await self.rest.get_message(thread.channel, thread.thread)
        except discord.NotFound:
            return None
        if int(message.get("flags") or 0) & _HAS_THREAD:
            return None
        author = message["author"]
        if str(author["id"]) == self.rest.user_id:  # the bot's message for a command: it names the person itself
            return thread_title(str(message["content"]).partition("\n")[0], "")
        name = str(author.get("global_name") or author["username"])
        return thread_title(typed_text(message["content"], MentionNames(own=frozenset({self.rest.user_id}))), name)


def _addressee_of(reply: Reply) -> Addressee:
    return Addressee(
        person_id=reply.person.id, language=reply.language, turn_id=reply.turn_id, is_first=reply.turn_number == 1
    )


def channel_id_of(thread: Thread) -> str:
    """Return the id of the channel that holds the messages of `thread`: on Discord a thread is a channel too."""
    return thread.thread or thread.channel


def _with_small_print(message: DiscordMessage, text: str) -> DiscordMessage:
    """Return `message` with `text` above the mark line, which stays last; unchanged if it would be too long."""
    body, _, mark = message.content.rpartition("\n")
    content = "\n".join(line for line in (body, f"-# {text}", mark) if line)
    return replace(message, content=content) if utf16_length(content) <= limits.CONTENT else message


class DiscordLinks:
    """Implements `bot.ports.MessageLinks` without network calls."""

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        """Return the address of a message; that of the message which opened a thread is in the thread's channel."""
        channel = thread.channel if message_id == thread.thread else channel_id_of(thread)
        guild = "@me" if thread.workspace.startswith("dm-") else thread.workspace
        ids = (message_id, channel, *(() if guild == "@me" else (guild,)))
        if not all(each.isascii() and each.isdecimal() for each in ids):
            return None
        return f"https://discord.com/channels/{guild}/{channel}/{message_id}"
