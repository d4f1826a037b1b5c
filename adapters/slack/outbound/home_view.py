"""The App Home: one view, which cannot be split, so what does not fit is cut and said to be."""

from collections.abc import Sequence
from typing import Any, Final

from adapters.markup.replies import card_buttons, group_by_decision, sendable_buttons
from adapters.slack.outbound import limits
from adapters.slack.outbound.blocks import BlockKit, block_kit, context_block, section_blocks
from adapters.slack.outbound.buttons import actions_blocks, plain_text_object
from bot.domain.conversation.blocks import Block, Button, Card
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_TEXTS: Final = Catalogue()
_ROOM: Final = 500  # characters left for the sentence that says that something was cut


def home_view(blocks: Sequence[Block], *, language: Language, buttons: Sequence[Button] = ()) -> dict[str, Any]:
    """Return the view for views.publish; a card's buttons stand under it, all others at the end."""
    groups = _groups(blocks, sendable_buttons(buttons, limit=limits.ACTION_ID))
    shown: list[BlockKit] = []
    for group in groups:
        if not _fits([*shown, *group]):
            more = plain_text_object(_TEXTS.render(Locale(language), "platform-home-more"), limit=limits.CONTEXT)
            return _view([*shown, context_block(more)])
        shown += group
    return _view(shown or list(section_blocks(_TEXTS.render(Locale(language), "platform-empty"))))


def _groups(blocks: Sequence[Block], buttons: list[Button]) -> list[list[BlockKit]]:
    cards = [block for block in blocks if isinstance(block, Card)]
    own = {button.id for card in cards for button in card_buttons(card, buttons)}
    shown = [
        [*block_kit(block), *(actions_blocks(card_buttons(block, buttons)) if isinstance(block, Card) else ())]
        for block in blocks
    ]
    return [*shown, *(list(actions_blocks(row)) for row in group_by_decision(b for b in buttons if b.id not in own))]


def _fits(blocks: list[BlockKit]) -> bool:
    return len(blocks) < limits.VIEW_BLOCKS and limits.json_length(blocks) <= limits.ALL_CHARACTERS - _ROOM


def _view(blocks: list[BlockKit]) -> dict[str, Any]:
    return {"type": "home", "blocks": blocks}
