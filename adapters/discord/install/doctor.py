"""Checks the token, application settings and permissions in Discord; says what to click if something is missing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import suppress
from typing import Final, NamedTuple

import aiohttp
import discord
from discord.http import Route

from adapters.discord.install.permissions import invite_url, missing_permissions
from adapters.discord.rest import API_URL, install_rate_limits

_MAX_SERVERS: Final = 20  # whose permissions are checked
_NAMED_CHANNELS: Final = 5  # listed by name
_CHECK_SECONDS: Final = 20.0
_MAX_SECONDS: Final = 120.0
_PORTAL: Final = "discord.com/developers/applications > your app"


class Check(NamedTuple):
    """The result of one check."""

    ok: bool
    what: str
    detail: str


async def check_setup(token: str, *, api_url: str = API_URL, guild_id: int | None = None) -> list[Check]:
    """Check token, application, servers, permissions and commands; change nothing and post nothing.

    Whatever Discord answers becomes a result; the whole takes two minutes at most.

    `guild_id`: the server in which commands are registered; None: all.
    """
    Route.BASE = api_url.rstrip("/")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    install_rate_limits()
    client = discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30.0)
    results: list[Check] = []
    try:
        async with asyncio.timeout(_MAX_SECONDS):
            await client.login(token)
            async for found in _checks(client, guild_id):
                results.append(found)  # noqa: PERF401  # those before an error are kept
    except discord.LoginFailure:
        advice = f"Discord does not accept it; take a new one: {_PORTAL} > Bot > Reset Token"
        results.append(Check(ok=False, what="Discord token", detail=advice))
    except Exception as error:  # noqa: BLE001  # a page of a proxy, an empty answer: no bug of the person's
        results.append(Check(ok=False, what="Discord", detail=_describe_failure(error)))
    finally:
        with suppress(Exception):
            await client.close()
    return results


def _describe_failure(error: Exception) -> str:
    """Return what an error means for the person; never its text, which may quote an answer."""
    match error:
        case discord.HTTPException(status=status):
            return f"refuses or fails (status {status}); try again, and invite Parley again if it stays so"
        case discord.DiscordException() | aiohttp.ClientError() | OSError():  # TimeoutError included
            return f"does not answer ({type(error).__name__}); is the network there?"
        case _:
            return (
                f"answers what cannot be read ({type(error).__name__}); is DISCORD_API_URL right, or a proxy between?"
            )


async def _look(what: str, check: Awaitable[Check]) -> Check:
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            return await check
    except Exception as error:  # noqa: BLE001  # the other checks are shown in any case
        return Check(ok=False, what=what, detail=_describe_failure(error))


async def _checks(client: discord.Client, guild_id: int | None) -> AsyncIterator[Check]:
    yield Check(ok=True, what="Discord token", detail=f"accepted; Parley is {client.user}")
    yield _check_endpoint(client)
    yield _check_message_content(client.application_flags)
    guilds = [guild async for guild in client.fetch_guilds(limit=None)]
    yield _check_guilds(guilds, client.application_id or 0, guild_id)
    for guild in guilds[:_MAX_SERVERS]:
        yield await _look(_server(guild), _check_permissions(client, guild))
    if len(guilds) > _MAX_SERVERS:
        left = len(guilds) - _MAX_SERVERS
        yield Check(ok=True, what="Discord servers", detail=f"the permissions in {left} more were not looked at")
    yield await _look("Discord commands", _check_commands(client, guild_id))


def _check_endpoint(client: discord.Client) -> Check:
    """Check that commands and buttons come over the gateway and not to an address in the application's settings."""
    url = client.application.interactions_endpoint_url if client.application else None
    if url:
        advice = f"commands and buttons go to {url}: empty {_PORTAL} > General Information > Interactions Endpoint URL"
        return Check(ok=False, what="Discord interactions", detail=advice)
    return Check(ok=True, what="Discord interactions", detail="come over the gateway")


def _check_message_content(flags: discord.ApplicationFlags) -> Check:
    what = "Discord message content"
    if flags.gateway_message_content or flags.gateway_message_content_limited:
        return Check(ok=True, what=what, detail="may be read: follow-ups in threads need no mention")
    return Check(
        ok=True,
        what=what,
        detail="may not be read: mentions, replies, commands, buttons and direct messages work; follow-ups in threads "
        f"need a mention or a reply. To change that, switch on {_PORTAL} > Bot > Message Content Intent, and restart",
    )


def _check_guilds(guilds: Iterable[discord.Guild], application_id: int, guild_id: int | None) -> Check:
    names = {guild.id: guild.name for guild in guilds}
    invite = f"to add one, open {invite_url(application_id)}"
    if not names:
        return Check(ok=False, what="Discord servers", detail=f"Parley is in none; {invite}")
    if guild_id is not None and guild_id not in names:
        detail = f"Parley is not in {guild_id}, where its commands are to be offered; {invite}"
        return Check(ok=False, what="Discord servers", detail=detail)
    return Check(ok=True, what="Discord servers", detail=f"Parley is in {len(names)}; {invite}")


def _server(guild: discord.Guild) -> str:
    return f"Discord server {guild.name}"


async def _check_permissions(client: discord.Client, partial: discord.Guild) -> Check:
    guild = await client.fetch_guild(partial.id, with_counts=False)
    me = await guild.fetch_member(client.user.id if client.user else 0)
    channels = [each for each in await guild.fetch_channels() if isinstance(each, discord.TextChannel)]
    if missing := missing_permissions(me.guild_permissions):
        setting = "Server Settings > Roles > Parley's role > Permissions"
        return Check(ok=False, what=_server(partial), detail=f"lacks {', '.join(missing)}: switch them on in {setting}")
    closed = {each.name: lacking for each in channels if (lacking := missing_permissions(each.permissions_for(me)))}
    if not closed:
        detail = f"everything is allowed in all of {len(channels)} text channels"
        return Check(ok=True, what=_server(partial), detail=detail)
    named = [f"#{name} lacks {', '.join(lacking)}" for name, lacking in closed.items()][:_NAMED_CHANNELS]
    more = [f"{len(closed) - len(named)} more"] if len(closed) > len(named) else []
    detail = (
        f"{len(closed)} of {len(channels)} text channels do not allow everything ({'; '.join([*named, *more])}); if "
        "Parley is to be used there: Edit Channel > Permissions > Parley's role"
    )
    return Check(ok=True, what=_server(partial), detail=detail)


async def _check_commands(client: discord.Client, guild_id: int | None) -> Check:
    what = "Discord commands"
    path = (
        "/applications/{application_id}/guilds/{guild_id}/commands"
        if guild_id
        else "/applications/{application_id}/commands"
    )
    found = await client.http.request(Route("GET", path, application_id=client.application_id, guild_id=guild_id))
    if not isinstance(found, list):  # a page of a proxy
        raise TypeError(type(found))
    place = f"in server {guild_id}" if guild_id else "in all servers"
    if not found:
        return Check(
            ok=True, what=what, detail=f"none are registered {place} yet; `parley discord` does so when it starts"
        )
    return Check(ok=True, what=what, detail=f"{len(found)} are registered {place}")
