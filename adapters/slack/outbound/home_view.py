"""The App Home: one view, which cannot be split, so what does not fit is cut and said to be."""

from collections.abc import Sequence
from typing import Any, Final

from adapters.markup.replies import by_decision, of_card, pressable
from adapters.slack.outbound import limits
from adapters.slack.outbound.blocks import BlockKit, context, kit, section
from adapters.slack.outbound.buttons import actions, plain_object
from bot.domain.conversation.blocks import Block, Button, Card
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_SAY: Final = Catalogue()
_ROOM: Final = 500  # characters left for the sentence that says that something was cut


def home(blocks: Sequence[Block], *, language: Language, buttons: Sequence[Button] = ()) -> dict[str, Any]:
    """Return the view for views.publish; a card's buttons stand under it, all others at the end."""
    groups = _groups(blocks, pressable(buttons, limit=limits.ACTION_ID))
    shown: list[BlockKit] = []
    for group in groups:
        if not _fits([*shown, *group]):
            more = plain_object(_SAY.render(Locale(language), "platform-home-more"), limit=limits.CONTEXT)
            return _view([*shown, context(more)])
        shown += group
    return _view(shown or list(section(_SAY.render(Locale(language), "platform-empty"))))


def _groups(blocks: Sequence[Block], buttons: list[Button]) -> list[list[BlockKit]]:
    cards = [block for block in blocks if isinstance(block, Card)]
    own = {button.id for card in cards for button in of_card(card, buttons)}
    shown = [[*kit(block), *(actions(of_card(block, buttons)) if isinstance(block, Card) else ())] for block in blocks]
    return [*shown, *(list(actions(row)) for row in by_decision(b for b in buttons if b.id not in own))]


def _fits(blocks: list[BlockKit]) -> bool:
    return len(blocks) < limits.VIEW_BLOCKS and limits.size(blocks) <= limits.ALL_CHARACTERS - _ROOM


def _view(blocks: list[BlockKit]) -> dict[str, Any]:
    return {"type": "home", "blocks": blocks}
