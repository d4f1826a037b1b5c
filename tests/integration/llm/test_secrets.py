"""Neither the key nor a prompt reaches a log or an error, whatever the server does and however much is logged."""

import asyncio
import logging
import traceback

import pytest

from adapters.llm.openai_models import OpenAIChat
from bot.model_errors import ModelError
from tests.fakes.loop_time import LoopTime
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai.faults import KINDS
from tests.integration.llm.model_requests import KEY, SECONDS, SECRET_WORDS, SHAPE, ShownTexts, opened, request, until


@pytest.mark.parametrize("shown", [None, ShownTexts()], ids=["whole", "streamed"])
async def test_nothing_secret_is_logged_or_raised(shown: ShownTexts | None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    texts: list[str] = []
    async with FakeOpenAI(lambda _: SECRET_WORDS) as server, opened(server) as chat:
        for kind in sorted(KINDS):
            server.faults.clear()
            server.received.clear()
            server.faults.add(kind, times=None, seconds=0.01)
            asking = asyncio.create_task(chat.ask(request(SHAPE, retries=0), show=shown))
            if kind in {"hang", "drip", "stall", "left_open"}:
                await until(lambda: bool(server.asked))
                LoopTime().advance(SECONDS)
            with pytest.raises(ModelError) as caught:
                await asking
            error = caught.value
            texts += [str(error), repr(error), *traceback.format_exception(error)]

    told = "\n".join(texts) + caplog.text
    assert KEY not in told
    assert SECRET_WORDS not in told


async def test_nothing_secret_is_logged_of_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with FakeOpenAI() as server, opened(server) as chat:
        await chat.ask(request())
        await chat.ask(request(), show=ShownTexts())

    assert KEY not in caplog.text
    assert SECRET_WORDS not in caplog.text


def test_client_does_not_show_its_key() -> None:
    assert KEY not in repr(OpenAIChat(KEY, None))
