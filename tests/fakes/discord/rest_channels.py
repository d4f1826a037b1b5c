"""REST: channels, threads and their members."""

from tests.fakes.discord.errors import FormErrors, ResourceKind, unknown
from tests.fakes.discord.model import ChannelKind, FakeDiscordChannel, FakeDiscordUser
from tests.fakes.discord.payloads import channel_json, thread_member_json
from tests.fakes.discord.permissions import Permission, require
from tests.fakes.discord.posting import set_archived, start_thread
from tests.fakes.discord.records import RestCall
from tests.fakes.discord.routing import NO_CONTENT, Answer, Handler, channel_of, message_of, number
from tests.fakes.discord.state import FakeDiscordState

_ARCHIVE_MINUTES = (None, 60, 1440, 4320, 10080)


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


def _typing(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call)
    channel.typed += 1
    return NO_CONTENT


def _thread_from_message(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(state, call, channel)
    _check_name(call, required=True)
    thread = start_thread(state, channel, state.bot, call.body, message)
    return 201, channel_json(thread, state.bot)


def _thread(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call)
    is_public = call.body.get("type") == ChannelKind.PUBLIC_THREAD
    needed = Permission.CREATE_PUBLIC_THREADS if is_public else Permission.CREATE_PRIVATE_THREADS
    require(state.bot, channel, needed)
    _check_name(call, required=True)
    return 201, channel_json(start_thread(state, channel, state.bot, call.body, None), state.bot)


def _archived(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call, Permission.READ_MESSAGE_HISTORY)
    threads = [channel_json(thread, state.bot) for thread in channel.threads if thread.archived]
    return 200, {"threads": threads, "members": [], "has_more": False}


def _user_of(state: FakeDiscordState, call: RestCall) -> FakeDiscordUser:
    named = call.params["user"]
    user = state.bot if named == "@me" else state.users.get(number(call, "user"))
    if user is None:
        raise unknown(ResourceKind.USER)
    return user


def _join(state: FakeDiscordState, call: RestCall) -> Answer:
    thread = channel_of(state, call)
    thread.joined.setdefault(_user_of(state, call).id, state.clock.iso())
    return NO_CONTENT


def _leave(state: FakeDiscordState, call: RestCall) -> Answer:
    thread = channel_of(state, call)
    thread.joined.pop(_user_of(state, call).id, None)
    return NO_CONTENT


def _thread_member(state: FakeDiscordState, call: RestCall) -> Answer:
    thread, user = channel_of(state, call), _user_of(state, call)
    if user.id not in thread.joined:
        raise unknown(ResourceKind.MEMBER)
    return 200, thread_member_json(thread, user)


def _thread_members(state: FakeDiscordState, call: RestCall) -> Answer:
    thread: FakeDiscordChannel = channel_of(state, call)
    return 200, [thread_member_json(thread, state.users[user]) for user in thread.joined]


ROUTES: dict[str, Handler] = {
    "GET /channels/{channel}": _channel,
    "PATCH /channels/{channel}": _modify,
    "POST /channels/{channel}/typing": _typing,
    "POST /channels/{channel}/messages/{message}/threads": _thread_from_message,
    "POST /channels/{channel}/threads": _thread,
    "GET /channels/{channel}/threads/archived/public": _archived,
    "GET /channels/{channel}/thread-members": _thread_members,
    "GET /channels/{channel}/thread-members/{user}": _thread_member,
    "PUT /channels/{channel}/thread-members/{user}": _join,
    "DELETE /channels/{channel}/thread-members/{user}": _leave,
}
