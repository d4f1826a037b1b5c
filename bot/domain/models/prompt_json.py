"""Writes values as JSON for prompts."""

import json


def prompt_json(value: object) -> str:
    """Return a value as JSON without spaces between its parts: each would cost a token."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
