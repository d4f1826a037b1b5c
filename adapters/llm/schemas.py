"""JSON schemas as a server takes them that keeps to a schema strictly."""

from collections.abc import Mapping
from typing import Any, Final

JsonSchema = dict[str, Any]

# What strict servers take. Bounds and patterns are left out: not all of them take each, and the answer is checked
# against them anyway.
_KEPT: Final = frozenset({"type", "description", "enum", "const", "$ref"})
_SAYING: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf"})
_COMBINED: Final = frozenset({"allOf", "not", "if", "prefixItems", "patternProperties"})


def strict(schema: Mapping[str, object]) -> JsonSchema | None:
    """Return `schema` with every property required and no other allowed; None: that cannot be said so.

    An object with names that are not known beforehand has no strict form.
    """
    try:
        return _strict(schema)
    except ValueError:
        return None


def _strict(schema: Mapping[str, object]) -> JsonSchema:
    if schema.keys() & _COMBINED or not schema.keys() & _SAYING:
        raise ValueError
    made: JsonSchema = {name: value for name, value in schema.items() if name in _KEPT}
    if "$ref" in made:
        return {"$ref": made["$ref"]}
    for name in ("anyOf", "oneOf"):
        if isinstance(choices := schema.get(name), list):
            made["anyOf"] = [_strict(each) for each in choices]
    if "items" in schema:
        made["items"] = _strict(_mapping(schema["items"]))
    if "$defs" in schema:
        made["$defs"] = {name: _strict(each) for name, each in _mapping(schema["$defs"]).items()}
    if schema.get("type") == "object":
        made |= _closed(schema)
    return made


def _closed(schema: Mapping[str, object]) -> JsonSchema:
    properties = _mapping(schema.get("properties"))
    if not properties or schema.get("additionalProperties"):
        raise ValueError
    made = {name: _strict(each) for name, each in properties.items()}
    return {"properties": made, "required": list(made), "additionalProperties": False}


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError  # noqa: TRY004 - no strict form, whatever it is
    return value
