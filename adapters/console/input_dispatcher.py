"""Hands input on to the application: each thread's in order, threads beside each other."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from uuid import uuid4

from adapters.console.buttons import is_button_id
from adapters.console.inputs import ButtonInput, Input, InvalidInput, MessageInput
from adapters.console.safe_text import sanitize_to_one_line
from adapters.console.session import ConsoleSession
from adapters.console.setup import ConsoleServices
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Thread
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Locale
from bot.errors import DeliveryError, ParleyError


class InputDispatcher:
    """Where a session's input goes.

    Args:
        session: The session.
        core: What the application lends.
        is_script: Whether the input was written beforehand. A line of a script may rest on the answers to the ones
            before it: "/press confirm" waits for the card, the next message for what came of it. A button named by its
            id is pressed at once: whoever knows the id has seen the card.
    """

    def __init__(self, *, session: ConsoleSession, services: ConsoleServices, is_script: bool) -> None:
        self._session = session
        self._services = services
        self._is_script = is_script
        self._conversation_locks = defaultdict[ConversationId, asyncio.Lock](
            asyncio.Lock
        )  # its waiters are served in order
        self._press_tasks: set[asyncio.Task[None]] = set()

    async def dispatch_input(self, given: Input) -> None:
        """Store what is given, or answer why not."""
        with suppress(DeliveryError):  # nobody reads any more: `session.output.closed` ends the session
            await self._dispatch(given)

    async def wait_for_presses(self, *, seconds: float | None = None) -> None:
        """Wait until no press is being carried out, at most `seconds`."""
        if self._press_tasks:
            await asyncio.wait(self._press_tasks, timeout=seconds)

    async def _dispatch(self, given: Input) -> None:
        thread = self._session.open_thread(given.thread)
        async with self._conversation_locks[thread.conversation_id]:
            try:
                await self._accept_input(given, thread)
            except DeliveryError:
                raise
            except ParleyError as error:
                await self._refuse_input(
                    self._session.catalogue.render_error(Locale(self._session.language), error), given, thread
                )

    async def _accept_input(self, given: Input, thread: Thread) -> None:
        match given:
            case MessageInput():
                await self._accept_message(given, thread)
            case ButtonInput():
                await self._accept_press(given, thread)
            case InvalidInput(why):
                await self._refuse_input(self._session.render_message(why), given, thread)

    async def _accept_message(self, said: MessageInput, thread: Thread) -> None:
        if self._is_script:  # a "yes" counts only for what had been proposed when it was written
            await self._wait_for_replies(thread)
        message = IncomingMessage(thread, _new_id(), self._session.person_named(said.user), said.text)
        async with self._session.pending_replies.acceptance_lock(thread.conversation_id):
            accepted = await self._services.inbox.accept_message(message)
            self._session.track_turn(accepted.turn, name_thread=said.is_json)

    async def _accept_press(self, pressed: ButtonInput, thread: Thread) -> None:
        meant = await self._find_buttons(pressed.button, thread)
        if len(meant) != 1:
            await self._refuse_input(self._explain_mismatch(pressed.button, thread, meant), pressed, thread)
            return
        press = IncomingPress(thread, _new_id(), self._session.person_named(pressed.user), meant[0].id)
        async with self._session.pending_replies.acceptance_lock(thread.conversation_id):
            accepted = await self._services.inbox.accept_press(press)
            self._session.track_turn(accepted.turn, name_thread=pressed.is_json)
        task = asyncio.create_task(self._handle_press(accepted.turn))
        self._press_tasks.add(task)
        task.add_done_callback(self._press_tasks.discard)

    async def _handle_press(self, press: Turn) -> None:
        try:
            await self._services.handle_press(press)
        except ParleyError as error:  # the press is stored: the sweeper takes it up again, and its reply comes then
            await self._session.screen.show_notice(
                self._session.catalogue.render_error(Locale(self._session.language), error)
            )

    async def _find_buttons(self, name: str, thread: Thread) -> tuple[Button, ...]:
        """Return the buttons that `name` may mean."""
        if is_button_id(name):
            return (Button(name, name),)
        if self._is_script:
            await self._wait_for_replies(thread)
        return self._session.buttons.find_buttons(thread.conversation_id, name)

    def _explain_mismatch(self, name: str, thread: Thread, meant: tuple[Button, ...]) -> str:
        if meant:
            numbered = (
                (self._session.buttons.button_number(thread.conversation_id, each), each.label) for each in meant
            )
            listed = ", ".join(f"/{number} ({sanitize_to_one_line(label)})" for number, label in numbered)
            return self._session.render_message("console-press-which", name=name, buttons=listed)
        if not self._session.buttons.newest_buttons(thread.conversation_id):
            return self._session.render_message("console-press-nothing")
        if not name:
            return self._session.render_message("console-press-what")
        return self._session.render_message("console-press-unknown", name=name)

    async def _refuse_input(self, sentence: str, given: Input, thread: Thread) -> None:
        if self._is_script:  # in its place among the replies
            await self._wait_for_replies(thread)
        await self._session.screen.show_refusal(sentence, thread=thread, name_thread=given.is_json)

    async def _wait_for_replies(self, thread: Thread) -> None:
        for kind in InputKind:
            await self._session.pending_replies.wait_until_answered(thread.conversation_id, kind)


def _new_id() -> str:
    return uuid4().hex
