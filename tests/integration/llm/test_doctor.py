"""`parley doctor` about models: each fault says what to set."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from adapters.llm.doctor import Finding, ModelSetup, check_models
from tests.fakes.openai import FakeOpenAI, ModelOutput

KEY = "sk-test-77aa5f2c9d1e"
MODELS = ("gpt-4.1", "gpt-4.1-mini")


@pytest.fixture
async def server() -> AsyncIterator[FakeOpenAI]:
    async with FakeOpenAI(key=KEY) as server:
        yield server


async def looked(server: FakeOpenAI, *, key: str | None = KEY, models: tuple[str, ...] = MODELS) -> list[Finding]:
    secret = SecretStr(key) if key is not None else None
    return await check_models(ModelSetup(api_key=secret, base_url=server.url, models=models))


def bad(found: list[Finding]) -> list[tuple[str, str]]:
    return [(what, detail) for ok, what, detail in found if not ok]


async def test_all_in_order_costs_nothing(server: FakeOpenAI) -> None:
    found = await looked(server)

    assert bad(found) == []
    assert [what for _, what, _ in found] == ["Model server", "Model key", "Model gpt-4.1", "Model gpt-4.1-mini"]
    assert server.asked == []


async def test_refused_key_is_named_and_not_shown(server: FakeOpenAI) -> None:
    ((what, detail),) = bad(await looked(server, key="sk-wrong-1234"))

    assert what == "Model key"
    assert "OPENAI_API_KEY" in detail
    assert "sk-wrong" not in detail


async def test_key_that_can_be_none_is_named_and_not_sent(server: FakeOpenAI) -> None:
    ((what, detail),) = bad(await looked(server, key="sk-“copied from a page”"))

    assert what == "Model key"
    assert "copied" not in detail
    assert server.received == []


async def test_space_around_a_key_does_no_harm(server: FakeOpenAI) -> None:
    assert bad(await looked(server, key=f" {KEY}\n")) == []


async def test_address_that_can_be_none_is_told_as_such() -> None:
    ((what, detail),) = bad(await check_models(ModelSetup(base_url="http://[::1/v1", models=MODELS)))
    assert what == "Model server"
    assert "OPENAI_BASE_URL" in detail


async def test_unknown_model_is_named(server: FakeOpenAI) -> None:
    ((what, detail),) = bad(await looked(server, models=("gpt-4.1", "gpt-none")))

    assert what == "Model gpt-none"
    assert "LLM_MODEL" in detail


async def test_model_that_is_not_listed_is_tried(server: FakeOpenAI) -> None:
    server.models = None
    assert bad(await looked(server, models=("of-our-own",))) == []
    assert len(server.asked) == 1
    assert server.asked[0].body["max_tokens"] == 16


async def test_model_that_has_more_to_say_is_there(server: FakeOpenAI) -> None:
    server.has_models_page = False
    server.script = lambda _: ModelOutput(text="Yes, and moreover", finish="length")
    assert bad(await looked(server)) == []
    assert [each.body["model"] for each in server.asked] == list(MODELS)


async def test_same_model_twice_is_looked_at_once(server: FakeOpenAI) -> None:
    server.has_models_page = False
    await looked(server, models=("gpt-4.1", "gpt-4.1"))
    assert len(server.asked) == 1


async def test_stopped_server_is_told_as_such(server: FakeOpenAI) -> None:
    await server.stop()
    ((what, detail),) = bad(await looked(server))
    assert what == "Model server"
    assert "OPENAI_BASE_URL" in detail


async def test_server_that_never_answers_is_told_as_such(server: FakeOpenAI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.llm.doctor._SECONDS", 0.3)
    server.faults.add("hang")
    ((what, detail),) = bad(await looked(server))
    assert what == "Model server"
    assert "in time" in detail


@pytest.mark.parametrize("kind", ["html", "bad_json", "endless"])
async def test_what_is_no_model_server_is_told_as_such(kind: str, server: FakeOpenAI) -> None:
    server.faults.add(kind)
    ((what, detail),) = bad(await looked(server))
    assert what == "Model server"
    assert "/v1" in detail


async def test_spent_credit_is_told_as_such(server: FakeOpenAI) -> None:
    server.faults.add("quota")
    ((what, detail),) = bad(await looked(server))
    assert what == "Model server"
    assert "credit" in detail
