"""Registers the slash commands, but only where Discord has others: 200 may be made a day."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

Tree = app_commands.CommandTree[discord.Client]

_OURS: Final = (
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
    """Have Discord offer the commands of `tree`, in one server or (None) in all; return whether it had to be told.

    Raises: discord.DiscordException: it did not take them.
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
    """Return the commands that Discord has of us, in all languages."""
    path = "/applications/{application_id}/guilds/{guild_id}/commands" if guild_id else None
    place: dict[str, Any] = {"application_id": client.application_id or 0} | (
        {"guild_id": guild_id} if guild_id else {}
    )
    route = Route("GET", path or "/applications/{application_id}/commands", **place)
    found: Sequence[Mapping[str, Any]] = await client.http.request(route, params={"with_localizations": "true"})
    return found


async def _wanted_commands(tree: Tree, guild: discord.Object | None) -> Sequence[Mapping[str, Any]]:
    translator = tree.translator
    commands = tree.get_commands(guild=guild, type=discord.AppCommandType.chat_input)
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def are_same(wanted: Sequence[Mapping[str, Any]], there: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two sets of commands offer the same, leaving out what only Discord knows of them."""
    return _by_name(wanted) == _by_name(there)


def _by_name(commands: Sequence[Mapping[str, Any]]) -> dict[tuple[int, str], object]:
    return {(int(each.get("type", _CHAT_INPUT)), str(each["name"])): comparable(each) for each in commands}


def comparable(part: object) -> object:
    """Return what of a command, an option or a choice is ours; absent and empty are the same."""
    if isinstance(part, Mapping) and "name" in part and "value" in part:
        return part["name"], part["value"]
    if isinstance(part, Mapping):
        kept = {name: comparable(part[name]) for name in _OURS if part.get(name)} if "name" in part else dict(part)
        return {name: value for name, value in kept.items() if value not in (None, [], {})}
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [comparable(each) for each in part]
    return part
