"""Converts JSON schemas to the strict form that servers enforce."""

from collections.abc import Mapping
from typing import Any, Final

JsonSchema = dict[str, Any]

# The keywords that strict servers accept. Bounds and patterns are left out: not every server accepts them, and the
# answer is checked against them in any case.
_KEPT_KEYWORDS: Final = frozenset({"type", "description", "enum", "const", "$ref"})
_REQUIRED_KEYWORDS: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf"})
_UNSUPPORTED_KEYWORDS: Final = frozenset({"allOf", "not", "if", "prefixItems", "patternProperties"})


def strict_schema(schema: Mapping[str, object]) -> JsonSchema | None:
    """Return `schema` with every property required and no other allowed; None: it has no strict form.

    An object whose property names are not fixed has no strict form.
    """
    try:
        return _convert(schema)
    except ValueError:
        return None


def _convert(schema: Mapping[str, object]) -> JsonSchema:
    if schema.keys() & _UNSUPPORTED_KEYWORDS or not schema.keys() & _REQUIRED_KEYWORDS:
        raise ValueError
    converted: JsonSchema = {name: value for name, value in schema.items() if name in _KEPT_KEYWORDS}
    if "$ref" in converted:
        return {"$ref": converted["$ref"]}
    for name in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(name), list):
            converted["anyOf"] = [_convert(each) for each in choices]
    if "items" in schema:
        converted["items"] = _convert(_require_mapping(schema["items"]))
    if "$defs" in schema:
        converted["$defs"] = {name: _convert(each) for name, each in _require_mapping(schema["$defs"]).items()}
    if schema.get("type") == "object":
        converted |= _convert_properties(schema)
    return converted


def _convert_properties(schema: Mapping[str, object]) -> JsonSchema:
    properties = _require_mapping(schema.get("properties"))
    if not properties or schema.get("additionalProperties"):
        raise ValueError
    converted = {name: _convert(each) for name, each in properties.items()}
    return {"properties": converted, "required": list(converted), "additionalProperties": False}


def _require_mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError  # noqa: TRY004 - means that there is no strict form
    return value
