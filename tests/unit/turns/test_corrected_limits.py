"""Two limits of one message: each is kept, put right in words, and what no limit can be of is said."""

import pytest

from tests.fakes.core import Talk, text_of

BOTH = "no more than 5k per trade and at most 20% in one stock"
BOTH_IN_CHINESE = "单笔不超过5000，单只股票最多占20%"


async def numbers(talk: Talk) -> str:
    return text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    ("stated", "text", "kept", "gone"),
    [
        (BOTH, "no, 4k per trade", ("$4,000", "20 %"), "$5,000"),
        (BOTH, "the 20% should be 25%", ("$5,000", "25 %"), "20 %"),
        (BOTH, "make it 15%", ("$5,000", "15 %"), "20 %"),
        (BOTH, "actually 15% in one stock", ("$5,000", "15 %"), "20 %"),
        (BOTH, "the 5k is per week", ("$5,000 for one", "20 %", "$5,000 for purchases a week"), "$4,000"),
        (BOTH_IN_CHINESE, "20%应该是25%", ("$5,000", "25%"), "20%"),
        ("at most $2,000 a day and keep 10% cash", "no, 3k a day", ("$3,000", "10 %"), "$2,000 for"),
    ],
)
async def test_one_is_corrected_then_the_other_stays(
    talk: Talk, stated: str, text: str, kept: tuple[str, ...], gone: str
) -> None:
    await talk.say("ann", stated)
    await talk.say("ann", text)
    listed = (await numbers(talk)).split("“")[0]
    assert all(each in listed for each in kept)
    assert gone not in listed


@pytest.mark.parametrize(
    ("stated", "text"), [(BOTH, "no, the 20% is per sector"), (BOTH_IN_CHINESE, "不对，20%是按行业")]
)
async def test_one_is_of_what_no_limit_is_counted_then_said_and_both_stay(talk: Talk, stated: str, text: str) -> None:
    await talk.say("ann", stated)
    before = await numbers(talk)
    told = text_of(await talk.say("ann", text))
    assert "sectors" in told or "行业" in told
    assert await numbers(talk) == before


@pytest.mark.parametrize("text", ["no more than 20k per sector", "单个行业最多20%"])
async def test_a_limit_for_a_sector_alone_then_none_is_noted(talk: Talk, text: str) -> None:
    told = text_of(await talk.say("ann", text))
    assert "sectors" in told or "行业" in told
    assert "1. " not in await numbers(talk)


@pytest.mark.parametrize("text", ["but ibm is up 15%", "is the 20% per sector?", "why 20%?", "it fell 20% last year"])
async def test_an_argument_or_a_question_with_a_number_then_no_limit_changes(talk: Talk, text: str) -> None:
    await talk.say("ann", BOTH)
    before = await numbers(talk)
    await talk.say("ann", text)
    assert await numbers(talk) == before
