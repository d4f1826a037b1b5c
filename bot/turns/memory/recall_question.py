"""What is to be recalled for a message, or for other words in its place."""

from bot.context.turn import TurnContext
from bot.domain.memory.recall import RecallQuestion
from bot.language.requests.recall import recall_question as read_question


def recall_question(context: TurnContext, text: str = "") -> RecallQuestion:
    """Return what is to be recalled for a text, or for the message itself."""
    return read_question(text, context.understanding, context.message_facts)
