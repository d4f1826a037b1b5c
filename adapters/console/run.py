"""Runs a terminal session in the way its streams ask for."""

from adapters.console.piped import run_piped
from adapters.console.prompt import run_prompt
from adapters.console.prompt_screen import PromptScreen
from adapters.console.session import ConsoleSession
from adapters.console.setup import ConsoleServices


async def run_console(session: ConsoleSession, services: ConsoleServices) -> int:
    """Take input until it ends or the person leaves, and wait for what was asked; return the exit code.

    Nothing that was accepted is lost by leaving: it is answered by whatever next serves its conversation.
    """
    if isinstance(session.screen, PromptScreen):
        return await run_prompt(session, services, session.screen)
    return await run_piped(session, services)
