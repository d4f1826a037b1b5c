"""Replies as Discord messages: pure, without a client."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from adapters.discord.outbound import limits, markdown
from adapters.discord.outbound.buttons import button_rows
from adapters.discord.outbound.embeds import card_embeds
from adapters.discord.outbound.message import MARK_LENGTH, ButtonRow, DiscordButton, DiscordMessage, mark_line
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

_TEXTS: Final = Catalogue()
_TEXT: Final = limits.CONTENT - MARK_LENGTH
_STEPS: Final = 500  # of what is being done, above what is being written


@dataclass(slots=True)
class _MessageBuilder:
    """Messages under construction. An embed stands below the text of its message, so more text needs another one."""

    messages: list[DiscordMessage] = field(default_factory=list)

    def add_text(self, piece: Piece) -> None:
        last = self.messages[-1] if self.messages else None
        joined = f"{last.content}{separator_before(piece)}{piece.text}" if last and last.content else piece.text
        if last is None or last.embeds or last.buttons or utf16_length(joined) > _TEXT:
            self.messages.append(DiscordMessage(piece.text))
        else:
            self.messages[-1] = replace(last, content=joined)

    def add_embed(self, embed: dict[str, Any]) -> None:
        last = self.messages[-1] if self.messages else None
        if last is None or last.embeds or last.buttons:
            self.messages.append(DiscordMessage("", (embed,)))
        else:
            self.messages[-1] = replace(last, embeds=(embed,))

    def add_row(self, row: ButtonRow) -> None:
        if not self.messages or len(self.messages[-1].buttons) == limits.ROWS:
            self.messages.append(DiscordMessage(""))
        last = self.messages[-1]
        self.messages[-1] = replace(last, buttons=(*last.buttons, row))


def answer(reply: Reply) -> tuple[DiscordMessage, ...]:
    """Return the messages that say a reply, in order, at least one, each with its mark and within Discord's limits."""
    draft = _MessageBuilder()
    left = sendable_buttons(reply.answer.buttons, limit=limits.CUSTOM_ID)
    decisions = {str(decision.id): decision for decision in reply.answer.decisions}
    for block in reply.answer.blocks:
        if not isinstance(block, Card):
            _add_pieces(draft, render_pieces(flow_of(block), dialect=markdown, limit=_TEXT))
            continue
        for embed in card_embeds(block, decisions.get(block.decision_id)):
            draft.add_embed(embed)
        own = button_rows(card_buttons(block, left))
        left = [button for button in left if button.id not in {each.id for row in own for each in row}]
        _add_rows(draft, own)
    if not draft.messages:
        draft.add_text(Piece(_TEXTS.render(Locale(reply.language), "platform-empty")))
    _add_rows(draft, [*button_rows(left), *([_vote_row(reply)] if asks_for_vote(reply) else [])])
    return tuple(_with_mark(message, reply.id, part) for part, message in enumerate(draft.messages, start=1))


def progress(steps: Sequence[str], *, stop: Button, mark_line: str, draft: str = "") -> DiscordMessage:
    """Return the message that shows what is being done; the last step is the one under way.

    Args:
        steps: Oldest first.
        stop: The button to stop it with.
        mark_line: The mark of the answer that this message becomes.
        draft: The answer as far as it has come, a model's Markdown; its end is shown.
    """
    row = button_rows(sendable_buttons([stop], limit=limits.CUSTOM_ID))
    written = draft_tail(draft, dialect=markdown, limit=_TEXT - _STEPS)
    doing = _first_part(progress_line(steps), limit=_STEPS if written else _TEXT) if steps or not written else ""
    shown = "\n\n".join(part for part in (doing, written) if part)
    return DiscordMessage(f"{shown}\n{mark_line}", buttons=tuple(row))


def pending_thread(sentence: str) -> DiscordMessage:
    """Return the message that a command's thread hangs on."""
    return DiscordMessage(_first_part(sentence))


def _add_pieces(draft: _MessageBuilder, parts: Iterator[Piece]) -> None:
    for number, part in enumerate(parts):
        draft.add_text(replace(part, is_apart=True) if number == 0 else part)


def _add_rows(draft: _MessageBuilder, found: Iterable[ButtonRow]) -> None:
    for row in found:
        draft.add_row(row)


def _vote_row(reply: Reply) -> ButtonRow:
    kinds = (("up", "👍"), ("down", "👎"))
    return tuple(DiscordButton(f"{kind}:{reply.id}", "", "secondary", emoji) for kind, emoji in kinds)


def _with_mark(message: DiscordMessage, reply_id: UUID, part: int) -> DiscordMessage:
    lines = [message.content] if message.content else []
    return replace(message, content="\n".join([*lines, mark_line(reply_id, part)]))


def _first_part(sentence: str, *, limit: int = _TEXT) -> str:
    parts = split_runs(plain_runs(sentence.strip()), limit=limit, render=markdown.render_inline)
    return markdown.render_inline(parts[0]) if parts else "…"
