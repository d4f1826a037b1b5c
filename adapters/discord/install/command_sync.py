"""Registers the slash commands, only if they differ from the registered ones: Discord allows 200 creations a day."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

Tree = app_commands.CommandTree[discord.Client]

_COMPARED_FIELDS: Final = (
    "type",
    "name",
    "description",
    "description_localizations",
    "required",
    "choices",
    "autocomplete",
    "min_length",
    "max_length",
    "options",
)
_CHAT_INPUT: Final = 1

_log = logging.getLogger(__name__)


async def sync_commands(tree: Tree, *, guild_id: int | None) -> bool:
    """Register the commands of `tree` in one server or (None) in all; return whether they had to be changed.

    Raises: discord.DiscordException: Discord rejected them.
    """
    guild = discord.Object(guild_id) if guild_id else None
    if guild is not None:
        tree.copy_global_to(guild=guild)
    wanted = await _wanted_commands(tree, guild)
    if are_same(wanted, await registered_commands(tree.client, guild_id=guild_id)):
        return False
    await tree.sync(guild=guild)
    _log.info("%d slash commands registered", len(wanted))
    return True


async def registered_commands(client: discord.Client, *, guild_id: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the bot's registered commands, with their translations. Raises: TypeError: the answer is no list."""
    path = "/applications/{application_id}/guilds/{guild_id}/commands" if guild_id else None
    place: dict[str, Any] = {"application_id": client.application_id or 0} | (
        {"guild_id": guild_id} if guild_id else {}
    )
    route = Route("GET", path or "/applications/{application_id}/commands", **place)
    found = await client.http.request(route, params={"with_localizations": "true"})
    if not isinstance(found, list):  # a page of a proxy
        raise TypeError(type(found))
    return found


async def _wanted_commands(tree: Tree, guild: discord.Object | None) -> Sequence[Mapping[str, Any]]:
    translator = tree.translator
    commands = tree.get_commands(guild=guild, type=discord.AppCommandType.chat_input)
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def are_same(wanted: Sequence[Mapping[str, Any]], there: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two sets of commands are equal, ignoring the fields that Discord adds."""
    return _by_name(wanted) == _by_name(there)


def _by_name(commands: Sequence[Mapping[str, Any]]) -> dict[tuple[int, str], object]:
    return {(int(each.get("type", _CHAT_INPUT)), str(each["name"])): comparable(each) for each in commands}


def comparable(part: object) -> object:
    """Return the fields of a command, an option or a choice that Parley sets; absent and empty are equal."""
    if isinstance(part, Mapping) and "name" in part and "value" in part:
        return part["name"], part["value"]
    if isinstance(part, Mapping):
        kept = (
            {name: comparable(part[name]) for name in _COMPARED_FIELDS if part.get(name)}
            if "name" in part
            else dict(part)
        )
        return {name: value for name, value in kept.items() if value not in (None, [], {})}
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [comparable(each) for each in part]
    return part
