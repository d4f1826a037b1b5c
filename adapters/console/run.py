"""Runs a terminal session: interactive on a terminal, else piped."""

import asyncio
from contextlib import suppress
from typing import Final

from adapters.console.piped import run_piped
from adapters.console.prompting.prompt import run_prompt
from adapters.console.prompting.prompt_screen import PromptScreen
from adapters.console.session import ConsoleSession
from adapters.console.setup import ConsoleServices
from bot.errors import ParleyError

_CHECK_SECONDS: Final = 0.5


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
