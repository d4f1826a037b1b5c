"""Both languages' phrases in one table. The longest phrase wins, so 要不要 is no 不要, and "no more than" no "no"."""

from functools import cache

from bot.domain.text.tokens import Phrase, PhraseTable, spellings
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import read_phrases

_SHORTEST_SLIP = 6  # letters: swaps in shorter words make other words


@cache
def cue_phrases() -> PhraseTable[frozenset[Cue]]:
    """Return the cues that each phrase shows, in its usual spellings and, for long words, with two letters swapped."""
    lists = read_phrases("cues", cues=frozenset(Cue))["cues"]
    found: dict[Phrase, frozenset[Cue]] = {}
    for cue, phrases in lists.items():
        for phrase in phrases:
            for spelling in spellings(phrase):
                found[spelling] = found.get(spelling, frozenset()) | {Cue(cue)}
    return PhraseTable(_slips(found) | found)


def _slips(table: dict[Phrase, frozenset[Cue]]) -> dict[Phrase, frozenset[Cue]]:
    """Return long words with two neighbouring letters swapped ("canecl"); never of what confirms, which has its own."""
    slips: dict[Phrase, frozenset[Cue]] = {}
    for (word, *more), cues in table.items():
        if not more and word.isascii() and len(word) >= _SHORTEST_SLIP:
            for at in range(1, len(word) - 1):
                slips[word[:at] + word[at + 1] + word[at] + word[at + 2 :],] = cues
    return slips
