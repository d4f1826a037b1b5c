"""The fake model's server as a process of its own, as a person or an end-to-end test starts it."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.llm.openai_chat import OpenAIChat
from tests.fakes.openai.model import Json
from tests.integration.llm.model_requests import KEY, SECONDS, SECRET_WORDS, SHAPE, request


def spoken(body: Json) -> str:
    """A script for the process."""
    return f"I was asked {len(body['messages'])} things."


@asynccontextmanager
async def served(*arguments: str) -> AsyncIterator[OpenAIChat]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes.openai", *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), SECONDS)).decode()
    chat = OpenAIChat(KEY, line.strip().removeprefix("OPENAI_BASE_URL="))
    try:
        yield chat
    finally:
        await chat.aclose()
        process.terminate()
        await process.wait()


async def test_it_answers_plainly_in_the_form_asked_for() -> None:
    async with served() as chat:
        assert (await chat.ask(request())).text == f"You asked: {SECRET_WORDS}"
        assert (await chat.ask(request(SHAPE))).text == '{"action": "buy", "why": "none"}'


async def test_it_says_what_a_script_says_and_misbehaves_as_told() -> None:
    script = f"{__name__}:spoken"
    async with served("--script", script, "--fault", "unavailable", "--times", "1", "--unsupported", "seed") as chat:
        answer = await chat.ask(request(seed=1))
    assert answer.text == "I was asked 2 things."
    assert answer.attempts == 2  # without "seed" it is the same try
