"""What of a request one server takes, as its refusals have taught us."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final, Self

_OTHER_LENGTH_PARAMETER: Final = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_OPTIONAL: Final = ("stream_options", "seed", "temperature")
_FORMAT: Final = re.compile(r"response_format|json_schema|json_object|structured output|guided")


class AnswerFormat(IntEnum):
    """How an answer's form is asked for, the firmest first."""

    JSON_SCHEMA = 0  # the server keeps to the schema
    JSON_OBJECT = 1  # the server keeps to JSON
    PROMPT_ONLY = 2  # the prompt alone says it


@dataclass(frozen=True, slots=True)
class ServerDialect:
    """How to put a request to one model for one kind of answer."""

    length_parameter: str = "max_completion_tokens"  # the parameter that bounds the answer
    answer_format: AnswerFormat = AnswerFormat.JSON_SCHEMA
    omitted: frozenset[str] = frozenset()
    is_length_final: bool = False  # both names were tried

    def adapt_to_refusal(self, refusal: str, *, param: str | None, sent: AbstractSet[str]) -> Self | None:
        """Return how to put it instead, after a request was refused; None: nothing else is to be tried.

        Args:
            refusal: What the server said, in lower case.
            param: The parameter that it named as the cause, if it did.
            sent: The parameters of the request.
        """
        suspects = self._suspects(refusal) if param is None or param not in sent else [param]
        others = (self._without(name) for name in suspects if name in sent)
        return next((other for other in others if other is not None), None)

    def _suspects(self, refusal: str) -> list[str]:
        """What a refusal is about, as far as its words tell."""
        found = [name for name in (*_OPTIONAL, self.length_parameter) if re.search(rf"\b{name}\b", refusal)]
        return [*found, "response_format"] if _FORMAT.search(refusal) else found

    def _without(self, name: str) -> Self | None:
        if name == "response_format" and self.answer_format is not AnswerFormat.PROMPT_ONLY:
            return replace(self, answer_format=AnswerFormat(self.answer_format + 1))
        if name in _OPTIONAL:
            return replace(self, omitted=self.omitted | {name})
        if name == self.length_parameter and not self.is_length_final:
            return replace(self, length_parameter=_OTHER_LENGTH_PARAMETER[name], is_length_final=True)
        return None

    def supported_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters that the server takes."""
        return {name: value for name, value in parameters.items() if name not in self.omitted}
