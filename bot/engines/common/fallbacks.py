"""Codes of the reasons for a missing decision, explained by `fallback-<code>` and `reason-fallback-<code>`."""

from typing import Final

from bot.errors import ModelError

MISSING: Final = "missing"  # the answer left the symbol out
NO_VALID_ANSWER: Final = "no_valid_answer"  # every answer broke a rule
TIMEOUT: Final = "model_timeout"
UNREADABLE: Final = "model_garbled"


def fallback_code(error: ModelError) -> str:
    """Return the code of a failed request: "model_timeout"."""
    return error.key.removeprefix("error-").replace("-", "_")
