"""Translates OpenAI's errors.

Of a server's error only its status and its codes are kept: its texts may repeat the key or the prompt.
"""

import json
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import openai

from bot.model_errors import (
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
_RETRIABLE: Final = frozenset({408, 409, 425})  # of the 4xx, those that ask to try again later


def translate_error(error: openai.APIError) -> ModelError:
    """Return the ModelError for an error of the library."""
    if isinstance(error, openai.APIStatusError):
        return _translate_status(error)
    if isinstance(error, openai.APIConnectionError):
        return ModelUnreachableError(why=type(error.__cause__ or error).__name__)
    code = error_code(error)  # an error in the middle of a stream
    return ModelQuotaError(code=code) if code in _NO_CREDIT else ModelUnreachableError(why="error in stream", code=code)


def _translate_status(error: openai.APIStatusError) -> ModelError:
    status, facts = error.status_code, _facts(error)
    if status in _RETRIABLE or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _with_retry_after(ModelUnreachableError, error, facts)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return _translate_rate_limit(error, facts)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return ModelRefusedKeyError(**facts)
    if status == HTTPStatus.PAYMENT_REQUIRED:
        return ModelQuotaError(**facts)
    return ModelTooLongError(**facts) if _TOO_LONG.search(error_text(error)) else ModelRequestError(**facts)


def _translate_rate_limit(error: openai.APIStatusError, facts: dict[str, Any]) -> ModelError:
    if {error_code(error), error_type(error)} & _NO_CREDIT:
        return ModelQuotaError(**facts)
    return _with_retry_after(ModelRateLimitedError, error, facts)


def _with_retry_after(
    kind: Callable[..., ModelError], error: openai.APIStatusError, facts: dict[str, Any]
) -> ModelError:
    """Return a `kind` of error with the seconds after which the server asks to try again, if it says so."""
    seconds = _retry_after_seconds(error.response.headers)
    return kind(**facts) if seconds is None else kind(**facts, retry_after=seconds)


def _retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    for name, per_second in (("retry-after-ms", 1_000), ("retry-after", 1)):
        value = headers.get(name, "")
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
            return float(value) / per_second
    return None


def _facts(error: openai.APIStatusError) -> dict[str, Any]:
    code = error_code(error) or error_type(error)
    return {"status": error.status_code} | ({"code": code} if code else {})


def error_code(error: openai.APIError) -> str | None:
    """Return the server's error code, if it has the form of one."""
    return _error_field(error.body, "code")


def error_type(error: openai.APIError) -> str | None:
    """Return the server's error type, if it has the form of one."""
    return _error_field(error.body, "type")


def error_parameter(error: openai.APIError) -> str | None:
    """Return the parameter that the server names as the cause, if any."""
    return _error_field(error.body, "param")


def error_text(error: openai.APIError) -> str:
    """Return the server's whole error in lower case: to be searched, never to be shown or logged."""
    return json.dumps(error.body, default=str).lower()


def _error_field(body: object, name: str) -> str | None:
    error = body.get("error", body) if isinstance(body, Mapping) else None
    value = error.get(name) if isinstance(error, Mapping) else None
    return value if isinstance(value, str) and _CODE.fullmatch(value) else None
