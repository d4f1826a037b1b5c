"""REST: responses to interactions, and follow-ups by their token."""

from tests.fakes.discord.errors import ApiError, FormErrors, ResourceKind, unknown
from tests.fakes.discord.interaction import Interaction, InteractionKind
from tests.fakes.discord.limits import check_choices, check_message, check_modal
from tests.fakes.discord.model import FakeDiscordMessage, Json, MessageFlag, MessageKind, RestCall
from tests.fakes.discord.payloads import message_json, user_json
from tests.fakes.discord.posting import Draft, delete, edit, numbered, post
from tests.fakes.discord.routing import NO_CONTENT, Answer, Handler, number
from tests.fakes.discord.state import TOKEN_SECONDS, FakeDiscordState

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


def _callback(state: FakeDiscordState, call: RestCall) -> Answer:
    """The first answer: in time, and once."""
    interaction = _open_interaction(state, call)
    kind, data = call.body.get("type"), call.body.get("data") or {}
    if kind not in _allowed(interaction):
        errors = FormErrors()
        errors.add("type", "BASE_TYPE_CHOICES", f"Value must be one of {sorted(_allowed(interaction))}.")
        errors.raise_if_any()
    _respond(state, interaction, call, data)
    interaction.ack, interaction.acked_after = kind, state.clock.now() - interaction.made_at
    if call.query.get("with_response") not in ("1", "true", "True"):
        return NO_CONTENT
    return 200, _callback_json(state, interaction)


def _open_interaction(state: FakeDiscordState, call: RestCall) -> Interaction:
    """Raises: ApiError: 10062, there is none or it is too late; 40060, it has been answered."""
    state.note_late()
    wanted = (number(call, "interaction"), call.params["token"])
    interaction = next((each for each in state.interactions if (each.id, each.token) == wanted), None)
    if interaction is None:
        raise unknown(ResourceKind.INTERACTION)
    if interaction.acked:
        state.broke("double_ack", f"{interaction} was acknowledged again")
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if state.clock.now() - interaction.made_at > state.ack_seconds:
        raise unknown(ResourceKind.INTERACTION)
    return interaction


def _allowed(interaction: Interaction) -> set[int]:
    """Return the callback types that the interaction allows."""
    if interaction.kind is InteractionKind.AUTOCOMPLETE:
        return {CHOICES}
    allowed = {MESSAGE, DEFER}
    allowed |= {DEFER_UPDATE, UPDATE} if interaction.source else set()
    return allowed | (set() if interaction.kind is InteractionKind.MODAL else {MODAL})


def _respond(state: FakeDiscordState, interaction: Interaction, call: RestCall, data: Json) -> None:
    kind = call.body["type"]
    if kind == MESSAGE:
        check_message(data)
        interaction.original = _say(state, interaction, data)
    elif kind == DEFER:
        flags = int(data.get("flags") or 0) | MessageFlag.LOADING
        interaction.original = _say(state, interaction, {"flags": flags}, may_be_empty=True)
    elif kind == DEFER_UPDATE:
        interaction.original = interaction.source
    elif kind == UPDATE and interaction.source is not None:
        check_message({"flags": int(interaction.source.flags)} | data)
        interaction.original = edit(state, interaction.source, data)
    elif kind == CHOICES:
        check_choices(data.get("choices") or [])
        interaction.choices = data.get("choices") or []
    elif kind == MODAL:
        check_modal(data)
        interaction.modal = data | {"components": numbered(data["components"])}


def _say(
    state: FakeDiscordState, interaction: Interaction, body: Json, *, may_be_empty: bool = False
) -> FakeDiscordMessage:
    is_private = MessageFlag.EPHEMERAL & int(body.get("flags") or 0)
    is_command = interaction.kind is InteractionKind.COMMAND and interaction.original is None
    draft = Draft(
        author=state.bot,
        body=body,
        kind=MessageKind.CHAT_INPUT_COMMAND if is_command else MessageKind.DEFAULT,
        reference=None if is_command else interaction.source or interaction.original,
        interaction=_metadata(state, interaction),
        webhook_id=state.application.id,
        seen_by=interaction.user if is_private else None,
        may_be_empty=may_be_empty,
    )
    return post(state, interaction.channel, draft)


