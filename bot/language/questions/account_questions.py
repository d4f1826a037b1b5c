"""Recognise questions about the account: "what did I pay for GOOG?", "how is our portfolio doing?", 还有多少现金.

A message is one if nothing is left of it beside the name of a share, where it has one, and fillers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.text.tokens import Phrase, PhraseTable, key
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

_OF_ACCOUNT: Final = ("portfolio", "cash", "worth")  # names of commands
_OF_SHARE: Final = ("cost", "holding", "gain")  # likewise
_ONE_SPEAKER: Final = {"i": "we", "my": "our", "me": "us"}  # a person asks as for the team: there is one account
_OUR: Final = "our"
_WHAT: Final = frozenset({"what", "whats"})
_OWN: Final = frozenset({"our", "my", "we", "i", "the", "current"})
_MAX_WORDS: Final = 24


@dataclass(frozen=True, slots=True)
class AccountQuestionPhrases:
    """What questions say, without fillers (`data/*/account_questions.toml`)."""

    of_account: Mapping[Phrase, str]  # where no share is named
    of_share: Mapping[Phrase, str]  # beside the name of one
    fillers: PhraseTable[str]

    def essence(self, words: Sequence[str]) -> Phrase:
        """Return `words` without fillers, and the same for one who asks and for several."""
        kept: list[str] = []
        at = 0
        while at < len(words):
            filler = self.fillers.longest_match(words, at)
            if filler is None:
                kept.append(_ONE_SPEAKER.get(words[at], words[at]))
            at += filler[1] if filler else 1
        return tuple(kept)


@cache
def account_question_phrases() -> AccountQuestionPhrases:
    """Return the phrases. Raises: ValueError: one means two things."""
    tables = {"of_account": _OF_ACCOUNT, "of_share": _OF_SHARE, "fillers": ("any",)}
    lists = read_phrases("account_questions", tables, folders=LANGUAGE_FOLDERS)
    fillers = PhraseTable({_key_of_filler(phrase): "any" for phrase in lists["fillers"]["any"]})
    plain = AccountQuestionPhrases({}, {}, fillers)
    return AccountQuestionPhrases(
        _by_essence(plain, index_phrases(lists["of_account"])),
        _by_essence(plain, index_phrases(lists["of_share"])),
        fillers,
    )


def find_account_question(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that a whole message means; None: it says something else, or names several shares."""
    shares = {chunk.instrument for chunk in chunks if chunk.instrument is not None}
    words = [token.text for chunk in chunks if chunk.instrument is None for token in chunk.tokens]
    if len(shares) > 1 or len(words) > _MAX_WORDS or (not shares and _asks_for_meaning(words)):
        return None
    phrases = account_question_phrases()
    table, asked = phrases.of_share if shares else phrases.of_account, phrases.essence(words)
    name = table.get(asked) or table.get(tuple(word for word in asked if word != _OUR))
    return ParsedCommand(name, is_typed=False) if name else None


def _key_of_filler(phrase: str) -> Phrase:
    """Return the tokens of a filler: an ending such as "'s" is one token where it stands behind a word."""
    return (phrase,) if phrase.startswith("'") else key(phrase)


def _asks_for_meaning(words: Sequence[str]) -> bool:
    """Return whether a term is asked about ("what is P&L?"), and not the account's own ("what's our P&L?")."""
    return bool(words) and words[0] in _WHAT and not _OWN & set(words)


def _by_essence(phrases: AccountQuestionPhrases, index: Mapping[Phrase, str]) -> Mapping[Phrase, str]:
    found: dict[Phrase, str] = {}
    for phrase, name in index.items():
        essence = phrases.essence(phrase)
        if not essence or found.setdefault(essence, name) != name:
            msg = f'account_questions.toml: "{" ".join(phrase)}" says too little, or what another list says'
            raise ValueError(msg)
    return found
