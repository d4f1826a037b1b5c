"""Validates Block Kit as Slack does: the blocks that the app uses, and their size limits; others are refused."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from .model import Json, refuse, refuse_arguments

MESSAGE_BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
ALL_TEXT: Final = 13_200
PRIVATE_METADATA: Final = 3000
VIEW_BYTES: Final = 250_000
ELEMENTS: Final = {"actions": 25, "context": 10}
Problems = Iterator[str]


def check_message_blocks(blocks: object) -> None:
    """Raise SlackError if a message with these blocks would be refused; give every block and action an id."""
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        refuse("invalid_blocks_format")
    problems = list(_problems(blocks, at_most=MESSAGE_BLOCKS))
    if problems:
        refuse("invalid_blocks", response_metadata={"messages": [f"[ERROR] {text}" for text in problems]})
    if sum(len(text) for text in _texts(blocks)) > ALL_TEXT:
        refuse("msg_blocks_too_long")
    name_blocks(blocks)


def check_view(view: object) -> Json:
    """Return the view if Slack would show it; raise SlackError if not."""
    if not isinstance(view, dict) or view.get("type") not in ("modal", "home"):
        refuse_arguments("failed to match all allowed schemas [json-pointer:/view]")
    view.setdefault("blocks", [])
    problems = [*_problems(view["blocks"], at_most=VIEW_BLOCKS), *_frame(view)]
    if problems:
        refuse_arguments(*problems)
    if len(str(view).encode()) > VIEW_BYTES:
        refuse("view_too_large")
    name_blocks(view["blocks"])
    return view


def name_blocks(blocks: list[Json]) -> None:
    """Give every block and every element that takes actions an id, as Slack does."""
    for number, block in enumerate(blocks):
        block.setdefault("block_id", f"b{number}")
        for place, element in enumerate(elements_of(block)):
            element.setdefault("action_id", f"a{number}.{place}")


def elements_of(block: Json) -> list[Json]:
    """Return the interactive elements of a block."""
    if block["type"] == "actions":
        return list(block.get("elements", []))
    return [block["element"]] if block.get("element") else []


def _frame(view: Json) -> Problems:
    if len(view.get("private_metadata") or "") > PRIVATE_METADATA:
        yield "must be less than 3001 characters [json-pointer:/view/private_metadata]"
    if len(view.get("callback_id") or "") > 255:
        yield "must be less than 256 characters [json-pointer:/view/callback_id]"
    if view["type"] == "home":
        return
    yield from _text(view.get("title"), 24, "/view/title", plain=True)
    for name in ("submit", "close"):
        if view.get(name) is not None:
            yield from _text(view[name], 24, f"/view/{name}", plain=True)
    if view.get("submit") is None and any(block["type"] == "input" for block in view["blocks"]):
        yield "missing required field: submit [json-pointer:/view]"


def _problems(blocks: list[Json], *, at_most: int) -> Problems:
    if len(blocks) > at_most:
        yield f"no more than {at_most} items allowed [json-pointer:/blocks]"
    for number, block in enumerate(blocks):
        yield from _block(block, f"/blocks/{number}")
    block_ids = [block["block_id"] for block in blocks if "block_id" in block]
    action_ids = [e["action_id"] for block in blocks for e in elements_of(block) if "action_id" in e]
    for name, ids in (("block_id", block_ids), ("action_id", action_ids)):
        yield from (f"{name} `{twice}` already exists" for twice in sorted({i for i in ids if ids.count(i) > 1}))
        yield from (f"{name} is longer than 255 characters" for id_ in ids if not 0 < len(id_) <= 255)


def _block(block: Json, at: str) -> Problems:
    kind = block.get("type")
    if kind in _CHECKS:
        yield from _CHECKS[kind](block, at)
    else:
        yield f"unsupported type: {kind} [json-pointer:{at}/type]"
    for number, element in enumerate(elements_of(block) if kind else ()):
        yield from _element(element, f"{at}/elements/{number}")


def _section(block: Json, at: str) -> Problems:
    yield from _text(block.get("text"), 3000, f"{at}/text")


def _row(block: Json, at: str) -> Problems:
    elements, most = block.get("elements") or [], ELEMENTS[block["type"]]
    if not 1 <= len(elements) <= most:
        yield f"between 1 and {most} items allowed [json-pointer:{at}/elements]"
    if block["type"] == "context":
        for number, element in enumerate(elements):
            yield from _text(element, 3000, f"{at}/elements/{number}")


def _input(block: Json, at: str) -> Problems:
    yield from _text(block.get("label"), 2000, f"{at}/label", plain=True)
    if not isinstance(block.get("element"), dict):
        yield f"missing required field: element [json-pointer:{at}]"


def _element(element: Json, at: str) -> Problems:
    kind = element.get("type")
    if kind == "button":
        yield from _text(element.get("text"), 75, f"{at}/text", plain=True)
        if element.get("style") not in (None, "primary", "danger"):
            yield f"must be one of primary, danger [json-pointer:{at}/style]"
        if "confirm" in element:
            yield from _dialog(element["confirm"], f"{at}/confirm")
    if len(element.get("value") or "") > 2000:
        yield f"must be less than 2001 characters [json-pointer:{at}/value]"


def _dialog(dialog: Json, at: str) -> Problems:
    for name, most in (("title", 100), ("text", 300), ("confirm", 30), ("deny", 30)):
        yield from _text(dialog.get(name), most, f"{at}/{name}", plain=True)
    if dialog.get("style") not in (None, "primary", "danger"):
        yield f"must be one of primary, danger [json-pointer:{at}/style]"


def _text(text: object, most: int, at: str, *, plain: bool = False) -> Problems:
    if not isinstance(text, dict) or text.get("type") not in (("plain_text",) if plain else ("plain_text", "mrkdwn")):
        yield f"not a text object of the right type [json-pointer:{at}]"
    elif not isinstance(text.get("text"), str) or not 0 < len(text["text"]) <= most:
        yield f"must be more than 0 and less than {most + 1} characters [json-pointer:{at}/text]"


def _texts(node: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str):
                yield from [value] if key == "text" else []
            else:
                yield from _texts(value)
    elif isinstance(node, list):
        for item in node:
            yield from _texts(item)


_CHECKS: Final[dict[str, Callable[[Json, str], Problems]]] = {
    "section": _section,
    **dict.fromkeys(ELEMENTS, _row),
    "input": _input,
}
