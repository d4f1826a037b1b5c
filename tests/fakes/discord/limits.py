"""Size limits of messages, their components and modals."""

from collections import Counter

from tests.fakes.discord.errors import ApiError, FormErrors
from tests.fakes.discord.model import Json, walk

_ROW, _BUTTON, _INPUT, _LABEL = 1, 2, 4, 18
_EMBED_TEXTS = {"title": 256, "description": 4096}


def check_message(body: Json) -> None:
    """Raises: ApiError: 50035, with the errors by field, if `body` is no valid message."""
    errors = FormErrors()
    errors.length("content", body.get("content"), most=2000)
    nonce = body.get("nonce")
    errors.length("nonce", str(nonce) if nonce is not None else None, most=25)
    _check_embeds(errors, body.get("embeds") or [])
    _check_allowed_mentions(errors, body.get("allowed_mentions") or {})
    components = body.get("components") or []
    _check_rows(errors, components)
    _check_custom_ids(errors, components)
    errors.raise_if_any()


def _check_embeds(errors: FormErrors, embeds: list[Json]) -> None:
    errors.count("embeds", embeds, most=10)
    for at, embed in enumerate(embeds):
        path = f"embeds.{at}"
        for name, most in _EMBED_TEXTS.items():
            errors.length(f"{path}.{name}", embed.get(name), most=most)
        errors.length(f"{path}.footer.text", embed.get("footer", {}).get("text"), most=2048)
    if sum(map(_embed_size, embeds)) > 6000:
        errors.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text")]
    return sum(len(text) for text in texts if text)


def _check_allowed_mentions(errors: FormErrors, allowed: Json) -> None:
    for kind in ("users", "roles"):
        errors.count(f"allowed_mentions.{kind}", allowed.get(kind, []), most=100)
        if allowed.get(kind) and kind in allowed.get("parse", []):
            errors.add(
                "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{kind}"] excludes {kind}'
            )


def _check_rows(errors: FormErrors, rows: list[Json]) -> None:
    errors.count("components", rows, most=5)
    for at, row in enumerate(rows):
        path = f"components.{at}"
        if row.get("type") != _ROW:
            errors.add(f"{path}.type", "UNION_TYPE_CHOICES", "Value of field must be an action row.")
            continue
        inner = row.get("components", [])
        errors.count(f"{path}.components", inner, least=1, most=5)
        for number, component in enumerate(inner):
            _check_component(errors, f"{path}.components.{number}", component)


def _check_component(errors: FormErrors, path: str, component: Json) -> None:
    kind = component.get("type")
    if kind == _BUTTON:
        _check_button(errors, path, component)
    elif kind == _INPUT:
        _check_input(errors, path, component)
    else:
        errors.add(f"{path}.type", "UNION_TYPE_CHOICES", "Parley sends buttons and text inputs.")


def _check_button(errors: FormErrors, path: str, button: Json) -> None:
    style = button.get("style")
    errors.length(f"{path}.label", button.get("label"), most=80)
    if style not in range(1, 5):
        errors.add(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4).")
    errors.length(f"{path}.custom_id", button.get("custom_id"), least=1, most=100)
    if not button.get("label") and not button.get("emoji"):
        errors.add(path, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")


def _check_input(errors: FormErrors, path: str, box: Json) -> None:
    errors.length(f"{path}.custom_id", box.get("custom_id"), least=1, most=100)
    errors.length(f"{path}.label", box.get("label"), most=45)
    errors.length(f"{path}.placeholder", box.get("placeholder"), most=100)
    errors.length(f"{path}.value", box.get("value"), most=4000)
    if box.get("style") not in (1, 2):
        errors.add(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")


def _check_custom_ids(errors: FormErrors, components: list[Json]) -> None:
    ids = Counter(each["custom_id"] for each in walk(components) if each.get("custom_id"))
    for custom_id in (each for each, times in ids.items() if times > 1):
        message = f"Component custom id cannot be duplicated: {custom_id}"
        errors.add("components", "COMPONENT_CUSTOM_ID_DUPLICATED", message)


def check_modal(modal: Json) -> None:
    """Raises: ApiError: 50035 if `modal` is no valid modal."""
    errors = FormErrors()
    errors.length("data.title", modal.get("title"), least=1, most=45)
    errors.length("data.custom_id", modal.get("custom_id"), least=1, most=100)
    parts = modal.get("components", [])
    errors.count("data.components", parts, least=1, most=5)
    for at, part in enumerate(parts):
        _check_modal_part(errors, f"data.components.{at}", part)
    _check_custom_ids(errors, parts)
    errors.raise_if_any()


def _check_modal_part(errors: FormErrors, path: str, part: Json) -> None:
    if part.get("type") == _LABEL:
        errors.length(f"{path}.label", part.get("label"), least=1, most=45)
        errors.length(f"{path}.description", part.get("description"), most=100)
        _check_component(errors, f"{path}.component", part.get("component") or {})
    else:
        errors.add(f"{path}.type", "UNION_TYPE_CHOICES", "Parley's modals hold labels.")


def check_choices(choices: list[Json]) -> None:
    """Raises: ApiError: 50035 if these are no valid suggestions."""
    errors = FormErrors()
    errors.count("data.choices", choices, most=25)
    for at, choice in enumerate(choices):
        errors.length(f"data.choices.{at}.name", choice.get("name"), least=1, most=100)
        if isinstance(choice.get("value"), str):
            errors.length(f"data.choices.{at}.value", choice["value"], least=1, most=100)
    errors.raise_if_any()


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")
