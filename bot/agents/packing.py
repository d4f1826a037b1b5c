"""The conversation so far as a model is told of it: who said what, within a number of tokens."""

import json
from typing import Final

from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.models.token_estimate import estimate_tokens

_OF_PERSONS: Final = 2  # a person's message takes up to a half of the room: limits and wishes stand in them
_OF_OURS: Final = 6  # one of ours up to a sixth: what it shows is worked out anew
_LEFT_OUT: Final = " … "
_AROUND: Final = 20  # tokens of a message besides its words


def pack_conversation(context: ConversationContext, *, limit_tokens: int) -> str:
    """Return the conversation as one JSON object, about `limit_tokens` long at most; empty: nothing was said before.

    It holds "summary" first, then "messages", oldest first, each with "by" (the person's name, or "Parley"), "role"
    ("person" or "assistant") and "text". Where there is too much, long texts lose their middle, the oldest messages go
    first, and the summary keeps its newest lines. JSON, so that no one's words can pass for another's.
    """
    said = _newest(context.window, room=limit_tokens)
    left = limit_tokens - sum(estimate_tokens(_line(each)) for each in said) - _AROUND
    summary = _newest_lines(context.summary, room=left)
    if not said and not summary:
        return ""
    whole: dict[str, object] = {"summary": summary} if summary else {}
    return json.dumps(whole | {"messages": said}, ensure_ascii=False)


def _newest(window: tuple[Message, ...], *, room: int) -> list[dict[str, str]]:
    kept: list[dict[str, str]] = []
    left = room
    for message in reversed(window):
        entry = _entry(message, room=room // (_OF_PERSONS if message.role is Role.USER else _OF_OURS))
        left -= estimate_tokens(_line(entry))
        if left < 0:
            break
        kept.insert(0, entry)
    return kept


def _entry(message: Message, *, room: int) -> dict[str, str]:
    role = "person" if message.role is Role.USER else "assistant"
    return {"by": message.author, "role": role, "text": shorten(message.text, limit_tokens=room - _AROUND)}


def _line(entry: dict[str, str]) -> str:
    return json.dumps(entry, ensure_ascii=False)


def shorten(text: str, *, limit_tokens: int) -> str:
    """Return `text` without its middle where it is longer than `limit_tokens`: two thirds of its head, one of its end.

    Empty: there is no room for any of it.
    """
    tokens, limit = estimate_tokens(text), max(limit_tokens, 0)
    if tokens <= limit:
        return text
    keep = len(text) * limit // tokens - len(_LEFT_OUT)
    tail = keep // 3
    return f"{text[: keep - tail].rstrip()}{_LEFT_OUT}{text[len(text) - tail :].lstrip()}" if tail > 0 else ""


def _newest_lines(summary: str, *, room: int) -> str:
    kept: list[str] = []
    for line in reversed(summary.splitlines()):
        room -= estimate_tokens(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    return "\n".join(kept)
