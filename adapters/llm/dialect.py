"""The parameters that a server accepts, as learned from its refusals."""

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
    """The ways to request an answer of a given form, the strictest first."""

    JSON_SCHEMA = 0  # the server enforces the schema
    JSON_OBJECT = 1  # the server enforces JSON
    PROMPT_ONLY = 2  # only the prompt asks for it


@dataclass(frozen=True, slots=True)
class ServerDialect:
    """How requests to one model for one kind of answer are expressed."""

    length_parameter: str = "max_completion_tokens"  # the name of the parameter that limits the answer
    answer_format: AnswerFormat = AnswerFormat.JSON_SCHEMA
    omitted: frozenset[str] = frozenset()  # parameters that are not sent
    is_length_final: bool = False  # both names were tried

    def adapt_to_refusal(self, refusal: str, *, param: str | None, sent: AbstractSet[str]) -> Self | None:
        """Return the dialect to try after a request was refused; None: there is none left to try.

        `refusal`: the server's error, in lower case. `param`: the parameter that the server named as the cause, if any.
        """
        names = self._mentioned_parameters(refusal) if param is None or param not in sent else [param]
        dialects = (self._without(name) for name in names if name in sent)
        return next((dialect for dialect in dialects if dialect is not None), None)

    def _mentioned_parameters(self, refusal: str) -> list[str]:
        """Return the parameters that the text of a refusal mentions."""
        mentioned = [name for name in (*_OPTIONAL, self.length_parameter) if re.search(rf"\b{name}\b", refusal)]
        return [*mentioned, "response_format"] if _FORMAT.search(refusal) else mentioned

    def _without(self, name: str) -> Self | None:
        if name == "response_format" and self.answer_format is not AnswerFormat.PROMPT_ONLY:
            return replace(self, answer_format=AnswerFormat(self.answer_format + 1))
        if name in _OPTIONAL:
            return replace(self, omitted=self.omitted | {name})
        if name == self.length_parameter and not self.is_length_final:
            return replace(self, length_parameter=_OTHER_LENGTH_PARAMETER[name], is_length_final=True)
        return None

    def supported_parameters(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return `parameters` without those that are omitted."""
        return {name: value for name, value in parameters.items() if name not in self.omitted}
