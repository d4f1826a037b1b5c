"""Handles events: stores messages, edits and deletions before they are acknowledged."""

import asyncio
import logging
from dataclasses import replace
from typing import Final

from cachetools import LRUCache, TTLCache

from adapters.shared.inputs import OrderedIntake
from adapters.slack import payload as read
from adapters.slack.inbound.event_payload import (
    AppUninstalled,
    ChannelLeft,
    MessageChange,
    TabOpened,
    authorized_bot_user,
    private_channel,
    read_event,
)
from adapters.slack.inbound.handler_services import EVENT_SECONDS, HandlerServices
from adapters.slack.inbound.home import publish_home
from adapters.slack.payload import JsonObject
from bot.domain.conversation.threads import Address, IncomingMessage, Thread
from bot.domain.text.locale import Locale
from bot.errors import DeliveryError

_MAX_THREADS: Final = 20_000  # remembered as ones in which Parley takes part
_EARLY_SECONDS: Final = 600.0  # for which a reply waits for the mention above it, which Slack may deliver later
_MAX_EARLY_THREADS: Final = 1_000
_MAX_EARLY: Final = 5  # replies of one thread that wait
_BOT_USER_SECONDS: Final = 1.0  # time limit for looking up the bot's user
PROMPTS: Final = ("analyze", "decide", "review")

_log = logging.getLogger(__name__)


class SlackEventHandler:
    """Handles the deliveries of Slack's Events API."""

    def __init__(self, services: HandlerServices) -> None:
        self._services = services
        self._participating: LRUCache[Thread, bool] = LRUCache(_MAX_THREADS)
        self._ordered = OrderedIntake()
        self._early: TTLCache[Thread, list[IncomingMessage]] = TTLCache(_MAX_EARLY_THREADS, _EARLY_SECONDS)

    async def handle_event(self, payload: JsonObject) -> None:
        """Store one event; on return it may be acknowledged. Raises: StoreUnavailableError: Slack should retry.

        After a timeout, storing goes on; the event's next delivery is then recognised as a duplicate.
        """
        await self._services.background.wait_at_most("an event", self._handle_event(payload), seconds=EVENT_SECONDS)

    async def _handle_event(self, payload: JsonObject) -> None:
        services = self._services
        if (private := private_channel(payload)) is not None:
            await services.intake.note_private(private.tenant_id, [private.channel])
        match read_event(payload, bot_user_id=await self._bot_user_id(payload)):
            case IncomingMessage() as message:
                async with self._ordered.in_order(message.thread):
                    await self._hear_message(message)
            case MessageChange(thread, message_id, text):
                async with self._ordered.in_order(thread):
                    if text is None:
                        await services.intake.message_deleted(thread, message_id=message_id)
                    else:
                        await services.intake.message_edited(thread, message_id=message_id, text=text)
            case ChannelLeft(channel):
                await services.gateway.departures.left_channel(channel.tenant_id, channel.channel)
            case AppUninstalled() as uninstalled:
                await self._forget_workspace(uninstalled)
            case TabOpened(thread, person_id) if not thread.channel:
                services.background.start("a Home", publish_home(services, thread.workspace, person_id))
            case TabOpened() as opened:
                services.background.start("first prompts", self._set_suggested_prompts(opened))

    async def _forget_workspace(self, event: AppUninstalled) -> None:
        """Forget the token, if tokens are kept, and end what is posted in the workspace by itself."""
        if self._services.uninstalls is not None:
            await self._services.uninstalls.forget_installation(event.team_id, event.enterprise_id, at=event.at)
        if event.team_id is not None:
            tenant_id = read.workspace_thread(event.team_id).tenant_id
            await self._services.gateway.departures.left_workspace(tenant_id, at=event.at)

    async def _hear_message(self, message: IncomingMessage) -> None:
        if message.address is not Address.PARLEY and not await self._listens_to(message):
            if message.address is Address.OPEN and _is_in_thread(message):  # a mention above it may be on its way again
                waiting = self._early.setdefault(message.thread, [])
                waiting[:] = [*waiting, message][-_MAX_EARLY:]
            return
        if message.address is not Address.PARLEY:  # it may be kept as what somebody said: events name nobody
            person = await self._services.people.with_profile(message.thread.workspace, message.person)
            message = replace(message, person=person)
        if await self._services.intake.hear_message(message) is None:
            return
        self._participating[message.thread] = True
        for early in self._early.pop(message.thread, ()):
            if early.message_id > message.message_id:  # said after this one, and delivered before it
                await self._services.intake.hear_message(early)

    async def _listens_to(self, message: IncomingMessage) -> bool:
        is_in_thread = _is_in_thread(message) and await self._is_participant(message.thread)
        return is_in_thread or await self._services.intake.answers_everything(message.thread)

    async def _is_participant(self, thread: Thread) -> bool:
        if not self._participating.get(thread) and await self._services.intake.is_participant(thread):
            self._participating[thread] = True
        return self._participating.get(thread, False)

    async def _bot_user_id(self, payload: JsonObject) -> str:
        """Return the id of the bot's user in the event's workspace; empty if it cannot be looked up within a second."""
        if authorized := authorized_bot_user(payload):
            return authorized
        try:
            async with asyncio.timeout(_BOT_USER_SECONDS):
                return (await self._services.api.get_bot(read.workspace_of(payload))).bot_user_id
        except (DeliveryError, TimeoutError) as error:
            _log.warning("not known who we are in the workspace of an event: %s", error)
            return ""

    async def _set_suggested_prompts(self, opened: TabOpened) -> None:
        """Suggest first questions in the person's language. Slack ignores a thread's id if the app is an agent."""
        services, thread = self._services, opened.thread
        language = await services.people.language_of(thread.workspace, opened.person_id)
        prompts = [
            {
                "title": services.texts.render(Locale(language), f"slack-prompt-{name}"),
                "message": services.texts.render(Locale(language), f"slack-prompt-{name}-message"),
            }
            for name in PROMPTS
        ]
        title = services.texts.render(Locale(language), "slack-greeting")
        try:
            await services.api.call(
                thread.workspace,
                "assistant.threads.setSuggestedPrompts",
                channel_id=thread.channel,
                thread_ts=thread.thread or None,
                title=title,
                prompts=prompts,
            )
        except DeliveryError as error:
            if thread.thread:
                raise
            # An `assistant_view` app refuses prompts outside of its pane, which asks for them with a thread.
            _log.info("no first prompts in %s: %s", thread.channel, error)


def _is_in_thread(message: IncomingMessage) -> bool:
    """Return whether a message is a reply in a thread; a top-level message cannot belong to an existing thread."""
    return message.thread.thread != message.message_id
