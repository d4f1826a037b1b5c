"""Pictures of messages on Slack: every kind of block and button, states of a card, both languages, the limits."""

from dataclasses import asdict

import pytest

from adapters.slack.outbound import render
from bot.domain.conversation.blocks import Button
from bot.domain.text.locale import Language
from tests.fakes.drafts import TEXTS
from tests.fakes.goldens import check_golden, golden_names
from tests.fakes.model_reply_cases import EVERY_CASE
from tests.fakes.pictures import json_picture, slack_picture
from tests.fakes.reply_cases import EN, EVERY_BLOCK, OVERLONG, ZH, reply_of
from tests.fakes.slack.message_check import check_message

REPLIES = (
    ("dual", EN),  # a card to confirm, with a model's words; a paragraph below it
    ("hold", ZH),
    ("decided", ZH),
    ("cancelled", EN),
    ("fallback", ZH),
    ("pending", EN),  # a table; buttons of several decisions
)


@pytest.mark.parametrize(("name", "language"), REPLIES)
async def test_reply_of_the_core_looks_as_pictured(name: str, language: Language) -> None:
    messages = render.answer(await reply_of(EVERY_CASE[name], language))
    check_golden(f"slack/{name}.{language.value}.txt", slack_picture(messages))


def test_what_is_too_long_is_split_or_cut_as_pictured() -> None:
    check_golden("slack/overlong.txt", slack_picture(render.answer(OVERLONG)))


def test_draft_looks_as_pictured() -> None:
    message = render.progress(["prices", "writing"], stop=Button("stop:1", "Stop"), draft=TEXTS["draft"])
    check_golden("slack/draft.txt", slack_picture([message]))


def test_every_kind_of_block_and_button_is_this_json() -> None:
    check_golden("slack/wire.json", json_picture([asdict(message) for message in render.answer(EVERY_BLOCK)]))


def test_every_picture_is_compared() -> None:
    pictured = {f"slack/{name}.{language.value}.txt" for name, language in REPLIES}
    assert golden_names("slack") == pictured | {"slack/overlong.txt", "slack/draft.txt", "slack/wire.json"}


async def test_every_reply_of_the_core_is_within_the_limits_in_both_languages() -> None:
    problems = [
        (case.name, language, problem)
        for case in EVERY_CASE.values()
        for language in Language
        for message in render.answer(await reply_of(case, language))
        for problem in check_message(message)
    ]
    assert not problems
