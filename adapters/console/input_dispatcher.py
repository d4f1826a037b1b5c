"""Passes input to the application: in order within a thread, threads concurrently."""

import asyncio
import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import uuid4

from adapters.console.buttons import is_button_id
from adapters.console.inputs import ButtonInput, Input, InvalidInput, MessageInput, named_files
from adapters.console.prompting.prompt_screen import forget_history
from adapters.console.session import ConsoleServices, ConsoleSession
from adapters.markup.text import clean_line
from adapters.shared.inputs import HELP_COMMAND
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import ErasureRef, parse_button
from bot.domain.conversation.threads import Address, IncomingMessage, IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput, InputKind, Turn
from bot.domain.ids import ConversationId
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Locale
from bot.errors import DeliveryError, ParleyError, StoreUnavailableError

_MENTION: Final = re.compile(r"(?<![\w@./-])@parley\b[,:，：]?", re.IGNORECASE)
_OTHER_MENTION: Final = re.compile(r"(?<![\w@./-])@\w")


class InputDispatcher:
    """Stores a session's input as turns and presses.

    `is_script`: whether the input was written beforehand. A line of a script may depend on the answers to earlier ones:
    "/press confirm" waits for the card, the next message for the result. A button named by its id is pressed at once:
    the id is known only from the card.
    """

    def __init__(self, *, session: ConsoleSession, services: ConsoleServices, is_script: bool) -> None:
        self._session = session
        self._services = services
        self._is_script = is_script
        # asyncio.Lock serves its waiters in order.
        self._conversation_locks = defaultdict[ConversationId, asyncio.Lock](asyncio.Lock)
        self._press_tasks: set[asyncio.Task[None]] = set()

    async def dispatch_input(self, given: Input) -> None:
        """Store the input, or show why it is refused."""
        with suppress(DeliveryError):  # the output is closed: `session.output.closed` ends the session
            await self._dispatch(given)

    async def wait_for_presses(self, *, seconds: float | None = None) -> None:
        """Wait until no press is being handled, at most `seconds`."""
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
                    self._session.catalogue.render_error(Locale(self._session.language), error), thread
                )

    async def _accept_input(self, given: Input, thread: Thread) -> None:
        match given:
            case MessageInput():
                await self._accept_message(given, thread)
            case ButtonInput():
                await self._accept_press(given, thread)
            case InvalidInput(message_id):
                await self._refuse_input(self._session.render_message(message_id), thread)

    async def _accept_message(self, given: MessageInput, thread: Thread) -> None:
        if self._is_script:  # a "yes" confirms only what had been proposed when it was accepted
            await self._wait_for_answers(thread)
        button = self._session.buttons.numbered(thread.conversation_id, given.text)
        if button is not None and not self._session.options.json:  # JSON shows buttons without numbers
            count, label = int(given.text.strip().rstrip(".。")), clean_line(button.label)
            await self._refuse_input(
                self._session.render_message("console-button-or-size", number=count, label=label), thread
            )
            return
        message = IncomingMessage(
            thread,
            uuid4().hex,
            self._session.person_named(given.user),
            given.text,
            visibility=Visibility.PUBLIC,  # the workspace is one user's: there is nobody to keep anything from
            files=named_files(given.text),
        )
        if self._session.is_channel(thread, given):
            message = as_said_in_channel(message)
        async with self._session.pending_replies.acceptance_lock(thread.conversation_id):
            accepted = await self._hear_message(message)
            if accepted is not None:
                self._session.pending_replies.add_turn(accepted.turn)
        if accepted is None:
            await self._session.screen.show_silence(thread)

    async def _hear_message(self, message: IncomingMessage) -> AcceptedInput | None:
        """Store a message; None: it is not meant for Parley, or is not addressed to it and cannot be stored now.

        Raises: StoreUnavailableError: a message that is addressed to Parley cannot be stored.
        """
        try:
            return await self._services.inbox.hear_message(message)
        except StoreUnavailableError:
            if message.address is Address.PARLEY:
                raise
            return None  # what people say to each other is not answered, whatever is wrong

    async def _accept_press(self, given: ButtonInput, thread: Thread) -> None:
        buttons = await self._find_buttons(given.button, thread)
        if len(buttons) != 1:
            await self._refuse_input(self._explain_mismatch(given.button, thread, buttons), thread)
            return
        ref = parse_button(buttons[0].id)
        if isinstance(ref, ErasureRef) and not ref.is_cancel:  # before it is stored: it may be killed in between
            forget_history(self._session.options.history)
        press = IncomingPress(thread, uuid4().hex, self._session.person_named(given.user), buttons[0].id)
        async with self._session.pending_replies.acceptance_lock(thread.conversation_id):
            accepted = await self._services.inbox.accept_press(press)
            self._session.pending_replies.add_turn(accepted.turn)
        task = asyncio.create_task(self._handle_press(accepted.turn))
        self._press_tasks.add(task)
        task.add_done_callback(self._press_tasks.discard)

    async def _handle_press(self, press: Turn) -> None:
        try:
            await self._services.handle_press(press)
        except ParleyError:  # the press is stored: the sweeper handles it again, and its reply comes then
            await self._session.screen.show_notice(self._session.render_message("console-press-kept"))

    async def _find_buttons(self, name: str, thread: Thread) -> tuple[Button, ...]:
        if is_button_id(name):
            return (Button(name, name),)
        if self._is_script:
            await self._wait_for_answers(thread)
        found = self._session.buttons.find_buttons(thread.conversation_id, name)
        if self._is_script and not found:  # perhaps it is below the answer of a run that is under way
            await self._wait_for_replies(thread)
            found = self._session.buttons.find_buttons(thread.conversation_id, name)
        return found

    def _explain_mismatch(self, name: str, thread: Thread, found: tuple[Button, ...]) -> str:
        """Return the sentence that says why `name` does not mean exactly one button."""
        if found:
            number = partial(self._session.buttons.button_number, thread.conversation_id)
            listed = ", ".join(f"/{number(button)} ({clean_line(button.label)})" for button in found)
            return self._session.render_message("console-press-which", name=name, buttons=listed)
        if not self._session.buttons.newest_buttons(thread.conversation_id):
            return self._session.render_message("console-press-nothing")
        if not name:
            return self._session.render_message("console-press-what")
        return self._session.render_message("console-press-unknown", name=name)

    async def _refuse_input(self, sentence: str, thread: Thread) -> None:
        if self._is_script:  # so that the refusal appears in order among the replies
            await self._wait_for_answers(thread)
        await self._session.screen.show_refusal(sentence, thread=thread)

    async def _wait_for_answers(self, thread: Thread) -> None:
        """Wait for the answers to all input; a committee's run leaves its thread free."""
        await self._wait_for_replies(thread, but=InputKind.ANALYSIS)

    async def _wait_for_replies(self, thread: Thread, *, but: InputKind | None = None) -> None:
        for kind in set(InputKind) - {but}:
            await self._session.pending_replies.wait_until_answered(thread.conversation_id, kind)


def as_said_in_channel(message: IncomingMessage) -> IncomingMessage:
    """Return a message with whom its text addresses, and without the mention of Parley, as on a platform."""
    text = _MENTION.sub("", message.text).strip()
    if text != message.text.strip() or message.text.lstrip().startswith("/"):
        return replace(message, text=text or HELP_COMMAND)
    is_to_others = _OTHER_MENTION.search(message.text) is not None
    return replace(message, address=Address.OTHERS if is_to_others else Address.OPEN)
