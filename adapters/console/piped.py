"""A session whose input is a pipe or a file: reads it to its end and waits for the last answer."""

import asyncio
import signal
import sys
from typing import Final

from adapters.console.input_dispatcher import InputDispatcher
from adapters.console.inputs import parse_line
from adapters.console.line_reader import read_lines
from adapters.console.session import ConsoleSession
from adapters.console.setup import ConsoleServices

_MAX_WAITING_LINES: Final = 256  # that wait to be stored: more are left in the pipe
_INTERRUPTED: Final = 128 + signal.SIGINT  # the exit code shells expect
_PRESS_SECONDS: Final = 5.0


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
