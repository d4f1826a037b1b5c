"""Changes to messages, threads and reactions, by people and by the bot."""

import re
from copy import copy, deepcopy
from dataclasses import dataclass

from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.events import channel_event, deleted_event, message_event, reaction_event
from tests.fakes.discord.limits import empty_message
from tests.fakes.discord.model import (
    ChannelKind,
    FakeDiscordChannel,
    FakeDiscordMessage,
    FakeDiscordUser,
    Json,
    MessageFlag,
    MessageKind,
    walk,
)
from tests.fakes.discord.permissions import Permission, permissions_of
from tests.fakes.discord.state import FakeDiscordState

_USER, _ROLE, _EVERYONE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>"), re.compile(r"@(?:everyone|here)\b")
_CODE = re.compile(r"```.*?```|``.*?``|`[^`\n]*`", re.DOTALL)


def resolve(message: FakeDiscordMessage, allowed: Json | None, users: dict[int, FakeDiscordUser]) -> None:
    """Fill in the mentions of `message`, and the users it pings.

    Absent `allowed_mentions` allow everything; mentions in code are text. The author's own right to mention
    everybody is left out on purpose: a message that would ping with a little more permission is as bad.
    """
    text = _CODE.sub("", message.content)
    found = [users[int(each)] for each in _USER.findall(text) if int(each) in users]
    message.allowed_mentions = allowed
    message.mentions = [user for user in dict.fromkeys(found) if _allows(allowed, "users", user.id)]
    message.mentioned_roles = [int(each) for each in _ROLE.findall(text) if _allows(allowed, "roles", int(each))]
    message.mentions_everyone = bool(_EVERYONE.search(text)) and _allows(allowed, "everyone", 0)
    _add_replied(message, allowed)
    message.pings |= {user.mention for user in message.mentions}
    message.pings |= {f"<@&{role}>" for role in message.mentioned_roles}
    message.pings |= {"@everyone"} if message.mentions_everyone else set()


def _allows(allowed: Json | None, kind: str, target: int) -> bool:
    if allowed is None:
        return True
    return kind in allowed.get("parse", ()) or str(target) in map(str, allowed.get(kind, ()))


def _add_replied(message: FakeDiscordMessage, allowed: Json | None) -> None:
    """A reply pings the author of the message it replies to, unless that is switched off."""
    if message.reference is None or (allowed is not None and not allowed.get("replied_user", False)):
        return
    if message.reference.author not in message.mentions and message.reference.author is not message.author:
        message.mentions.append(message.reference.author)


@dataclass(slots=True, kw_only=True)
class Draft:
    """A message that is to be posted."""

    author: FakeDiscordUser
    body: Json  # as the API takes it
    kind: MessageKind = MessageKind.DEFAULT
    reference: FakeDiscordMessage | None = None
    interaction: Json | None = None
    webhook_id: int | None = None
    seen_by: FakeDiscordUser | None = None
    may_be_empty: bool = False


def post(state: FakeDiscordState, channel: FakeDiscordChannel, draft: Draft) -> FakeDiscordMessage:
    """Post `draft` and tell the sessions. Raises: ApiError: it is empty, or the thread is locked."""
    body = draft.body
    message = FakeDiscordMessage(
        id=state.new_id(),
        channel=channel,
        author=draft.author,
        at=state.clock.iso(),
        kind=draft.kind,
        content=(body.get("content") or "").strip(),
        flags=MessageFlag(int(body.get("flags") or 0)),
        embeds=body.get("embeds") or [],
        components=numbered(body.get("components")),
        nonce=body.get("nonce"),
        reference=draft.reference,
        interaction=draft.interaction,
        webhook_id=draft.webhook_id,
        seen_by=draft.seen_by,
    )
    if is_empty(message) and not draft.may_be_empty:
        raise empty_message()
    if draft.kind in (MessageKind.DEFAULT, MessageKind.REPLY, MessageKind.CHAT_INPUT_COMMAND):
        wake(state, channel, draft.author)
    resolve(message, body.get("allowed_mentions"), state.users)
    channel.everything[message.id] = message
    if message.seen_by is None:
        state.dispatch(message_event("MESSAGE_CREATE", message, state.bot))
    return message


def numbered(components: list[Json] | None) -> list[Json]:
    """Return a copy in which every component has an id, as the platform gives those that have none."""
    copied = deepcopy(components or [])
    for number, component in enumerate(walk(copied), start=1):
        component["id"] = component.get("id") or number
    return copied


def is_empty(message: FakeDiscordMessage) -> bool:
    return not (message.content or message.embeds or message.components)


def wake(state: FakeDiscordState, channel: FakeDiscordChannel, author: FakeDiscordUser) -> None:
    """Posting brings an archived thread back. Raises: ApiError: 160005, it is locked."""
    if not channel.is_thread:
        return
    if channel.locked and not permissions_of(author, channel) & Permission.MANAGE_THREADS:
        raise ApiError(403, 160005, "This thread is locked")
    channel.joined.setdefault(author.id, state.clock.iso())
    if channel.archived:
        set_archived(state, channel, archived=False)


