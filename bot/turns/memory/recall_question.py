"""What is to be recalled for a message, or for other words in its place."""

from dataclasses import replace

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.memory.recall import RecallQuestion
from bot.language.requests.recall import memory_question
from bot.language.requests.recall import recall_question as read_question


def recall_question(context: TurnContext, text: str = "") -> RecallQuestion:
    """Return what is to be recalled for a text, or for the message itself."""
    speaker = context.request.asked_of if isinstance(context.request, AskMemory) else ""
    return read_question(text, context.message_facts, symbols=context.reading.shares.symbols, speaker=speaker)


def with_memory_asked(context: TurnContext, text: str, *, certainty: float, speaker: str = "") -> TurnContext:
    """Return the message as a question about what was said, known or decided; `speaker`: by whom, if that is known."""
    symbols = context.reading.shares.symbols
    request = memory_question(text, context.message_facts, symbols=symbols, speaker=speaker)
    return replace(context, reading=replace(context.reading, request=request, certainty=certainty))
