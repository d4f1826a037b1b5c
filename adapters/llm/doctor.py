"""Checks whether the models can be reached, and says what to set if not. Never shows a key."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import openai
from pydantic import SecretStr

from adapters.llm.client import BASE_URL, create_client, translate_error
from adapters.llm.openai_models import OpenAIChat
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller, ModelMessage, ModelOptions, ModelRequest, ModelRole, PromptRole
from bot.model_errors import (
    ModelBrokenOffError,
    ModelError,
    ModelGarbledError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTimeoutError,
    ModelUnreachableError,
)

Finding = tuple[bool, str, str]  # whether it is in order, what was checked, the result and what to do

_SECONDS: Final = 10.0  # time limit of each request
_TEST_TOKENS: Final = 16  # reasoning models refuse to answer with fewer
_SERVER_ITEM: Final = "Model server"
_KEY_ITEM: Final = "Model key"
_NO_MODEL_LIST: Final = frozenset({404, 405, 501})  # status codes of a server without a list of models
_ADVICE: Final[dict[type[ModelError], str]] = {
    ModelRefusedKeyError: "the server does not accept the key: set OPENAI_API_KEY anew, "
    "and see that OPENAI_BASE_URL is the server it belongs to",
    ModelQuotaError: "the account has no credit left: top it up at the provider",
    ModelRateLimitedError: "too many requests just now: wait a minute, then run this again",
    ModelRequestError: "the server does not know it: check the name in LLM_MODEL and LLM_LIGHT_MODEL, "
    "and that OPENAI_BASE_URL ends where /chat/completions begins, mostly with /v1",
    ModelTimeoutError: "no answer in time: the server is overloaded, or the address is wrong; see OPENAI_BASE_URL",
    ModelUnreachableError: "the server cannot be reached, or fails: check OPENAI_BASE_URL and the network",
    ModelGarbledError: "what answers is no such server: OPENAI_BASE_URL must end where /chat/completions begins, "
    "mostly with /v1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSetup:
    """The settings of the models."""

    api_key: SecretStr | None = None  # None: the server needs none
    base_url: str | None = None  # None: OpenAI's own
    models: tuple[str, ...]  # the names of the models in use


async def check_models(setup: ModelSetup) -> list[Finding]:
    """Check the server, the key, and each model; a model that the server does not list is sent a short request."""
    return [finding async for finding in _check_all(setup)]


async def _check_all(setup: ModelSetup) -> AsyncIterator[Finding]:
    key = setup.api_key.get_secret_value() if setup.api_key is not None else None
    try:
        listed = await _list_models(key, setup.base_url)
    except ModelError as error:
        yield False, _KEY_ITEM if isinstance(error, ModelRefusedKeyError) else _SERVER_ITEM, _advice(error)
        return
    yield True, _SERVER_ITEM, f"answers at {setup.base_url or BASE_URL}"
    if key is not None and listed:
        yield True, _KEY_ITEM, "taken, as far as the list of models tells"
    chat = OpenAIChat(key, setup.base_url)
    try:
        for name in dict.fromkeys(setup.models):
            yield await _check_model(chat, name, is_listed=name in listed)
    finally:
        await chat.aclose()


async def _list_models(key: str | None, base_url: str | None) -> frozenset[str]:
    """Return the models that the server lists; empty if it has no list. Raises: ModelError."""
    try:
        async with asyncio.timeout(_SECONDS), create_client(key, base_url) as client:
            return frozenset([each.id for each in (await client.models.list()).data])
    except openai.APIStatusError as error:
        if error.status_code in _NO_MODEL_LIST:
            return frozenset()
        raise translate_error(error) from None
    except openai.APIError as error:
        raise translate_error(error) from None
    except TimeoutError:
        raise ModelTimeoutError from None
    except (ValueError, TypeError, AttributeError):
        raise ModelGarbledError from None


async def _check_model(chat: OpenAIChat, name: str, *, is_listed: bool) -> Finding:
    """Check one model. Some servers' lists are incomplete: a model that is not listed is sent a short request."""
    what = f"Model {name}"
    if is_listed:
        return True, what, "there"
    try:
        await chat.ask(_test_request(name))
    except ModelBrokenOffError:
        return True, what, "answers"  # its answer is longer than allowed
    except ModelError as error:
        return False, what, _advice(error)
    return True, what, "answers"


def _test_request(model: str) -> ModelRequest:
    return ModelRequest(
        purpose="doctor",
        prompt_version="doctor@1",
        options=ModelOptions(role=ModelRole.LIGHT, model=model, max_tokens=_TEST_TOKENS, timeout=_SECONDS, retries=0),
        messages=(ModelMessage(PromptRole.USER, "Say yes."),),
        caller=Caller(tenant_id=TenantId(UUID(int=0))),
    )


def _advice(error: ModelError) -> str:
    advice = _ADVICE.get(type(error), error.hint)
    status = error.facts.get("status") or error.facts.get("why")
    return f"{advice} ({status})" if status else advice
