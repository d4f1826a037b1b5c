"""Whether the models can be asked, and what to set where they cannot. No key is ever shown."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import openai
from pydantic import SecretStr

from adapters.llm.api_errors import translated
from adapters.llm.client import BASE_URL, client
from adapters.llm.openai_chat import OpenAIChat
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller, ModelMessage, ModelOptions, ModelRequest, ModelRole, PromptRole
from bot.errors import (
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

Finding = tuple[bool, str, str]  # whether it is well, what was looked at, what was found and what to do

_SECONDS: Final = 10.0  # for each request
_FEW: Final = 16  # tokens: reasoning models refuse to answer with less
_SERVER: Final = "Model server"
_KEY: Final = "Model key"
_NOT_ASKED: Final = frozenset({404, 405, 501})  # a server without a list of models
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
    """What is configured."""

    api_key: SecretStr | None = None  # None: the server needs none
    base_url: str | None = None  # None: OpenAI's own
    models: tuple[str, ...]  # that are asked


async def check(setup: ModelSetup) -> list[Finding]:
    """Look at the server, the key, and each model; ask a model for a few tokens where only that tells."""
    return [found async for found in _findings(setup)]


async def _findings(setup: ModelSetup) -> AsyncIterator[Finding]:
    key = setup.api_key.get_secret_value() if setup.api_key is not None else None
    try:
        listed = await _listed(key, setup.base_url)
    except ModelError as error:
        yield False, _KEY if isinstance(error, ModelRefusedKeyError) else _SERVER, _advice(error)
        return
    yield True, _SERVER, f"answers at {setup.base_url or BASE_URL}"
    if key is not None and listed:
        yield True, _KEY, "taken, as far as the list of models tells"
    chat = OpenAIChat(key, setup.base_url)
    try:
        for name in dict.fromkeys(setup.models):
            yield await _model(chat, name, is_listed=name in listed)
    finally:
        await chat.aclose()


async def _listed(key: str | None, base_url: str | None) -> frozenset[str]:
    """Return the models that the server names; none, where it has no list. Raises: ModelError."""
    try:
        async with asyncio.timeout(_SECONDS), client(key, base_url) as library:
            return frozenset([each.id for each in (await library.models.list()).data])
    except openai.APIStatusError as error:
        if error.status_code in _NOT_ASKED:
            return frozenset()
        raise translated(error) from None
    except openai.APIError as error:
        raise translated(error) from None
    except TimeoutError:
        raise ModelTimeoutError from None
    except (ValueError, TypeError, AttributeError):
        raise ModelGarbledError from None


async def _model(chat: OpenAIChat, name: str, *, is_listed: bool) -> Finding:
    """Look at one model. Lists are not complete everywhere: whether one that is not listed answers is tried."""
    what = f"Model {name}"
    if is_listed:
        return True, what, "there"
    try:
        await chat.ask(_short(name))
    except ModelBrokenOffError:
        return True, what, "answers"  # more than the few tokens it was given
    except ModelError as error:
        return False, what, _advice(error)
    return True, what, "answers"


def _short(model: str) -> ModelRequest:
    return ModelRequest(
        purpose="doctor",
        prompt_version="doctor@1",
        options=ModelOptions(role=ModelRole.LIGHT, model=model, max_tokens=_FEW, timeout=_SECONDS, retries=0),
        messages=(ModelMessage(PromptRole.USER, "Say yes."),),
        caller=Caller(tenant_id=TenantId(UUID(int=0))),
    )


def _advice(error: ModelError) -> str:
    advice = _ADVICE.get(type(error), error.hint)
    status = error.facts.get("status") or error.facts.get("why")
    return f"{advice} ({status})" if status else advice
