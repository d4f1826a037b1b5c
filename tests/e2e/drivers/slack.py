"""Slack driver: a workspace for each account group, in one fake Slack; one `parley up` behind them."""

import html
from collections.abc import Mapping
from typing import Any

from tests.conversations.driver import ShownAnswer, StoredReply
from tests.conversations.plain_text import of_slack
from tests.conversations.scripts import ConversationScript, RunCommand, SendMessage
from tests.e2e.deployment import Deployment
from tests.e2e.drivers.stored_conversation import DatabaseConversation
from tests.fakes.slack import Ephemeral, FakeSlackChannel, FakeSlackMessage, RunningSlack, SlackPerson, Workspace
from tests.fakes.slack.blocks import elements_of


class SlackDriver:
    """A channel for each conversation; direct messages where the script says so."""

    def __init__(self, running: RunningSlack, workspaces: Mapping[str, Workspace], deployment: Deployment) -> None:
        self._running = running
        self._workspaces = workspaces
        self._deployment = deployment

    def open_conversation(self, script: ConversationScript) -> "SlackConversationDriver":
        """A new channel, with its people."""
        return self._running.call(self._open_conversation(script))

    async def _open_conversation(self, script: ConversationScript) -> "SlackConversationDriver":
        slack, workspace = self._running.slack, self._workspaces[script.account_group]
        people = {
            key: slack.add_person(who.name, locale=who.locale, workspace=workspace)
            for key, who in script.people.items()
        }
        first = next(iter(people.values()))
        channel = first.direct if script.is_direct else slack.add_channel(script.name, workspace=workspace)
        channel.members |= {person.id for person in people.values()}
        return SlackConversationDriver(
            self._running, people, channel, DatabaseConversation(self._deployment, channel.id)
        )


class SlackConversationDriver:
    """One thread, or the direct messages of one person."""

    def __init__(
        self,
        running: RunningSlack,
        people: Mapping[str, SlackPerson],
        channel: FakeSlackChannel,
        stored: DatabaseConversation,
    ) -> None:
        self.stored = stored
        self._running = running
        self._people = people
        self._channel = channel
        self._root: str | None = None
        self._seen: set[str] = set()

    def says(self, by: str, said: SendMessage) -> ShownAnswer:
        """Mention Parley in a channel: what is not addressed to it may get no answer."""
        text = said.raw.get("slack", html.escape(said.text, quote=False))
        person = self._people[by]
        is_direct = self._channel.kind == "im"
        text = text if is_direct else f"{person.workspace.mention} {text}"
        message = self._running.call(person.says(self._channel, text, thread_ts=self._root))
        if self._root is None and not is_direct:
            self._root = message.ts
        return self._shown(by)

    def commands(self, by: str, command: RunCommand) -> ShownAnswer:
        name, _, text = command.line.partition(" ")
        ack = self._running.call(self._people[by].types_command(self._channel, name, text))
        assert ack.ok, ack
        stored = self.stored.next()
        self._root = next(m.ts for m in self._running.slack.from_app(self._channel) if not m.is_reply)
        self._seen.add(self._root)
        return self._found(by, stored)

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer:
        self._press(by, button_id, under)
        return self._shown(by)

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer:
        self._press(by, button_id, under)
        person = self._people[by]
        modal = self._running.call(self._running.slack.wait_for_modal(person, within=20))
        ack = self._running.call(person.submits(modal, dict(values)))
        assert ack.ok, ack
        assert not modal.is_open, ack.payload
        return self._shown(by)

    def hears(self) -> ShownAnswer:
        return self._found("", self.stored.next(is_answer=False))

    def again(self, shown: ShownAnswer) -> ShownAnswer:
        return _shown(shown.messages, shown.stored)

    def _press(self, by: str, button_id: str, under: ShownAnswer) -> None:
        message, action = under.press_targets[button_id]

        async def press() -> None:
            at = self._running.slack.world.ids.ts()
            ack = await self._people[by].acts(message, {**action, "action_ts": at})
            assert ack.ok, ack

        self._running.call(press())

    def _shown(self, by: str) -> ShownAnswer:
        return self._found(by, self.stored.next())

    def _found(self, by: str, stored: StoredReply) -> ShownAnswer:
        """Return the new answer: in the thread, or ephemeral."""
        posted = [m for m in self._running.slack.from_app(self._channel, self._root) if m.ts not in self._seen]
        alone = {
            key: [e for e in person.ephemerals() if e.ts not in self._seen] for key, person in self._people.items()
        }
        mine = alone.pop(by, [])
        assert not any(alone.values()), f"shown to others: {alone}"
        assert not (posted and mine), f"shown to all and to one alone: {posted}, {mine}"
        messages: list[FakeSlackMessage] | list[Ephemeral] = posted or mine
        self._seen |= {message.ts for message in messages}
        return _shown(tuple(messages), stored, looker=next(iter(self._people.values())))


def _shown(messages: tuple[Any, ...], stored: StoredReply, looker: SlackPerson | None = None) -> ShownAnswer:
    found = [(m, e) for m in messages for block in m.blocks for e in elements_of(block)]
    return ShownAnswer(
        text="\n".join(of_slack(message.blocks) for message in messages),
        buttons=tuple(_button_id(element) for _, element in found),
        is_private=any(isinstance(message, Ephemeral) for message in messages),
        stored=stored,
        messages=messages,
        press_targets={
            _button_id(element): (message, looker.finds(message, element["action_id"], agrees=True))
            for message, element in found
        }
        if looker
        else {},
    )


def _button_id(element: Mapping[str, Any]) -> str:
    """Return the id of the button that stands there: Slack's own question comes before that of a trade beyond a cap."""
    action_id: str = element["action_id"]
    return action_id.replace("confirm_beyond_cap:", "confirm:") if "confirm" in element else action_id
