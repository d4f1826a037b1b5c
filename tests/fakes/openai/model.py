"""Requests that the server receives, and the answers it gives."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from .schema_values import schema_value

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOutput:
    """One answer of the model."""

    text: str | None = None
    refusal: str | None = None
    finish: str = "stop"


Script = Callable[[Json], "str | ModelOutput"]  # from a request's JSON


@dataclass(slots=True)
class ReceivedRequest:
    """One received request."""

    path: str
    headers: Mapping[str, str]
    body: Json
    gone: asyncio.Event = field(default_factory=asyncio.Event)  # set when the client leaves before it is answered

    @property
    def agent(self) -> str | None:
        """The name of the form that was asked for: the agent's."""
        name: str | None = self.form.get("json_schema", {}).get("name")
        return name

    @property
    def form(self) -> Json:
        form: Json = self.body.get("response_format") or {}
        return form

    @property
    def prompt(self) -> str:
        return "\n".join(str(message.get("content") or "") for message in self.body.get("messages", ()))


def tokens_in(value: object) -> int:
    """Count tokens as one for each three letters, unlike Parley's own estimate."""
    text = value if isinstance(value, str) else json.dumps(value)
    return -(-len(text) // 3)


def plain_answer(body: Json) -> str | ModelOutput:
    """Return a minimal value of the requested format; without one, repeat the last message."""
    form = body.get("response_format") or {}
    if "json_schema" in form:
        return json.dumps(schema_value(form["json_schema"]["schema"]))
    if form:
        return "{}"
    asked = [each.get("content") or "" for each in body.get("messages", ()) if each.get("role") == "user"]
    return f"You asked: {asked[-1] if asked else 'nothing'}"


def named(place: str) -> Script:
    """Return the script at "module:function"."""
    module, _, name = place.partition(":")
    script: Script = getattr(import_module(module), name)
    return script
