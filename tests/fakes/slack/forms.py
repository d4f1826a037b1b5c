"""Finds the elements of a message or view: buttons to press, inputs to fill in."""

from collections.abc import Mapping

from .blocks import elements_of
from .model import Json

Values = Mapping[str, str]


def find_element(blocks: list[Json], wanted: str) -> tuple[Json, Json]:
    """Return the block and the element whose action id begins with, or whose label is, `wanted`."""
    for matches in (_has_label, _has_action):
        for block in blocks:
            for element in elements_of(block):
                if matches(element, wanted):
                    return block, element
    there = [element.get("action_id") for block in blocks for element in elements_of(block)]
    msg = f"there is no {wanted!r} here; there is {there}"
    raise LookupError(msg)


def pressed(block: Json, element: Json, at: str) -> Json:
    """What `actions` of a payload says about a press."""
    action = {
        "action_id": element["action_id"],
        "block_id": block["block_id"],
        "type": element["type"],
        "action_ts": at,
    }
    told = ("text", "value", "style", "url", "confirm")
    return {**action, **{name: element[name] for name in told if name in element}}


def fill_in(blocks: list[Json], values: Values) -> Json:
    """Return the state of a view's inputs, filled in by block id, action id or label.

    Raises: ValueError: something that Slack's own window would not let a person submit.
    """
    state: Json = {}
    left = dict(values)
    for block in blocks:
        if block["type"] == "input":
            element, label = block["element"], block["label"]["text"]
            names = [name for name in (block["block_id"], element["action_id"], label) if name in left]
            value = left.pop(names[0]) if names else None
            state[block["block_id"]] = {element["action_id"]: _state(block, element, value)}
    if left:
        msg = f"there is no input {sorted(left)}"
        raise ValueError(msg)
    return state


def _has_label(element: Json, wanted: str) -> bool:
    return isinstance(element.get("text"), dict) and element["text"]["text"] == wanted


def _has_action(element: Json, wanted: str) -> bool:
    return str(element.get("action_id", "")).startswith(wanted)


def _state(block: Json, element: Json, value: str | None) -> Json:
    text = value if value is not None else element.get("initial_value")
    if not text and not block.get("optional"):
        msg = f"{block['label']['text']} must be filled in"
        raise ValueError(msg)
    if text and len(text) > element.get("max_length", 3000):
        msg = f"{block['label']['text']}: longer than {element.get('max_length', 3000)} characters"
        raise ValueError(msg)
    return {"type": element["type"], "value": text or None}
