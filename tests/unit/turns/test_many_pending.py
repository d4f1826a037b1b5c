"""Very many pending decisions: pages of ten, sentences that name a few, and "all" only where all are shown."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.buttons import ButtonRef, GroupRef, parse_button
from bot.domain.conversation.replies import Reply
from bot.domain.ids import DecisionId
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.locales import MOST_LISTED
from tests.fakes.core import Talk, text_of

MANY = 43  # with the one that they are copies of


@pytest.fixture
async def crowd(talk: Talk) -> list[Decision]:
    """Ann's 43 pending decisions in one conversation, oldest first."""
    (first,) = (await talk.proposed("ann")).answer.decisions
    copies = [
        replace(
            first,
            id=DecisionId(talk.new_id()),
            created_at=first.created_at - timedelta(seconds=MANY - number),
            proposal=replace(first.proposal, symbol=f"S{number:03}"),
        )
        for number in range(1, MANY)
    ]
    async with talk.stores.transaction(first.tenant_id) as tx:
        for each in copies:
            await tx.decisions.add_decision(each)
    return [*copies, first]


async def statuses(talk: Talk, decisions: list[Decision]) -> list[DecisionStatus]:
    async with talk.stores.transaction(decisions[0].tenant_id) as tx:
        return [(await tx.decisions.get(each.id)).status for each in decisions]


def rows(reply: Reply) -> list[str]:
    return re.findall(r"buy \S+ (\w+) · \$", text_of(reply))


def buttons(reply: Reply) -> set[type]:
    return {type(parse_button(each.id)) for each in reply.answer.buttons}


async def test_pages_of_ten_and_the_way_to_the_next(talk: Talk, crowd: list[Decision]) -> None:
    symbols = [each.proposal.symbol for each in crowd]
    first = await talk.say("ann", "/pending")
    assert rows(first) == symbols[:10]
    assert text_of(first).startswith("43 decisions are pending, 1–10 (")
    assert "/pending page 2" in text_of(first)
    assert len(first.answer.decisions) == 10

    assert rows(await talk.say("ann", "next page")) == symbols[10:20]
    assert rows(await talk.say("ann", "next page")) == symbols[20:30]
    assert rows(await talk.say("ann", "/pending page 5")) == symbols[40:]
    assert "5 pages" in text_of(await talk.say("ann", "/pending page 6"))


@pytest.mark.usefixtures("crowd")
async def test_next_page_goes_on_with_the_list_shown_last(talk: Talk) -> None:
    await talk.say("ann", "/pending")
    await talk.say("ann", "review all")
    assert not rows(await talk.say("ann", "next page"))
    await talk.say("ann", "/status")
    assert "no list" in text_of(await talk.say("ann", "next page"))


@pytest.mark.parametrize("text", ["confirm all", "yes to all of them", "全部确认"])
async def test_confirm_all_of_more_than_one_answer_shows_confirms_none(
    talk: Talk, crowd: list[Decision], text: str
) -> None:
    for _ in range(3):  # not the second time either
        reply = await talk.say("ann", text)
        assert [each.id for each in reply.answer.decisions] == [each.id for each in crowd[:10]]
        assert buttons(reply) >= {ButtonRef}
        assert GroupRef not in buttons(reply)
    assert await statuses(talk, crowd) == [DecisionStatus.PROPOSED] * MANY


async def test_cancel_all_cancels_all_and_names_some(talk: Talk, crowd: list[Decision]) -> None:
    reply = await talk.say("ann", "cancel all")
    assert f"… and {MANY - MOST_LISTED} more" in text_of(reply)
    assert await statuses(talk, crowd) == [DecisionStatus.CANCELLED] * MANY


@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize(
    "text",
    ["should I buy AAPL?", "buy 1 AAPL", "hm", "wait", "yes", "cancel", "what if it falls 10%?", "why?", "/status"],
)
async def test_any_message_is_answered_in_a_few_lines(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert len(re.findall(r"S\d\d\d", reply.answer.brief)) <= MOST_LISTED


async def test_a_thousand_unknown_symbols_then_a_few_sentences(talk: Talk) -> None:
    symbols = [f"${a}{b}Q{c}" for a in "XZWYQVUTSR" for b in "XZWYQVUTSR" for c in "XZWYQVUTSR"]
    for text in ("analyze ", "buy 1 of each: ", "compare AAPL and "):
        reply = await talk.say("ann", text + " ".join(symbols))
        assert len(text_of(reply)) < 2_500


@pytest.mark.parametrize("text", ["/pending 2", "/pending page 2"])
async def test_second_page_by_its_number_then_that_page(talk: Talk, text: str) -> None:
    for number in range(12):
        await talk.say("ann", "buy 3 IBM", thread=f"thread {number}")
    first, second = await talk.say("ann", "/pending"), await talk.say("ann", text)
    shown = {each.id for each in first.answer.decisions}
    assert second.answer.decisions
    assert not shown & {each.id for each in second.answer.decisions}
