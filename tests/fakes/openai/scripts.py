"""What the model says."""

import json
from importlib import import_module

from .model import Json, ModelOutput, Script
from .schema_values import sample


def plain(body: Json) -> str | ModelOutput:
    """Say the plainest thing of the form that is asked for; otherwise repeat what was asked last."""
    form = body.get("response_format") or {}
    if "json_schema" in form:
        return json.dumps(sample(form["json_schema"]["schema"]))
    if form:
        return "{}"
    asked = [each.get("content") or "" for each in body.get("messages", ()) if each.get("role") == "user"]
    return f"You asked: {asked[-1] if asked else 'nothing'}"


def named(place: str) -> Script:
    """Return the script at "module:function"."""
    module, _, name = place.partition(":")
    script: Script = getattr(import_module(module), name)
    return script
