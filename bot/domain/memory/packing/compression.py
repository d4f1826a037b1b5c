"""Compresses a conversation's history for a prompt: the newest messages, and something shorter for those before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.history import Message
from bot.domain.conversation.states import Intent
from bot.domain.memory.packing.told_messages import message_tokens
from bot.domain.memory.summaries.summary import Summary
from bot.domain.models.shortening import shorten
from bot.domain.models.token_estimate import estimate_tokens

_EARLIER_TOKENS: Final = 30  # of the text of a message before the window
_DECIDED: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnloadedMessages:
    """The messages of a conversation before those that were loaded."""

    count: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressedHistory:
    """A conversation's history as it is told; never longer than the history itself."""

    compressed_messages: tuple[Message, ...]  # oldest first
    summary: str
    original_token_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextCompressor:
    """Compresses histories to the window, the stored summary, and shortened what it does not cover yet."""

    window: int = 6  # newest messages, always told
    max_tokens: int = 4_000  # of all that is told; the window is told even if it is longer
    max_turns: int = 50  # latest turns of which messages are told

    def compress(
        self, messages: Sequence[Message], *, summary: Summary | None = None, earlier: UnloadedMessages | None = None
    ) -> CompressedHistory:
        """Return the history, whole while it is no longer than its compressed form.

        `messages`: the latest, oldest first; all of them, unless there are `earlier` ones.
        """
        before = earlier or UnloadedMessages()
        original = before.tokens + sum(map(message_tokens, messages))
        text = summary.text if summary else ""
        told = self._within_limit(self._chosen(messages, summary, before), summary=text)
        if _told_tokens(told, text) >= original:
            told, text = (told, "") if before.count else (tuple(messages), "")
        elif not before.count and len(told) == len(messages):
            text = ""
        return CompressedHistory(compressed_messages=told, summary=text, original_token_count=original)

    def _chosen(
        self, messages: Sequence[Message], summary: Summary | None, earlier: UnloadedMessages
    ) -> tuple[Message, ...]:
        """Return the window, and before it what the summary does not cover yet; without one, what led to decisions."""
        recent = messages[-2 * self.max_turns :]
        window, older = recent[-self.window :], recent[: -self.window]
        if summary is not None:
            first = earlier.count + len(messages) - len(recent)  # the number of the first of `recent`
            kept = older[max(0, summary.covered_count - first) :][-self.window :]
        elif len(older) <= self.window and not earlier.count:  # too young for a summary
            kept = older
        else:
            kept = [each for each in older if each.intent in _DECIDED]
        return (*map(_shortened, kept), *window)

    def _within_limit(self, messages: tuple[Message, ...], *, summary: str) -> tuple[Message, ...]:
        """Return the newest of `messages` that fit beside the summary; at least the window."""
        left = self.max_tokens - estimate_tokens(summary)
        fitting = 0
        for message in reversed(messages):
            left -= message_tokens(message)
            if left < 0:
                break
            fitting += 1
        return messages[-max(fitting, min(self.window, len(messages))) :] if messages else ()


def _shortened(message: Message) -> Message:
    return replace(message, text=shorten(message.text, limit_tokens=_EARLIER_TOKENS))


def _told_tokens(messages: Sequence[Message], summary: str) -> int:
    return estimate_tokens(summary) + sum(map(message_tokens, messages))
