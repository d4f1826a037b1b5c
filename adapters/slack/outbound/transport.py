"""Posts, edits, finds and deletes Parley's messages on Slack, and finds the addresses of messages."""

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache

from adapters.slack.api import SlackApi
from adapters.slack.outbound import render
from adapters.slack.outbound.message import (
    SlackMessage,
    carries_mark,
    has_stop_button,
    mark_metadata,
    truncate_for_update,
)
from adapters.slack.payload import objects_at, text_at
from adapters.slack.sdk_client import BLOCKS_REFUSED, NOT_EDITABLE
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, UnreachableError
from bot.locales import Catalogue

_PAGE_SIZE: Final = 200  # messages
_MAX_PAGES: Final = 25
_MAX_ADDRESSEES: Final = 10_000
_ATTEMPT_SECONDS: Final = 11.0  # includes looking up the bot, and a second request without blocks
_NOT_ABOUT_BLOCKS: Final = (RateLimitedError, UnreachableError, MessageGoneError)
_LINK_SECONDS: Final = 2.0
_MAX_LINKS: Final = 500
_TS: Final = re.compile(r"[0-9]{1,12}\.[0-9]{6}")  # what names a message in its channel

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlackTransport:
    """Implements `bot.ports.MessageTransport[SlackMessage]`. Marks are sent as message metadata, which is not shown."""

    api: SlackApi
    texts: Catalogue
    addressees: LRUCache[UUID, tuple[str, Language]] = field(
        default_factory=lambda: LRUCache(_MAX_ADDRESSEES)
    )  # person and language by the mark's subject, until the person is told that nothing can be posted

    def render_answer(self, reply: Reply) -> Sequence[SlackMessage]:
        self.addressees[reply.id] = (reply.person.id, reply.language)
        return render.answer(reply)

    def render_progress(
        self,
        turn: Turn,
        steps: Sequence[str],
        *,
        language: Language,
        mark: MessageMark,  # noqa: ARG002 - Slack's Stop button needs only the turn's id
        draft: str = "",
    ) -> SlackMessage:
        stop = Button(str(StopRef(turn.id)), self.texts.render(Locale(language), "button-stop"))
        return render.progress(steps, stop=stop, draft=draft)

    def render_pending_thread(self, pending: PendingThread) -> SlackMessage:
        return render.pending_thread(pending, language=pending.person.language or Language.ENGLISH)

    async def post(self, thread: Thread, content: SlackMessage, *, mark: MessageMark) -> str:
        """Post a message and return its `ts`; if the channel takes none, tell its person so in a direct message."""
        location = {"channel": thread.channel, **_thread_ts(thread)}
        extra = {**location, "metadata": mark_metadata(mark), "unfurl_links": False, "unfurl_media": False}
        try:
            answer = await self._send_in_time(thread.workspace, "chat.postMessage", content, extra)
        except UnreachableError:
            await self._tell_directly(thread, mark)
            raise
        return text_at(answer, "ts")

    async def _tell_directly(self, thread: Thread, mark: MessageMark) -> None:
        person_id, language = self.addressees.pop(mark.subject, ("", Language.ENGLISH))
        if not person_id:
            return
        text = self.texts.render(Locale(language), "slack-cannot-write", channel=f"<#{thread.channel}>")
        try:
            await self.api.call(thread.workspace, "chat.postMessage", channel=person_id, text=text)
        except DeliveryError as error:
            _log.warning("that channel %s takes no messages could not be said: %s", thread.channel, error)

    async def edit(self, thread: Thread, platform_id: str, content: SlackMessage, *, mark: MessageMark) -> None:
        """Replace a message's content, unless it is an answer and Slack no longer allows edits of it.

        Raises: MessageGoneError.
        """
        extra = {"channel": thread.channel, "ts": platform_id, "metadata": mark_metadata(mark)}
        short = replace(content, text=truncate_for_update(content.text))
        try:
            await self._send_in_time(thread.workspace, "chat.update", short, extra)
        except DeliveryError as error:
            if error.facts.get("why") not in NOT_EDITABLE or has_stop_button(content.blocks):
                raise
            await self._handle_uneditable(thread, platform_id, error, mark=mark)

    async def _handle_uneditable(
        self, thread: Thread, platform_id: str, error: DeliveryError, *, mark: MessageMark
    ) -> None:
        """Handle a message that Slack no longer allows to be edited.

        An answer keeps its content: posting it again would show it twice. A progress message is removed, and
        MessageGoneError makes the caller post the answer, which has to be shown even if the removal fails.
        """
        params = {"channel": thread.channel, "oldest": platform_id, "latest": platform_id, "inclusive": True}
        page = await self._fetch_messages(thread, {**params, "limit": _PAGE_SIZE})
        current = next((each for each in objects_at(page, "messages") if text_at(each, "ts") == platform_id), None)
        if current is not None and not has_stop_button(objects_at(current, "blocks")):
            _log.warning("message %s can no longer be edited and stays as it is: %s", platform_id, error)
            return
        with suppress(DeliveryError):
            await self.remove(thread, platform_id, mark=mark)
        raise MessageGoneError(**error.facts) from error

    async def remove(self, thread: Thread, platform_id: str, *, mark: MessageMark) -> None:  # noqa: ARG002 - found by its id
        with suppress(MessageGoneError):
            await self.api.call(thread.workspace, "chat.delete", channel=thread.channel, ts=platform_id)

    async def find_message(self, thread: Thread, *, mark: MessageMark, since: datetime) -> str | None:
        bot = await self.api.get_bot(thread.workspace)
        since_ts, cursor = f"{since.timestamp():.6f}", ""
        params = {"channel": thread.channel, "oldest": since_ts, "limit": _PAGE_SIZE, "include_all_metadata": True}
        for _ in range(_MAX_PAGES):
            page = await self._fetch_messages(thread, {**params, "cursor": cursor or None})
            found = next(
                (text_at(each, "ts") for each in objects_at(page, "messages") if carries_mark(each, mark, bot)), None
            )
            cursor = text_at(page, "response_metadata", "next_cursor")
            if found or not cursor:
                return found
        raise DeliveryError(method="find", why="too many messages to look through")

    async def post_ephemeral(self, reply: Reply, content: SlackMessage) -> None:
        """Show a message only to the person whom `reply` answers; as a direct message if they left the channel."""
        thread = reply.thread
        extra = {"channel": thread.channel, "user": reply.person.id, **_thread_ts(thread)}
        try:
            await self._send_in_time(thread.workspace, "chat.postEphemeral", content, extra)
        except UnreachableError as error:
            if error.facts.get("why") != "user_not_in_channel":
                raise
            await self._send_in_time(thread.workspace, "chat.postMessage", content, {"channel": reply.person.id})

    async def _send_in_time(
        self, team: str, method: str, content: SlackMessage, extra: dict[str, Any]
    ) -> dict[str, Any]:
        """Send a message within 11 s, so that the attempt has ended before the message is looked for."""
        try:
            async with asyncio.timeout(_ATTEMPT_SECONDS):
                return await self._send_with_fallback(team, method, content, extra)
        except TimeoutError as error:
            raise DeliveryError(method=method, why="TimeoutError") from error

    async def _send_with_fallback(
        self, team: str, method: str, content: SlackMessage, extra: dict[str, Any]
    ) -> dict[str, Any]:
        """Send a message; if Slack refuses its blocks, send its text alone, so that something is shown in any case."""
        try:
            return await self.api.call(team, method, **extra, text=content.text, blocks=list(content.blocks))
        except _NOT_ABOUT_BLOCKS:
            raise
        except DeliveryError as error:
            if error.facts.get("why") not in BLOCKS_REFUSED:
                raise
            _log.error("Slack refused blocks of ours (%s); their text is sent instead", error.facts["why"])
            return await self.api.call(team, method, **extra, text=truncate_for_update(content.text), blocks=[])

    async def _fetch_messages(self, thread: Thread, params: dict[str, Any]) -> dict[str, Any]:
        """Return messages of a thread or channel; none if the thread's first message was deleted."""
        if not thread.thread:
            return await self.api.call(thread.workspace, "conversations.history", **params)
        try:
            return await self.api.call(thread.workspace, "conversations.replies", **params, ts=thread.thread)
        except DeliveryError as error:
            if error.facts.get("why") == "thread_not_found":
                return {}
            raise


def _thread_ts(thread: Thread) -> dict[str, str]:
    return {"thread_ts": thread.thread} if thread.thread else {}


class SlackLinks:
    """Implements `bot.ports.MessageLinks` by chat.getPermalink, which needs no scope. Addresses never change."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api
        self._links: LRUCache[tuple[str, str, str], str] = LRUCache(_MAX_LINKS)  # by workspace, channel and ts

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        """Return the permalink of a message; of a command, that of the message which opened its thread."""
        ts = next((each for each in (message_id, thread.thread) if _TS.fullmatch(each)), None)
        if ts is None:
            return None
        key = (thread.workspace, thread.channel, ts)
        link = self._links.get(key) or await self._fetch_link(*key)
        if link:
            self._links[key] = link
        return link or None

    async def _fetch_link(self, team_id: str, channel: str, ts: str) -> str:
        try:
            async with asyncio.timeout(_LINK_SECONDS):
                found = await self._api.call(team_id, "chat.getPermalink", channel=channel, message_ts=ts)
        except Exception as error:  # noqa: BLE001 - an answer without a link is better than none
            _log.info("no link to message %s: %s", ts, error)
            return ""
        return text_at(found, "permalink")
