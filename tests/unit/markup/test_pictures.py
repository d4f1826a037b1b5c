"""Pictures of messages on Slack and Discord: every kind of block and button, states of a card, languages, limits."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

import pytest

from adapters.discord.outbound import render as discord
from adapters.discord.outbound.message import mark_line, message_body
from adapters.slack.outbound import render as slack
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Language
from tests.fakes.discord.message_check import check_message as check_on_discord
from tests.fakes.drafts import TEXTS
from tests.fakes.goldens import check_golden, golden_names
from tests.fakes.model_reply_cases import EVERY_CASE
from tests.fakes.pictures import discord_picture, json_picture, slack_picture
from tests.fakes.reply_cases import EN, EVERY_BLOCK, OVERLONG, ZH, reply_of
from tests.fakes.slack.message_check import check_message as check_on_slack

REPLIES = (
    ("dual", EN),  # a card to confirm, with a model's words; a paragraph below it
    ("hold", ZH),
    ("decided", ZH),
    ("cancelled", EN),
    ("fallback", ZH),
    ("pending", EN),  # a table; buttons of several decisions
)
STEPS, STOP = ["prices", "writing"], Button("stop:1", "Stop")
MARK = mark_line(UUID("01890a5d-ac96-774b-bcce-b302099a8057"), 1)


@dataclass(frozen=True, slots=True)
class Platform:
    """How a platform renders replies, and how its messages are pictured and checked."""

    name: str
    answer: Callable[[Reply], Sequence[Any]]
    draft: Any  # the message of an unfinished answer
    picture: Callable[[Sequence[Any]], str]
    wire: Callable[[Any], object]
    problems: Callable[[Any], list[str]]


PLATFORMS = [
    pytest.param(each, id=each.name)
    for each in (
        Platform(
            "slack",
            slack.answer,
            slack.progress(STEPS, stop=STOP, draft=TEXTS["draft"]),
            slack_picture,
            asdict,
            check_on_slack,
        ),
        Platform(
            "discord",
            discord.answer,
            discord.progress(STEPS, stop=STOP, mark_line=MARK, draft=TEXTS["draft"]),
            discord_picture,
            message_body,
            check_on_discord,
        ),
    )
]


@pytest.mark.parametrize("on", PLATFORMS)
class TestPictures:
    @pytest.mark.parametrize(("name", "language"), REPLIES)
    async def test_reply_of_the_core_looks_as_pictured(self, on: Platform, name: str, language: Language) -> None:
        messages = on.answer(await reply_of(EVERY_CASE[name], language))
        check_golden(f"{on.name}/{name}.{language.value}.txt", on.picture(messages))

    def test_what_is_too_long_is_split_or_cut_as_pictured(self, on: Platform) -> None:
        check_golden(f"{on.name}/overlong.txt", on.picture(on.answer(OVERLONG)))

    def test_draft_looks_as_pictured(self, on: Platform) -> None:
        check_golden(f"{on.name}/draft.txt", on.picture([on.draft]))

    def test_every_kind_of_block_and_button_is_this_json(self, on: Platform) -> None:
        check_golden(f"{on.name}/wire.json", json_picture([on.wire(each) for each in on.answer(EVERY_BLOCK)]))

    def test_every_picture_is_compared(self, on: Platform) -> None:
        replies = {f"{name}.{language.value}.txt" for name, language in REPLIES}
        assert golden_names(on.name) == {
            f"{on.name}/{name}" for name in replies | {"overlong.txt", "draft.txt", "wire.json"}
        }

    async def test_every_reply_of_the_core_is_within_the_limits_in_both_languages(self, on: Platform) -> None:
        problems = [
            (case.name, language, problem)
            for case in EVERY_CASE.values()
            for language in Language
            for message in on.answer(await reply_of(case, language))
            for problem in on.problems(message)
        ]
        assert not problems
