"""Discord as a surface: threads that come into being with their first message, edits, and finding again."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from adapters.discord import api_errors
from adapters.discord.message_text import MentionNames, words
from adapters.discord.outbound import limits, payloads, render
from adapters.discord.outbound.permission_notice import PermissionNotice
from adapters.discord.outbound.render import DiscordMessage
from adapters.discord.outbound.thread_titles import ThreadTitles, title
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import PATIENCE_SECONDS, DiscordRest
from adapters.markup.text import utf16_length
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId, derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, MessageGoneError, UnreachableError
from bot.locales import Catalogue

_PAGES: Final = 20  # of 100 messages each, looked through for one of ours
_TOKENS: Final = 5_000
_TOKEN_SECONDS: Final = 14 * 60.0  # Discord takes them for 15 minutes
_REMOVED: Final = 1_000
_THREADS: Final = 10_000
_HAS_THREAD: Final = 1 << 5  # a message's flag


@dataclass(slots=True)
class IntentStatus:
    """What Discord lets us read."""

    everything: bool = True  # False: only messages that mention us, and direct ones


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordTransport:
    """Fulfils `Surface[DiscordMessage]`. A thread is named by the message from which it is opened."""

    rest: DiscordRest
    texts: Catalogue
    people: DiscordPeople
    titles: ThreadTitles = field(default_factory=ThreadTitles)
    hearing: IntentStatus = field(default_factory=IntentStatus)
    tokens: TTLCache[TurnId, str] = field(default_factory=lambda: TTLCache(_TOKENS, _TOKEN_SECONDS))
    threads: LRUCache[str, bool] = field(default_factory=lambda: LRUCache(_THREADS))  # that are known to be there
    removed: LRUCache[MessageMark, int] = field(default_factory=lambda: LRUCache(_REMOVED))
    closed: PermissionNotice = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "closed", PermissionNotice(rest=self.rest, texts=self.texts))  # the class is frozen

    # --- what messages hold ---

    def render_answer(self, reply: Reply) -> Sequence[DiscordMessage]:
        """Return the messages that show `reply`; the first answer in a thread tells how to go on there."""
        self.closed.languages[reply.thread] = reply.language
        messages = render.answer(reply)
        is_first = reply.turn == 1 and reply.occasion == ANSWER and reply.thread.thread
        if self.hearing.everything or not is_first:
            return messages
        hint = self.texts.render(Locale(reply.language), "discord-mention-again")
        return (*messages[:-1], _with_small_print(messages[-1], hint))

    def render_progress(
        self, turn: Turn, steps: Sequence[str], *, language: Language, mark: MessageMark, draft: str = ""
    ) -> DiscordMessage:
        """Return the message that shows how far `turn` is and what is written so far, with a Stop button."""
        self.closed.languages[turn.thread] = language
        stop = Button(str(StopRef(turn.id)), self.texts.render(Locale(language), "button-stop"))
        return render.progress(steps, stop=stop, mark=render.mark(mark.subject, mark.part), draft=draft)

    def render_pending_thread(self, pending: PendingThread) -> DiscordMessage:
        """Return the message on which the thread of a command hangs: who asked what."""
        language = pending.person.language or self.people.language(pending.person.id) or Language.ENGLISH
        sentence = self.texts.render(Locale(language), "discord-opening", name=pending.person.name, text=pending.text)
        message = render.opening(sentence)
        return replace(message, content=f"{message.content}\n{render.mark(pending.id, 1)}")

    # --- what goes to the network ---

    async def post(self, thread: Thread, content: DiscordMessage, *, mark: MessageMark) -> str:
        """Post into `thread`, opening it if it is not there; return the message's id.

        Raises: UnreachableError: that is no longer possible. Where it lies with our permissions, the channel is told.
        """
        try:
            return await self._post(thread, content, mark)
        except UnreachableError as error:
            if error.facts.get("code") == api_errors.MISSING_PERMISSIONS:
                await self.closed.tell(thread, mark=mark)
            raise

    async def _post(self, thread: Thread, content: DiscordMessage, mark: MessageMark) -> str:
        body = payloads.posted(content, nonce=payloads.nonce(mark, again=self.removed.get(mark, 0)))
        with api_errors.translated():
            async with asyncio.timeout(PATIENCE_SECONDS):
                if thread.thread and not self.threads.get(thread.thread):
                    await self._find_or_open(thread)
                return await self.rest.post(place(thread), body)

    async def edit(self, thread: Thread, platform_id: str, content: DiscordMessage, *, mark: MessageMark) -> None:
        """Replace what a message of ours shows. Raises: MessageGoneError: somebody has removed it."""
        body = payloads.shown(content)
        with api_errors.translated():
            try:
                await self.rest.edit(place(thread), platform_id, body)
            except discord.HTTPException as error:
                if error.code == api_errors.UNKNOWN_MESSAGE:
                    self.removed[mark] = self.removed.get(mark, 0) + 1
                if error.code != api_errors.ARCHIVED:
                    raise
                await self.rest.bring_back(place(thread))
                await self.rest.edit(place(thread), platform_id, body)

    async def remove(self, thread: Thread, platform_id: str) -> None:
        """Take a message of ours away."""
        with suppress(MessageGoneError), api_errors.translated():
            await self.rest.remove(place(thread), platform_id)

    async def find(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:
        """Return the id of our message that carries `mark`, posted at `since` or later, if it is there."""
        wanted = (render.reference(mark.subject), mark.part)
        last = discord.utils.time_snowflake(since)
        with api_errors.translated():
            try:
                for _ in range(_PAGES):
                    page = await self.rest.after(place(thread), last)
                    for message in page:
                        is_ours = str(message["author"]["id"]) == self.rest.user_id
                        if is_ours and render.marked(message["content"]) == wanted:
                            return str(message["id"])
                    if not page:
                        return None
                    last = int(page[-1]["id"])
            except discord.NotFound:
                return None  # no thread yet: nothing is in it
        raise DeliveryError(channel=place(thread), why="too many messages to look through")

    async def post_ephemeral(self, reply: Reply, content: DiscordMessage) -> None:
        """Show a message to whom `reply` answers alone, while their press can be answered; else to all."""
        token = self.tokens.get(reply.turn_id)
        if token is not None:
            try:
                with api_errors.translated():
                    return await self.rest.follow_up(token, payloads.whispered(content))
            except discord.HTTPException as error:
                if not api_errors.is_token_gone(error):
                    raise
        mark = MessageMark(derive_id(reply.id, content.content))  # parts that differ are posted each, the same one once
        await self.post(reply.thread, content, mark=mark)
        return None

    # --- threads ---

    async def _find_or_open(self, thread: Thread) -> None:
        """Have the thread there, opened from the message whose id it has; one without such a message is there."""
        name = self.titles.of(thread.thread) or await self._title(thread)
        if name is not None:
            try:
                await self.rest.open_thread(thread.channel, thread.thread, name=name)
            except discord.HTTPException as error:
                if error.code == api_errors.UNKNOWN_MESSAGE:
                    raise UnreachableError(why="the message is gone") from error
                if error.code != api_errors.THREAD_EXISTS:
                    raise
        self.threads[thread.thread] = True

    async def _title(self, thread: Thread) -> str | None:
        """Return a name for the thread of a message that another process took in; None: there is nothing to open."""
        try:
            message = await self.rest.message(thread.channel, thread.thread)
        except discord.NotFound:
            return None
        if int(message.get("flags") or 0) & _HAS_THREAD:
            return None
        author = message["author"]
        if str(author["id"]) == self.rest.user_id:  # the opening of a command: it names the person itself
            return title(str(message["content"]).partition("\n")[0], "")
        name = str(author.get("global_name") or author["username"])
        return title(words(message["content"], MentionNames(own=frozenset({self.rest.user_id}))), name)


def place(thread: Thread) -> str:
    """Return the id of the channel in which the messages of `thread` stand: a thread is a channel of its own."""
    return thread.thread or thread.channel


def _with_small_print(message: DiscordMessage, text: str) -> DiscordMessage:
    """Put `text` above the mark, which stays last; as it was where there is no room."""
    body, _, mark = message.content.rpartition("\n")
    content = "\n".join(line for line in (body, f"-# {text}", mark) if line)
    return replace(message, content=content) if utf16_length(content) <= limits.CONTENT else message
