"""Runs a terminal session: interactive on a terminal; a pipe or a file is read to its end, and all of it answered."""

import asyncio
import signal
import sys
from contextlib import suppress
from typing import Final

from adapters.console.input_dispatcher import InputDispatcher
from adapters.console.inputs import parse_line
from adapters.console.prompting.prompt import run_prompt
from adapters.console.prompting.prompt_screen import PromptScreen
from adapters.console.session import ConsoleServices, ConsoleSession
from adapters.console.streams import read_lines
from bot.errors import ParleyError

_CHECK_SECONDS: Final = 0.5
_MAX_WAITING_LINES: Final = 256  # that wait to be stored: more are left in the pipe
_INTERRUPTED: Final = 128 + signal.SIGINT  # the exit code shells expect
_PRESS_SECONDS: Final = 5.0


async def run_console(session: ConsoleSession, services: ConsoleServices) -> int:
    """Run the session until its input ends or the person leaves; return the exit code.

    Accepted input is not lost by leaving: the next process that serves its conversation answers it.
    """
    showing = asyncio.create_task(_show_answers_delivered_elsewhere(session, services))
    try:
        if isinstance(session.screen, PromptScreen):
            return await run_prompt(session, services, session.screen)
        return await run_piped(session, services)
    finally:
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)


async def _show_answers_delivered_elsewhere(session: ConsoleSession, services: ConsoleServices) -> None:
    """Show, until cancelled, answers to this session's input that another terminal on the same thread has shown.

    That delivers what this process does not deliver in time; a piped session would wait for such an answer for ever.
    """
    while True:
        await asyncio.sleep(_CHECK_SECONDS)
        if pending := session.pending_replies.pending_turns():
            with suppress(ParleyError):  # the database is away, or the output is closed, which ends the session
                for reply in await services.delivered_answers(pending):
                    await session.channel.deliver(reply)


async def run_piped(session: ConsoleSession, services: ConsoleServices) -> int:
    """Answer the whole input; return the exit code: 0, 130 if interrupted, 1 if the output could not be written."""
    dispatcher = InputDispatcher(session=session, services=services, is_script=True)
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, _on_interrupt, session, interrupted)
    answering = asyncio.create_task(_answer_all(session, dispatcher))
    ends = {answering, *(asyncio.create_task(event.wait()) for event in (session.output.closed, interrupted))}
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            answering.result()
            return 0
        return _INTERRUPTED if interrupted.is_set() else _output_exit_code(session)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        for task in ends:
            task.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
        await dispatcher.wait_for_presses(seconds=_PRESS_SECONDS)


async def _answer_all(session: ConsoleSession, dispatcher: InputDispatcher) -> None:
    slots = asyncio.Semaphore(_MAX_WAITING_LINES)
    async with asyncio.TaskGroup() as tasks:
        async for line in read_lines(session.terminal.input):
            given = parse_line(line, accept_json=session.options.json)
            if given is not None:
                await slots.acquire()
                tasks.create_task(dispatcher.dispatch_input(given)).add_done_callback(lambda _: slots.release())
    await session.pending_replies.wait_until_answered()
    await dispatcher.wait_for_presses()


def _on_interrupt(session: ConsoleSession, interrupted: asyncio.Event) -> None:
    """The first Ctrl-C says that work goes on, the second ends the session; without pending work the first does."""
    if not session.pending_replies or session.was_warned:
        interrupted.set()
        return
    session.was_warned = True
    sys.stderr.write(session.render_message("console-still-working", count=len(session.pending_replies)) + "\n")


def _output_exit_code(session: ConsoleSession) -> int:
    """Return 0 if the reader has closed the pipe (`| head`); else say why writing failed, and return 1."""
    if session.output.error is None:
        return 0
    sys.stderr.write(session.render_message("console-output-failed", why=str(session.output.error.strerror)) + "\n")
    return 1
