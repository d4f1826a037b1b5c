"""Validates Block Kit as Slack does: the allowed blocks and their size limits."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from .model import Json, refuse, refuse_arguments

MESSAGE_BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
ALL_TEXT: Final = 13_200
MARKDOWN: Final = 12_000
PRIVATE_METADATA: Final = 3000
VIEW_BYTES: Final = 250_000
ELEMENTS: Final = {"actions": 25, "context": 10, "context_actions": 5, "carousel": 10}
OPTIONS: Final = {
    "overflow": 5,
    "static_select": 100,
    "multi_static_select": 100,
    "checkboxes": 10,
    "radio_buttons": 10,
}
PLAIN: Final = frozenset({"divider", "rich_text", "file", "call", "video", "plan", "task_card", "alert", "container"})
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
    if block["type"] in ("actions", "context_actions"):
        return list(block.get("elements", []))
    if block["type"] == "card":
        return list(block.get("actions", []))
    if block["type"] == "carousel":
        return [element for card in block.get("elements", []) for element in card.get("actions", [])]
    one = block.get("accessory") if block["type"] == "section" else block.get("element")
    return [one] if one and one.get("type") != "image" else []


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
    if sum(len(block.get("text", "")) for block in blocks if block["type"] == "markdown") > MARKDOWN:
        yield "no more than 12000 characters of markdown allowed [json-pointer:/blocks]"
    if sum(block["type"] == "table" for block in blocks) > 1:
        yield "only_one_table_allowed"


def _block(block: Json, at: str) -> Problems:
    kind = block.get("type")
    if kind in _CHECKS:
        yield from _CHECKS[kind](block, at)
    elif kind not in PLAIN:
        yield f"unsupported type: {kind} [json-pointer:{at}/type]"
    for number, element in enumerate(elements_of(block) if kind else ()):
        yield from _element(element, f"{at}/elements/{number}")


def _section(block: Json, at: str) -> Problems:
    if not block.get("text") and not block.get("fields"):
        yield f"missing required field: text or fields [json-pointer:{at}]"
    if block.get("text"):
        yield from _text(block["text"], 3000, f"{at}/text")
    if len(block.get("fields") or []) > 10:
        yield f"no more than 10 items allowed [json-pointer:{at}/fields]"
    for number, text in enumerate(block.get("fields") or []):
        yield from _text(text, 2000, f"{at}/fields/{number}")


def _row(block: Json, at: str) -> Problems:
    elements, most = block.get("elements") or [], ELEMENTS[block["type"]]
    if not 1 <= len(elements) <= most:
        yield f"between 1 and {most} items allowed [json-pointer:{at}/elements]"
    if block["type"] == "context":
        for number, element in enumerate(elements):
            if element.get("type") != "image":
                yield from _text(element, 3000, f"{at}/elements/{number}")
    if block["type"] == "carousel":
        for number, card in enumerate(elements):
            yield from _card(card, f"{at}/elements/{number}")


def _card(block: Json, at: str) -> Problems:
    for name, most in (("title", 150), ("subtitle", 150), ("body", 200)):
        if block.get(name):
            yield from _text(block[name], most, f"{at}/{name}")


def _markdown(block: Json, at: str) -> Problems:
    if not isinstance(block.get("text"), str) or not block["text"]:
        yield f"must be a string of at least 1 character [json-pointer:{at}/text]"


def _image(block: Json, at: str) -> Problems:
    if not 0 < len(block.get("alt_text") or "") <= 2000:
        yield f"between 1 and 2000 characters [json-pointer:{at}/alt_text]"
    if not (block.get("image_url") or block.get("slack_file")):
        yield f"missing required field: image_url [json-pointer:{at}]"


def _input(block: Json, at: str) -> Problems:
    yield from _text(block.get("label"), 2000, f"{at}/label", plain=True)
    if not isinstance(block.get("element"), dict):
        yield f"missing required field: element [json-pointer:{at}]"


def _table(block: Json, at: str) -> Problems:
    rows = block.get("rows") or []
    if not 1 <= len(rows) <= 100 or any(not 1 <= len(row) <= 20 for row in rows):
        yield f"a table has 1 to 100 rows of 1 to 20 cells [json-pointer:{at}/rows]"
    elif any(cell.get("type") == "raw_text" and not cell.get("text") for row in rows for cell in row):
        yield f"must be more than 0 characters [json-pointer:{at}/rows]"


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
    if kind in OPTIONS:
        options = element.get("options") or [o for g in element.get("option_groups") or [] for o in g["options"]]
        if not 1 <= len(options) <= OPTIONS[kind]:
            yield f"between 1 and {OPTIONS[kind]} items allowed [json-pointer:{at}/options]"
        for option in options:
            yield from _text(option.get("text"), 75, f"{at}/options")
            if not 0 < len(option.get("value") or "") <= 150:
                yield f"between 1 and 150 characters [json-pointer:{at}/options/value]"


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
    "header": lambda block, at: _text(block.get("text"), 150, f"{at}/text", plain=True),
    **dict.fromkeys(ELEMENTS, _row),
    "card": _card,
    "markdown": _markdown,
    "image": _image,
    "input": _input,
    "table": _table,
}
