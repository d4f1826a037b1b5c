"""How sentences are put together, and what a person reads when something went wrong."""

import logging

from bot.domain.understanding import Language
from bot.errors import ParleyError
from bot.locales import Catalogue

_log = logging.getLogger(__name__)


def joined(say: Catalogue, language: Language, *sentences: str) -> str:
    """Return sentences as one text; Chinese puts no space between them."""
    return say.say(language, "between-sentences").join(sentence for sentence in sentences if sentence)


def told(say: Catalogue, language: Language, error: ParleyError) -> str:
    """Return a foreseen error as a sentence; one that lacks its words is still an answer, and noted as our defect."""
    try:
        return say.error(language, error)
    except (KeyError, ValueError):
        _log.exception("no sentence for %s", error)
        return say.say(language, "error-parley")
