"""Packs the conversation so far, with the author of each message, into a limited number of tokens of a prompt."""

import json
from typing import Final

from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.overheard import OverheardMessage
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.models.token_estimate import estimate_tokens

_PERSON_SHARE: Final = 2  # a person's message gets up to 1/2 of the limit: it may state limits and wishes
_ASSISTANT_SHARE: Final = 6  # one of Parley's up to 1/6: its figures are computed again
_OVERHEARD_SHARE: Final = 5  # what people say to each other gets up to 1/5 of the limit
_ELLIPSIS: Final = " … "
_OVERHEAD: Final = 20  # tokens of a message besides its text


def pack_conversation(context: ConversationContext, *, limit_tokens: int) -> str:
    """Return the conversation as one JSON object of about `limit_tokens` at most; empty if there are no messages.

    It holds "summary" first, then "messages", oldest first, each with "by" (the person's name, or "Parley"), "role"
    ("person" or "assistant") and "text"; then, if there is any, "overheard": what people said to each other, with "by"
    and "text", in at most a fifth of the tokens. If it is too long, long texts lose their middle, the oldest messages
    are dropped first, and the summary keeps its newest lines. JSON, so that no text can pose as another author's.
    """
    overheard = _newest_overheard(context.overheard, limit_tokens=limit_tokens // _OVERHEARD_SHARE)
    limit_tokens -= sum(estimate_tokens(_to_json(each)) for each in overheard)
    messages = _newest_messages(context.window, limit_tokens=limit_tokens)
    tokens_left = limit_tokens - sum(estimate_tokens(_to_json(each)) for each in messages) - _OVERHEAD
    summary = _newest_lines(context.summary, limit_tokens=tokens_left)
    if not messages and not summary and not overheard:
        return ""
    packed: dict[str, object] = {"summary": summary} if summary else {}
    packed |= {"messages": messages} | ({"overheard": overheard} if overheard else {})
    return json.dumps(packed, ensure_ascii=False)


def _newest_overheard(talk: tuple[OverheardMessage, ...], *, limit_tokens: int) -> list[dict[str, str]]:
    kept: list[dict[str, str]] = []
    for message in reversed(talk):
        text = shorten(message.text, limit_tokens=limit_tokens // _PERSON_SHARE - _OVERHEAD)
        entry = {"by": message.person.name, "text": text}
        limit_tokens -= estimate_tokens(_to_json(entry))
        if limit_tokens < 0:
            break
        kept.insert(0, entry)
    return kept


def _newest_messages(window: tuple[Message, ...], *, limit_tokens: int) -> list[dict[str, str]]:
    kept: list[dict[str, str]] = []
    tokens_left = limit_tokens
    for message in reversed(window):
        share = _PERSON_SHARE if message.role is Role.USER else _ASSISTANT_SHARE
        entry = _entry(message, limit_tokens=limit_tokens // share)
        tokens_left -= estimate_tokens(_to_json(entry))
        if tokens_left < 0:
            break
        kept.insert(0, entry)
    return kept


def _entry(message: Message, *, limit_tokens: int) -> dict[str, str]:
    role = "person" if message.role is Role.USER else "assistant"
    return {"by": message.author, "role": role, "text": shorten(message.text, limit_tokens=limit_tokens - _OVERHEAD)}


def _to_json(entry: dict[str, str]) -> str:
    return json.dumps(entry, ensure_ascii=False)


def shorten(text: str, *, limit_tokens: int) -> str:
    """Return `text`, without its middle if it is longer than `limit_tokens`.

    Two thirds of what is kept are from its beginning, one from its end. Empty if nothing fits.
    """
    tokens, limit = estimate_tokens(text), max(limit_tokens, 0)
    if tokens <= limit:
        return text
    keep = len(text) * limit // tokens - len(_ELLIPSIS)
    tail = keep // 3
    return f"{text[: keep - tail].rstrip()}{_ELLIPSIS}{text[len(text) - tail :].lstrip()}" if tail > 0 else ""


def _newest_lines(summary: str, *, limit_tokens: int) -> str:
    kept: list[str] = []
    for line in reversed(summary.splitlines()):
        limit_tokens -= estimate_tokens(line) + 1
        if limit_tokens < 0:
            break
        kept.insert(0, line)
    return "\n".join(kept)
