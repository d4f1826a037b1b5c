"""Runs a terminal session: interactive on a terminal, else piped."""

from adapters.console.piped import run_piped
from adapters.console.prompt import run_prompt
from adapters.console.prompt_screen import PromptScreen
from adapters.console.session import ConsoleSession
from adapters.console.setup import ConsoleServices


async def run_console(session: ConsoleSession, services: ConsoleServices) -> int:
    """Run the session until its input ends or the person leaves; return the exit code.

    Accepted input is not lost by leaving: the next process that serves its conversation answers it.
    """
    if isinstance(session.screen, PromptScreen):
        return await run_prompt(session, services, session.screen)
    return await run_piped(session, services)
