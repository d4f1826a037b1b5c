"""Requests about what was said: questions, conversations, and the erasure of people."""

from datetime import timedelta
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import (
    AskMemory,
    ExplainRecall,
    ForgetMe,
    ForgetPerson,
    RecallPart,
    ShowConversations,
    ThreadPart,
)
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.domain.text.normalise import normalise
from bot.language.memory.history_requests import read_history_request
from bot.language.quantities.open_ended_dates import EARLIEST
from bot.language.quantities.time_expressions import find_time_expression
from bot.language.questions.question_parts import QuestionPart, split_question
from bot.language.questions.recall_questions import (
    asks_for_anything,
    asks_for_open_questions,
    asks_for_questions,
    asks_for_rule,
    asks_for_thread,
    asks_for_time,
    asks_for_view,
    find_recall_question,
    find_speaker,
    names_pronoun,
    question_topic,
    rule_topic,
    speakers_apart,
    summary_topic,
)
from bot.language.understanding import Understanding
from bot.reading.verdicts.erasure import read_forget_command

QUOTED: Final = 6  # episodes: three are shown first
QUOTABLE: Final = frozenset(EpisodeKind) - {EpisodeKind.DECISION}  # whose question and answer is an episode too
_SUMMARISED: Final = timedelta(days=7)  # of "what did we talk about", where no time is named


def recall_request(
    understood: Understanding, message: MessageFacts
) -> AskMemory | ExplainRecall | ShowConversations | ForgetMe | ForgetPerson | None:
    """Return the request about what was said that a message makes; None: it makes another."""
    text = " ".join(understood.arguments)
    match understood.command:
        case "what_was_said":
            return memory_question(text, message, symbols=understood.entities.symbols, speaker=understood.asked_of)
        case "recall":
            symbols = understood.entities.symbols
            return ExplainRecall(recall_question(text, message, symbols=symbols) if text else None)
        case "history":
            return _conversations(text, understood, message)
        case "forget":
            named = read_forget_command(text)
            return ForgetMe() if named.is_own else ForgetPerson(named.name)
        case _:
            return None


def recall_question(text: str, message: MessageFacts, *, symbols: tuple[str, ...], speaker: str = "") -> RecallQuestion:
    """Return what is to be recalled for a text, or if it is empty for the message itself.

    Args:
        text: Empty, or the question.
        message: The message that asks it.
        symbols: The shares that it names.
        speaker: Who said it, where the question's own frame does not name them.
    """
    text = text or message.text
    named = find_time_expression(text, now=message.at, zone=message.zone)
    undated = named.rest if named else text
    summarised = summary_topic(text) if (of_rest := summary_topic(undated)) is None else of_rest
    named_speaker = find_speaker(text, asker=message.asker.partition(" ")[0])
    topic = question_topic(undated) if summarised is None else summarised
    is_open = asks_for_anything(text) and not named_speaker and not RecallQuestion(text=topic).terms
    recent = (message.at - _SUMMARISED, message.at) if summarised == "" or is_open else (None, None)
    is_of_talk = find_recall_question(text) is not None  # "when is the committee?" asks for no time of talk
    return RecallQuestion(
        text=topic,
        asks_questions=asks_for_questions(normalise(text)),
        asks_view=asks_for_view(normalise(text)),
        symbols=symbols,
        speaker=speaker or named_speaker,
        since=recent[0] if named is None else named.since if named.since.date() > EARLIEST else None,
        until=named.until if named else recent[1],
        kinds=QUOTABLE,
        limit=QUOTED,
        latest_first=asks_for_time(text) and is_of_talk,
        known_at=message.market_time,
    )


def memory_question(text: str, message: MessageFacts, *, symbols: tuple[str, ...], speaker: str = "") -> AskMemory:
    """Return the question about what was said, known or decided that a text asks; arguments as above."""

    def part(asked: QuestionPart) -> RecallPart:
        question = recall_question(asked.text, message, symbols=symbols, speaker=speaker)
        is_pronoun = names_pronoun(asked.text)
        return RecallPart(text=asked.text, question=question, names_pronoun=is_pronoun, goes_on=asked.goes_on)

    parts = split_question(text)
    apart = speakers_apart(text) if len(parts) == 1 else ()
    return AskMemory(
        whole=part(QuestionPart(text)),
        parts=tuple(map(part, parts)) if len(parts) > 1 else (),
        of_each=tuple(part(QuestionPart(each)) for each in apart) if len(apart) > 1 else (),
        thread=_thread(text, message),
        is_rule=asks_for_rule(text),
        is_summary=summary_topic(text) is not None,
        topic=rule_topic(text),
        asked_of=speaker,
    )


def _thread(text: str, message: MessageFacts) -> ThreadPart | None:
    is_of_time = find_time_expression(text, now=message.at, zone=message.zone) is not None
    if is_of_time or not asks_for_thread(text):
        return None
    return ThreadPart.OPEN_QUESTIONS if asks_for_open_questions(text) else ThreadPart.SUMMARY


def _conversations(text: str, understood: Understanding, message: MessageFacts) -> ShowConversations:
    e, pages = understood.entities, understood.pages
    is_page = pages.is_all or text.isdecimal()  # "/history all", "/history 2"
    named = read_history_request("" if is_page else text, now=message.at, zone=message.zone)
    misspelt = {each.symbol for each in e.misspelt}
    return ShowConversations(
        page=pages.page or 1,
        since=named.time.since if named.time else None,
        until=named.time.until if named.time else None,
        words=named.words,
        speaker=named.speaker,
        symbols=tuple(each for each in e.symbols if each not in misspelt),
        guessed=e.symbols if misspelt else (),
    )
