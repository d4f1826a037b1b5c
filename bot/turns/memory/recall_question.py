"""What is to be recalled for a message: its topic, whose words, and of what time."""

from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.language.quantities.open_ended_dates import EARLIEST
from bot.language.quantities.time_expressions import find_time_expression
from bot.language.questions.recall_questions import (
    asks_for_anything,
    asks_for_time,
    find_recall_question,
    find_speaker,
    question_topic,
    summary_topic,
)

QUOTED: Final = 6  # episodes: three are shown first
QUOTABLE: Final = frozenset(EpisodeKind) - {EpisodeKind.DECISION}  # whose question and answer is an episode too
_SUMMARISED: Final = timedelta(days=7)  # of "what did we talk about", where no time is named


def recall_question(context: TurnContext, text: str = "") -> RecallQuestion:
    """Return what is to be recalled for a text, or for the message itself."""
    text = text or context.turn.text
    now = context.turn.accepted_at
    named = find_time_expression(text, now=now, zone=context.locale.zone)
    undated = named.rest if named else text
    summarised = summary_topic(text) if (of_rest := summary_topic(undated)) is None else of_rest
    speaker = find_speaker(text, asker=context.turn.person.name.partition(" ")[0])
    topic = question_topic(undated) if summarised is None else summarised
    is_open = asks_for_anything(text) and not speaker and not RecallQuestion(text=topic).terms
    recent = (now - _SUMMARISED, now) if summarised == "" or is_open else (None, None)
    is_of_talk = find_recall_question(text) is not None  # "when is the committee?" asks for no time of talk
    return RecallQuestion(
        text=topic,
        asked=text,
        symbols=context.entities.symbols,
        speaker=context.understanding.asked_of or speaker,
        since=recent[0] if named is None else named.since if named.since.date() > EARLIEST else None,
        until=named.until if named else recent[1],
        kinds=QUOTABLE,
        limit=QUOTED,
        latest_first=asks_for_time(text) and is_of_talk,
        known_at=context.market_time,
    )
