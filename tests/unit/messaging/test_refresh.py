"""What a reply shows once its decisions are decided: who did what, when, and no buttons."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.blocks import Card
from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence

ASK = {Language.ENGLISH: "should I buy google? at most $3,000", Language.CHINESE: "谷歌要不要买？最多3000美元"}


def cards(reply: Reply) -> list[Card]:
    return [block for block in reply.answer.blocks if isinstance(block, Card)]


def final_status(reply: Reply) -> str:
    (card,) = cards(reply)
    return card.final_status


async def confirmed(talk: Talk, proposed: Reply) -> None:
    await talk.press("ann", button(proposed, "confirm"))


async def cancelled(talk: Talk, proposed: Reply) -> None:
    await talk.press("ann", button(proposed, "cancel"))


async def expired(talk: Talk, proposed: Reply) -> None:  # noqa: ARG001 - time passes over all
    talk.pass_time(timedelta(hours=1))
    await talk.recovery.expire_decisions()


async def superseded(talk: Talk, proposed: Reply) -> None:
    await talk.press("ann", f"{button(proposed, 'adjust').id}:800:")


ENDS = [
    (confirmed, Language.ENGLISH, r"Confirmed by Ann · 2026-11-02 17:00 UTC · filled: 3 at \$755\.69"),
    (confirmed, Language.CHINESE, r"Ann 已确认 · 2026-11-02 17:00 UTC · 已成交：3 股，每股 755\.69 美元"),
    (cancelled, Language.ENGLISH, r"Cancelled by Ann · 2026-11-02 17:00 UTC"),
    (cancelled, Language.CHINESE, r"Ann 已取消 · 2026-11-02 17:00 UTC"),
    (expired, Language.ENGLISH, r"Expired · 2026-11-02 17:30 UTC · nothing was traded"),
    (expired, Language.CHINESE, r"已过期 · 2026-11-02 17:30 UTC · 没有任何交易"),
    (superseded, Language.ENGLISH, r"Replaced; this one can no longer be confirmed"),
    (superseded, Language.CHINESE, r"已被取代，不能再确认"),
]


@pytest.mark.parametrize(("end", "language", "expected"), ENDS)
async def test_when_it_is_over_then_the_card_says_how_and_has_no_buttons(
    talk: Talk, end: Callable[[Talk, Reply], Awaitable[None]], language: Language, expected: str
) -> None:
    proposed = await talk.proposed(text=ASK[language])

    await end(talk, proposed)
    shown = await talk.core.refresh_reply(proposed)

    assert re.fullmatch(expected, final_status(shown))
    assert not shown.answer.buttons
    (before,), (after,) = cards(proposed), cards(shown)
    may_confirm = sentence("card-may-confirm", language, by="Ann", until="17:30 UTC")
    assert may_confirm in before.footer
    assert after.footer == before.footer.replace(may_confirm + sentence("card-separator"), "")
    assert shown.answer.decisions == (talk.decisions()[0],)  # by which a renderer chooses its colour
    assert talk.memory.state.replies[proposed.id] == proposed  # what was said stays as it was said
    assert replace(shown, answer=proposed.answer) == proposed


async def test_when_time_is_over_but_nobody_has_swept_then_expired_all_the_same(talk: Talk) -> None:
    proposed = await talk.proposed()
    talk.pass_time(timedelta(hours=1))
    shown = await talk.core.refresh_reply(proposed)
    assert final_status(shown).startswith("Expired · 2026-11-02 17:30 UTC")
    assert [each.status for each in shown.answer.decisions] == [DecisionStatus.EXPIRED]


async def test_when_the_order_was_filled_at_another_price_then_that_is_told(talk: Talk) -> None:
    proposed = await talk.proposed()
    talk.market.prices["GOOG"] = Decimal("756.50")
    await confirmed(talk, proposed)
    assert final_status(await talk.core.refresh_reply(proposed)).endswith("filled: 3 at $756.50")


async def test_when_the_outcome_is_not_known_yet_then_that_is_told(talk: Talk) -> None:
    proposed = await talk.proposed()
    talk.broker.is_down = True
    await confirmed(talk, proposed)
    assert final_status(await talk.core.refresh_reply(proposed)).endswith("the order’s outcome is not known yet")
    talk.broker.is_down = False
    talk.pass_time(timedelta(seconds=20))
    await talk.recovery.finish_decisions()
    assert final_status(await talk.core.refresh_reply(proposed)).endswith("filled: 3 at $755.69")


class TestSeveralInOneReply:
    async def test_when_one_is_decided_then_the_other_keeps_its_buttons(self, talk: Talk) -> None:
        proposed = await talk.say("ann", "should I buy GOOG or IBM?")
        goog, ibm = talk.decisions()

        await talk.press("ann", f"confirm:{goog.id}:1")
        shown = await talk.core.refresh_reply(proposed)

        first, second = cards(shown)
        assert first.final_status.startswith("Confirmed by Ann")
        assert not second.final_status
        assert {each.id.split(":")[1] for each in shown.answer.buttons} == {str(ibm.id)}
        assert [each.id.split(":")[0] for each in shown.answer.buttons] == ["confirm", "cancel", "why", "adjust"]

        await talk.press("ann", f"cancel:{ibm.id}:1")
        shown = await talk.core.refresh_reply(proposed)
        assert [card.final_status.partition(" by")[0] for card in cards(shown)] == ["Confirmed", "Cancelled"]
        assert not shown.answer.buttons

    async def test_a_hold_is_nothing_that_expires(self, talk: Talk) -> None:
        held = await talk.say("ann", "should I buy AAPL?")
        talk.pass_time(timedelta(hours=1))
        await talk.recovery.expire_decisions()
        shown = await talk.core.refresh_reply(held)
        assert not final_status(shown)
        assert [each.id.partition(":")[0] for each in shown.answer.buttons] == ["why"]


class TestWords:
    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize(
        "ask", ["/pending", {Language.ENGLISH: "what if GOOG falls 10%?", Language.CHINESE: "如果GOOG下跌10%会怎样？"}]
    )
    async def test_when_it_is_over_then_what_named_it_says_how(
        self, talk: Talk, language: Language, ask: str | dict[Language, str]
    ) -> None:
        proposed = await talk.proposed(text=ASK[language])
        named = await talk.say("ann", ask if isinstance(ask, str) else ask[language])
        assert await talk.core.refresh_reply(named) == named

        await cancelled(talk, proposed)
        shown = await talk.core.refresh_reply(named)

        (status,) = [each.final_status for each in cards(await talk.core.refresh_reply(proposed))]
        what = sentence("action-increase", language, symbol="GOOG", shares=3)
        assert sentence("decision-state", language, what=what, state=status) in shown.answer.brief
        for id_ in ("what-if-pending", "pending-opening"):
            assert sentence(id_, language, what=what, count=1, zone="UTC") not in shown.answer.brief

    async def test_when_one_of_two_is_over_then_the_other_is_said_to_be_open(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM and 1 MSFT")
        listed, (ibm, msft) = await talk.say("ann", "/pending"), talk.decisions()
        await talk.press("ann", f"cancel:{ibm.id}:1")
        first, second = (await talk.core.refresh_reply(listed)).answer.brief.splitlines()
        assert first.startswith("buy 2 IBM: Cancelled by Ann")
        assert second == "buy 1 MSFT: may be confirmed until 17:30 UTC"
        await talk.press("ann", f"cancel:{msft.id}:1")
        assert "may be confirmed" not in (await talk.core.refresh_reply(listed)).answer.brief

    async def test_details_shown_after_it_is_over_do_not_say_who_may_confirm(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        await talk.press("ann", button(proposed, "confirm"))
        details = await talk.core.refresh_reply(await talk.say("ann", "details"))
        assert "may confirm" not in details.answer.brief
        assert "buy 3 GOOG: Confirmed by Ann" in details.answer.brief


async def test_when_adjusted_then_the_new_version_has_its_own_fate(talk: Talk) -> None:
    first = await talk.proposed()
    second = await talk.press("ann", f"{button(first, 'adjust').id}:800:")
    superseded = sentence("final-status-superseded", by="", at="", shares=0, price=0, person="none")
    assert final_status(await talk.core.refresh_reply(first)) == superseded
    assert await talk.core.refresh_reply(second) == second
    await talk.press("ann", button(second, "confirm"))
    assert final_status(await talk.core.refresh_reply(first)) == superseded
    assert final_status(await talk.core.refresh_reply(second)).endswith("filled: 1 at $755.69")


async def test_instants_are_told_in_the_time_zone_of_the_channel(talk: Talk) -> None:
    proposed = await talk.proposed()
    key = (proposed.thread.tenant_id, proposed.thread.channel)
    talk.memory.state.channel_settings[key] = ChannelSettings(time_zone="Asia/Shanghai")
    await cancelled(talk, proposed)
    assert final_status(await talk.core.refresh_reply(proposed)) == "Cancelled by Ann · 2026-11-03 01:00 UTC+8"


async def test_whatever_shows_it_is_drawn_anew_once_it_was_delivered(talk: Talk) -> None:
    proposed = await talk.proposed()
    why = await talk.press("bob", button(proposed, "why"))
    await cancelled(talk, proposed)
    redrawn = {reply_id for reply_id, (wanted, done) in talk.memory.state.redraws.items() if wanted > done}
    assert redrawn == {proposed.id, why.id}
    assert [each.label for each in (await talk.core.refresh_reply(why)).answer.buttons] == ["Details"]


class TestBeforeDelivery:
    async def test_own_proposal_is_shown_as_stored_until_its_time_is_over(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        assert await talk.core.refresh_reply.before_delivery(proposed) == proposed
        talk.pass_time(timedelta(hours=1))
        assert final_status(await talk.core.refresh_reply.before_delivery(proposed)).startswith("Expired")

    async def test_decided_elsewhere_before_it_is_delivered_then_told_so(self, talk: Talk) -> None:
        proposed, listed = await talk.proposed(), await talk.say("ann", "/pending")
        await cancelled(talk, proposed)
        shown = await talk.core.refresh_reply.before_delivery(listed)
        assert shown.answer.brief.startswith("buy 3 GOOG: Cancelled by Ann")
