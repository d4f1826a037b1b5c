"""Terminal driver: one `parley chat --json` and one database for each account group."""

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from tests.conversations.driver import ShownAnswer
from tests.conversations.scripts import ConversationScript, RunCommand, SendMessage
from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.drivers.stored_conversation import DatabaseConversation


class TerminalDriver:
    """All people share one terminal; each line says who acts."""

    def __init__(self, places: Mapping[str, Deployment]) -> None:
        self._places = places
        self._chats: dict[str, ChatProcess] = {}
        self._lock = threading.Lock()

    def open_conversation(self, script: ConversationScript) -> "TerminalConversationDriver":
        """Return a thread of the group's process."""
        with self._lock:
            if script.account_group not in self._chats:
                self._chats[script.account_group] = ChatProcess(self._places[script.account_group])
        return TerminalConversationDriver(
            self._chats[script.account_group],
            script,
            DatabaseConversation(self._places[script.account_group], script.name),
        )

    def close(self) -> None:
        """End every process; each must end well, with nothing left to say."""
        with ExitStack() as stack:
            for chat in self._chats.values():
                stack.enter_context(chat)
                chat.process.stdin.close() if chat.process.stdin else None
            ends = {account_group: (chat.end(), chat.errors) for account_group, chat in self._chats.items()}
        assert set(ends.values()) == {(0, "")}, ends


class TerminalConversationDriver:
    """One thread."""

    def __init__(self, chat: ChatProcess, script: ConversationScript, stored: DatabaseConversation) -> None:
        self.stored = stored
        self._chat = chat
        self._thread = script.name
        self._people = script.people

    def says(self, by: str, said: SendMessage) -> ShownAnswer:
        self._chat.say(said.raw.get("terminal", said.text), thread=self._thread, user=self._people[by].name)
        return self._shown()

    def commands(self, by: str, command: RunCommand) -> ShownAnswer:
        return self.says(by, SendMessage(command.line))

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer:  # noqa: ARG002 - its id says which
        self._chat.write({"press": button_id, "thread": self._thread, "user": self._people[by].name})
        return self._shown()

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer:
        """A terminal has no forms: what would be filled in follows the button's id."""
        return self.presses(by, ":".join([button_id, values["amount"], values["note"]]), under)

    def hears(self) -> ShownAnswer:
        """Return the stored notice: a program gets one answer to each line, and no notices."""
        stored = self.stored.next(is_answer=False)
        return ShownAnswer(text="\n".join(stored.pieces), buttons=(), is_private=False, stored=stored)

    def again(self, shown: ShownAnswer) -> None:  # noqa: ARG002 - a line that is printed stays as it is
        return None

    def _shown(self) -> ShownAnswer:
        stored, told = self.stored.next(), self._chat.hear()
        assert told["conversation_id"] == stored.conversation_id
        buttons = tuple(button["id"] for button in told["buttons"])
        votes = () if stored.is_private else tuple(f"{vote}:{stored.id}" for vote in ("up", "down"))
        press_targets: dict[str, Any] = dict.fromkeys((*buttons, *votes))
        return ShownAnswer(
            text=told["brief"], buttons=buttons, is_private=False, stored=stored, told=told, press_targets=press_targets
        )
