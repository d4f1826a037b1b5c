"""How many tokens a text is likely to be. Tokenizers download their tables; an estimate needs none."""

import json
import math
import re
from typing import Final

from bot.domain.models.requests import ModelMessage, ModelRequest

_LETTERS_PER_TOKEN: Final = 4  # of alphabetic scripts, digits and punctuation
_AROUND: Final = 4  # tokens that a message needs besides its text: its speaker and its borders
# Hangul, kana, Chinese characters with their extensions, and full-width punctuation: about a token each.
_WIDE: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)


def estimate_tokens(text: str) -> int:
    """Return about how many tokens `text` is; 0 where it is empty."""
    wide = len(_WIDE.findall(text))
    return wide + math.ceil((len(text) - wide) / _LETTERS_PER_TOKEN)


def estimate_prompt_tokens(request: ModelRequest) -> int:
    """Return about how many tokens a request's prompt is, with the form and the tools it names."""
    named: list[object] = [[tool.name, tool.description, dict(tool.parameters)] for tool in request.tools]
    if request.schema is not None:
        named.append(dict(request.schema.schema))
    of_named = estimate_tokens(json.dumps(named, ensure_ascii=False)) if named else 0
    return of_named + sum(_of_message(message) for message in request.messages)


def _of_message(message: ModelMessage) -> int:
    calls = sum(estimate_tokens(call.name) + estimate_tokens(call.arguments) for call in message.tool_calls)
    return _AROUND + estimate_tokens(message.text) + calls
