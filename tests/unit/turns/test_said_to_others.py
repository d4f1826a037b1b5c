"""An order said to somebody else in the thread makes no card; the same words said to nobody do."""

import pytest

from bot.domain.conversation.surroundings import Surroundings
from tests.fakes.core import Talk, text_of


@pytest.mark.parametrize("order", ["kim can you buy 5 msft", "Kim, buy 5 msft please", "@kim buy 5 msft"])
async def test_order_to_a_colleague_makes_no_card(talk: Talk, order: str) -> None:
    await talk.say("Kim", "price of IBM?")
    told = text_of(await talk.say("Mia", order))
    assert not talk.decisions()
    assert "said to somebody else here" in told
    await talk.say("Mia", "buy 5 msft")
    assert len(talk.decisions()) == 1


async def test_in_chinese(talk: Talk) -> None:
    await talk.say("小王", "IBM股价多少")
    told = text_of(await talk.say("Mia", "小王，帮我买5股微软吧"))
    assert not talk.decisions()
    assert "对这里的另一个人说的" in told


@pytest.mark.parametrize(
    ("text", "is_to_other"), [("ann buy 5", True), ("annual yield", False), ("bob lee, sell", True), ("buy ann", False)]
)
def test_only_a_name_at_the_beginning(text: str, *, is_to_other: bool) -> None:
    around = Surroundings(None, None, others=frozenset({"Ann", "Bob Lee"}))  # type: ignore[arg-type] # no market
    assert around.addresses_other(text) is is_to_other
