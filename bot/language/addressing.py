"""Tell whether a message in Parley's thread that addresses nobody by name is unmistakably meant for Parley.

In doubt it is not: an answer to what people say to each other disturbs more than a request to be mentioned.
"""

import re
from functools import cache
from typing import Final

from bot.domain.conversation.overheard import ListeningSituation, ListenMode
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import normalise
from bot.domain.watching.alert_requests import AlertAct
from bot.language.commands import find_command, is_known_command, without_mention
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.understand import understand
from bot.language.understanding import Understanding
from bot.language.watching.mentions import speaks_of_list

_MAX_LENGTH: Final = 200  # characters; what is longer says more than a request
_MAX_CHUNKS: Final = 12
_SURE: Final = 0.6
_SURE_OF_CANCEL: Final = 0.55
_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})
_BY_NAME: Final = re.compile(
    r"(?:^\s*(?:hey |hi |ok )?parley\s*[,:，：])|(?:[,，]\s*parley\s*[?？!！.。]*\s*$)", re.IGNORECASE
)
_SIDES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
# The first phrase of an order or of a question to one who knows the market.
_OPENINGS: Final = _SIDES | {
    Cue.ANALYSE,
    Cue.STATE,
    Cue.SHOULD,
    Cue.ABOUT,
    Cue.QUESTION,
    Cue.DETAIL,
    Cue.WHY,
    Cue.WHAT_IF,
    Cue.CHANGE,
    Cue.DISPOSAL,
    Cue.REVIEW,
}
_ASKS: Final = frozenset({Cue.QUESTION, Cue.STATE, Cue.ABOUT, Cue.SHOULD, Cue.WHY, Cue.WHAT_IF, Cue.OPINION})
_CHANGES: Final = frozenset({Cue.SIZE, Cue.CHANGE, Cue.RESIZE, Cue.SWITCH, Cue.STOP_PRICE, Cue.LIMIT})
_FILLERS: Final = frozenset({Cue.FILLER, Cue.POLITE, Cue.ASSENT})
_LEADING_WORDS: Final = frozenset(
    {"ok", "okay", "alright", "hm", "hmm", "so", "then", "now", "and", "please", "pls", "well"}
)
# What Parley does not do is a request all the same: "buy calls on IBM".
_NOT_DONE: Final = frozenset({Problem.WATCH, Problem.NOT_SHARES, Problem.ORDER_TYPE, Problem.CONDITIONAL_ORDER})
# Talk among people: chat, reports on others, plans, memories.
_TALK: Final = frozenset({Cue.OFF_TOPIC, Cue.THIRD_PARTY, Cue.FUTURE, Cue.CONDITION})


@cache
def addressing_phrases() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that may stand in a request, and phrases of talk among people (`data/*/addressing.toml`)."""
    lists = read_phrases("addressing", {"addressing": ("plain", "talk")}, folders=LANGUAGE_FOLDERS)["addressing"]
    return frozenset(lists["plain"]), frozenset(lists["talk"])


def is_called_by_name(text: str) -> bool:
    """Return whether `text` calls Parley: "Parley, what about IBM?"."""
    return _BY_NAME.search(text) is not None


def is_meant_for_parley(text: str, situation: ListeningSituation, context: Surroundings) -> bool:
    """Return whether a message that addresses nobody by name is meant for Parley.

    Args:
        text: As typed.
        situation: What is known of the thread.
        context: What is known before the message is read; its focus and pending decisions are those of the speaker.
    """
    if situation.mode is not ListenMode.THREAD or not situation.is_participant:
        return situation.mode is ListenMode.ALL
    command = find_command(without_mention(normalise(text)))
    if command is not None:
        return is_known_command(command) and (command.is_typed or situation.is_speaker_answered)
    if is_called_by_name(text) or not situation.is_speaker_answered or len(text) > _MAX_LENGTH:
        return is_called_by_name(text)
    understood = understand(text, context)
    if understood.correction is not None or _says_only_a_verdict(understood):
        return situation.pending > 0
    plain = without_mention(normalise(text))
    if _is_of_alert_or_list(understood, plain):
        return True
    reading = read_message(plain, context, is_command=False)
    return (_is_plain(reading) and not _is_talk(text, reading)) and (
        _is_verdict(understood, situation)
        or _is_change(understood, reading, situation)
        or _is_request(understood, reading)
        or _is_question_on_the_answer(understood, reading, situation)
        or (situation.has_asked and _is_answer(understood, reading))
    )


def _says_only_a_verdict(understood: Understanding) -> bool:
    """Return whether it confirms, or cancels all that is pending, and says nothing else."""
    cancels_several = understood.covers is not None and understood.confidence >= _SURE
    confirms = understood.intent is Intent.CONFIRM and (understood.names_verdict or not understood.left_over)
    return confirms or (understood.intent is Intent.CANCEL and cancels_several)


def _is_verdict(understood: Understanding, situation: ListeningSituation) -> bool:
    """Return whether it cancels the speaker's pending decision; an unsure "cancel" is asked back."""
    is_sure = understood.confidence >= _SURE_OF_CANCEL
    return situation.pending > 0 and understood.intent is Intent.CANCEL and is_sure


