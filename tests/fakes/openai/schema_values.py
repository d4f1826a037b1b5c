"""Builds a minimal value for a JSON schema: the answer of a server without a script."""

from typing import Any, Final

Json = dict[str, Any]

_PLAIN: Final[Json] = {"string": "none", "number": 0, "integer": 0, "boolean": False, "null": None}


def schema_value(schema: Json, *, root: Json | None = None) -> Any:  # noqa: ANN401 - any JSON
    """Return a minimal value that `schema` allows."""
    root = schema if root is None else root
    if "$ref" in schema:
        return schema_value(_found(schema["$ref"], root), root=root)
    for given in ("const", "enum"):
        if given in schema:
            return schema[given] if given == "const" else schema[given][0]
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return schema_value(schema[choice][0], root=root)
    return _of_kind(schema, root)


def _of_kind(schema: Json, root: Json) -> Any:  # noqa: ANN401 - any JSON
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [schema_value(schema["items"], root=root)] * int(schema.get("minItems", 0))
    if kind == "object":
        return {name: schema_value(each, root=root) for name, each in schema.get("properties", {}).items()}
    return schema.get("minimum", _PLAIN[kind])


def _found(ref: str, root: Json) -> Json:
    here: Json = root
    for step in ref.removeprefix("#/").split("/"):
        here = here[step]
    return here


def is_strict(schema: object) -> bool:
    """Whether every object of a schema names all its properties as required, and allows no other."""
    if isinstance(schema, list):
        return all(is_strict(each) for each in schema)
    if not isinstance(schema, dict):
        return True
    properties = schema.get("properties")
    if schema.get("type") == "object" and not isinstance(properties, dict):
        return False
    if isinstance(properties, dict):
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(properties):
            return False
    return all(is_strict(each) for each in schema.values())
