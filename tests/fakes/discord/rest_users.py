"""REST: the gateway's address, the bot, its application, guilds and their members, channels and threads."""

from tests.fakes.discord.errors import FormErrors, ResourceKind, unknown
from tests.fakes.discord.model import Guild, Json, RestCall
from tests.fakes.discord.payloads import channel_json, guild_json, member_json, user_json
from tests.fakes.discord.permissions import Permission, require
from tests.fakes.discord.posting import set_archived, start_thread
from tests.fakes.discord.routing import Answer, Handler, channel_of, message_of, number, snowflake
from tests.fakes.discord.state import FakeDiscordState

IDENTIFY_LIMIT = 1000  # per 24 h
IDENTIFY_CONCURRENCY = 16  # per 5 s
_ARCHIVE_MINUTES = (None, 60, 1440, 4320, 10080)


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


def _channel(state: FakeDiscordState, call: RestCall) -> Answer:
    return 200, channel_json(channel_of(state, call), state.bot)


def _modify(state: FakeDiscordState, call: RestCall) -> Answer:
    """Rename, archive, lock. Who opened a thread may archive it; locking takes the right to manage threads."""
    channel = channel_of(state, call)
    managing = channel.owner is not state.bot or "locked" in call.body
    if channel.is_thread and managing and not (call.body.get("archived") is False and not channel.locked):
        require(state.bot, channel, Permission.MANAGE_THREADS)
    _check_name(call, required=False)
    channel.name = call.body.get("name") or channel.name
    if channel.is_thread:
        archived = call.body.get("archived", channel.archived)
        set_archived(state, channel, archived=archived, locked=call.body.get("locked"))
    return 200, channel_json(channel, state.bot)


def _check_name(call: RestCall, *, required: bool) -> None:
    errors = FormErrors()
    errors.length("name", call.body.get("name"), most=100, least=1 if required or "name" in call.body else 0)
    if call.body.get("auto_archive_duration") not in _ARCHIVE_MINUTES:
        errors.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of {60, 1440, 4320, 10080}.")
    errors.raise_if_any()


def _thread_from_message(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(state, call, channel)
    _check_name(call, required=True)
    thread = start_thread(state, channel, state.bot, call.body, message)
    return 201, channel_json(thread, state.bot)


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
    "GET /channels/{channel}": _channel,
    "PATCH /channels/{channel}": _modify,
    "POST /channels/{channel}/messages/{message}/threads": _thread_from_message,
}
