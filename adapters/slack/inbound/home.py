"""Renders and publishes a person's App Home: one view, so what does not fit is left out, and a note says so."""

from collections.abc import Sequence
from typing import Any, Final

from adapters.markup.pieces import card_buttons, group_by_decision, sendable_buttons
from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.outbound import limits
from adapters.slack.outbound.blocks import (
    BlockKit,
    actions_blocks,
    block_kit,
    context_block,
    plain_text_object,
    section_blocks,
)
from adapters.slack.payload import workspace_thread
from bot.domain.conversation.blocks import Block, Button, Card
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_TEXTS: Final = Catalogue()
_RESERVED: Final = 500  # characters for the note that something was left out


async def publish_home(services: HandlerServices, workspace: str, person_id: str) -> None:
    """Replace the Home by the current state of account, pending decisions and latest outcomes."""
    workspace_only = workspace_thread(workspace)
    await services.intake.register_workspace(workspace_only)  # the Home can be opened before any message
    language = await services.people.language_of(workspace, person_id)
    content = await services.gateway.app_home(workspace_only.tenant_id, person_id, Locale(language))
    view = home_view(content.blocks, language=language, buttons=content.buttons)
    await services.api.call(workspace, "views.publish", user_id=person_id, view=view)


def home_view(blocks: Sequence[Block], *, language: Language, buttons: Sequence[Button] = ()) -> dict[str, Any]:
    """Return the view for views.publish; a card is followed by its buttons, all other buttons come last."""
    groups = _block_groups(blocks, sendable_buttons(buttons, limit=limits.ACTION_ID))
    shown: list[BlockKit] = []
    for group in groups:
        length = limits.json_length([*shown, *group])
        if len(shown) + len(group) >= limits.VIEW_BLOCKS or length > limits.ALL_CHARACTERS - _RESERVED:
            more = plain_text_object(_TEXTS.render(Locale(language), "platform-home-more"), limit=limits.CONTEXT)
            return _view([*shown, context_block(more)])
        shown += group
    return _view(shown or list(section_blocks(_TEXTS.render(Locale(language), "platform-empty"))))


def _block_groups(blocks: Sequence[Block], buttons: list[Button]) -> list[list[BlockKit]]:
    cards = [block for block in blocks if isinstance(block, Card)]
    card_button_ids = {button.id for card in cards for button in card_buttons(card, buttons)}
    groups = [
        [*block_kit(block), *(actions_blocks(card_buttons(block, buttons)) if isinstance(block, Card) else ())]
        for block in blocks
    ]
    other_buttons = [button for button in buttons if button.id not in card_button_ids]
    return [*groups, *(list(actions_blocks(row)) for row in group_by_decision(other_buttons))]


def _view(blocks: list[BlockKit]) -> dict[str, Any]:
    return {"type": "home", "blocks": blocks}
