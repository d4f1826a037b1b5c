"""Says what is wrong with a setting and what it must be, with an example; never its value, which may be a secret."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pydantic.fields import FieldInfo

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

# By pydantic's names of its errors, https://docs.pydantic.dev/latest/errors/validation_errors/
_REQUIREMENTS: Final[Mapping[str, str]] = {
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing_size": "is beyond all limits",
    "int_type": "must be a whole number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "decimal_parsing": "must be a number",
    "finite_number": "must be a number",
    "string_type": "must be a text",
    "bool_parsing": "must be true or false",
    "greater_than": "must be above {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than": "must be below {lt}",
    "less_than_equal": "must be {le} or less",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "decimal_max_digits": "must have at most {max_digits} digits",
    "decimal_max_places": "must have at most {decimal_places} decimal places",
    "decimal_whole_digits": "must have at most {whole_digits} digits before the point",
    "dict_type": "must be a JSON object",
    "model_type": "must be a JSON object of JSON objects",
    "extra_forbidden": "has an option that there is not",
    "value_error": "{error}",
}
_ABOUT_OPTIONS: Final = frozenset({"dict_type", "model_type", "extra_forbidden"})
_NAMES_GOOD_VALUES: Final = frozenset({"bool_parsing", "literal_error", "enum"})


def describe_fault(error: "ErrorDetails", fields: Mapping[str, FieldInfo]) -> str:
    """Return what is wrong with a setting, or within one: "PORT must be a whole number (for example 3000)"."""
    facts = {name: f"{limit:g}" if isinstance(limit, float) else limit for name, limit in error.get("ctx", {}).items()}
    requirement = _REQUIREMENTS.get(error["type"], "cannot be used").format_map(facts)
    if not error["loc"]:  # about several settings, which our own validator names
        return requirement
    name, *path = map(str, error["loc"])
    # Within JSON, the last part is the name of one of our options, unless the options are what is wrong.
    option = f": {path[-1]}" if len(path) > 1 and error["type"] not in _ABOUT_OPTIONS else ""
    example = "" if error["type"] in _NAMES_GOOD_VALUES else _example(fields[name])
    return f"{name.upper()}{option} {requirement}{example}"


def _example(field: FieldInfo) -> str:
    """Return an example of a good value; empty if the field has none."""
    example = next(iter(field.examples or ()), field.get_default())
    return "" if example is None else f" (for example {example})"
