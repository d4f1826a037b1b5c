"""Codes of the reasons for a missing decision, explained by `fallback-<code>` and `reason-fallback-<code>`.

A request that fails has the code of its error: `ModelError.code`.
"""

from typing import Final

MISSING: Final = "missing"  # the answer left the symbol out
NO_VALID_ANSWER: Final = "no_valid_answer"  # every answer broke a rule
TIMEOUT: Final = "model_timeout"
UNREADABLE: Final = "model_garbled"
