"""The words of an episode that answer a question, with who said them."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.domain.memory.episode_text import Utterance, answer_of, utterances
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import RecallQuestion
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.normalise import normalise

_WORD: Final = re.compile(r"[^\W_]+|[^\w\s.!?,;:]")  # signs that end a sentence say nothing else


def best_quote(episode: Episode, terms: Mapping[str, float], *, speaker: str = "") -> Utterance:
    """Return what was said in an episode that a question is most about; of a question to Parley, the question.

    `speaker`: the name of whoever is to be quoted, a part of it in any case, or their id; empty: anyone.
    """
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
