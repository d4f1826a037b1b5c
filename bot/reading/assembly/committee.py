"""Makes requests for what a committee's members said: the transcript, or a few lines on what is asked of them."""

from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from bot.domain.committee.debate import Speaker, Topic
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.assembly.slots import shares_of
from bot.reading.parses import Parse
from bot.reading.recognisers.people import speaker_names
from bot.reading.word_tables import phrase_list, words_of

_DEBATERS: Final = frozenset(
    {Speaker.BULL, Speaker.BEAR, Speaker.RESEARCH_JUDGE, Speaker.RISK_JUDGE}
)  # others' names are common words


def discussion(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for what the agents said to each other; of one of them, if only that one is named.

    A question about them ("who dissents?") is no request for the transcript.
    """
    share, speaker = next(iter(shares_of(parse, around).symbols), ""), _speaker(parse.text)
    asks = "" if _says(parse.text, "verbatim") else _topic(parse.text, speaker)
    return ShowDiscussion(share=share, asks=asks) if asks else ShowDiscussion(share=share, speaker=speaker)


def debater(text: str) -> str:
    """Return the code of the debater that words name; empty: none, or several."""
    return _speaker(text, _DEBATERS)


def _topic(text: str, speaker: str) -> str:
    topics = (topic for topic in (Topic.DISSENT, Topic.RULING) if _says(text, topic))
    return speaker or next(topics, "")


def _says(text: str, list_name: str) -> bool:
    return phrase_list("discussion", "asked", list_name).is_in(words_of(text))


def _speaker(text: str, among: AbstractSet[str] | None = None) -> str:
    names, words = speaker_names(), words_of(text)
    typed = {*words, *("".join(pair) for pair in pairwise(words))}
    speakers = {names[word] for word in typed if word in names and (among is None or names[word] in among)}
    return next(iter(speakers)) if len(speakers) == 1 else ""
