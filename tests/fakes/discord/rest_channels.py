"""REST: channels, threads and their members."""

from tests.fakes.discord.errors import FormErrors
from tests.fakes.discord.payloads import channel_json
from tests.fakes.discord.permissions import Permission, require
from tests.fakes.discord.posting import set_archived, start_thread
from tests.fakes.discord.records import RestCall
from tests.fakes.discord.routing import Answer, Handler, channel_of, message_of
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


def _thread_from_message(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(state, call, channel)
    _check_name(call, required=True)
    thread = start_thread(state, channel, state.bot, call.body, message)
    return 201, channel_json(thread, state.bot)


ROUTES: dict[str, Handler] = {
    "GET /channels/{channel}": _channel,
    "PATCH /channels/{channel}": _modify,
    "POST /channels/{channel}/messages/{message}/threads": _thread_from_message,
}