def edit(state: FakeDiscordState, message: FakeDiscordMessage, body: Json) -> FakeDiscordMessage:
    """Apply what `body` names. Raises: ApiError: nothing would be left, or the thread is archived."""
    if message.channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    wanted = copy(message)
    _apply(wanted, body)
    if is_empty(wanted):
        raise empty_message()
    message.edits.append(message.shown_body)
    _apply(message, body)
    message.edited_at = state.clock.iso()
    allowed = body.get("allowed_mentions", message.allowed_mentions if "content" not in body else None)
    resolve(message, allowed, state.users)
    if message.seen_by is None:
        state.dispatch(message_event("MESSAGE_UPDATE", message, state.bot))
    return message


def _apply(message: FakeDiscordMessage, body: Json) -> None:
    if "content" in body:
        message.content = (body["content"] or "").strip()
    message.embeds = (body["embeds"] or []) if "embeds" in body else message.embeds
    message.components = numbered(body["components"]) if "components" in body else message.components
    message.flags &= ~MessageFlag.LOADING


def delete(state: FakeDiscordState, message: FakeDiscordMessage) -> None:
    """Delete it; others may still refer to it."""
    message.deleted = True
    if message.seen_by is None:
        state.dispatch(deleted_event(message, state.bot))


def react(state: FakeDiscordState, message: FakeDiscordMessage, user: FakeDiscordUser, emoji: str) -> None:
    """Add a reaction; a second one of the same kind changes nothing."""
    users = message.reactions.setdefault(emoji, [])
    if user not in users:
        users.append(user)
        state.dispatch(reaction_event("MESSAGE_REACTION_ADD", message, user, emoji))


def unreact(state: FakeDiscordState, message: FakeDiscordMessage, user: FakeDiscordUser, emoji: str) -> None:
    """Take a reaction back."""
    if user in message.reactions.get(emoji, []):
        message.reactions[emoji].remove(user)
        if not message.reactions[emoji]:
            del message.reactions[emoji]
        state.dispatch(reaction_event("MESSAGE_REACTION_REMOVE", message, user, emoji))


def start_thread(
    state: FakeDiscordState,
    parent: FakeDiscordChannel,
    owner: FakeDiscordUser,
    body: Json,
    starter: FakeDiscordMessage | None,
) -> FakeDiscordChannel:
    """Open a thread, from a message (whose id it gets) or without. Raises: ApiError: 160004, there is one."""
    if starter is not None and starter.thread is not None:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    is_private = starter is None and body.get("type", ChannelKind.PRIVATE_THREAD) == ChannelKind.PRIVATE_THREAD
    thread = FakeDiscordChannel(
        id=starter.id if starter else state.new_id(),
        kind=ChannelKind.PRIVATE_THREAD if is_private else ChannelKind.PUBLIC_THREAD,
        name=body["name"],
        guild=parent.guild,
        parent=parent,
        owner=owner,
        auto_archive_minutes=body.get("auto_archive_duration") or 1440,
        changed_at=state.clock.iso(),
        joined={owner.id: state.clock.iso()},
    )
    state.channels[thread.id] = thread
    parent.threads.append(thread)
    state.dispatch(channel_event("THREAD_CREATE", thread, state.bot, newly_created=True))
    _announce(state, thread, starter)
    return thread


def _announce(state: FakeDiscordState, thread: FakeDiscordChannel, starter: FakeDiscordMessage | None) -> None:
    """The platform's own messages about a new thread."""
    owner, parent = thread.owner, thread.parent
    if owner is None or parent is None:
        return
    if starter is None:
        if thread.kind is ChannelKind.PUBLIC_THREAD:
            note = Draft(author=owner, body={"content": thread.name}, kind=MessageKind.THREAD_CREATED)
            post(state, parent, note)
        return
    starter.thread = thread
    starter.flags |= MessageFlag.HAS_THREAD
    kind = MessageKind.THREAD_STARTER_MESSAGE
    quiet: Json = {"allowed_mentions": {"parse": []}}
    post(state, thread, Draft(author=starter.author, body=quiet, kind=kind, reference=starter, may_be_empty=True))
    state.dispatch(message_event("MESSAGE_UPDATE", starter, state.bot))


def set_archived(
    state: FakeDiscordState, thread: FakeDiscordChannel, *, archived: bool, locked: bool | None = None
) -> None:
    """Archive or bring back, lock or unlock a thread."""
    thread.archived = archived
    thread.locked = thread.locked if locked is None else locked
    thread.changed_at = state.clock.iso()
    state.dispatch(channel_event("THREAD_UPDATE", thread, state.bot))
