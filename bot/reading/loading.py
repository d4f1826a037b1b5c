"""Loads the words of all readers when a process starts, so that a mistake in a file is found then."""

from bot.domain.memory.statements import statement_words
from bot.reading.claims.clause import claim_words
from bot.reading.commands.knowledge import knowledge_words
from bot.reading.recognisers.people import speaker_names
from bot.reading.recognisers.settings import parse_setting
from bot.reading.verdicts.grammar import verdict_phrases
from bot.reading.verdicts.sequels import sequel_joints
from bot.reading.word_tables import phrase_table, read_lists


def load_words() -> None:
    """Load them, unless they are loaded. Raises: ValueError, KeyError: a list is missing or has a mistake."""
    claim_words()
    for table in ("aliases", "messages"):
        phrase_table("commands", table)
    knowledge_words()
    parse_setting("")
    speaker_names()
    phrase_table("guard", "sides")
    for table in ("pointers", "nouns", "aspects", "trends", "wishes", "sequels"):
        phrase_table("references", table)
    verdict_phrases()
    phrase_table("verdicts", "limits")
    sequel_joints()
    statement_words()
    read_lists("times", "units")
    read_lists("notes", "scopes")
