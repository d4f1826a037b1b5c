"""Finds the elements of a message or view: buttons to press, inputs to fill in."""

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from .blocks import elements_of
from .model import Json

Values = Mapping[str, str | list[str]]
SEVERAL: Final = ("checkboxes", "multi_static_select")
OPTIONS: Final = ("static_select", "radio_buttons", "overflow")
FEEDBACK: Final = ("positive_button", "negative_button")


def find_element(blocks: list[Json], wanted: str) -> tuple[Json, Json]:
    """Return the block and the element whose action id begins with, or whose label is, `wanted`."""
    for matches in (_has_label, _has_action):
        for block in blocks:
            for element in elements_of(block):
                if matches(element, wanted):
                    return block, element
    msg = f"there is no {wanted!r} here; there is {[*labels(blocks)]}"
    raise LookupError(msg)


def labels(blocks: list[Json]) -> Iterator[str]:
    """Return the label and action id of every interactive element."""
    for block in blocks:
        for element in elements_of(block):
            yield f"{'/'.join(_labels(element)) or element.get('type')} ({element.get('action_id')})"


def pressed(block: Json, element: Json, wanted: str, value: str | None, at: str) -> Json:
    """What `actions` of a payload says about a press, or about a choice among options."""
    action = {
        "action_id": element["action_id"],
        "block_id": block["block_id"],
        "type": element["type"],
        "action_ts": at,
    }
    if element["type"] == "feedback_buttons":
        chosen = next((element[n] for n in FEEDBACK if element[n]["text"]["text"] == wanted), element[FEEDBACK[0]])
        return {**action, "text": chosen["text"], "value": value or chosen.get("value")}
    if element["type"] in OPTIONS and value is not None:
        return {**action, "selected_option": _option(element, value)}
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
    return wanted in _labels(element)


def _has_action(element: Json, wanted: str) -> bool:
    return str(element.get("action_id", "")).startswith(wanted)


def _labels(element: Json) -> list[str]:
    buttons = [element, *(element[name] for name in FEEDBACK if name in element)]
    return [b["text"]["text"] for b in buttons if isinstance(b.get("text"), dict)]


def _state(block: Json, element: Json, value: str | list[str] | None) -> Json:
    kind = element["type"]
    if kind in SEVERAL:
        chosen = [_option(element, one) for one in value or ()] or element.get("initial_options", [])
        _require(block, given=bool(chosen))
        return {"type": kind, "selected_options": chosen}
    if kind in OPTIONS:
        option = _option(element, str(value)) if value is not None else element.get("initial_option")
        _require(block, given=option is not None)
        return {"type": kind, "selected_option": option}
    text = value if value is not None else element.get("initial_value")
    _require(block, given=bool(text))
    if text and kind == "number_input":
        _check_number(element, str(text))
    if text and len(str(text)) > element.get("max_length", 3000):
        msg = f"{block['label']['text']}: longer than {element.get('max_length', 3000)} characters"
        raise ValueError(msg)
    return {"type": kind, "value": text or None}


def _require(block: Json, *, given: bool) -> None:
    if not given and not block.get("optional"):
        msg = f"{block['label']['text']} must be filled in"
        raise ValueError(msg)


def _check_number(element: Json, text: str) -> None:
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        msg = f"{text!r} is no number"
        raise ValueError(msg) from error
    low, high = element.get("min_value"), element.get("max_value")
    if (low is not None and number < Decimal(low)) or (high is not None and number > Decimal(high)):
        msg = f"{text} is not between {low} and {high}"
        raise ValueError(msg)
    if not element["is_decimal_allowed"] and number != number.to_integral_value():
        msg = f"{text} is not whole"
        raise ValueError(msg)


def _option(element: Json, wanted: str) -> Json:
    groups = element.get("option_groups") or []
    options = element.get("options") or [option for group in groups for option in group["options"]]
    for option in options:
        if wanted in (option["value"], option["text"]["text"]):
            return dict(option)
    msg = f"there is no option {wanted!r}; there is {[option['value'] for option in options]}"
    raise LookupError(msg)
