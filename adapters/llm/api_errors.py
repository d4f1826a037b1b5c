"""OpenAI's errors in our terms.

Of what a server says, only its status and its codes are kept: its texts may repeat the key or the prompt.
"""

import json
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import openai

from bot.errors import (
    ModelError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,
    ModelUnreachableError,
)

_CODE: Final = re.compile(r"[a-z][a-z0-9_.]{0,40}")
_NO_CREDIT: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_TOO_LONG: Final = re.compile(
    r"context_length_exceeded|context (length|window)|string_above_max_length|prompt is too long"
    r"|output limit was reached"
)
_WAITING: Final = frozenset({408, 409, 425})  # of the 4xx, those that ask to come again later


def translated(error: openai.APIError) -> ModelError:
    """Return what an error of the library means."""
    if isinstance(error, openai.APIStatusError):
        return _of_status(error)
    if isinstance(error, openai.APIConnectionError):
        return ModelUnreachableError(why=type(error.__cause__ or error).__name__)
    code = code_of(error)  # an error in the middle of a stream
    return ModelQuotaError(code=code) if code in _NO_CREDIT else ModelUnreachableError(why="error in stream", code=code)


def _of_status(error: openai.APIStatusError) -> ModelError:
    status, facts = error.status_code, _facts(error)
    if status in _WAITING or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _waiting(ModelUnreachableError, error, facts)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return _too_many(error, facts)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return ModelRefusedKeyError(**facts)
    if status == HTTPStatus.PAYMENT_REQUIRED:
        return ModelQuotaError(**facts)
    return ModelTooLongError(**facts) if _TOO_LONG.search(text_of(error)) else ModelRequestError(**facts)


def _too_many(error: openai.APIStatusError, facts: dict[str, Any]) -> ModelError:
    if {code_of(error), kind_of(error)} & _NO_CREDIT:
        return ModelQuotaError(**facts)
    return _waiting(ModelRateLimitedError, error, facts)


def _waiting(kind: Callable[..., ModelError], error: openai.APIStatusError, facts: dict[str, Any]) -> ModelError:
    """An error with the seconds after which the server wants to be asked again, if it said so."""
    seconds = _seconds(error.response.headers)
    return kind(**facts) if seconds is None else kind(**facts, retry_after=seconds)


def _seconds(headers: Mapping[str, str]) -> float | None:
    for name, per_second in (("retry-after-ms", 1_000), ("retry-after", 1)):
        said = headers.get(name, "")
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", said):
            return float(said) / per_second
    return None


def _facts(error: openai.APIStatusError) -> dict[str, Any]:
    code = code_of(error) or kind_of(error)
    return {"status": error.status_code} | ({"code": code} if code else {})


def code_of(error: openai.APIError) -> str | None:
    """Return the server's code of what is wrong, if it has the form of one."""
    return _coded(error.body, "code")


def kind_of(error: openai.APIError) -> str | None:
    """Return the server's kind of error, if it has the form of one."""
    return _coded(error.body, "type")


def param_of(error: openai.APIError) -> str | None:
    """Return the parameter that the server names as the cause."""
    return _coded(error.body, "param")


def text_of(error: openai.APIError) -> str:
    """Return all that the server said, in lower case: to be looked into, never to be shown or logged."""
    return json.dumps(error.body, default=str).lower()


def _coded(body: object, name: str) -> str | None:
    within = body.get("error", body) if isinstance(body, Mapping) else None
    value = within.get(name) if isinstance(within, Mapping) else None
    return value if isinstance(value, str) and _CODE.fullmatch(value) else None
