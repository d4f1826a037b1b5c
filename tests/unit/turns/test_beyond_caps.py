"""A purchase beyond a cap: its card warns first, and only the button of a second question carries it out."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.conversation.blocks import Button
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence
from tests.fakes.phone import phone_lines

D = Decimal
FAR_BEYOND = "buy 1000000 shares of goog"  # cut to 119, 89.9 % of the account
WITHIN = "buy 98 IBM"  # 19.9 %, no stop loses 1 %
ACCEPT = "confirm_beyond_cap"
FILLED, PROPOSED = DecisionStatus.FILLED, DecisionStatus.PROPOSED


def kinds(reply: Reply) -> list[str]:
    return [each.id.partition(":")[0] for each in reply.answer.buttons]


def statuses(talk: Talk) -> list[DecisionStatus]:
    return [each.status for each in talk.decisions()]


def leave_cash(talk: Talk, cash: Decimal) -> None:
    """Leave the account only so much, as if it had begun with less."""
    account = talk.account
    started_with = account.starting_cash - account.cash + cash
    talk.memory.state.accounts[account.id] = replace(account, cash=cash, starting_cash=started_with)
    talk.memory.state.paper_cash[account.id] = cash


class TestCard:
    @pytest.mark.parametrize(
        ("text", "first", "cut"),
        [
            (
                FAR_BEYOND,
                "⚠ 4.5 × the cap of 20 % per position: 89.9 % of the account",
                "Cut from 1,000,000: 10 % stays in cash",
            ),
            (
                "buy 119 shares of GOOG, at most $60,000",
                "⚠ 3 × the cap of 20 % per position",
                "Cut from 119: your limit",
            ),
            ("买入1000000股谷歌", "⚠ 单一持仓上限 20% 的 4.5 倍：占账户 89.9%", "由 1,000,000 股减至此：须留 10% 现金"),
        ],
    )
    async def test_far_beyond_then_multiple_first_and_what_was_cut_in_the_first_lines(
        self, talk: Talk, text: str, first: str, cut: str
    ) -> None:
        reply = await talk.say("ann", text)
        lines = reply.answer.brief.split("\n")
        assert lines[0].startswith(first)
        assert "GOOG" in lines[1]
        assert lines[2].startswith(cut)
        assert "nothing that the rules found" not in reply.answer.brief
        assert "反对：规则未发现理由" not in reply.answer.brief
        assert len(phone_lines(reply.answer.brief)) <= 9  # and its buttons

    async def test_hardly_beyond_then_the_multiple_is_not_rounded_to_the_cap(self, talk: Talk) -> None:
        reply = await talk.say("ann", "buy 100 IBM")
        assert reply.answer.brief.startswith("⚠ 1.02 × the cap of 20 % per position: 20.3 % of the account\n")

    async def test_within_then_no_warning_and_no_second_question(self, talk: Talk) -> None:
        reply = await talk.say("ann", WITHIN)
        assert "⚠" not in reply.answer.brief
        assert [each.question for each in reply.answer.buttons] == [None] * 4

    async def test_adjusted_to_beyond_then_the_new_card_warns(self, talk: Talk) -> None:
        shown = await talk.say("ann", WITHIN)
        adjusted = await talk.press("ann", button(shown, "adjust").id + ":$60,000:")
        assert "⚠ 3 × the cap of 20 % per position: 59.9 % of the account" in adjusted.answer.brief
        assert button(adjusted, "confirm").question is not None
        assert kinds(await talk.press("ann", button(adjusted, "confirm"))) == [ACCEPT, "cancel"]


class TestOthersFellMeanwhile:
    @pytest.mark.parametrize(("price", "is_asked"), [("440", False), ("150", True)])
    async def test_within_when_shown_then_only_a_large_excess_is_asked_about(
        self, talk: Talk, price: str, *, is_asked: bool
    ) -> None:
        asked = await talk.press("ann", button(await talk.say("ann", "buy 40 AAPL"), "confirm"))
        await talk.press("ann", button(asked, "confirm_beyond_cap"))
        card = await talk.say("ann", "buy 98 IBM, stop at 198")
        talk.market.prices["AAPL"] = Decimal(price)
        pressed = await talk.press("ann", button(card, "confirm"))
        assert ("⚠" in pressed.answer.brief) is is_asked


class TestSecondQuestion:
    @pytest.mark.parametrize("said", ["confirm", "yes", "ok, do it", "confirm all", "confirm goog"])
    async def test_typed_then_read_back_with_the_share_and_the_button(self, talk: Talk, said: str) -> None:
        await talk.say("ann", FAR_BEYOND)
        for _ in range(3):  # as often as it is said
            reply = await talk.say("ann", said)
            assert "89.9 % of the account, 4.5 × the cap of 20 %" in reply.answer.brief
            assert button(reply, ACCEPT).label == "Yes, buy 119 GOOG for $89,927.11"
            assert "confirm" not in kinds(reply)
            assert reply.state is State.AWAITING_CONFIRM
        assert talk.orders_carried_out == 0

    async def test_typed_after_somebody_else_spoke_then_read_back_with_the_share_and_the_button(
        self, talk: Talk
    ) -> None:
        await talk.say("ann", FAR_BEYOND)
        await talk.say("bob", "analyze IBM")
        reply = await talk.say("ann", "yes")
        assert "89.9 % of the account" in reply.answer.brief
        assert kinds(reply)[0] == ACCEPT
        assert "confirm" not in kinds(reply)

    async def test_pressed_then_asked_and_the_second_button_does_it_once(self, talk: Talk) -> None:
        shown = await talk.say("ann", FAR_BEYOND)
        asked = await talk.press("ann", button(shown, "confirm"))
        assert "89.9 % of the account, 4.5 × the cap of 20 %" in asked.answer.brief
        assert kinds(asked) == [ACCEPT, "cancel"]
        assert talk.orders_carried_out == 0

        presses = [button(asked, ACCEPT), button(shown, "confirm"), button(asked, ACCEPT)]
        replies = await asyncio.gather(*(talk.press("ann", each) for each in presses))

        assert sum("bought 119 GOOG" in each.answer.brief for each in replies) == 1
        assert talk.orders_carried_out == 1
        assert statuses(talk) == [FILLED]
        talk.check_invariants()

    async def test_decided_then_the_question_has_no_buttons(self, talk: Talk) -> None:
        asked = await talk.press("ann", button(await talk.say("ann", FAR_BEYOND), "confirm"))
        await talk.press("ann", button(asked, ACCEPT))
        assert (await talk.core.refresh_reply(asked)).answer.buttons == ()

    async def test_asked_by_the_platform_then_its_text_is_short_enough_and_leads_to_the_second_button(
        self, talk: Talk
    ) -> None:
        for text in (FAR_BEYOND, "买入1000000股谷歌"):
            question = button(await talk.say("ann", text, thread=text), "confirm").question
            assert question is not None
            assert len(question.text) <= 300
            assert "89.9" in question.text
            done = await talk.press("ann", question.accepted_id, thread=text)
            assert done.state is State.COMPLETED
            await talk.say("ann", "sell all my GOOG", thread="other")
            await talk.say("ann", "yes", thread="other")

    async def test_below_pending_then_it_is_asked_too(self, talk: Talk) -> None:
        await talk.say("ann", FAR_BEYOND)
        assert button(await talk.say("ann", "/pending"), "confirm").question is not None


class TestSeveral:
    @pytest.mark.parametrize("how", ["confirm_all", "confirm all"])
    async def test_one_is_beyond_then_the_other_is_done_and_this_one_asked(self, talk: Talk, how: str) -> None:
        shown = await talk.say("ann", "buy 10 shares of MSFT and 300 shares of IBM")
        reply = await talk.press("ann", button(shown, how)) if "_" in how else await talk.say("ann", how)
        assert reply.answer.brief.startswith(sentence("group-confirm", done=1, count=2))
        assert "the cap of 20 %" in reply.answer.brief
        assert kinds(reply) == [ACCEPT, "cancel"]
        assert talk.position("IBM") is None

        await talk.press("ann", button(reply, ACCEPT))
        assert talk.orders_carried_out == 2


class TestAccountAtConfirm:
    @pytest.mark.parametrize("how", ["pressed", "typed"])
    async def test_beyond_since_the_proposal_then_asked(self, talk: Talk, how: str) -> None:
        shown = await talk.say("ann", WITHIN)
        leave_cash(talk, D(60_000))
        asked = await talk.press("ann", button(shown, "confirm")) if how == "pressed" else await talk.say("ann", "yes")
        assert "33.2 % of the account, 1.7 × the cap of 20 %" in asked.answer.brief
        assert statuses(talk) == [PROPOSED]
        await talk.press("ann", button(asked, ACCEPT))
        assert statuses(talk) == [FILLED]

    async def test_card_said_so_and_it_no_longer_is_then_still_asked(self, talk: Talk) -> None:
        await talk.say("ann", "buy 100 IBM")
        leave_cash(talk, D(200_000))
        assert kinds(await talk.say("ann", "yes")) == [ACCEPT, "cancel"]

    async def test_price_moves_within_what_a_confirmation_allows_then_not_asked(self, talk: Talk) -> None:
        shown = await talk.say("ann", WITHIN)
        talk.market.prices["IBM"] = D("204.10")  # 98 shares are 20.002 % of the account
        await talk.press("ann", button(shown, "confirm"))
        assert statuses(talk) == [FILLED]


SAID = ("yes", "confirm", "ok, do it", "confirm all", "confirm goog", "执行吧", "确认", "i confirm, buy 119 goog")
PRESSED = ("confirm", "confirm_all")


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(
    order=st.sampled_from(
        [FAR_BEYOND, "buy $50,000 of IBM", "buy 500 IBM and 100 GOOG", "put half the account in MSFT"]
    ),
    acts=st.lists(st.sampled_from([*SAID, *PRESSED]), min_size=1, max_size=5),
)
def test_without_the_second_button_then_nothing_beyond_a_cap_is_ever_carried_out(
    order: str, acts: Sequence[str]
) -> None:
    async def act() -> None:
        talk = Talk()
        shown = (await talk.say("ann", order)).answer.buttons
        for each in acts:
            for pressed in _of_kind(shown, each):
                shown = (*shown, *(await talk.press("ann", pressed)).answer.buttons)
            if each in SAID:
                shown = (*shown, *(await talk.say("ann", each)).answer.buttons)
        talk.check_invariants()
        assert talk.orders_carried_out == 0

    asyncio.run(act())


def _of_kind(shown: Sequence[Button], kind: str) -> list[Button]:
    return [each for each in shown if each.id.startswith(f"{kind}:")]
