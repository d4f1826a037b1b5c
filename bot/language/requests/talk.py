"""Small talk, and questions for a next step."""

from bot.domain.conversation.requests.talk import AskNextStep, SmallTalk, TalkRequest
from bot.domain.conversation.states import Intent
from bot.language.understanding import Understanding


def talk_request(understood: Understanding) -> TalkRequest | None:
    """Return what a message says that asks for nothing else; None: it says something else."""
    if understood.intent is not Intent.UNKNOWN or understood.command is not None:
        return None
    if understood.lead_on is not None:
        return AskNextStep(understood.lead_on, understood.entities.symbols)
    return None if understood.small_talk is None else SmallTalk(understood.small_talk)
