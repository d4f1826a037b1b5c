"""Renders the status of a conversation: its state, what it is about, and what is possible now."""

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Block, Paragraph
from bot.locales import Catalogue
from bot.presentation.possible_actions import possible_now


def status_blocks(texts: Catalogue, context: TurnContext, *, market: str) -> tuple[Block, ...]:
    """Return the status of a turn's conversation; `market` is the market's name."""
    locale = context.locale
    separator = texts.render(locale, "list-separator")
    focus = separator.join(context.conversation.focus) or texts.render(locale, "status-no-focus")
    text = texts.render(
        locale,
        "status",
        state=texts.render_code(locale, "state", context.state.lower()),
        focus=focus,
        pending=len(context.pending),
        market=texts.render_code(locale, "market", market, date=context.today.isoformat()),
    )
    return Paragraph(text), Paragraph(possible_now(texts, context))
