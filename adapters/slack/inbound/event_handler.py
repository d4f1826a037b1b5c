"""Stores what events say, before they are acknowledged."""

import asyncio
import logging
from typing import Final

from cachetools import LRUCache

from adapters.slack import payload as read
from adapters.slack.inbound.event_payload import (
    AppUninstalledEvent,
    AssistantOpenedEvent,
    HomeOpenedEvent,
    MessageDeletedEvent,
    MessageEditedEvent,
    MessageEvent,
    authorized_bot_user,
    read_event,
)
from adapters.slack.inbound.handler_services import EVENT_SECONDS, HandlerServices
from adapters.slack.inbound.home import publish_home
from adapters.slack.payload import JsonObject
from bot.domain.conversation.threads import IncomingMessage, Thread
from bot.domain.text.locale import Locale
from bot.errors import DeliveryError

_THREADS: Final = 20_000  # in which we are known to take part
_WHO_SECONDS: Final = 1.0
_PROMPTS: Final = ("analyze", "decide", "review")

_log = logging.getLogger(__name__)


class SlackEventHandler:
    """Handles everything of Slack's Events API."""

    def __init__(self, services: HandlerServices) -> None:
        self._services = services
        self._participating: LRUCache[Thread, bool] = LRUCache(_THREADS)

    async def handle_event(self, payload: JsonObject) -> None:
        """Store one event; on return it may be acknowledged. Raises: StoreUnavailableError: Slack is to retry.

        What takes too long goes on all the same: it is known when the event is delivered again.
        """
        await self._services.background.wait_at_most("an event", self._handle_event(payload), seconds=EVENT_SECONDS)

    async def _handle_event(self, payload: JsonObject) -> None:
        services = self._services
        match read_event(payload, bot_user_id=await self._bot_user_id(payload)):
            case MessageEvent(message, is_to_us):
                if is_to_us or (_is_in_thread(message) and await self._is_participant(message.thread)):
                    await self._accept_message(message)
            case MessageEditedEvent(thread, message_id, text):
                await services.intake.message_edited(thread, message_id=message_id, text=text)
            case MessageDeletedEvent(thread, message_id):
                await services.intake.message_deleted(thread, message_id=message_id)
            case AppUninstalledEvent(team_id, enterprise_id, at) if services.uninstalls is not None:
                await services.uninstalls.forget_installation(team_id, enterprise_id, at=at)
            case HomeOpenedEvent(workspace, person_id):
                services.background.start("a Home", publish_home(services, workspace, person_id))
            case AssistantOpenedEvent() as opened:
                services.background.start("an assistant pane", self._set_suggested_prompts(opened))

    async def _accept_message(self, message: IncomingMessage) -> None:
        await self._services.intake.accept_message(message)
        self._participating[message.thread] = True

    async def _is_participant(self, thread: Thread) -> bool:
        if not self._participating.get(thread) and await self._services.intake.is_participant(thread):
            self._participating[thread] = True
        return self._participating.get(thread, False)

    async def _bot_user_id(self, payload: JsonObject) -> str:
        """Who we are there: the event says so; where it does not, Slack is asked, but not waited for."""
        if said := authorized_bot_user(payload):
            return said
        try:
            async with asyncio.timeout(_WHO_SECONDS):
                return (await self._services.api.get_bot(read.workspace_of(payload))).bot_user_id
        except (DeliveryError, TimeoutError) as error:
            _log.warning("not known who we are in the workspace of an event: %s", error)
            return ""

    async def _set_suggested_prompts(self, opened: AssistantOpenedEvent) -> None:
        services, thread = self._services, opened.thread
        language = await services.people.language_of(thread.workspace, opened.person_id)
        prompts = [
            {
                "title": services.texts.render(Locale(language), f"slack-prompt-{name}"),
                "message": services.texts.render(Locale(language), f"slack-prompt-{name}-message"),
            }
            for name in _PROMPTS
        ]
        await services.api.call(
            thread.workspace,
            "assistant.threads.setSuggestedPrompts",
            lambda client: client.assistant_threads_setSuggestedPrompts(
                channel_id=thread.channel,
                thread_ts=thread.thread,
                title=services.texts.render(Locale(language), "slack-greeting"),
                prompts=prompts,
            ),
        )


def _is_in_thread(message: IncomingMessage) -> bool:
    """Whether it is a reply; what begins a thread of its own cannot stand in one of ours."""
    return message.thread.thread != message.message_id
