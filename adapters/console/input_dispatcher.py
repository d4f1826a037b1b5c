"""Hands input on to the application: each thread's in order, threads beside each other."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from uuid import uuid4

from adapters.console.buttons import is_id
from adapters.console.inputs import ButtonInput, Input, InvalidInput, MessageInput
from adapters.console.safe_text import shown_on_one_line
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

    def __init__(self, *, session: ConsoleSession, core: ConsoleServices, is_script: bool) -> None:
        self._session = session
        self._core = core
        self._is_script = is_script
        self._lanes = defaultdict[ConversationId, asyncio.Lock](asyncio.Lock)  # its waiters are served in order
        self._presses: set[asyncio.Task[None]] = set()

    async def take(self, given: Input) -> None:
        """Store what is given, or answer why not."""
        with suppress(DeliveryError):  # nobody reads any more: `session.output.closed` ends the session
            await self._take(given)

    async def presses_done(self, *, seconds: float | None = None) -> None:
        """Wait until no press is being carried out, at most `seconds`."""
        if self._presses:
            await asyncio.wait(self._presses, timeout=seconds)

    async def _take(self, given: Input) -> None:
        thread = self._session.thread(given.thread)
        async with self._lanes[thread.conversation_id]:
            try:
                await self._in_turn(given, thread)
            except DeliveryError:
                raise
            except ParleyError as error:
                await self._refuse(
                    self._session.catalogue.render_error(Locale(self._session.language), error), given, thread
                )

    async def _in_turn(self, given: Input, thread: Thread) -> None:
        match given:
            case MessageInput():
                await self._said(given, thread)
            case ButtonInput():
                await self._pressed(given, thread)
            case InvalidInput(why):
                await self._refuse(self._session.say(why), given, thread)

    async def _said(self, said: MessageInput, thread: Thread) -> None:
        if self._is_script:  # a "yes" counts only for what had been proposed when it was written
            await self._all_answered(thread)
        message = IncomingMessage(thread, _new_id(), self._session.person(said.user), said.text)
        async with self._session.outstanding.accepting(thread.conversation_id):
            accepted = await self._core.inbox.accept_message(message)
            self._session.accepted(accepted.turn, name_thread=said.is_object)

    async def _pressed(self, pressed: ButtonInput, thread: Thread) -> None:
        meant = await self._meant(pressed.button, thread)
        if len(meant) != 1:
            await self._refuse(self._why_not(pressed.button, thread, meant), pressed, thread)
            return
        press = IncomingPress(thread, _new_id(), self._session.person(pressed.user), meant[0].id)
        async with self._session.outstanding.accepting(thread.conversation_id):
            accepted = await self._core.inbox.accept_press(press)
            self._session.accepted(accepted.turn, name_thread=pressed.is_object)
        task = asyncio.create_task(self._handle(accepted.turn))
        self._presses.add(task)
        task.add_done_callback(self._presses.discard)

    async def _handle(self, press: Turn) -> None:
        try:
            await self._core.handle_press(press)
        except ParleyError as error:  # the press is stored: the sweeper takes it up again, and its reply comes then
            await self._session.screen.notice(
                self._session.catalogue.render_error(Locale(self._session.language), error)
            )

    async def _meant(self, name: str, thread: Thread) -> tuple[Button, ...]:
        """Return the buttons that `name` may mean."""
        if is_id(name):
            return (Button(name, name),)
        if self._is_script:
            await self._all_answered(thread)
        return self._session.buttons.find(thread.conversation_id, name)

    def _why_not(self, name: str, thread: Thread, meant: tuple[Button, ...]) -> str:
        if meant:
            numbered = ((self._session.buttons.number(thread.conversation_id, each), each.label) for each in meant)
            listed = ", ".join(f"/{number} ({shown_on_one_line(label)})" for number, label in numbered)
            return self._session.say("console-press-which", name=name, buttons=listed)
        if not self._session.buttons.newest(thread.conversation_id):
            return self._session.say("console-press-nothing")
        if not name:
            return self._session.say("console-press-what")
        return self._session.say("console-press-unknown", name=name)

    async def _refuse(self, sentence: str, given: Input, thread: Thread) -> None:
        if self._is_script:  # in its place among the replies
            await self._all_answered(thread)
        await self._session.screen.refuse(sentence, thread=thread, name_thread=given.is_object)

    async def _all_answered(self, thread: Thread) -> None:
        for kind in InputKind:
            await self._session.outstanding.none_left(thread.conversation_id, kind)


def _new_id() -> str:
    return uuid4().hex
