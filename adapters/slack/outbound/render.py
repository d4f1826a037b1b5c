"""Renders replies, progress and pending threads as Slack messages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from adapters.markup.pieces import (
    asks_for_vote,
    card_buttons,
    group_by_decision,
    group_with_introductions,
    progress_line,
    sendable_buttons,
)
from adapters.markup.text import cut_utf16, utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.blocks import (
    BlockKit,
    actions_blocks,
    block_kit,
    button_element,
    draft_blocks,
    mrkdwn_section,
    quoted_line,
    section_blocks,
)
from adapters.slack.outbound.message import SlackMessage
from adapters.slack.outbound.mrkdwn import without_open_markup
from bot.domain.conversation.blocks import Button, Card
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_TEXTS: Final = Catalogue()
BlockGroup = list[list[BlockKit]]  # kept in one message if they fit; each inner list in any case

_RESERVED: Final = 1_000  # characters of every message for the vote buttons
_USER_ID: Final = re.compile(r"[UW][A-Z0-9]+")
_MAX_NAME: Final = 40  # characters


def answer(reply: Reply) -> tuple[SlackMessage, ...]:
    """Return the messages that show a reply, in order, at least one; each is within Slack's limits."""
    buttons = sendable_buttons(reply.answer.buttons, limit=limits.ACTION_ID)
    calling: list[BlockGroup] = [[[mrkdwn_section(_mention(reply.person))]]] if reply.answer.calls_person else []
    messages = _pack_groups([*calling, *_block_groups(reply, buttons)]) or [
        list(section_blocks(_TEXTS.render(Locale(reply.language), "platform-empty")))
    ]
    if asks_for_vote(reply):
        messages[-1].append(_vote_actions(reply))
    return tuple(SlackMessage(_fallback_text(blocks), tuple(blocks)) for blocks in messages)


def progress(steps: Sequence[str], *, stop: Button, draft: str = "") -> SlackMessage:
    """Return the message that shows a turn's progress.

    `steps`: oldest first; the last one is under way. `draft`: the part of the answer that a model has written so far,
    as Markdown; its end is shown.
    """
    written = tuple(draft_blocks(draft))
    status = section_blocks(progress_line(steps)) if steps or not written else ()
    blocks = (*status, *written, *actions_blocks(sendable_buttons([stop], limit=limits.ACTION_ID)))
    return SlackMessage(_fallback_text(blocks), blocks)


def pending_thread(pending: PendingThread, *, language: Language) -> SlackMessage:
    """Return the message that starts a command's thread: who typed what.

    It mentions that person, since Slack lets them follow the thread only then. Nothing in the text is a mention.
    """
    text = quoted_line(pending.text)
    opening = _TEXTS.render(Locale(language), "slack-opening", name=_mention(pending.person), text=text)
    blocks = (mrkdwn_section(opening),)
    return SlackMessage(_fallback_text(blocks), blocks)


def _mention(person: Person) -> str:
    is_user = _USER_ID.fullmatch(person.id) is not None
    return f"<@{person.id}>" if is_user else quoted_line(person.name[:_MAX_NAME])


def _block_groups(reply: Reply, buttons: list[Button]) -> Iterator[BlockGroup]:
    """Yield the blocks to keep in one message if they fit: those of one reply block, a card's with its buttons.

    What introduces a reply block is kept with it, at least with its beginning.
    """
    remaining = list(buttons)
    for *introduction, block in group_with_introductions(reply.answer.blocks):
        own = card_buttons(block, remaining) if isinstance(block, Card) else []
        remaining = [button for button in remaining if button not in own]
        above = [each for introducing in introduction for each in block_kit(introducing)]
        shown = [*block_kit(block), *actions_blocks(own)]
        yield [[*above, *shown[:1]], *([each] for each in shown[1:])]
    yield from ([list(actions_blocks(row))] for row in group_by_decision(remaining))


def _pack_groups(groups: Iterable[BlockGroup]) -> list[list[BlockKit]]:
    messages: list[list[BlockKit]] = []
    for group in groups:
        whole = list(chain.from_iterable(group))
        for part in [whole] if _fits(whole) else group:
            if messages and _fits([*messages[-1], *part]):
                messages[-1] += part
            elif part:
                messages.append(list(part))
    return messages


def _fits(blocks: list[BlockKit]) -> bool:
    return len(blocks) < limits.BLOCKS and limits.json_length(blocks) <= limits.ALL_CHARACTERS - _RESERVED


def _vote_actions(reply: Reply) -> BlockKit:
    kinds = (("up", "👍"), ("down", "👎"))
    spoken = {kind: _TEXTS.render(Locale(reply.language), f"platform-vote-{kind}") for kind, _ in kinds}
    elements = [button_element(Button(f"{kind}:{reply.id}", emoji), spoken=spoken[kind]) for kind, emoji in kinds]
    return {"type": "actions", "elements": elements}


def _fallback_text(blocks: Sequence[BlockKit]) -> str:
    text = "\n".join(line for block in blocks for line in _texts(block))
    if utf16_length(text) <= limits.FALLBACK:
        return text or "…"
    return without_open_markup(cut_utf16(text, limits.FALLBACK - 1)) + "…"


def _texts(block: BlockKit) -> Iterator[str]:
    objects = block["elements"] if block["type"] == "context" else [block.get("text")]
    yield from (each["text"] for each in objects if each)
