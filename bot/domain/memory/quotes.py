"""The words of an episode that answer a question, with who said them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.domain.memory.episodes import Episode, EpisodeKind, has_name
from bot.domain.memory.packing.told_messages import PARLEY
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.normalise import normalise

_SEPARATOR: Final = ": "
_WORD: Final = re.compile(r"[^\W_]+|[^\w\s.!?,;:]")  # signs that end a sentence say nothing else


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words of one person, or of Parley."""

    by: str  # empty: nobody is named
    text: str  # one line


def best_quote(episode: Episode, terms: Mapping[str, float], *, speaker: str = "") -> Utterance:
    """Return what was said in an episode that a question is most about; of a question to Parley, the question.

    Args:
        episode: Its text has a line for each message, "<name>: <words>", in the order in which they were said.
        terms: The search terms of the question with their weights.
        speaker: The name of whoever is to be quoted, or one word of it, in any case; empty: anyone.
    """
    quotes = tuple(_quotes(episode))
    of_people = [each for each in quotes if each.by != PARLEY] or list(quotes)
    of_speaker = [each for each in of_people if speaker and has_name(each.by, speaker)]
    return max(of_speaker or of_people, key=lambda each: _relevance(each, terms))


def repeats(episode: Episode, message: str) -> bool:
    """Return whether a person said just the same in an exchange: it tells nothing but what Parley answered then."""
    if episode.kind is not EpisodeKind.EXCHANGE:
        return False
    said = " ".join(each.text for each in _quotes(episode) if each.by != PARLEY)
    return _words_of(said) == _words_of(message)


@lru_cache(maxsize=1_000)  # the same episodes are found again and again
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(normalise(text).casefold()))


def answer_in_brief(episode: Episode) -> str:
    """Return the first line of Parley's answer in an exchange; empty: there is none."""
    if episode.kind is not EpisodeKind.EXCHANGE:
        return ""
    return next((each.text for each in _quotes(episode) if each.by == PARLEY), "")


def _relevance(quote: Utterance, terms: Mapping[str, float]) -> float:
    return sum(terms.get(term, 0.0) for term in search_terms(quote.text))


def _quotes(episode: Episode) -> Iterator[Utterance]:
    """Yield what each line says; a line that names nobody goes on with what the one before says."""
    names = {*episode.speakers, PARLEY} if episode.kind in {EpisodeKind.EXCHANGE, EpisodeKind.TALK} else set[str]()
    by, words = "", list[str]()
    for line in episode.text.splitlines():
        name, _, rest = line.partition(_SEPARATOR)
        if rest and name in names:
            if words:
                yield Utterance(by, " ".join(words))
            by, words = name, [rest.strip()]
        elif by != PARLEY or not words:  # of a longer answer, the first line says it
            words.append(line.strip())
    yield Utterance(by, " ".join(words))
