"""Renders the status of a conversation: its state, what it is about, and what is possible now."""

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.states import Intent, possible_intents
from bot.domain.trading.decisions import keys_of
from bot.locales import Catalogue

_NEEDS_OWN_PENDING = {Intent.CONFIRM, Intent.CANCEL}


def possible_now(texts: Catalogue, context: TurnContext) -> str:
    """Return a sentence that lists what this person can do now."""
    possible = possible_intents(context.state, pending=len(context.pending)) - {Intent.UNKNOWN}
    if not context.own_pending:
        possible -= _NEEDS_OWN_PENDING
    phrases = (texts.render(context.locale, f"possible-{intent.lower()}") for intent in Intent if intent in possible)
    return texts.render(context.locale, "possible-now", what=texts.list_of(context.locale, phrases))


def status_blocks(texts: Catalogue, context: TurnContext, *, market: str) -> tuple[Block, ...]:
    """Return the status of a turn's conversation; `market` is the market's name."""
    locale = context.locale
    separator = texts.render(locale, "list-separator")
    focus = separator.join(context.conversation.focus) or texts.render(locale, "status-no-focus")
    state = texts.render_code(locale, "state", context.state.lower())
    waiting = texts.render(locale, "status", state=state, pending=len(context.pending))
    place = texts.render_code(locale, "market", market, date=context.today.isoformat())
    about = texts.render(locale, "status-about", focus=focus, market=place)
    return Paragraph(waiting, keys_of(context.pending)), Paragraph(about), Paragraph(possible_now(texts, context))
