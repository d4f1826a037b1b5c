"""Requests that the server rejects: unknown parameters, models and response formats."""

import re
from collections.abc import Set as AbstractSet

from .model import Json
from .schema_values import is_strict
from .wire import error

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_OTHER = {"max_tokens": " Use 'max_completion_tokens' instead.", "max_completion_tokens": " Use 'max_tokens' instead."}


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
