"""Estimates of token counts. Real tokenizers would have to download their tables."""

import json
import math
import re
from typing import Final

from bot.domain.models.requests import ModelMessage, ModelRequest

_CHARACTERS_PER_TOKEN: Final = 4  # of alphabetic scripts, digits and punctuation
_TOKENS_PER_MESSAGE: Final = 4  # besides its text: its role and delimiters
# Hangul, kana, Chinese characters with their extensions, and full-width punctuation: about one token each.
_WIDE_CHARACTER: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)


def estimate_tokens(text: str) -> int:
    """Return the approximate number of tokens of `text`; 0 if it is empty."""
    wide_count = len(_WIDE_CHARACTER.findall(text))
    return wide_count + math.ceil((len(text) - wide_count) / _CHARACTERS_PER_TOKEN)


def estimate_prompt_tokens(request: ModelRequest) -> int:
    """Return the approximate number of prompt tokens of a request, including its schema and tools."""
    schemas: list[object] = [[tool.name, tool.description, dict(tool.parameters)] for tool in request.tools]
    if request.schema is not None:
        schemas.append(dict(request.schema.schema))
    schema_tokens = estimate_tokens(json.dumps(schemas, ensure_ascii=False)) if schemas else 0
    return schema_tokens + sum(_estimate_message(message) for message in request.messages)


def _estimate_message(message: ModelMessage) -> int:
    call_tokens = sum(estimate_tokens(call.name) + estimate_tokens(call.arguments) for call in message.tool_calls)
    return _TOKENS_PER_MESSAGE + estimate_tokens(message.text) + call_tokens
