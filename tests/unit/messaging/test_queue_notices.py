"""What a person is told whose message has to wait, and in which language."""

import pytest

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, sentence

EN, ZH = Language.ENGLISH, Language.CHINESE


def queued(language: Language) -> str:
    return sentence("queued-behind", language, count=1)


@pytest.mark.parametrize(
    ("before", "text", "profile", "expected"),
    [
        ("分析苹果", "AAPL?", None, ZH),  # nothing of its own shows: as the talk has been
        ("analyze IBM", "AAPL?", None, EN),
        ("analyze IBM", "分析谷歌", None, ZH),  # it shows itself, before anybody has understood it
        ("analyze IBM", "AAPL?", ZH, ZH),
        ("分析苹果", "AAPL?", EN, EN),
    ],
)
async def test_told_in_the_language_of_who_waits(
    talk: Talk, before: str, text: str, profile: Language | None, expected: Language
) -> None:
    await talk.say("ann", before)
    await talk.hand_in("ann", "IBM")
    await talk.hand_in("ann", text, language=profile)
    assert talk.progress.texts[-1] == queued(expected)


async def test_when_a_language_is_set_for_the_channel_then_in_that(talk: Talk) -> None:
    thread = (await talk.hand_in("ann", "IBM")).thread
    talk.memory.state.channel_settings[thread.tenant_id, thread.channel] = ChannelSettings(language=ZH)
    await talk.hand_in("ann", "AAPL?")
    assert talk.progress.texts[-1] == queued(ZH)