def _metadata(state: FakeDiscordState, interaction: Interaction) -> Json:
    kind = int(interaction.kind)
    who: Json = {"id": str(interaction.id), "type": kind, "user": user_json(interaction.user)}
    who["authorizing_integration_owners"] = {"0": str(interaction.channel.guild.id if interaction.channel.guild else 0)}
    if interaction.kind is InteractionKind.COMPONENT and interaction.source:
        who["interacted_message_id"] = str(interaction.source.id)
    if interaction.kind is InteractionKind.MODAL:
        who["triggering_interaction_metadata"] = who | {"type": 2, "id": str(state.new_id())}
    return who


def _callback_json(state: FakeDiscordState, interaction: Interaction) -> Json:
    original = interaction.original
    about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    resource: Json = {"type": interaction.ack}
    if original is not None:
        about["response_message_id"] = str(original.id)
        about["response_message_loading"] = MessageFlag.LOADING in original.flags
        about["response_message_ephemeral"] = MessageFlag.EPHEMERAL in original.flags
        if interaction.ack in (MESSAGE, DEFER, UPDATE):
            resource["message"] = message_json(original, state.bot)
    return {"interaction": about, "resource": resource}


def _by_token(state: FakeDiscordState, call: RestCall) -> Interaction:
    """Raises: ApiError: 10015, no such token, or not answered yet; 50027, it has expired."""
    if number(call, "application") != state.application.id:
        raise unknown(ResourceKind.WEBHOOK)
    interaction = next((each for each in state.interactions if each.token == call.params["token"]), None)
    if interaction is None or not interaction.acked:
        raise unknown(ResourceKind.WEBHOOK)
    if state.clock.now() - interaction.made_at > TOKEN_SECONDS:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return interaction


def _follow_up(state: FakeDiscordState, call: RestCall) -> Answer:
    """A further message; the first one after a deferral takes the place of "thinking"."""
    interaction = _by_token(state, call)
    check_message(call.body)
    original = interaction.original
    if original is not None and MessageFlag.LOADING in original.flags:
        return 200, message_json(edit(state, original, call.body), state.bot)
    message = _say(state, interaction, call.body)
    interaction.followups.append(message)
    return 200, message_json(message, state.bot)


def _message_of(state: FakeDiscordState, call: RestCall) -> tuple[Interaction, FakeDiscordMessage]:
    interaction = _by_token(state, call)
    if call.params["message"] == "@original":
        message = interaction.original
    else:
        own = [*interaction.followups, *filter(None, (interaction.original,))]
        message = next((each for each in own if each.id == number(call, "message")), None)
    if message is None or message.deleted:
        raise unknown(ResourceKind.MESSAGE)
    return interaction, message


def _get(state: FakeDiscordState, call: RestCall) -> Answer:
    return 200, message_json(_message_of(state, call)[1], state.bot)


def _patch(state: FakeDiscordState, call: RestCall) -> Answer:
    message = _message_of(state, call)[1]
    check_message({"flags": int(message.flags)} | call.body)
    return 200, message_json(edit(state, message, call.body), state.bot)


def _delete(state: FakeDiscordState, call: RestCall) -> Answer:
    delete(state, _message_of(state, call)[1])
    return NO_CONTENT


ROUTES: dict[str, Handler] = {
    "POST /interactions/{interaction}/{token}/callback": _callback,
    "POST /webhooks/{application}/{token}": _follow_up,
    "GET /webhooks/{application}/{token}/messages/{message}": _get,
    "PATCH /webhooks/{application}/{token}/messages/{message}": _patch,
    "DELETE /webhooks/{application}/{token}/messages/{message}": _delete,
}
