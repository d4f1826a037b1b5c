"""The phrases of both languages, and the cues that each shows.

The longest phrase at a place wins: 要不要 is no 不要, and "no more than" no "no".
"""

from functools import cache

from bot.domain.text.tokens import Phrase, PhraseTable, spellings
from bot.language.lexicon.cues import DERIVED_CUES, Cue
from bot.language.phrase_files import read_phrases

_MIN_LETTERS_FOR_TYPOS = 6  # swapping two letters of a shorter word makes another word


@cache
def cue_phrases() -> PhraseTable[frozenset[Cue]]:
    """Return the cues of each phrase, in its usual spellings and, for long words, with two letters swapped."""
    lists = read_phrases("cues", {"cues": frozenset(Cue) - DERIVED_CUES})["cues"]
    cues: dict[Phrase, frozenset[Cue]] = {}
    for name, phrases in lists.items():
        for phrase in phrases:
            for spelling in spellings(phrase):
                cues[spelling] = cues.get(spelling, frozenset()) | {Cue(name)}
    return PhraseTable(_with_swapped_letters(cues) | cues)


def _with_swapped_letters(cues: dict[Phrase, frozenset[Cue]]) -> dict[Phrase, frozenset[Cue]]:
    """Return the single long words with two neighbouring letters swapped: "canecl".

    Only cues tolerate typos; what confirms does not (`confirmation`).
    """
    typos: dict[Phrase, frozenset[Cue]] = {}
    for (word, *more), found in cues.items():
        if not more and word.isascii() and len(word) >= _MIN_LETTERS_FOR_TYPOS:
            for at in range(1, len(word) - 1):
                typos[word[:at] + word[at + 1] + word[at] + word[at + 2 :],] = found
    return typos
