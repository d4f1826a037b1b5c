"""Creates interactions as a Discord client does: only those that its interface allows."""

import secrets
from dataclasses import dataclass

from tests.fakes.discord.events import GatewayEvent
from tests.fakes.discord.interaction import Interaction, InteractionKind
from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordMessage, FakeDiscordUser, Json
from tests.fakes.discord.payloads import guild_json, interaction_channel_json, member_json, message_json, user_json
from tests.fakes.discord.permissions import permissions_of
from tests.fakes.discord.state import FakeDiscordState

_USER_OPTION = 6
_ALL_BITS = (1 << 50) - 1
_FILE_LIMIT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, where, and on which message."""

    user: FakeDiscordUser
    channel: FakeDiscordChannel
    source: FakeDiscordMessage | None = None


def interact(state: FakeDiscordState, kind: InteractionKind, actor: Actor, data: Json) -> Interaction:
    """Make an interaction and tell the sessions."""
    channel = actor.channel
    number = state.new_id()
    interaction = Interaction(
        id=number,
        token=f"{number}-{secrets.token_urlsafe(24)}",
        kind=kind,
        user=actor.user,
        channel=channel,
        data=data,
        made_at=state.clock.now(),
        source=actor.source,
    )
    state.interactions.append(interaction)
    event = GatewayEvent(
        name="INTERACTION_CREATE",
        data=_payload(state, interaction),
        guild_id=channel.guild.id if channel.guild else None,
    )
    interaction.delivered = state.dispatch(event) > 0
    return interaction


def _payload(state: FakeDiscordState, interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(state.application.id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": interaction_channel_json(channel, user, state.bot),
        "locale": user.locale,
        "app_permissions": str(int(permissions_of(state.bot, channel)) & _ALL_BITS),
        "entitlements": [],
        "attachment_size_limit": _FILE_LIMIT,
    }
    if interaction.source is not None:
        body["message"] = message_json(interaction.source, state.bot)
    return body | _place(interaction)


def _place(interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    guild = channel.guild
    if guild is None:
        return {"user": user_json(user), "context": 1, "authorizing_integration_owners": {"0": "0"}}
    permissions = str(int(permissions_of(user, channel)) & _ALL_BITS)
    return {
        "guild_id": str(guild.id),
        "guild": {key: guild_json(guild)[key] for key in ("id", "features")} | {"locale": guild.locale},
        "guild_locale": guild.locale,
        "member": member_json(guild.members[user.id]) | {"permissions": permissions},
        "context": 0,
        "authorizing_integration_owners": {"0": str(guild.id)},
    }


def command_data(
    state: FakeDiscordState, channel: FakeDiscordChannel, name: str, given: Json, *, focused: str | None = None
) -> Json:
    """Return the data of a command; `name` may have subcommands: "parley analyze".

    Raises: AssertionError: there is no such command or option, or a required one is missing.
    """
    word, *deeper = name.split()
    places = [channel.guild.id, 0] if channel.guild else [0]
    known = [each for place in places for each in state.commands.get(place, {}).values()]
    command = next((each for each in known if each["name"] == word and each["type"] == 1), None)
    assert command is not None, f"no command {word!r}; there are {sorted(each['name'] for each in known)}"
    data: Json = {"id": command["id"], "name": word, "type": 1}
    data |= {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    options, users = _options(command.get("options") or [], deeper, given, focused)
    data["options"] = options
    return data | ({"resolved": _resolved(channel, users)} if users else {})


def _options(
    declared: list[Json], deeper: list[str], given: Json, focused: str | None
) -> tuple[list[Json], list[FakeDiscordUser]]:
    if deeper:
        sub = next((each for each in declared if each["name"] == deeper[0] and each["type"] in (1, 2)), None)
        assert sub is not None, f"no subcommand {deeper[0]!r}; there are {[each['name'] for each in declared]}"
        inner, users = _options(sub.get("options") or [], deeper[1:], given, focused)
        return [{"name": sub["name"], "type": sub["type"], "options": inner}], users
    by_name = {each["name"]: each for each in declared}
    assert given.keys() <= by_name.keys(), f"options {sorted(given)} are not all among {sorted(by_name)}"
    missing = [each["name"] for each in declared if each.get("required") and each["name"] not in given]
    assert focused or not missing, f"required options are missing: {missing}"
    options = [_option(by_name[name], value, is_focused=name == focused) for name, value in given.items()]
    return options, [value for value in given.values() if isinstance(value, FakeDiscordUser)]


def _option(declared: Json, value: object, *, is_focused: bool) -> Json:
    if declared["type"] == _USER_OPTION and isinstance(value, FakeDiscordUser):
        value = str(value.id)
    choices = {choice["name"]: choice["value"] for choice in declared.get("choices") or ()}
    if choices:
        value = choices.get(str(value), value)
        assert value in choices.values(), f"{value!r} is none of the choices {choices}"
    option: Json = {"name": declared["name"], "type": declared["type"], "value": value}
    assert not is_focused or declared.get("autocomplete"), f"{declared['name']!r} has no suggestions"
    return option | ({"focused": True} if is_focused else {})


def _resolved(channel: FakeDiscordChannel, users: list[FakeDiscordUser]) -> Json:
    found: Json = {"users": {str(user.id): user_json(user) for user in users}}
    if channel.guild:
        members = channel.guild.members
        found["members"] = {str(user.id): member_json(members[user.id], with_user=False) for user in users}
    return found


def press_data(message: FakeDiscordMessage, name: str) -> Json:
    """Return the data of a press of the button with this custom_id or label.

    Raises: AssertionError: there is none, or it is disabled.
    """
    found = [each for each in message.buttons if name in (each.get("custom_id"), each.get("label"))]
    there = [each.get("label") or each.get("custom_id") for each in message.buttons]
    assert found, f"no button {name!r} under {message.content!r}; there are {there}"
    assert not found[0].get("disabled"), f"the button {name!r} is disabled"
    return {"custom_id": found[0]["custom_id"], "component_type": found[0]["type"], "id": found[0]["id"]}


def modal_data(modal: Json, values: dict[str, str]) -> Json:
    """Return the data of a submitted modal; `values` by custom_id or label, the prefilled ones stay.

    Raises: AssertionError: a value fits no field, or a field its rules.
    """
    rest = dict(values)
    parts = [_submitted(part, rest) for part in modal["components"]]
    assert not rest, f"no field for {sorted(rest)} in {modal['title']!r}"
    return {"custom_id": modal["custom_id"], "components": parts}


def _submitted(part: Json, rest: dict[str, str]) -> Json:
    if "component" in part:
        return {"type": part["type"], "id": part["id"], "component": _field(part["component"], part["label"], rest)}
    if "components" in part:
        fields = [_field(box, box["label"], rest) for box in part["components"]]
        return {"type": part["type"], "id": part["id"], "components": fields}
    return {"type": part["type"], "id": part["id"]}


def _field(box: Json, label: str, rest: dict[str, str]) -> Json:
    text = rest.pop(box["custom_id"], None) or rest.pop(label, None)
    filled: Json = {"type": box["type"], "id": box["id"], "custom_id": box["custom_id"]}
    if box["type"] != 4:  # no text input: a select
        return filled | {"values": [text] if text else []}
    text = box.get("value") or "" if text is None else text
    assert text or not box.get("required", True), f"{label!r} is required"
    assert len(text) <= box.get("max_length", 4000), f"{label!r} takes no more than {box.get('max_length')} characters"
    return filled | {"value": text}
