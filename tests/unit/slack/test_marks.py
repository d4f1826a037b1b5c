"""The metadata by which Parley finds its own messages on Slack again."""

from uuid import UUID

import pytest

from adapters.slack.outbound.message import carries_mark, mark_metadata
from adapters.slack.tokens import SlackBot
from bot.domain.conversation.posting import MessageMark

BOT = SlackBot(token="", bot_user_id="UBOT", bot_id="B1")
MARK = MessageMark(UUID(int=1), 2)


@pytest.mark.parametrize(
    ("author", "is_ours"), [({"user": "UBOT"}, True), ({"bot_id": "B1"}, True), ({"user": "U9", "bot_id": "B9"}, False)]
)
def test_the_mark_counts_on_messages_of_the_bot_alone(author: dict[str, str], *, is_ours: bool) -> None:
    assert carries_mark({**author, "metadata": mark_metadata(MARK)}, MARK, BOT) is is_ours


def test_another_part_has_another_mark() -> None:
    assert not carries_mark({"user": "UBOT", "metadata": mark_metadata(MARK)}, MessageMark(UUID(int=1), 3), BOT)
