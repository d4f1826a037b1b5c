"""What is to be recalled for a message, or for other words in its place."""

from dataclasses import replace

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.memory.recall import RecallQuestion
from bot.domain.text.normalise import normalise
from bot.reading.assembly.recall import QUOTABLE, QUOTED
from bot.reading.times.time_expressions import find_time_expression


def recall_question(context: TurnContext, text: str = "") -> RecallQuestion:
    """Return what a message asks memory, or for another message what may be recalled for it.

    `text`: words to look for in place of its own: of the same person and, unless it names another, the same time.
    """
    if isinstance(context.request, AskMemory):
        question = context.request.whole.question
    else:
        about = RecallQuestion(text="", symbols=context.reading.shares.symbols)
        question = _with_words(context, context.turn.text, about)
    return _with_words(context, text, question) if text else question


def _with_words(context: TurnContext, text: str, question: RecallQuestion) -> RecallQuestion:
    named = find_time_expression(text, now=context.turn.accepted_at, zone=context.locale.zone)
    return replace(
        question,
        text=named.rest if named else normalise(text),
        since=named.since if named else question.since,
        until=named.until if named else question.until,
        kinds=QUOTABLE,
        limit=QUOTED,
        known_at=context.market_time,
    )


def with_memory_asked(context: TurnContext, asked: AskMemory, *, certainty: float) -> TurnContext:
    """Return the message as a question about what was said, known or decided."""
    return replace(context, reading=replace(context.reading, request=asked, certainty=certainty))
