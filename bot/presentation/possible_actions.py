"""What a person can do next, as a sentence; leaves out what would be refused."""

from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent, possible_intents
from bot.locales import Catalogue

_NEEDS_OWN_PENDING = {Intent.CONFIRM, Intent.CANCEL}


def possible_now(texts: Catalogue, context: TurnContext) -> str:
    """Return a sentence that lists what this person can do now."""
    possible = possible_intents(context.state, pending=len(context.pending)) - {Intent.UNKNOWN}
    if not context.own_pending:
        possible -= _NEEDS_OWN_PENDING
    phrases = (texts.render(context.locale, f"possible-{intent.lower()}") for intent in Intent if intent in possible)
    return texts.render(context.locale, "possible-now", what=texts.list_of(context.locale, phrases))
