"""Recognise questions about the account's position in one share: "what did I pay on average for GOOG?", IBM有多少股."""

from collections.abc import Mapping, Sequence
from functools import cache

from bot.domain.text.tokens import Phrase
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

_FIGURES = ("cost", "holding", "gain")  # names of commands
_FILLERS = "fillers"


@cache
def account_question_phrases() -> tuple[Mapping[Phrase, str], frozenset[str]]:
    """Return what a question says beside a share's name, without fillers, and the fillers."""
    names = (*_FIGURES, _FILLERS)
    lists = dict(read_phrases("account_questions", {"questions": names}, folders=LANGUAGE_FOLDERS)["questions"])
    fillers = frozenset(lists.pop(_FILLERS))
    indexed: dict[Phrase, str] = {}
    for phrase, name in index_phrases(lists).items():
        words = tuple(word for word in phrase if word not in fillers)
        if indexed.setdefault(words, name) != name:
            msg = f'account_questions.toml: "{" ".join(words)}" is both in {indexed[words]} and in {name}'
            raise ValueError(msg)
    return indexed, fillers


def find_account_question(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that a whole message about one named share means; None: it says something else."""
    if len({chunk.instrument for chunk in chunks if chunk.instrument is not None}) != 1:
        return None
    phrases, fillers = account_question_phrases()
    others = (token.text for chunk in chunks if chunk.instrument is None for token in chunk.tokens)
    name = phrases.get(tuple(word for word in others if word not in fillers))
    return ParsedCommand(name, is_typed=False) if name else None
