"""Renders replies, progress and a thread's first message as Discord messages; pure functions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from adapters.discord.outbound import limits
from adapters.discord.outbound.embeds import card_embeds
from adapters.discord.outbound.markdown import MARKDOWN
from adapters.discord.outbound.message import (
    DANGER,
    MARK_LENGTH,
    SECONDARY,
    SUCCESS,
    ButtonRow,
    DiscordMessage,
    JsonObject,
    button_component,
    mark_line,
)
from adapters.markup.pieces import (
    asks_for_vote,
    card_buttons,
    draft_tail,
    flow_of_group,
    group_by_decision,
    group_with_introductions,
    progress_line,
    render_pieces,
    sendable_buttons,
)
from adapters.markup.split import Piece, separator_before, split_runs, with_heading
from adapters.markup.text import clean_line, plain_runs, truncate_line, utf16_length
from bot.domain.conversation.blocks import Button, Card
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_TEXTS: Final = Catalogue()
_MAX_TEXT: Final = limits.CONTENT - MARK_LENGTH  # UTF-16 units
_BUTTON_STYLES: Final[dict[str, int]] = {
    "confirm": SUCCESS,
    "confirm_all": SUCCESS,
    "cancel": DANGER,
    "cancel_all": DANGER,
    "stop": DANGER,
    "holding_confirm": SUCCESS,
    "holding_cancel": DANGER,
}
_USER_ID: Final = re.compile(r"[0-9]{1,20}")
_MAX_NAME: Final = 40  # characters
_MAX_QUOTED: Final = 900  # UTF-16 units of a command; a sentence's variable takes 1,000
_MAX_STEPS: Final = 500  # UTF-16 units of the progress line above a draft


@dataclass(slots=True)
class _MessageBuilder:
    """Collects messages. Discord shows an embed below its message's text, so later text needs another message."""

    messages: list[DiscordMessage] = field(default_factory=list)

    def add_text(self, piece: Piece) -> None:
        last = self.messages[-1] if self.messages else None
        joined = f"{last.content}{separator_before(piece)}{piece.text}" if last and last.content else piece.text
        if last is None or last.embeds or last.buttons or utf16_length(joined) > _MAX_TEXT:
            self.messages.append(DiscordMessage(with_heading(piece, limit=_MAX_TEXT)))
        else:
            self.messages[-1] = replace(last, content=joined)

    def add_embed(self, embed: dict[str, Any]) -> None:
        last = self.messages[-1] if self.messages else None
        if last is None or last.embeds or last.buttons:
            self.messages.append(DiscordMessage("", (embed,)))
        else:
            self.messages[-1] = replace(last, embeds=(embed,))

    def add_rows(self, rows: Iterable[ButtonRow]) -> None:
        for row in rows:
            if not self.messages or len(self.messages[-1].buttons) == limits.ROWS:
                self.messages.append(DiscordMessage(""))
            last = self.messages[-1]
            self.messages[-1] = replace(last, buttons=(*last.buttons, row))


def answer(reply: Reply) -> tuple[DiscordMessage, ...]:
    """Return a reply's messages, at least one, in order, each with its mark and within Discord's limits."""
    builder = _MessageBuilder()
    called = _mentioned_user(reply.person) if reply.answer.calls_person else ""
    if reply.answer.calls_person:
        builder.add_text(Piece(_mention(reply.person)))
    left = sendable_buttons(reply.answer.buttons, limit=limits.CUSTOM_ID)
    decisions = {str(decision.id): decision for decision in reply.answer.decisions}
    for group in group_with_introductions(reply.answer.blocks):
        block = group[-1]
        for number, piece in enumerate(render_pieces(flow_of_group(group), dialect=MARKDOWN, limit=_MAX_TEXT)):
            builder.add_text(replace(piece, is_apart=True) if number == 0 else piece)
        if not isinstance(block, Card):
            continue
        for embed in card_embeds(block, decisions.get(block.decision_id)):
            builder.add_embed(embed)
        rows = _button_rows(card_buttons(block, left))
        left = [button for button in left if button.id not in {each["custom_id"] for row in rows for each in row}]
        builder.add_rows(rows)
    if not builder.messages:
        builder.add_text(Piece(_TEXTS.render(Locale(reply.language), "platform-empty")))
    builder.add_rows([*_button_rows(left), *([_vote_row(reply)] if asks_for_vote(reply) else [])])
    builder.messages[0] = replace(builder.messages[0], mentioned_user=called)
    return tuple(_with_mark(message, reply.id, part) for part, message in enumerate(builder.messages, start=1))


def progress(steps: Sequence[str], *, stop: Button, mark_line: str, draft: str = "") -> DiscordMessage:
    """Return the message that shows a turn's progress.

    `steps`: oldest first; the last one is in progress. `mark_line`: the mark line of the answer, which later replaces
    this message's content. `draft`: the unfinished answer, a model's Markdown; its end is shown.
    """
    row = _button_rows(sendable_buttons([stop], limit=limits.CUSTOM_ID))
    tail = draft_tail(draft, dialect=MARKDOWN, limit=_MAX_TEXT - _MAX_STEPS)
    line = _first_part(progress_line(steps), limit=_MAX_STEPS if tail else _MAX_TEXT) if steps or not tail else ""
    text = "\n\n".join(part for part in (line, tail) if part)
    return DiscordMessage(f"{text}\n{mark_line}", buttons=tuple(row))


def pending_thread(pending: PendingThread, *, language: Language) -> DiscordMessage:
    """Return the message from which a command's thread is opened: who typed what.

    It mentions that person and nobody else, whatever the text says.
    """
    user, name = _mentioned_user(pending.person), _mention(pending.person)
    text = _first_part(clean_line(pending.text), limit=_MAX_QUOTED)
    opening = _TEXTS.render(Locale(language), "discord-opening", name=name, text=text)
    return DiscordMessage(f"{opening}\n{mark_line(pending.id, 1)}", mentioned_user=user)


def _mentioned_user(person: Person) -> str:
    return person.id if _USER_ID.fullmatch(person.id) else ""


def _mention(person: Person) -> str:
    user = _mentioned_user(person)
    return f"<@{user}>" if user else _first_part(clean_line(person.name[:_MAX_NAME]))


def _vote_row(reply: Reply) -> ButtonRow:
    kinds = (("up", "👍"), ("down", "👎"))
    return tuple(button_component(f"{kind}:{reply.id}", emoji={"name": emoji}) for kind, emoji in kinds)


def _with_mark(message: DiscordMessage, reply_id: UUID, part: int) -> DiscordMessage:
    lines = [message.content] if message.content else []
    return replace(message, content="\n".join([*lines, mark_line(reply_id, part)]))


def _first_part(sentence: str, *, limit: int = _MAX_TEXT) -> str:
    parts = split_runs(plain_runs(sentence.strip()), limit=limit, render=MARKDOWN.render_inline)
    return MARKDOWN.render_inline(parts[0]) if parts else "…"


def _button_rows(buttons: Iterable[Button]) -> list[ButtonRow]:
    """Return buttons in rows; each decision's buttons start a new row."""
    groups = [[_discord_button(each) for each in group] for group in group_by_decision(buttons)]
    return [tuple(row[at : at + limits.IN_ROW]) for row in groups for at in range(0, len(row), limits.IN_ROW)]


def _discord_button(button: Button) -> JsonObject:
    kind = "" if button.question else button.id.partition(":")[0]
    label = truncate_line(button.label, limits.LABEL) or "…"
    return button_component(button.id, style=_BUTTON_STYLES.get(kind, SECONDARY), label=label)
