"""JSON schemas as a server takes them that keeps to a schema strictly."""

from collections.abc import Mapping
from typing import Any, Final

JsonSchema = dict[str, Any]

# What strict servers take. Bounds and patterns are left out: not all of them take each, and the answer is checked
# against them anyway.
_KEPT_KEYWORDS: Final = frozenset({"type", "description", "enum", "const", "$ref"})
_REQUIRED_KEYWORDS: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf"})
_UNSUPPORTED_KEYWORDS: Final = frozenset({"allOf", "not", "if", "prefixItems", "patternProperties"})


def strict_schema(schema: Mapping[str, object]) -> JsonSchema | None:
    """Return `schema` with every property required and no other allowed; None: that cannot be said so.

    An object with names that are not known beforehand has no strict form.
    """
    try:
        return _convert(schema)
    except ValueError:
        return None


def _convert(schema: Mapping[str, object]) -> JsonSchema:
    if schema.keys() & _UNSUPPORTED_KEYWORDS or not schema.keys() & _REQUIRED_KEYWORDS:
        raise ValueError
    made: JsonSchema = {name: value for name, value in schema.items() if name in _KEPT_KEYWORDS}
    if "$ref" in made:
        return {"$ref": made["$ref"]}
    for name in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(name), list):
            made["anyOf"] = [_convert(each) for each in choices]
    if "items" in schema:
        made["items"] = _convert(_require_mapping(schema["items"]))
    if "$defs" in schema:
        made["$defs"] = {name: _convert(each) for name, each in _require_mapping(schema["$defs"]).items()}
    if schema.get("type") == "object":
        made |= _convert_properties(schema)
    return made


def _convert_properties(schema: Mapping[str, object]) -> JsonSchema:
    properties = _require_mapping(schema.get("properties"))
    if not properties or schema.get("additionalProperties"):
        raise ValueError
    made = {name: _convert(each) for name, each in properties.items()}
    return {"properties": made, "required": list(made), "additionalProperties": False}


def _require_mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError  # noqa: TRY004 - no strict form, whatever it is
    return value
