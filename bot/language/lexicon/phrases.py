"""Both languages' phrases in one table. The longest phrase wins, so 要不要 is no 不要, and "no more than" no "no"."""

from collections.abc import Mapping

from bot.domain.text.tokens import Phrase, PhraseTable, key, spellings
from bot.language.lexicon import chinese, english
from bot.language.lexicon.cues import Cue

_SHORTEST_SLIP = 6  # letters: swaps in shorter words make other words


def _compiled(*tables: Mapping[Cue, str]) -> dict[Phrase, frozenset[Cue]]:
    found = {key("?"): frozenset({Cue.QUESTION})}
    for table in tables:
        for cue, phrases in table.items():
            for phrase in phrases.split("|"):
                for spelling in spellings(phrase):
                    found[spelling] = found.get(spelling, frozenset()) | {cue}
    return _with_slips(found)


def _with_slips(table: dict[Phrase, frozenset[Cue]]) -> dict[Phrase, frozenset[Cue]]:
    """Add long words with two neighbouring letters swapped ("canecl"); never to what confirms, which has its own."""
    slips: dict[Phrase, frozenset[Cue]] = {}
    for (word, *more), cues in table.items():
        if not more and word.isascii() and len(word) >= _SHORTEST_SLIP:
            for at in range(1, len(word) - 1):
                slips[word[:at] + word[at + 1] + word[at] + word[at + 2 :],] = cues
    return slips | table


LEXICON = PhraseTable(_compiled(english.PHRASES, chinese.PHRASES))
