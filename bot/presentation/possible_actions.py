"""What a person can do next, in words: never what would be refused."""

from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent
from bot.domain.conversation.transitions import possible_intents
from bot.locales import Catalogue

_VERDICTS = {Intent.CONFIRM, Intent.CANCEL}


def possible_now(texts: Catalogue, context: TurnContext) -> str:
    """Return a sentence that names what this person can do now."""
    can = possible_intents(context.state, pending=len(context.pending)) - {Intent.UNKNOWN}
    if not context.own_pending:
        can -= _VERDICTS
    named = (texts.render(context.locale, f"possible-{intent.lower()}") for intent in Intent if intent in can)
    return texts.render(context.locale, "possible-now", what=texts.list_of(context.locale, named))
