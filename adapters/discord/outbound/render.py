"""Replies as Discord messages: pure, without a client."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from adapters.discord.outbound import limits, markdown
from adapters.discord.outbound.buttons import ButtonRow, DiscordButton, rows
from adapters.discord.outbound.embeds import embeds
from adapters.markup.drafts import draft_tail
from adapters.markup.pieces import flow_of, render_pieces
from adapters.markup.replies import asks_for_vote, card_buttons, progress_line, sendable_buttons
from adapters.markup.split import Piece, separator_before, split_runs
from adapters.markup.text import utf16_length
from adapters.markup.text_runs import plain_runs
from bot.domain.conversation.blocks import Button, Card
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

__all__ = ["DiscordButton", "DiscordMessage", "answer", "mark", "marked", "opening", "progress", "reference"]

_SAY: Final = Catalogue()
_MARK: Final = re.compile(r"-# ref ([0-9a-f]{12})(?: · ([1-9][0-9]*))?")
_MARK_LENGTH: Final = 40  # units kept free for the mark and its line feed
_TEXT: Final = limits.CONTENT - _MARK_LENGTH
_STEPS: Final = 500  # of what is being done, above what is being written


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """One message: its text, its embeds as Discord's JSON, its rows of buttons."""

    content: str
    embeds: tuple[dict[str, Any], ...] = ()
    buttons: tuple[ButtonRow, ...] = ()


@dataclass(slots=True)
class _MessageBuilder:
    """Messages under construction. An embed stands below the text of its message, so more text needs another one."""

    done: list[DiscordMessage] = field(default_factory=list)

    def text(self, piece: Piece) -> None:
        last = self.done[-1] if self.done else None
        joined = f"{last.content}{separator_before(piece)}{piece.text}" if last and last.content else piece.text
        if last is None or last.embeds or last.buttons or utf16_length(joined) > _TEXT:
            self.done.append(DiscordMessage(piece.text))
        else:
            self.done[-1] = replace(last, content=joined)

    def embed(self, embed: dict[str, Any]) -> None:
        last = self.done[-1] if self.done else None
        if last is None or last.embeds or last.buttons:
            self.done.append(DiscordMessage("", (embed,)))
        else:
            self.done[-1] = replace(last, embeds=(embed,))

    def row(self, row: ButtonRow) -> None:
        if not self.done or len(self.done[-1].buttons) == limits.ROWS:
            self.done.append(DiscordMessage(""))
        last = self.done[-1]
        self.done[-1] = replace(last, buttons=(*last.buttons, row))


def answer(reply: Reply) -> tuple[DiscordMessage, ...]:
    """Return the messages that say a reply, in order, at least one, each with its mark and within Discord's limits."""
    draft = _MessageBuilder()
    left = sendable_buttons(reply.answer.buttons, limit=limits.CUSTOM_ID)
    decisions = {str(decision.id): decision for decision in reply.answer.decisions}
    for block in reply.answer.blocks:
        if not isinstance(block, Card):
            _put(draft, render_pieces(flow_of(block), dialect=markdown, limit=_TEXT))
            continue
        for embed in embeds(block, decisions.get(block.decision_id)):
            draft.embed(embed)
        own = rows(card_buttons(block, left))
        left = [button for button in left if button.id not in {each.id for row in own for each in row}]
        _rows(draft, own)
    if not draft.done:
        draft.text(Piece(_SAY.render(Locale(reply.language), "platform-empty")))
    _rows(draft, [*rows(left), *([_votes(reply)] if asks_for_vote(reply) else [])])
    return tuple(_marked(message, reply.id, part) for part, message in enumerate(draft.done, start=1))


def progress(steps: Sequence[str], *, stop: Button, mark: str, draft: str = "") -> DiscordMessage:
    """Return the message that shows what is being done; the last step is the one under way.

    Args:
        steps: Oldest first.
        stop: The button to stop it with.
        mark: The mark of the answer that this message becomes.
        draft: The answer as far as it has come, a model's Markdown; its end is shown.
    """
    row = rows(sendable_buttons([stop], limit=limits.CUSTOM_ID))
    written = draft_tail(draft, dialect=markdown, limit=_TEXT - _STEPS)
    doing = _opening(progress_line(steps), limit=_STEPS if written else _TEXT) if steps or not written else ""
    shown = "\n\n".join(part for part in (doing, written) if part)
    return DiscordMessage(f"{shown}\n{mark}", buttons=tuple(row))


def opening(sentence: str) -> DiscordMessage:
    """Return the message that a command's thread hangs on."""
    return DiscordMessage(_opening(sentence))


def reference(reply_id: UUID) -> str:
    """Return the 12 hex digits by which a mark names a reply: its last, which are random; its first tell the time."""
    return reply_id.hex[-12:]


def mark(reply_id: UUID, part: int) -> str:
    """Return the line of small print by which a message of ours is known again; parts count from 1."""
    return f"-# ref {reference(reply_id)}" + (f" · {part}" if part > 1 else "")


def marked(content: str) -> tuple[str, int] | None:
    """Return which reply a message is of, as `reference` names it, and which part of it; None: it bears no mark."""
    match = _MARK.fullmatch(content.rstrip().rpartition("\n")[2])
    return (match[1], int(match[2] or 1)) if match else None


def _put(draft: _MessageBuilder, parts: Iterator[Piece]) -> None:
    for number, part in enumerate(parts):
        draft.text(replace(part, is_apart=True) if number == 0 else part)


def _rows(draft: _MessageBuilder, found: Iterable[ButtonRow]) -> None:
    for row in found:
        draft.row(row)


def _votes(reply: Reply) -> ButtonRow:
    kinds = (("up", "👍"), ("down", "👎"))
    return tuple(DiscordButton(f"{kind}:{reply.id}", "", "secondary", emoji) for kind, emoji in kinds)


def _marked(message: DiscordMessage, reply_id: UUID, part: int) -> DiscordMessage:
    lines = [message.content] if message.content else []
    return replace(message, content="\n".join([*lines, mark(reply_id, part)]))


def _opening(sentence: str, *, limit: int = _TEXT) -> str:
    parts = split_runs(plain_runs(sentence.strip()), limit=limit, render=markdown.render_inline)
    return markdown.render_inline(parts[0]) if parts else "…"
