"""The text of an episode in which people speak: how it is written, and who said what in it.

A line for each message, "<name>: <words>", in the order in which they were said; an answer of Parley's is the last
and may go on in further lines. Whoever writes a line break into a message, or bears a name like the beginning of a
line, must not forge what somebody else said: names and messages are put on one line each.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.history import PARLEY
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.normalise import normalise
from bot.domain.text.zero_width import without_line_ends

_SEPARATOR: Final = ": "
_ANSWER_MARK: Final = f"\n{PARLEY}{_SEPARATOR}"


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words of one person, or of Parley."""

    by: str  # empty: nobody is named
    text: str  # one line

    def __str__(self) -> str:
        return f"{self.by}{_SEPARATOR}{self.text}" if self.by else self.text


def said_line(name: str, words: str) -> str:
    """Return what a person said as a line of an episode."""
    return f"{_label(name)}{_SEPARATOR}{without_line_ends(words)}"


def answered_text(said: str, answer: str) -> str:
    """Return the text of a message, a line of an episode, with Parley's answer to it."""
    return f"{said}{_ANSWER_MARK}{answer}"


def utterances(episode: Episode) -> tuple[Utterance, ...]:
    """Return what people say in an episode, without Parley's answer."""
    match episode.kind:
        case EpisodeKind.TALK:
            return tuple(_talk(episode))
        case EpisodeKind.EXCHANGE:
            said = without_line_ends(episode.text.partition(_ANSWER_MARK)[0])
            return (_by_one_of(episode.speakers, said),)
        case _:
            return (Utterance("", without_line_ends(episode.text)),)


def answer_of(episode: Episode) -> str:
    """Return Parley's answer in an exchange, in all its lines; empty: there is none."""
    return episode.text.partition(_ANSWER_MARK)[2] if episode.kind is EpisodeKind.EXCHANGE else ""


def _talk(episode: Episode) -> Iterator[Utterance]:
    """Yield what each line says; a line that names nobody goes on with what the one before says."""
    first, *further = (
        _by_one_of(episode.speakers, without_line_ends(line)) for line in episode.text.splitlines() or [""]
    )
    said = first
    for each in further:
        if each.by:
            yield said
        said = each if each.by else Utterance(said.by, f"{said.text} {each.text}".strip())
    yield said


def _by_one_of(speakers: tuple[str, ...], line: str) -> Utterance:
    label, separator, words = line.partition(_SEPARATOR)
    name = next((each for each in speakers if separator and _label(each) == label), "")
    return Utterance(name, words) if name else Utterance("", line)


def _label(name: str) -> str:
    """Return a name on one line and without the sign that ends it there."""
    return without_line_ends(name.replace(_SEPARATOR.strip(), " "))


MAX_MESSAGES: Final = 8  # of a group
QUIET: Final = timedelta(minutes=15)  # without a word, after which what is said begins another group
_MAX_CHARACTERS: Final = 1_000  # of one message that are kept


def closed_groups(
    messages: Sequence[OverheardMessage], *, now: datetime, is_cut: bool = False
) -> Iterator[tuple[OverheardMessage, ...]]:
    """Yield the groups that are full, or end before a quiet time; `is_cut`: more messages may follow these."""
    group: list[OverheardMessage] = []
    for message in messages:
        if group and (len(group) == MAX_MESSAGES or message.said_at - group[-1].said_at >= QUIET):
            yield tuple(group)
            group = []
        group.append(message)
    if group and (len(group) == MAX_MESSAGES or (not is_cut and now - group[-1].said_at >= QUIET)):
        yield tuple(group)


def text_of(group: Sequence[OverheardMessage]) -> str:
    """Return a group as the text of an episode: a line for each message, with its speaker."""
    return "\n".join(said_line(each.person.name, each.text[:_MAX_CHARACTERS]) for each in group)


_WORD: Final = re.compile(r"[^\W_]+|[^\w\s.!?,;:]")  # signs that end a sentence say nothing else


def best_quote(episode: Episode, terms: Mapping[str, float], *, speaker: str = "") -> Utterance:
    """Return what a question is most about, by `speaker` (a name, a part of it in any case, an id; empty: anyone)."""
    quotes = utterances(episode)
    named = episode.speakers_named(speaker)
    of_speaker = [each for each in quotes if each.by in named]
    return max(of_speaker or quotes, key=lambda each: sum(terms.get(term, 0.0) for term in search_terms(each.text)))


def says_something_on(episode: Episode, question: RecallQuestion) -> bool:
    """Return whether the words that would be quoted have one of the question's, besides names of shares.

    Of somebody's view on a share, it is enough that they spoke of that share. A single Chinese character counts only
    where the question has no other word. Parley's own answer does not count.
    """
    is_by_one = bool(question.speaker) and len(episode.speakers) == 1
    if is_by_one and not set(question.symbols).isdisjoint(episode.symbols):
        return True
    asked = question.terms.keys() - search_terms(" ".join(question.symbols)).keys()
    said = search_terms(best_quote(episode, question.terms, speaker=question.speaker).text)
    words = {term for term in asked if len(term) > 1} or asked
    return not words or not words.isdisjoint(said)


def repeats(episode: Episode, message: str) -> bool:
    """Return whether a person said just the same in an exchange: it tells nothing but what Parley answered then."""
    if episode.kind is not EpisodeKind.EXCHANGE:
        return False
    said = " ".join(each.text for each in utterances(episode))
    return _words_of(said) == _words_of(message)


@lru_cache(maxsize=1_000)  # the same episodes are found again and again
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(normalise(text).casefold()))


def answer_in_brief(episode: Episode) -> str:
    """Return the first line of Parley's answer in an exchange; empty: there is none."""
    return next(iter(answer_of(episode).strip().splitlines()), "")
