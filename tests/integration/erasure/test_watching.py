"""Erasure of a person ends what is told to them by itself: alerts, watch lists and briefs."""

from dataclasses import replace

import pytest

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import ERASED
from bot.domain.watching.alerts import AlertState
from bot.domain.watching.watch_lists import WatchListKey, WatchListKind
from bot.ports import EraseOutcome
from tests.contract.store_sets import StoreSet, a_reply
from tests.contract.test_alerts import an_alert
from tests.contract.test_watching import OURS, add, subscribe, subscription, watched
from tests.integration.erasure.erasing import answer_everything, confirmed, erase, service
from tests.integration.erasure.test_erase_person import DORA, EVAN, HERE, request, rows, said


def in_channel(channel: str) -> Thread:
    return replace(HERE, platform="slack", workspace="T1", channel=channel)


async def asks_for_briefs(world: StoreSet, channel: str, *, by: Person) -> Turn:
    turn = await said(world, "/brief on", by=by, thread=in_channel(channel))
    await subscribe(world, turn, replace(subscription(world, turn, channel), person=by), channel)
    return turn


async def test_briefs_and_list_of_an_own_place_end_and_those_of_channels_go_on(world: StoreSet) -> None:
    await asks_for_briefs(world, "D77", by=DORA)
    await asks_for_briefs(world, "D88", by=EVAN)
    turn = await asks_for_briefs(world, "C1", by=DORA)
    own = WatchListKey(WatchListKind.PERSON, DORA.id)
    shares = [replace(watched(world, "AAPL", key), added_by=DORA) for key in (own, OURS)]
    await add(world, turn.tenant_id, *shares)
    await erase(world, await said(world, "/forget me", thread=in_channel("D77")), DORA)
    left = {row[0]: row[1:] for row in await rows(world, turn, "SELECT channel, person_name FROM brief_subscription")}
    assert left == {"C1": (ERASED,), "D88": (EVAN.name,)}
    assert await rows(world, turn, "SELECT kind, person_name FROM watched_share") == [("channel", ERASED)]


async def test_alerts_of_the_person_go_with_what_was_told_of_them(world: StoreSet) -> None:
    turn = await said(world, "/alert AAPL < 440")
    theirs, of_evan = await an_alert(world, turn, person=DORA), await an_alert(world, turn, person=EVAN)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.alerts.add_alerts((theirs, of_evan))
        notice = replace(a_reply(turn, at=world.clock.now()), id=world.new_id(), occasion=theirs.occasion)
        await tx.replies.add_reply(replace(notice, answer=Answer(blocks=(Paragraph("Alert 1 (Dora Quill)"),))))
        settled = replace(of_evan, state=AlertState.DONE, settled_by=DORA)
        assert await tx.alerts.save_alert(settled, was=of_evan)
    await erase(world, await request(world), DORA)
    assert await rows(world, turn, "SELECT person_name, settled_name FROM price_alert") == [(EVAN.name, ERASED)]
    told = await rows(world, turn, "SELECT answer::text FROM reply WHERE starts_with(occasion, 'alert:')")
    assert "Quill" not in str(told)


@pytest.mark.parametrize(
    ("press_id", "kept"),
    [
        ("1712.5/U77/1713.1", "1712.5/{}/1713.1"),
        ("V1/hash/U77", "V1/hash/{}"),
        ("1712.5/U88/1713.1", "1712.5/U88/1713.1"),
        ("U77f0aa-U77", "U77f0aa-U77"),  # it only has the same letters
    ],
)
async def test_id_of_a_press_no_longer_has_the_persons(world: StoreSet, press_id: str, kept: str) -> None:
    pressed = (await world.inbox.accept_press(IncomingPress(HERE, press_id, DORA, "stop:x"))).turn
    await answer_everything(world, pressed)
    await erase(world, await request(world), DORA)
    ((stored, reference),) = await rows(world, pressed, "SELECT platform_id, person_id FROM turn WHERE kind = 'press'")
    assert stored == kept.format(reference)


async def test_press_of_decide_no_longer_has_the_persons_id(world: StoreSet) -> None:
    ids = [f"alert_decide:{world.new_id()}:1:{person.id}" for person in (DORA, EVAN)]
    for platform_id, person in zip(ids, (DORA, EVAN), strict=True):
        turn = (await world.inbox.accept_message(IncomingMessage(HERE, platform_id, person, "/decide AAPL"))).turn
        await answer_everything(world, turn)
    await erase(world, await request(world), DORA)
    kept = await rows(
        world, turn, "SELECT platform_id FROM turn WHERE starts_with(platform_id, 'alert_') ORDER BY number"
    )
    assert str(kept[0][0]).startswith(ids[0].removesuffix(DORA.id) + "person:")
    assert kept[1][0] == ids[1]


async def test_what_is_asked_for_after_the_confirmation_stays(world: StoreSet) -> None:
    asked = await said(world, "/forget me", thread=in_channel("D77"))
    erasure_id = await confirmed(world, asked, DORA)
    await asks_for_briefs(world, "D77", by=DORA)
    assert await service(world)(asked.tenant_id, erasure_id) is EraseOutcome.FINISHED
    assert await rows(world, asked, "SELECT person_id FROM brief_subscription") == [(DORA.id,)]
