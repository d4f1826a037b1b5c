"""Pictures of messages on Discord: every kind of block and button, states of a card, both languages, the limits."""

from uuid import UUID

import pytest

from adapters.discord.outbound import render
from adapters.discord.outbound.message import mark_line
from adapters.discord.outbound.payloads import message_body
from bot.domain.conversation.blocks import Button
from bot.domain.text.locale import Language
from tests.fakes.discord.message_check import check_message
from tests.fakes.drafts import TEXTS
from tests.fakes.goldens import check_golden, golden_names
from tests.fakes.model_reply_cases import EVERY_CASE
from tests.fakes.pictures import discord_picture, json_picture
from tests.fakes.reply_cases import EN, EVERY_BLOCK, OVERLONG, ZH, reply_of

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
    check_golden(f"discord/{name}.{language.value}.txt", discord_picture(messages))


def test_what_is_too_long_is_split_or_cut_as_pictured() -> None:
    check_golden("discord/overlong.txt", discord_picture(render.answer(OVERLONG)))


def test_draft_looks_as_pictured() -> None:
    mark = mark_line(UUID("01890a5d-ac96-774b-bcce-b302099a8057"), 1)
    steps, stop = ["prices", "writing"], Button("stop:1", "Stop")
    message = render.progress(steps, stop=stop, mark_line=mark, draft=TEXTS["draft"])
    check_golden("discord/draft.txt", discord_picture([message]))


def test_every_kind_of_block_and_button_is_this_json() -> None:
    check_golden("discord/wire.json", json_picture([message_body(message) for message in render.answer(EVERY_BLOCK)]))


def test_every_picture_is_compared() -> None:
    pictured = {f"discord/{name}.{language.value}.txt" for name, language in REPLIES}
    assert golden_names("discord") == pictured | {"discord/overlong.txt", "discord/draft.txt", "discord/wire.json"}


async def test_every_reply_of_the_core_is_within_the_limits_in_both_languages() -> None:
    problems = [
        (case.name, language, problem)
        for case in EVERY_CASE.values()
        for language in Language
        for message in render.answer(await reply_of(case, language))
        for problem in check_message(message)
    ]
    assert not problems
