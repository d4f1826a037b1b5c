"""Faults that tests plan for the fake model server."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from .model import Json
from .schema_values import is_strict
from .wire import error

KINDS: Final = frozenset(
    {
        "hang",  # no answer at all
        "drip",  # a token of a stream, or a byte of a body, each `seconds`
        "stall",  # half of a stream, then nothing more
        "reset",  # the connection is closed instead of an answer
        "cut",  # the connection is closed in the middle of an answer
        "unfinished",  # half of a stream ends as if it were whole: no finish_reason, no [DONE]
        "no_done",  # a whole stream ends without [DONE]
        "left_open",  # a whole stream with its finish_reason, then nothing more
        "stream_error",  # half of a stream, then an event that names an error
        "rate_limited",  # 429 with Retry-After, of `seconds`; less than 0: without the header
        "quota",  # 429 insufficient_quota
        "bad_json",  # a body, or an event, that is no JSON
        "bad_content",  # an answer that is no JSON although that was asked for
        "length",  # half of an answer, finish_reason length
        "refusal",
        "content_filter",
        "html",  # a page with 200
        "bad_gateway",  # a page with 502
        "server_error",  # 500
        "unavailable",  # 503
        "unauthorized",  # 401, with the key in its text
        "forbidden",  # 403
        "model_missing",  # 404
        "prompt_too_long",  # 400 context_length_exceeded
        "bad_request",  # 400 about nothing in particular
        "no_choices",
        "null_content",
        "redirect",  # 307 to `to`
        "endless",  # a body, or a stream, that never ends
        "compressed",  # a small body that unpacks to a very large one
    }
)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_OTHER = {"max_tokens": " Use 'max_completion_tokens' instead.", "max_completion_tokens": " Use 'max_tokens' instead."}


@dataclass(slots=True, kw_only=True)
class ModelServerFault:
    """One planned fault."""

    kind: str
    times: int | None = 1  # None: always
    seconds: float = 0.05
    to: str = ""
    happened: int = 0


class ModelServerFaults:
    """The planned faults, used up in the order of planning."""

    def __init__(self) -> None:
        self.planned: list[ModelServerFault] = []

    def add(self, kind: str, *, times: int | None = 1, seconds: float = 0.05, to: str = "") -> ModelServerFault:
        """Plan a fault for the next requests; return it: `happened` counts."""
        if kind not in KINDS:
            raise ValueError(kind)
        fault = ModelServerFault(kind=kind, times=times, seconds=seconds, to=to)
        self.planned.append(fault)
        return fault

    def take(self) -> ModelServerFault | None:
        """Return the fault that is due, if any, and count it."""
        for fault in self.planned:
            if fault.times != 0:
                fault.times = None if fault.times is None else fault.times - 1
                fault.happened += 1
                return fault
        return None

    def clear(self) -> None:
        """Plan nothing any more."""
        self.planned.clear()


def rejection_of(body: Json, unsupported: AbstractSet[str]) -> Json | None:
    """Return what is said with 400 about a request; None: it is taken.

    `unsupported` names parameters, and of the forms of answers "json_schema", "json_object".
    """
    for name in sorted(unsupported & body.keys()):
        said = f"Unsupported parameter: '{name}' is not supported with this model.{_OTHER.get(name, '')}"
        return error(said, code="unsupported_parameter", param=name)
    form = body.get("response_format") or {}
    if form.get("type") in unsupported:
        said = f"Invalid parameter: 'response_format' of type '{form['type']}' is not supported with this model."
        return error(said, code=None, param="response_format")
    return _about_form(form, body)


def _about_form(form: Json, body: Json) -> Json | None:
    if form.get("type") == "json_object" and "json" not in str(body.get("messages")).lower():
        said = "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
        return error(said, code=None, param="messages")
    named = form.get("json_schema")
    if named is None:
        return None
    if not _NAME.fullmatch(named["name"]):
        return error("Invalid 'response_format.json_schema.name'", code=None, param="response_format")
    if named.get("strict") and not is_strict(named["schema"]):
        said = f"Invalid schema for response_format '{named['name']}': 'additionalProperties' must be false."
        return error(said, code=None, param="response_format")
    return None
