"""REST: messages."""

from tests.fakes.discord.errors import ApiError, FormErrors, missing_permissions
from tests.fakes.discord.limits import check_message
from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordMessage, Json, MessageKind, RestCall
from tests.fakes.discord.payloads import hides_content, message_json, without_content
from tests.fakes.discord.permissions import Permission, permissions_of, require, speak
from tests.fakes.discord.posting import Draft, delete, edit, post
from tests.fakes.discord.routing import NO_CONTENT, Answer, Handler, channel_of, limit_of, message_of, snowflake
from tests.fakes.discord.state import FakeDiscordState


def _shown(state: FakeDiscordState, message: FakeDiscordMessage) -> Json:
    """A message as the bot may read it."""
    body = message_json(message, state.bot)
    hidden = not state.application.message_content and hides_content(message, state.bot)
    return without_content(body) if hidden else body


def _list(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call)
    limit = limit_of(call, default=50, most=100)
    if not permissions_of(state.bot, channel) & Permission.READ_MESSAGE_HISTORY:
        return 200, []
    found = [each for each in channel.everything.values() if not each.deleted and each.seen_by is None]
    return 200, [_shown(state, message) for message in reversed(_page(call, found, limit))]


def _page(call: RestCall, found: list[FakeDiscordMessage], limit: int) -> list[FakeDiscordMessage]:
    """The wanted part of `found`, oldest first."""
    found = sorted(found, key=lambda each: each.id)
    if "around" in call.query:
        middle = snowflake(call.query["around"], "around")
        earlier = [each for each in found if each.id < middle][-(limit // 2) or len(found) :]
        return earlier + [each for each in found if each.id >= middle][: limit - len(earlier)]
    if "after" in call.query:
        return [each for each in found if each.id > snowflake(call.query["after"], "after")][:limit]
    if "before" in call.query:
        found = [each for each in found if each.id < snowflake(call.query["before"], "before")]
    return found[-limit:]


def _get(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call, Permission.READ_MESSAGE_HISTORY)
    return 200, _shown(state, message_of(state, call, channel))


def _post(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = state.channel(int(snowflake(call.params["channel"], "channel")))
    require(state.bot, channel, speak(channel) | _content_needs(call))
    if not all(user.accepts_direct for user in channel.recipients):
        raise ApiError(403, 50007, "Cannot send messages to this user")
    check_message(call.body)
    known = _same_nonce(state, call.body)
    if known is not None:
        return 200, message_json(known, state.bot)
    reference = _reference(state, channel, call.body)
    kind = MessageKind.REPLY if reference else MessageKind.DEFAULT
    draft = Draft(author=state.bot, body=call.body, kind=kind, reference=reference)
    message = post(state, channel, draft)
    if call.body.get("nonce") is not None:
        state.nonces[state.bot.id, str(call.body["nonce"])] = (message, state.clock.now())
    return 200, message_json(message, state.bot)


def _content_needs(call: RestCall) -> Permission:
    return Permission.EMBED_LINKS if call.body.get("embeds") else Permission(0)


def _same_nonce(state: FakeDiscordState, body: Json) -> FakeDiscordMessage | None:
    """The message that was made with this nonce a few minutes ago at most, if uniqueness is asked for."""
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    message, made_at = state.nonces.get((state.bot.id, str(body["nonce"])), (None, 0.0))
    return message if state.clock.now() - made_at <= state.nonce_seconds else None


def _reference(state: FakeDiscordState, channel: FakeDiscordChannel, body: Json) -> FakeDiscordMessage | None:
    wanted = body.get("message_reference")
    if not wanted:
        return None
    if not permissions_of(state.bot, channel) & Permission.READ_MESSAGE_HISTORY:
        raise ApiError(403, 160002, "Cannot reply without permission to read message history")
    found = channel.everything.get(snowflake(wanted.get("message_id"), "message_reference"))
    if (found is None or found.deleted) and wanted.get("fail_if_not_exists", True):
        errors = FormErrors()
        errors.add("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        errors.raise_if_any()
    return found


def _patch(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call)
    message = message_of(state, call, channel)
    if message.author is not state.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    require(state.bot, channel, _content_needs(call))
    check_message({"flags": int(message.flags)} | call.body)
    return 200, message_json(edit(state, message, call.body), state.bot)


def _delete(state: FakeDiscordState, call: RestCall) -> Answer:
    channel = channel_of(state, call)
    message = message_of(state, call, channel)
    if message.author is not state.bot:
        if channel.guild is None:
            raise missing_permissions()
        require(state.bot, channel, Permission.MANAGE_MESSAGES)
    delete(state, message)
    return NO_CONTENT


ROUTES: dict[str, Handler] = {
    "GET /channels/{channel}/messages": _list,
    "GET /channels/{channel}/messages/{message}": _get,
    "POST /channels/{channel}/messages": _post,
    "PATCH /channels/{channel}/messages/{message}": _patch,
    "DELETE /channels/{channel}/messages/{message}": _delete,
}
