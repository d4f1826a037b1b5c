"""Shares that people name among themselves are found by any of their names, before a worker has grouped the talk."""

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.threads import Person
from bot.memory.group_talk import named_shares
from tests.fakes.core import Talk, text_of


def test_shares_are_named_once_in_their_order() -> None:
    texts = ("Apple or 谷歌?", "aapl it is", "lunch?")
    assert named_shares(texts, load_instruments()) == ("AAPL", "GOOG")


@pytest.mark.parametrize("asked", ["what did Winnie say about MSFT?", "Winnie 怎么看微软？"])
async def test_talk_that_no_worker_has_grouped_is_found_by_another_name(asked: str) -> None:
    talk = Talk()
    turn = await talk.hand_in("ann", "hi")
    heard = OverheardMessage(
        thread=turn.thread,
        message_id="o1",
        person=Person("U2", "Winnie"),
        text="Microsoft is overrated if you ask me",
        said_at=talk.clock.now(),
    )
    async with talk.stores.transaction(turn.tenant_id) as tx:
        await tx.overheard.add(heard)
    assert "Microsoft is overrated" in text_of(await talk.say("bob", asked, thread="other"))
