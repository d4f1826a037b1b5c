"""/holding in conversations: what the card reads back, who may confirm it, what goes with it, and what is refused."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.conversation.replies import Reply
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.watching.alerts import AlertState
from bot.errors import MarketSourceError
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.core_ports import ProcessKilled
from tests.fakes.stores import FakeReplies

D = Decimal
Story = Callable[[Talk], Coroutine[Any, Any, None]]


def told(story: Story) -> Talk:
    """Run a story in which ten shares of AAPL are held, and check all books at its end."""

    async def run() -> Talk:
        talk = Talk()
        await hold(talk)
        await story(talk)
        talk.check_invariants()
        return talk

    return asyncio.run(run())


async def hold(talk: Talk, order: str = "buy 10 AAPL") -> None:
    card = await talk.say("ann", order)
    done = await talk.press("ann", button(card, "confirm"))
    if done.answer.buttons:  # an order beyond a cap
        done = await talk.press("ann", button(done, "confirm_beyond_cap"))
    assert done.answer.brief.startswith("Done")


async def corrected(talk: Talk, text: str) -> Reply:
    return await talk.press("ann", button(await talk.say("ann", text), "holding_confirm"))


def shares(talk: Talk) -> dict[str, Decimal]:
    return {symbol: position.shares for (_, symbol), position in talk.memory.state.positions.items()}


def statuses(talk: Talk) -> list[CorrectionStatus]:
    return [each.status for _, each in talk.memory.state.corrections.values()]


class TestReadingBack:
    def test_merger_card_says_shares_cash_and_cost_before_and_after_and_changes_nothing(self) -> None:
        async def story(talk: Talk) -> None:
            card = await talk.say("ann", "/holding AAPL convert to IBM at 0.252 plus $142.50")
            assert card.answer.brief.splitlines()[:8] == [
                "Convert AAPL into IBM, 0.252 and $142.50 for each share?",
                "⚠ Its worth changes by −57 %: check the share and the figures.",
                "10 AAPL → 2 IBM",
                "The fraction of 0.52 IBM is paid in cash at its last price, $203.07.",
                "Worth at last prices: $4,554.90 (2013-01-31) → $1,936.74.",
                "Cost of the holding: $4,554.90 → $955.18.",
                "Cash: $95,445.10 → $96,975.70 (+$1,530.60).",
                "Realised result: −$2,069.12.",
            ]
            assert shares(talk) == {"AAPL": D(10)}

        assert statuses(told(story)) == [CorrectionStatus.PROPOSED]

    @pytest.mark.parametrize(
        ("text", "first"),
        [
            ("/holding AAPL 改名 IBM", "⚠ 市值变化 −55%：请核对股票和数字。"),
            ("/holding AAPL convert IBM 2", "10 AAPL → 20 IBM"),  # −11 %
            ("/holding AAPL write off", "10 AAPL → nothing"),
        ],
    )
    def test_jump_in_worth_is_the_first_line(self, text: str, first: str) -> None:
        async def story(talk: Talk) -> None:
            assert (await talk.say("ann", text)).answer.brief.splitlines()[1] == first

        told(story)

    def test_into_a_share_that_is_held_says_what_is_held_together(self) -> None:
        async def story(talk: Talk) -> None:
            await hold(talk, "buy 5 IBM")
            card = await talk.say("ann", "/holding AAPL rename IBM")
            assert "With the IBM held already: 15 shares at $371.35 on average." in card.answer.brief
            await talk.press("ann", button(card, "holding_confirm"))

        assert shares(told(story)) == {"IBM": D(15)}


class TestConfirming:
    def test_rename_is_booked_audited_and_told_to_all_with_who_did_it(self) -> None:
        async def story(talk: Talk) -> None:
            done = await corrected(talk, "/holding AAPL rename IBM")
            assert done.answer.brief.startswith("Done by Ann: AAPL is IBM now, 10 shares at the cost they had.")
            assert not done.answer.is_private

        talk = told(story)
        assert shares(talk) == {"IBM": D(10)}
        (line,) = [each for each in talk.memory.state.audit.values() if each.kind == "holding_booked"]
        assert (line.by, line.facts["symbol"], line.facts["into"]) == ("U-ann", "AAPL", "IBM")

    @pytest.mark.parametrize(
        ("text", "cash"), [("/holding AAPL cash 23.00", D("95675.10")), ("/holding AAPL write off", D("95445.10"))]
    )
    def test_cash_and_write_off_close_the_position(self, text: str, cash: Decimal) -> None:
        async def story(talk: Talk) -> None:
            await corrected(talk, text)

        talk = told(story)
        assert shares(talk) == {}
        assert talk.account.cash == cash

    def test_pressed_twice_and_by_two_admins_at_once_it_is_done_once(self) -> None:
        async def story(talk: Talk) -> None:
            card = await talk.say("ann", "/holding AAPL cash 23.00")
            confirm = button(card, "holding_confirm")
            replies = await asyncio.gather(*(talk.press(name, confirm) for name in ("ann", "bob", "ann")))
            said = sorted(reply.answer.brief.split(":")[0].split(" has")[0] for reply in replies)
            assert sum(each.startswith("Done by") for each in said) == 1

        talk = told(story)
        assert talk.account.cash == D("95675.10")
        assert talk.account.corrections == 1

    def test_two_cards_at_once_then_the_second_finds_nothing_held(self) -> None:
        async def story(talk: Talk) -> None:
            cards = [await talk.say(name, "/holding AAPL rename IBM") for name in ("ann", "bob")]
            await talk.press("ann", button(cards[0], "holding_confirm"))
            second = await talk.press("bob", button(cards[1], "holding_confirm"))
            assert second.answer.brief.startswith("The holding in AAPL has changed since that was shown.")

        assert shares(told(story)) == {"IBM": D(10)}

    def test_bought_since_then_it_is_stated_again(self) -> None:
        async def story(talk: Talk) -> None:
            card = await talk.say("ann", "/holding AAPL rename IBM")
            await hold(talk, "buy 1 AAPL")
            pressed = await talk.press("ann", button(card, "holding_confirm"))
            assert "has changed since that was shown" in pressed.answer.brief

        assert shares(told(story)) == {"AAPL": D(11)}

    def test_after_half_an_hour_and_after_cancel_nothing_is_done(self) -> None:
        async def story(talk: Talk) -> None:
            late = await talk.say("ann", "/holding AAPL rename IBM")
            talk.pass_time(timedelta(minutes=31))
            assert "more than 30 minutes ago" in (await talk.press("ann", button(late, "holding_confirm"))).answer.brief
            card = await talk.say("ann", "/holding AAPL rename IBM")
            cancelled = await talk.press("ann", button(card, "holding_cancel"))
            assert cancelled.answer.brief == "Dropped by Ann: nothing was changed."
            again = await talk.press("ann", button(card, "holding_confirm"))
            assert again.answer.brief.startswith("Ann has dropped that.")

        assert shares(told(story)) == {"AAPL": D(10)}

    def test_crash_before_the_card_is_stored_then_what_is_booked_is_what_is_shown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def crash(*_: object) -> None:
            raise ProcessKilled

        async def story(talk: Talk) -> None:
            turn = await talk.hand_in("ann", "/holding AAPL convert IBM 0.252")
            with monkeypatch.context() as crashing:
                crashing.setattr(FakeReplies, "add_reply", crash)
                with pytest.raises(ProcessKilled):
                    await talk.answer_next()
            talk.market.prices["IBM"] = D(400)
            await talk.answer_next()
            card = talk.reply(turn)
            assert "is paid in cash at its last price, $400.00." in card.answer.brief
            await talk.press("ann", button(card, "holding_confirm"))

        ((_, correction),) = told(story).memory.state.corrections.values()
        assert correction.change.price == D(400)

    def test_button_from_another_conversation_does_nothing(self) -> None:
        async def story(talk: Talk) -> None:
            card = await talk.say("ann", "/holding AAPL rename IBM")
            pressed = await talk.press("ann", button(card, "holding_confirm"), thread="elsewhere")
            assert pressed.answer.brief.startswith(
                "This button is not shown in this conversation, so nothing was done."
            )
            assert "“/holding”" in pressed.answer.brief

        assert shares(told(story)) == {"AAPL": D(10)}


class TestTypedVerdictBelowACard:
    """It concerns the card shown last, which only its button decides, and never a trade that waits."""

    @pytest.mark.parametrize(
        ("typed", "button_named"),
        [
            ("yes", "Confirm"),
            ("confirm", "Confirm"),
            ("cancel", "Cancel"),
            ("确认", "Confirm"),
            ("取消", "Cancel"),
        ],
    )
    @pytest.mark.parametrize("is_trade_pending", [True, False])
    def test_names_the_button_and_touches_no_trade(
        self, typed: str, button_named: str, *, is_trade_pending: bool
    ) -> None:
        async def story(talk: Talk) -> None:
            if is_trade_pending:
                await talk.say("ann", "buy 1 IBM")
            await talk.say("ann", "/holding AAPL write off")
            for _ in range(2):  # the second is about the same card
                brief = (await talk.say("ann", typed)).answer.brief
                assert f"“{button_named}”" in brief
                assert "AAPL" in brief
                assert "IBM" not in brief

        talk = told(story)
        assert shares(talk) == {"AAPL": D(10)}
        assert statuses(talk) == [CorrectionStatus.PROPOSED]
        assert all(each.status is DecisionStatus.PROPOSED for each in talk.decisions()[1:])

    def test_names_the_trade_or_comes_after_it_then_the_trade_is_meant(self) -> None:
        async def story(talk: Talk) -> None:
            await talk.say("ann", "buy 1 IBM")
            await talk.say("ann", "/holding AAPL write off")
            assert "I will not buy 1 IBM" in (await talk.say("ann", "cancel the IBM one")).answer.brief
            await talk.say("ann", "buy 2 IBM")
            assert (await talk.say("ann", "yes")).answer.brief.startswith("Done: bought 2 IBM")

        assert shares(told(story)) == {"AAPL": D(10), "IBM": D(2)}

    def test_decided_or_old_card_then_trades_are_meant(self) -> None:
        async def story(talk: Talk) -> None:
            card = await talk.say("ann", "/holding AAPL write off")
            await talk.press("ann", button(card, "holding_cancel"))
            await talk.say("ann", "buy 1 IBM")
            await talk.say("ann", "price of IBM?")
            assert "I will not buy 1 IBM" in (await talk.say("ann", "cancel")).answer.brief
            await talk.say("ann", "/holding AAPL write off")
            talk.pass_time(timedelta(minutes=31))
            assert "holding" not in (await talk.say("ann", "yes")).answer.brief

        told(story)

    @pytest.mark.parametrize(("typed", "button_named"), [("cancel", "Undo"), ("undo", "Undo")])
    def test_below_what_was_done_the_undo_button_is_named(self, typed: str, button_named: str) -> None:
        async def story(talk: Talk) -> None:
            await talk.say("ann", "buy 1 IBM")
            await corrected(talk, "/holding AAPL write off")
            assert f"Press “{button_named}”" in (await talk.say("ann", typed)).answer.brief

        assert told(story).decisions()[-1].status is DecisionStatus.PROPOSED

    def test_below_the_card_of_an_erasure_too(self) -> None:
        async def story(talk: Talk) -> None:
            await talk.say("ann", "buy 1 IBM")
            await talk.say("ann", "/forget me")
            assert (await talk.say("ann", "cancel")).answer.brief.startswith("Nothing was erased.")

        assert told(story).decisions()[-1].status is DecisionStatus.PROPOSED


class TestWhoMay:
    def test_only_admins_state_and_confirm(self) -> None:
        async def story(talk: Talk) -> None:
            talk.people.not_admins.add("U-bob")
            refused = await talk.say("bob", "/holding AAPL write off")
            assert refused.answer.brief.startswith("Only an administrator of the workspace corrects a holding or")
            card = await talk.say("ann", "/holding AAPL write off")
            pressed = await talk.press("bob", button(card, "holding_confirm"))
            assert pressed.answer.brief.startswith("Only an administrator")
            assert (await talk.say("bob", "/holding")).answer.brief.startswith("No holding was corrected yet.")

        assert shares(told(story)) == {"AAPL": D(10)}


class TestWhatGoesWithIt:
    def test_alerts_and_watch_list_follow_and_a_pending_proposal_is_withdrawn_in_its_thread(self) -> None:
        async def story(talk: Talk) -> None:
            await talk.say("ann", "/alert AAPL < 400")
            await talk.say("ann", "/watch AAPL")
            await talk.say("bob", "buy 5 AAPL", thread="other")
            done = await corrected(talk, "/holding AAPL convert IBM 2")
            assert "2 alerts go on with IBM, with levels divided by 2." in done.answer.brief
            assert "Watch lists show IBM in the place of AAPL." in done.answer.brief
            assert "Withdrawn: buy 5 AAPL." in done.answer.brief
            (notice,) = [each for each in talk.notices() if each.occasion.startswith("withdrawn:")]
            assert notice.thread.thread == "other"
            assert notice.answer.brief.startswith("The proposal to buy 5 AAPL is withdrawn: Ann has corrected")

        talk = told(story)
        alerts = [each for _, each in talk.memory.state.alerts.values()]
        assert {each.symbol for each in alerts} == {"IBM"}
        assert D(200) in {each.bounds.lower for each in alerts}
        assert [share.symbol for share in talk.memory.state.watched.values()] == ["IBM"]
        assert talk.decisions()[-1].status is DecisionStatus.WITHDRAWN

    def test_withdrawn_proposal_cannot_be_confirmed(self) -> None:
        async def story(talk: Talk) -> None:
            pending = await talk.say("bob", "buy 5 AAPL")
            await corrected(talk, "/holding AAPL rename IBM")
            pressed = await talk.press("bob", button(pending, "confirm"))
            assert pressed.answer.brief == sentence("error-stale-decision", status="withdrawn", symbol="AAPL")
            why = await talk.press("bob", button(pending, "why"))
            assert sentence("status-withdrawn") in why.answer.brief
            shown = await talk.core.refresh_reply(pending)
            assert re.search(r"Withdrawn · .+ · the holding was corrected by Ann", shown.answer.brief)

        assert shares(told(story)) == {"IBM": D(10)}

    def test_with_cash_the_alerts_are_removed(self) -> None:
        async def story(talk: Talk) -> None:
            done = await corrected(talk, "/holding AAPL cash 400")
            assert "One alert on AAPL is removed." in done.answer.brief  # its stop level

        talk = told(story)
        assert [each.state for _, each in talk.memory.state.alerts.values()] == [AlertState.REMOVED]

    def test_limit_on_the_old_name_binds_the_new_one(self) -> None:
        async def story(talk: Talk) -> None:
            await talk.say("ann", "never hold more than $5,000 in AAPL")
            await corrected(talk, "/holding AAPL rename IBM")

        (limit,) = [limit for _, limit in told(story).memory.state.limits.values()]
        assert limit.terms.symbols == ("AAPL", "IBM")


class TestUndoing:
    def test_undo_takes_back_shares_cash_and_moved_alerts_once(self) -> None:
        async def story(talk: Talk) -> None:
            done = await corrected(talk, "/holding AAPL rename IBM")
            card = await talk.say("ann", "/holding AAPL undo")
            assert card.answer.brief.startswith("Undo the renaming of AAPL to IBM?")
            undone = await talk.press("ann", button(card, "holding_undo"))
            assert undone.answer.brief.startswith("Undone by Ann. 10 AAPL are held again, in the place of 10 IBM.")
            assert "One alert is on AAPL again." in undone.answer.brief
            again = await talk.press("ann", button(done, "holding_undo"))
            assert again.answer.brief == "Ann has undone that already."
            assert "2013-01-31: 10 AAPL → 10 IBM (undone by Ann)" in (await talk.say("ann", "/holding")).answer.brief

        talk = told(story)
        assert shares(talk) == {"AAPL": D(10)}
        assert [each.symbol for _, each in talk.memory.state.alerts.values()] == ["AAPL"]

    def test_cancelled_then_the_correction_stays(self) -> None:
        async def story(talk: Talk) -> None:
            await corrected(talk, "/holding AAPL rename IBM")
            card = await talk.say("ann", "/holding undo")
            assert "Press “Undo”" in (await talk.say("ann", "yes")).answer.brief
            assert "Press “Cancel”" in (await talk.say("ann", "cancel")).answer.brief
            kept = await talk.press("ann", button(card, "holding_keep"))
            assert kept.answer.brief == "Left as it is by Ann: nothing was undone."

        talk = told(story)
        assert shares(talk) == {"IBM": D(10)}
        assert statuses(talk) == [CorrectionStatus.BOOKED]

    def test_traded_since_in_either_symbol_then_it_stays(self) -> None:
        async def story(talk: Talk) -> None:
            done = await corrected(talk, "/holding AAPL rename IBM")
            await hold(talk, "buy 1 IBM")
            pressed = await talk.press("ann", button(done, "holding_undo"))
            assert "cannot be undone any more" in pressed.answer.brief

        assert shares(told(story)) == {"IBM": D(11)}

    def test_cash_that_is_spent_cannot_be_taken_back(self) -> None:
        async def story(talk: Talk) -> None:
            done = await corrected(talk, "/holding AAPL cash 10000")
            await hold(talk, "buy 900 shares of IBM")
            pressed = await talk.press("ann", button(done, "holding_undo"))
            assert "has been spent" in pressed.answer.brief

        told(story)

    def test_nothing_to_undo(self) -> None:
        async def story(talk: Talk) -> None:
            assert "no correction to undo" in (await talk.say("ann", "/holding undo")).answer.brief

        told(story)


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("/holding XYZ rename IBM", "No XYZ is held"),
            ("/holding AAPL rename AAPL", "AAPL would become itself"),
            ("/holding AAPL rename NOPE", "I know no instrument called NOPE"),
            ("/holding AAPL convert IBM 99999", "No conversion has such a ratio"),
            ("/holding AAPL cash 5000000", "No conversion has such a ratio"),
            ("/holding AAPL convert IBM 0", "I did not understand that"),
            ("/holding AAPL rename IBM tomorrow", "I did not understand that"),
            ("/holding AAPL price 12", "AAPL has a price from its source"),
        ],
    )
    def test_said_why_and_nothing_changes(self, text: str, why: str) -> None:
        async def story(talk: Talk) -> None:
            reply = await talk.say("ann", text)
            assert reply.answer.brief.startswith(why)
            assert not reply.answer.buttons

        assert statuses(told(story)) == []

    def test_open_order_in_the_share_has_to_end_first(self) -> None:
        async def story(talk: Talk) -> None:
            talk.broker.holds_fills = True
            card = await talk.say("ann", "buy 1 AAPL")
            await talk.press("ann", button(card, "confirm"))
            reply = await talk.say("ann", "/holding AAPL rename IBM")
            assert reply.answer.brief.startswith("An order in AAPL is still open")

        assert statuses(told(story)) == []

    def test_source_does_not_answer_then_nothing_is_corrected(self) -> None:
        async def story(talk: Talk) -> None:
            talk.market.error = MarketSourceError(symbol="IBM", source="sample", cause="timeout")
            reply = await talk.say("ann", "/holding AAPL rename IBM")
            assert "did not answer" in reply.answer.brief

        assert statuses(told(story)) == []


class TestPrice:
    def test_without_a_price_a_stated_one_values_the_holding_until_there_is_one(self) -> None:
        async def story(talk: Talk) -> None:
            talk.market.without_price = {"AAPL"}
            card = await talk.say("ann", "/holding AAPL price 12.50")
            assert card.answer.brief.splitlines()[:3] == [
                "Value AAPL at $12.50 a share?",
                "⚠ Its worth changes by −97 %: check the share and the figures.",
                "10 AAPL: $4,554.90 at the last good price, $455.49 of 2013-01-31 → $125.00.",
            ]
            done = await talk.press("ann", button(card, "holding_confirm"))
            assert done.answer.brief.startswith("Done by Ann: AAPL is valued at $12.50 a share until")
            report = text_of(await talk.say("ann", "/portfolio"))
            assert "AAPL $12.50 (priced by Ann on 2013-01-31)" in report
            assert "$95,570.10" in report
            talk.market.without_price = ()
            assert "priced by" not in text_of(await talk.say("ann", "/portfolio"))

        told(story)

    def test_stated_price_fills_nothing(self) -> None:
        async def story(talk: Talk) -> None:
            talk.market.without_price = {"AAPL"}
            await corrected(talk, "/holding AAPL price 12.50")
            reply = await talk.say("ann", "sell 5 AAPL")
            assert not [each for each in reply.answer.buttons if each.id.startswith("confirm:")]

        assert shares(told(story)) == {"AAPL": D(10)}

    def test_undone_then_the_last_good_price_counts_again(self) -> None:
        async def story(talk: Talk) -> None:
            talk.market.without_price = {"AAPL"}
            done = await corrected(talk, "/holding AAPL price 12.50")
            undone = await talk.press("ann", button(done, "holding_undo"))
            assert "AAPL is valued at its last good price again, $455.49 of 2013-01-31." in undone.answer.brief
            assert "AAPL $455.49 (2013-01-31)" in text_of(await talk.say("ann", "/portfolio"))

        told(story)

    def test_source_has_a_price_again_when_it_is_confirmed_then_that_stays(self) -> None:
        async def story(talk: Talk) -> None:
            talk.market.without_price = {"AAPL"}
            card = await talk.say("ann", "/holding AAPL price 12.50")
            talk.market.without_price = ()
            pressed = await talk.press("ann", button(card, "holding_confirm"))
            assert pressed.answer.brief.startswith("AAPL has a price from its source")

        assert statuses(told(story)) == [CorrectionStatus.PROPOSED]
