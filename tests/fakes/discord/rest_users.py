"""REST: the gateway's address, the bot, its application, guilds and their members."""

from tests.fakes.discord.errors import ResourceKind, unknown
from tests.fakes.discord.model import Guild, Json
from tests.fakes.discord.payloads import channel_json, guild_json, member_json, user_json
from tests.fakes.discord.records import RestCall
from tests.fakes.discord.routing import Answer, Handler, number, snowflake
from tests.fakes.discord.state import FakeDiscordState

IDENTIFY_LIMIT = 1000  # per 24 h
IDENTIFY_CONCURRENCY = 16  # per 5 s


def _gateway_for_bots(state: FakeDiscordState, _call: RestCall) -> Answer:
    left = max(IDENTIFY_LIMIT - len(state.identifies), 0)
    start: Json = {"total": IDENTIFY_LIMIT, "remaining": left, "reset_after": 86_400_000}
    start["max_concurrency"] = IDENTIFY_CONCURRENCY
    return 200, {"url": gateway_url(state), "shards": 1, "session_start_limit": start}


def gateway_url(state: FakeDiscordState) -> str:
    return f"{state.base_url.replace('http', 'ws', 1)}/gateway"


def application_json(state: FakeDiscordState) -> Json:
    application = state.application
    return {
        "id": str(application.id),
        "name": application.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user_json(application.owner),
        "team": None,
        "flags": application.flags,
        "bot": user_json(application.bot),
        "interactions_endpoint_url": None,
        "approximate_guild_count": len(state.guilds),
    }


def _application(state: FakeDiscordState, _call: RestCall) -> Answer:
    return 200, application_json(state)


def _me(state: FakeDiscordState, _call: RestCall) -> Answer:
    return 200, user_json(state.bot) | {"locale": "en-US", "verified": True, "mfa_enabled": False, "flags": 0}


def _my_guilds(state: FakeDiscordState, _call: RestCall) -> Answer:
    brief: list[Json] = [
        {"id": str(guild.id), "name": guild.name, "icon": None, "owner": False, "permissions": "0", "features": []}
        for guild in state.guilds.values()
        if state.bot.id in guild.members
    ]
    return 200, brief


def _open_direct(state: FakeDiscordState, call: RestCall) -> Answer:
    user = state.users.get(snowflake(call.body.get("recipient_id"), "recipient_id"))
    if user is None:
        raise unknown(ResourceKind.USER)
    return 200, channel_json(state.direct(state.bot, user), state.bot)


def _guild_of(state: FakeDiscordState, call: RestCall) -> Guild:
    guild = state.guilds.get(number(call, "guild"))
    if guild is None or state.bot.id not in guild.members:
        raise unknown(ResourceKind.GUILD)
    return guild


def _guild(state: FakeDiscordState, call: RestCall) -> Answer:
    return 200, guild_json(_guild_of(state, call))


def _channels(state: FakeDiscordState, call: RestCall) -> Answer:
    return 200, [channel_json(channel, state.bot) for channel in _guild_of(state, call).channels]


def _member(state: FakeDiscordState, call: RestCall) -> Answer:
    member = _guild_of(state, call).members.get(number(call, "user"))
    if member is None:
        raise unknown(ResourceKind.MEMBER)
    return 200, member_json(member)


ROUTES: dict[str, Handler] = {
    "GET /gateway/bot": _gateway_for_bots,
    "GET /users/@me": _me,
    "GET /applications/@me": _application,
    "GET /oauth2/applications/@me": _application,
    "GET /users/@me/guilds": _my_guilds,
    "POST /users/@me/channels": _open_direct,
    "GET /guilds/{guild}": _guild,
    "GET /guilds/{guild}/channels": _channels,
    "GET /guilds/{guild}/members/{user}": _member,
}
