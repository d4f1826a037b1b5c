"""Commands as the rules read them."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.conversation.requests.account import AccountTopic
from bot.domain.conversation.states import Intent
from bot.domain.text.mentions import without_mention as without_mention  # noqa: PLC0414  # for the rules
from bot.language.memory.erasure_requests import asks_for_erasure
from bot.reading.commands import typed

INTENT_COMMANDS: Mapping[str, Intent] = {
    "analyze": Intent.ANALYZE,
    "decide": Intent.DECIDE,
    "explain": Intent.EXPLAIN,
    "review": Intent.REVIEW,
    "what_was_said": Intent.REVIEW,
    "score": Intent.REVIEW,
    "confirm": Intent.CONFIRM,
    "cancel": Intent.CANCEL,
}
ACCOUNT_COMMANDS = frozenset(AccountTopic) | {"afford"}
PAGED_COMMANDS = frozenset({"pending", "history"})  # they show lists page by page, as a review does


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command and the text behind its name."""

    name: str  # lower case; aliases are resolved, an unknown name stays as typed
    rest: str = ""
    is_typed: bool = True  # with a slash; else a whole message that means the command

    @property
    def intent(self) -> Intent | None:
        """The intent of the command; None: it has none ("/portfolio")."""
        return INTENT_COMMANDS.get(self.name)

    @property
    def subject(self) -> str:
        """The text behind the name."""
        return self.rest

    @property
    def arguments(self) -> tuple[str, ...]:
        """The text behind the name, split at white space."""
        return tuple(self.rest.split())


def is_known_command(command: ParsedCommand) -> bool:
    """Return whether there is a command of that name."""
    return command.name in typed.COMMANDS


def find_command(text: str) -> ParsedCommand | None:
    """Return the command that a message is; None: it is none."""
    if asks_for_erasure(text):
        return ParsedCommand("forget", "me", is_typed=False)
    found = typed.find_command(text)
    return None if found is None else ParsedCommand(found.name, found.rest, is_typed=text.startswith("/"))