def _is_change(understood: Understanding, reading: MessageReading, situation: ListeningSituation) -> bool:
    """Return whether it changes the speaker's pending decision: "only 5", "make it half"."""
    return (
        situation.pending > 0
        and bool(_CHANGES & reading.cues)
        and understood.intent in {Intent.DECIDE, Intent.UNKNOWN}
        and Cue.PAST not in reading.cues
        and Cue.CHAT not in reading.cues
    )


def _is_request(understood: Understanding, reading: MessageReading) -> bool:
    """Return whether it asks or orders something about a share that it names, or trades the one just talked of."""
    if understood.intent in _VERDICTS:
        return False
    if not (reading.names.symbols or reading.names.unsupported):
        return _is_about_focus(understood, reading)
    if understood.intent is Intent.UNKNOWN and not _NOT_DONE & set(understood.entities.problems):
        return False
    first = _first(reading)
    opens = first is not None and bool(first.cues & _OPENINGS)
    asks = bool(reading.cues & _ASKS) and Cue.QUESTION in reading.cues
    is_short_question = Cue.ONLY_NAMES in reading.cues and Cue.QUESTION in reading.cues
    return opens or asks or is_short_question or bool({Cue.STATE, Cue.LEADING_JOINER} & reading.cues)


def _is_about_focus(understood: Understanding, reading: MessageReading) -> bool:
    """Return whether it orders, or asks whether to trade, the share that was just talked of: "buy 5 then"."""
    is_sure = understood.intent is Intent.DECIDE and understood.confidence >= _SURE
    is_order = {Cue.IMPERATIVE, Cue.SIZE} <= reading.cues
    return is_sure and Cue.FOCUS in reading.cues and (is_order or Cue.SHOULD in reading.cues)


def _is_of_alert_or_list(understood: Understanding, plain: str) -> bool:
    """Return whether it sets an alert, or changes a watch list that it names: nobody says that to people."""
    sets_alert = understood.alert is not None and understood.alert.act is AlertAct.SET
    return sets_alert or (understood.command in {"watch", "unwatch"} and speaks_of_list(plain))


def _is_question_on_the_answer(
    understood: Understanding, reading: MessageReading, situation: ListeningSituation
) -> bool:
    """Return whether it asks briefly about what Parley has just said: "why?"; of the speaker's card, "why so many?"."""
    brief = Cue.BRIEF if situation.pending > 0 else Cue.VERY_BRIEF
    return (
        {brief, Cue.FOCUS} <= reading.cues
        and bool({Cue.WHY, Cue.WHAT_IF} & reading.cues)
        and understood.intent in {Intent.EXPLAIN, Intent.FOLLOWUP}
        and Cue.CHAT not in reading.cues
    )


def _is_answer(understood: Understanding, reading: MessageReading) -> bool:
    """Return whether it can be the answer to a question of Parley: a name, a size, yes or no."""
    is_verdict = understood.intent in _VERDICTS and Cue.CHAT not in reading.cues
    says_what = bool(reading.names.symbols or reading.names.unsupported) or Cue.SIZE in reading.cues
    return Cue.BRIEF in reading.cues and (is_verdict or says_what)


def _first(reading: MessageReading) -> Chunk | None:
    """Return the first chunk that carries a meaning; Chinese may put names and other words before the verb."""
    return next((chunk for chunk in reading.chunks if not _is_leading_word(chunk)), None)


def _is_leading_word(chunk: Chunk) -> bool:
    token = chunk.tokens[0]
    is_filler = bool(_FILLERS & chunk.cues) or not token.text.isalnum() or token.text in _LEADING_WORDS
    return is_filler or (token.is_han and not chunk.cues)


def _is_plain(reading: MessageReading) -> bool:
    """Return whether every word is a name, a number, or a phrase of requests, and there are few of them."""
    plain, _ = addressing_phrases()
    words = [chunk for chunk in reading.chunks if chunk.tokens[0].text.isalnum()]
    return 0 < len(words) <= _MAX_CHUNKS and all(
        chunk.cues
        or chunk.instrument
        or chunk.unsupported
        or _is_number(chunk.tokens[0].text)
        or chunk.tokens[0].text in plain
        for chunk in words
    )


def _is_number(word: str) -> bool:
    return word[0].isdigit()


def _is_talk(text: str, reading: MessageReading) -> bool:
    """Return whether something in it shows that people talk to each other."""
    _, talk = addressing_phrases()
    lowered = f" {' '.join(token.text for token in reading.tokens)} "
    return bool(_TALK & reading.cues) or any(
        f" {phrase} " in lowered if phrase.isascii() else phrase in text for phrase in talk
    )
