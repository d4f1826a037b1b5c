"""The buttons on the screen, and how a person refers to one."""

from collections import defaultdict
from collections.abc import Iterable

from adapters.markup.text import clean_line
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.replies import Reply
from bot.domain.ids import ConversationId


class ShownButtons:
    """The buttons shown in this session, numbered per conversation.

    A number is never reused: a late "/1" presses the button of the card on which it was read, never a newer one.
    """

    def __init__(self) -> None:
        self._numbers: dict[ConversationId, dict[str, int]] = defaultdict(dict)  # by id
        self._shown: dict[ConversationId, dict[str, Button]] = defaultdict(dict)  # by id
        self._newest: dict[ConversationId, tuple[Button, ...]] = {}
        self._has_question: dict[ConversationId, bool] = {}  # a reply below the newest buttons asks something

    def remember_buttons(self, reply: Reply) -> None:
        """Number the buttons of `reply`, which is about to be shown."""
        self._has_question[reply.thread.conversation_id] = reply.answer.has_question and not reply.answer.buttons
        if not reply.answer.buttons:
            return  # an explanation below a card leaves the card's buttons valid
        self._newest[reply.thread.conversation_id] = reply.answer.buttons
        numbers = self._numbers[reply.thread.conversation_id]
        for button in reply.answer.buttons:
            numbers.setdefault(button.id, len(numbers) + 1)
            self._shown[reply.thread.conversation_id][button.id] = button

    def button_number(self, conversation: ConversationId, button: Button) -> int:
        """Return the number of a remembered button."""
        return self._numbers[conversation][button.id]

    def newest_buttons(self, conversation: ConversationId) -> tuple[Button, ...]:
        """Return the buttons of the newest reply that had any."""
        return self._newest.get(conversation, ())

    def numbered(self, conversation: ConversationId, text: str) -> Button | None:
        """Return the newest button whose number is the whole of a message, which may be a size too; None: it is not.

        An answer to a question is no number of a button.
        """
        number = text.strip().rstrip(".。")
        if not number.isdecimal() or self._has_question.get(conversation, False):
            return None
        newest = self.newest_buttons(conversation)
        return next((each for each in newest if self.button_number(conversation, each) == int(number)), None)

    def find_buttons(self, conversation: ConversationId, name: str) -> tuple[Button, ...]:
        """Return the buttons that `name` may mean: the one of that number, or those of that name in the newest reply.

        There may be several, of which the person has to choose: two proposals may both have a "confirm" button.
        """
        if name.isdecimal():
            shown = self._shown[conversation].values()
            return tuple(button for button in shown if str(self.button_number(conversation, button)) == name)
        return find_by_name(self.newest_buttons(conversation), name)


def find_by_name(buttons: Iterable[Button], name: str) -> tuple[Button, ...]:
    """Return those of `buttons` whose kind or label is `name`."""
    word = _normalise(name)
    return tuple(button for button in buttons if word and word in button_names(button))


def is_button_id(name: str) -> bool:
    """Return whether `name` is a button's id, such as "confirm:<decision id>:<version>"."""
    return ":" in name


def button_kind(button: Button) -> str:
    """Return the first part of the button's id: "confirm"."""
    return button.id.partition(":")[0].casefold()


def button_names(button: Button) -> tuple[str, ...]:
    """Return the names of a button: its kind, and its normalised label if that differs: "confirm", "确认"."""
    return tuple(dict.fromkeys((button_kind(button), _normalise(button.label))))


def _normalise(label: str) -> str:
    return clean_line(label).strip(" ?？!！.。…").casefold()
