"""Scripts: functions from a request to the model's answer."""

import json
from importlib import import_module

from .model import Json, ModelOutput, Script
from .schema_values import schema_value


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
