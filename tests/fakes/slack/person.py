"""People who use Slack's client to talk to the app."""

from typing import Final

from .calling import ApiServices
from .delivery import AttemptOutcome, EventDeliveries
from .forms import Values, fill_in, find_element, pressed
from .interactions import ResponseUrls
from .methods_conversations import show_modal
from .model import Ephemeral, FakeSlackChannel, FakeSlackMessage, FakeSlackUser, Json, View, Workspace

CHANNEL_NAMES: Final = {"im": "directmessage", "private": "privategroup"}


class SlackPerson:
    """One member of a workspace, or (with a bot id) another app's bot."""

    def __init__(
        self, user: FakeSlackUser, services: ApiServices, deliveries: EventDeliveries, urls: ResponseUrls
    ) -> None:
        self.user = user
        self._services = services
        self._world = services.world
        self._deliveries = deliveries
        self._urls = urls

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    @property
    def workspace(self) -> Workspace:
        return self._world.workspaces[self.user.team_id]

    @property
    def direct(self) -> FakeSlackChannel:
        """The person's direct messages with the app."""
        return self._world.direct(self.workspace, self.id)

    def ephemerals(self) -> list[Ephemeral]:
        """Ephemeral messages to this person, oldest first."""
        return [one for one in self.workspace.ephemerals if one.user == self.id]

    def home(self) -> View | None:
        return self.workspace.homes.get(self.id)

    def modal(self) -> View | None:
        """The modal in front of the person."""
        return next(reversed(list(self.workspace.modals(self.id))), None)

    async def says(
        self, channel: FakeSlackChannel, text: str, *, thread_ts: str | None = None, subtype: str | None = None
    ) -> FakeSlackMessage:
        """Post a message; the text is as Slack stores it: mentions as <@U…>, and & < > escaped."""
        if thread_ts is not None and channel.find(thread_ts) is None:
            msg = f"there is no {thread_ts} in {channel.name} to reply to"
            raise LookupError(msg)
        channel.members.add(self.id)
        ts, team = self._world.ids.ts(), channel.team_id
        message = FakeSlackMessage(ts=ts, channel=channel.id, team=team, user=self.id, text=text, thread_ts=thread_ts)
        message.user_team = self.workspace.id if self.workspace.id != team else None
        message.subtype, message.bot_id = subtype, self.user.bot_id
        if self.user.bot_id is None:
            message.client_msg_id = self._world.ids.new("msg-")
        else:
            message.username = self.user.name
        return self._world.post(message)

    async def edits(self, message: FakeSlackMessage, text: str) -> None:
        self._world.edit(message, {"text": text}, editor=self.id)

    async def deletes(self, message: FakeSlackMessage) -> None:
        self._world.delete(message)

    async def opens_home(self, tab: str = "home") -> None:
        """Open the app's Home, or with tab="messages" the direct messages."""
        home = self.home()
        event: Json = {"type": "app_home_opened", "user": self.id, "channel": self.direct.id, "tab": tab}
        event |= {"event_ts": self._world.ids.ts()}
        if tab == "home" and home is not None:
            event["view"] = home.to_dict(self.workspace.app.bot_id)
        self._world.tell(self.workspace, event)

    async def starts_assistant_thread(self, context: FakeSlackChannel | None = None) -> FakeSlackMessage:
        """Open a new chat in the assistant pane, while looking at a channel; return the thread's first message."""
        if self._world.app.is_agent:
            msg = "an agent app has no assistant pane: direct messages are opened with opens_home('messages')"
            raise LookupError(msg)
        channel, app = self.direct, self.workspace.app
        ts = self._world.ids.ts()
        root = FakeSlackMessage(ts=ts, channel=channel.id, team=self.workspace.id, user=app.bot_user, text="New chat")
        root.subtype, root.bot_id, root.app_id = "assistant_app_thread", app.bot_id, self._world.app.id
        channel.messages.append(root)
        self._tell_assistant("assistant_thread_started", root, context)
        return root

    async def types_command(self, channel: FakeSlackChannel, command: str, text: str = "") -> AttemptOutcome:
        """Type "/analyze AAPL"; what the app answers at once appears in the channel."""
        if self._world.app.commands is not None and command not in self._world.app.commands:
            msg = f"{command} is not a valid command; there is {sorted(self._world.app.commands)}"
            raise LookupError(msg)
        channel.members.add(self.id)
        payload = {
            "token": self._world.app.verification_token,
            "team_id": self.workspace.id,
            "team_domain": self.workspace.name.lower(),
            "channel_id": channel.id,
            "channel_name": CHANNEL_NAMES.get(channel.kind, channel.name),
            "user_id": self.id,
            "user_name": self.user.name,
            "command": command,
            "text": text,
            "api_app_id": self._world.app.id,
            "is_enterprise_install": "false",
            "response_url": self._urls.new(self.workspace, channel, self.id),
            "trigger_id": self._services.triggers.new(self.workspace, self.id),
        }
        ack = await self._deliveries.call_app("slash_commands", command, payload)
        if ack.ok:
            self._urls.from_ack(self.workspace, channel, self.id, ack.payload)
        return ack

    async def presses(
        self,
        source: FakeSlackMessage | Ephemeral | View,
        button: str,
        *,
        agrees: bool = False,
    ) -> AttemptOutcome:
        """Press the element with this label, or action id prefix.

        `agrees` is whether the person agrees in the dialog that Slack shows first, if the element has one.
        """
        return await self.acts(source, self.finds(source, button, agrees=agrees))

    def finds(
        self,
        source: FakeSlackMessage | Ephemeral | View,
        button: str,
        *,
        agrees: bool = False,
    ) -> Json:
        """Find a button and take aim; `acts` presses it later, when it may be gone."""
        blocks = source.body["blocks"] if isinstance(source, View) else source.blocks
        block, element = find_element(blocks, button)
        if "confirm" in element and not agrees:
            msg = f"Slack asks first: {element['confirm']['text']['text']}"
            raise LookupError(msg)
        return pressed(block, element, self._world.ids.ts())

    async def acts(self, source: FakeSlackMessage | Ephemeral | View, action: Json) -> AttemptOutcome:
        """Press what `finds` found, whether or not it is still there."""
        payload = {**self._interaction("block_actions", source if isinstance(source, View) else None)}
        payload |= {"actions": [action], "state": {"values": {}}}
        if isinstance(source, View):
            kept = source.values or _initial(source)
            payload |= {"container": {"type": "view", "view_id": source.id}, "state": {"values": kept}}
            return await self._deliveries.call_app("interactive", "block_actions", payload)
        workspace = self._workspace_of(source)
        channel = workspace.channels[source.channel]
        payload["team"] = {"id": workspace.id, "domain": workspace.name.lower()}
        container: Json = {"type": "message", "message_ts": source.ts, "channel_id": channel.id}
        container["is_ephemeral"] = isinstance(source, Ephemeral)
        if source.thread_ts:
            container["thread_ts"] = source.thread_ts
        payload |= {"container": container, "message": source.to_dict()}
        payload["channel"] = {"id": channel.id, "name": CHANNEL_NAMES.get(channel.kind, channel.name)}
        payload["response_url"] = self._urls.new(workspace, channel, self.id, source)
        return await self._deliveries.call_app("interactive", "block_actions", payload)

    def _workspace_of(self, source: FakeSlackMessage | Ephemeral) -> Workspace:
        """The workspace whose channel shows this; another than the person's if two companies share the channel."""
        shown_in = (w for w in self._world.workspaces.values() if source.channel in w.channels)
        return next(shown_in)

    async def submits(self, view: View, values: Values | None = None) -> AttemptOutcome:
        """Fill in a modal by block id, action id or label, and submit it; it closes unless the app objects."""
        view.values = fill_in(view.body["blocks"], values or {})
        payload = {**self._interaction("view_submission", view), "response_urls": []}
        ack = await self._deliveries.call_app("interactive", "view_submission", payload)
        if ack.ok:
            self._after_submission(view, ack.payload if isinstance(ack.payload, dict) else {})
        return ack

    def _after_submission(self, view: View, answer: Json) -> None:
        match answer.get("response_action"):
            case "errors":
                return
            case "update":
                view.body, view.hash = answer["view"], self._world.ids.ts()
            case "push":
                show_modal(self._world, self.workspace, self.id, answer["view"], below=view)
            case "clear":
                for other in self.workspace.modals(self.id):
                    other.is_open = False
            case _:
                view.is_open = False

    def _interaction(self, kind: str, view: View | None) -> Json:
        trigger_id = self._services.triggers.new(self.workspace, self.id, view.id if view else None)
        user = {"id": self.id, "username": self.user.name, "name": self.user.name, "team_id": self.workspace.id}
        payload: Json = {"type": kind, "user": user, "api_app_id": self._world.app.id, "trigger_id": trigger_id}
        payload |= {"token": self._world.app.verification_token, "enterprise": None, "is_enterprise_install": False}
        payload["team"] = {"id": self.workspace.id, "domain": self.workspace.name.lower()}
        return {**payload, **({"view": view.to_dict(self.workspace.app.bot_id)} if view else {})}

    def _tell_assistant(self, kind: str, root: FakeSlackMessage, context: FakeSlackChannel | None) -> None:
        seen = {"channel_id": context.id, "team_id": self.workspace.id, "enterprise_id": None} if context else {}
        thread = {"user_id": self.id, "context": seen, "channel_id": root.channel, "thread_ts": root.ts}
        event = {"type": kind, "assistant_thread": thread, "event_ts": self._world.ids.ts()}
        self._world.tell(self.workspace, event)


def _initial(view: View) -> Json:
    try:
        return fill_in(view.body["blocks"], {})
    except ValueError:
        return {}
