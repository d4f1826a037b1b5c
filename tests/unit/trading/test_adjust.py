"""Another amount for a pending decision: a new version, once, by who may, and only while it is open."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.context.policy import Policy
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.turns import InputStatus
from bot.domain.ids import DecisionId
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.errors import (
    DecisionExpiredError,
    MarketSourceError,
    NotYourDecisionError,
    StaleDecisionError,
    StoreUnavailableError,
    UnknownDecisionError,
)
from tests.fakes.core import LEASE, Talk, button, sentence, text_of
from tests.fakes.core_ports import ProcessKilled

D = Decimal
PRICE = D("755.69")  # of GOOG at the sample market's present
CHINESE = "谷歌要不要买？最多3000美元"


async def adjust(talk: Talk, proposed: Reply, amount: str, note: str = "", *, name: str = "ann") -> Reply:
    return await talk.press(name, filled_in(proposed, amount, note))


def filled_in(proposed: Reply, amount: str, note: str = "") -> str:
    return f"{button(proposed, 'adjust').id}:{amount}:{note}"


def newest(talk: Talk) -> Decision:
    return talk.decisions()[-1]


def statuses(talk: Talk) -> list[tuple[int, DecisionStatus]]:
    return [(d.version, d.status) for d in talk.decisions()]


def only_the_first_is_open(talk: Talk) -> bool:
    return statuses(talk) == [(1, DecisionStatus.PROPOSED)]


async def hold(talk: Talk, shares: int = 5) -> None:
    confirm = button(await talk.proposed(text=f"buy {shares} shares of GOOG"), "confirm")
    await talk.press("ann", confirm.question.accepted_id if confirm.question else confirm)


class TestBuying:
    async def test_when_adjusted_then_a_new_version_can_be_confirmed_and_the_old_one_not(self, talk: Talk) -> None:
        proposed = await talk.proposed()

        reply = await adjust(talk, proposed, "1600", "only half: earnings are near")

        assert text_of(reply).startswith(
            sentence(
                "adjusted", by="Ann", was="buy 3 GOOG", was_amount=3 * PRICE, now="buy 2 GOOG", now_amount=2 * PRICE
            )
        )
        assert "Note: only half: earnings are near" in text_of(reply)
        assert not reply.answer.is_private
        assert reply.intent is Intent.DECIDE
        assert reply.state is State.AWAITING_CONFIRM
        assert statuses(talk) == [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)]
        assert len({d.id for d in talk.decisions()}) == 1
        late = await talk.press("ann", button(proposed, "confirm"))
        assert text_of(late) == sentence("error-stale-decision", status="superseded", symbol="GOOG")
        assert talk.orders_carried_out == 0
        done = await talk.press("ann", button(reply, "confirm"))
        assert "bought 2 GOOG" in text_of(done)
        assert statuses(talk) == [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.FILLED)]

    async def test_when_adjusted_then_the_audit_names_the_press_and_both_versions_and_no_typed_words(
        self, talk: Talk
    ) -> None:
        pressed = filled_in(await talk.proposed(), "2300", "why not")
        await talk.press("ann", pressed)

        audit = talk.memory.state.audit.values()
        assert [line.facts for line in audit if line.kind == "pressed"] == [
            {"button": pressed.removesuffix(":2300:why not")}
        ]
        assert [line.facts["version"] for line in audit if line.kind == "proposed"] == ["1", "2"]

    async def test_when_more_than_the_stated_limit_then_that_is_the_new_limit(self, talk: Talk) -> None:
        await adjust(talk, await talk.proposed(text="should I buy google? at most $3,000"), "5000")
        assert newest(talk).proposal.max_cash == D(5000)
        assert newest(talk).proposal.shares == 6

    async def test_when_less_than_the_stated_limit_then_the_limit_stays(self, talk: Talk) -> None:
        await adjust(talk, await talk.proposed(text="should I buy google? at most $3,000"), "1000")
        assert newest(talk).proposal.max_cash == D(3000)

    async def test_when_no_limit_was_stated_then_there_is_none_after(self, talk: Talk) -> None:
        await adjust(talk, await talk.proposed(text="buy 3 shares of GOOG"), "5000")
        assert newest(talk).proposal.max_cash is None

    async def test_when_the_price_has_moved_then_sized_and_argued_at_the_new_one(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.prices["GOOG"] = D(800)

        reply = await adjust(talk, proposed, "2399.99")

        p = newest(talk).proposal
        assert (p.shares, p.price, p.cash_change) == (D(2), D(800), D(1600))
        assert "at $800.00" in text_of(reply)
        assert p.stop_price is not None
        assert p.stop_price > (talk.decisions()[0].proposal.stop_price or 0)  # computed: of the new price

    async def test_when_a_stop_was_named_and_is_still_below_the_price_then_kept(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="buy 3 shares of GOOG, stop at 700")
        await adjust(talk, proposed, "800")
        assert (newest(talk).proposal.stop_price, newest(talk).proposal.stop_is_stated) == (D(700), True)

    async def test_when_the_price_has_passed_the_named_stop_then_said_and_another_computed(self, talk: Talk) -> None:
        proposed = await talk.proposed(text="buy 3 shares of GOOG, stop at 700")
        talk.market.prices["GOOG"] = D(690)

        reply = await adjust(talk, proposed, "800")

        p = newest(talk).proposal
        assert p.stop_price is None or p.stop_price < D(690)
        assert not p.stop_is_stated
        assert sentence("reason-stop-not-below-price", stop=D(700), price=D(690)) in text_of(reply)

    async def test_when_adjusted_late_then_it_has_its_own_time(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.pass_time(talk.policy.decision_ttl - timedelta(minutes=1))

        reply = await adjust(talk, proposed, "1600")
        talk.pass_time(timedelta(minutes=20))

        assert "bought 2 GOOG" in text_of(await talk.press("ann", button(reply, "confirm")))

    async def test_when_adjusted_again_and_again_then_only_the_last_word_is_kept(self, talk: Talk) -> None:
        reply = await talk.proposed()
        for amount, shares in (("800", 1), ("4000", 5), ("1600", 2)):
            reply = await adjust(talk, reply, amount)
            assert newest(talk).proposal.shares == shares

        said = [r for r in newest(talk).proposal.reasons if r.code.startswith("adjusted")]
        assert [r.numbers["amount"] for r in said] == [D(1600)]
        assert [d.version for d in talk.decisions()] == [1, 2, 3, 4]

    async def test_when_the_price_moves_after_the_adjustment_then_the_note_goes_along(self, talk: Talk) -> None:
        reply = await adjust(talk, await talk.proposed(text="buy 3 shares of GOOG"), "1600", "half")
        talk.market.prices["GOOG"] = D(800)

        asked_again = await talk.press("ann", button(reply, "confirm"))

        assert newest(talk).version == 3
        assert "Ann set the amount to $1,600.00. Note: half" in text_of(asked_again)
        assert newest(talk).proposal.shares == 2

    async def test_when_why_is_asked_of_it_then_the_adjustment_is_told(self, talk: Talk) -> None:
        reply = await adjust(talk, await talk.proposed(), "1600", "half")
        assert "Ann set the amount to $1,600.00. Note: half" in text_of(await talk.press("bob", button(reply, "why")))


async def test_commission_counts_within_the_amount() -> None:
    talk = Talk(Policy(lease_ttl=LEASE, commission=D(10)))
    proposed = await talk.proposed(text="buy 3 shares of GOOG")

    too_small = await adjust(talk, proposed, str(PRICE + 9))
    assert text_of(too_small) == sentence(
        "adjust-too-small", symbol="GOOG", price=PRICE, commission=D(10), what="buy 3 GOOG"
    )
    await adjust(talk, proposed, str(2 * PRICE + 9))

    assert newest(talk).proposal.shares == 1
    talk.check_invariants()


class TestSelling:
    @pytest.mark.parametrize(
        ("amount", "action", "shares"),
        [
            ("800", Action.DECREASE, 1),
            (str(4 * PRICE), Action.DECREASE, 4),
            (str(5 * PRICE - D("0.01")), Action.DECREASE, 4),
            (str(5 * PRICE), Action.CLOSE, 5),
            ("900000", Action.CLOSE, 5),
        ],
    )
    async def test_when_adjusted_then_raises_at_most_the_amount_or_closes(
        self, talk: Talk, amount: str, action: Action, shares: int
    ) -> None:
        await hold(talk)

        await adjust(talk, await talk.proposed(text="sell 2 shares of GOOG"), amount)

        p = newest(talk).proposal
        assert (p.action, p.shares) == (action, D(shares))
        assert p.cash_change == -shares * PRICE
        assert p.target_cash_amount == (5 - shares) * PRICE
        assert p.stop_price is None

    async def test_when_a_close_is_made_smaller_then_it_is_a_decrease(self, talk: Talk) -> None:
        await hold(talk)
        reply = await adjust(talk, await talk.proposed(text="sell all GOOG"), "1600")
        assert newest(talk).proposal.action is Action.DECREASE
        assert "sold 2 GOOG" in text_of(await talk.press("ann", button(reply, "confirm")))

    async def test_when_the_position_has_a_broken_share_then_a_close_sells_that_too(self, talk: Talk) -> None:
        await hold(talk)
        (key, position), *_ = talk.memory.state.positions.items()
        proposed = await talk.proposed(text="sell 2 shares of GOOG")
        talk.memory.state.positions[key] = replace(position, shares=D("5.5"))

        await adjust(talk, proposed, "900000")

        assert (newest(talk).proposal.action, newest(talk).proposal.shares) == (Action.CLOSE, D("5.5"))
        talk.memory.state.positions[key] = position

    async def test_when_nothing_is_held_any_more_then_said(self, talk: Talk) -> None:
        await hold(talk)
        proposed = await talk.proposed(text="sell 2 shares of GOOG")
        await talk.press("bob", button(await talk.proposed("bob", text="sell all GOOG"), "confirm"))

        reply = await adjust(talk, proposed, "800")

        assert text_of(reply) == sentence(
            "adjust-not-admitted", what="sell 2 GOOG", wanted="sell 2 GOOG", why=sentence("violation-no-position")
        )


class TestRefused:
    @pytest.mark.parametrize("language", Language)
    @pytest.mark.parametrize(
        "amount", ["", "abc", "-5", "$-5", "0", "1e9", "NaN", "inf", "9" * 200, "3 shares", "50%", "2000-3000", "3.000"]
    )
    async def test_when_the_amount_cannot_be_read_then_says_how_to_write_it(
        self, talk: Talk, amount: str, language: Language
    ) -> None:
        proposed = await talk.proposed(text=CHINESE if language is Language.CHINESE else "buy 3 shares of GOOG")
        what = sentence("action-increase", language, shares=D(3), symbol="GOOG")

        reply = await adjust(talk, proposed, amount)

        assert text_of(reply) == sentence("adjust-unreadable", language, what=what)
        assert reply.answer.is_private
        assert only_the_first_is_open(talk)

    @pytest.mark.parametrize("language", Language)
    async def test_when_too_small_for_one_share_then_names_its_price(self, talk: Talk, language: Language) -> None:
        proposed = await talk.proposed(text=CHINESE if language is Language.CHINESE else "buy 3 shares of GOOG")

        reply = await adjust(talk, proposed, "755.68")

        assert "755.69" in text_of(reply)
        assert reply.answer.is_private
        assert only_the_first_is_open(talk)

    @pytest.mark.parametrize(
        ("amount", "code"), [("200000", "needs more than the $100,000.00"), ("95k", "less than 10 % of total assets")]
    )
    async def test_when_the_account_does_not_admit_it_then_says_why_and_the_old_one_stays(
        self, talk: Talk, amount: str, code: str
    ) -> None:
        proposed = await talk.proposed()

        reply = await adjust(talk, proposed, amount)

        assert code in text_of(reply)
        assert "The proposal to buy 3 GOOG stays as it was." in text_of(reply)
        assert reply.answer.is_private
        assert only_the_first_is_open(talk)
        assert "bought 3 GOOG" in text_of(await talk.press("ann", button(proposed, "confirm")))

    async def test_when_others_need_the_cash_then_it_is_not_promised_twice(self, talk: Talk) -> None:
        await talk.proposed("bob", text="buy 300 shares of IBM")
        reply = await adjust(talk, await talk.proposed(), "50000")
        assert "of available cash" in text_of(reply) or "less than 10 %" in text_of(reply)
        assert [d.version for d in talk.decisions()] == [1, 1]

    async def test_when_somebody_else_adjusts_then_refused_in_private(self, talk: Talk) -> None:
        reply = await adjust(talk, await talk.proposed(), "800", name="bob")
        assert text_of(reply) == sentence("error-not-your-decision")
        assert reply.answer.is_private
        assert only_the_first_is_open(talk)

    async def test_when_expired_then_refused(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.pass_time(talk.policy.decision_ttl)
        reply = await adjust(talk, proposed, "800")
        assert text_of(reply) == sentence("error-decision-expired", expired_at="2026-11-02 17:30 UTC")
        assert only_the_first_is_open(talk)

    async def test_when_it_is_a_hold_then_refused(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy AAPL?")
        reply = await talk.press("ann", f"adjust:{newest(talk).id}:1:800:")
        assert text_of(reply) == sentence("error-stale-decision", status="hold", symbol="AAPL")

    async def test_when_cancelled_before_then_says_so(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        await talk.press("ann", button(proposed, "cancel"))
        reply = await adjust(talk, proposed, "800")
        assert text_of(reply) == sentence("error-stale-decision", status="cancelled", symbol="GOOG")

    async def test_when_made_at_another_markets_prices_then_refused(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.name = "yahoo"
        reply = await adjust(talk, proposed, "800")
        assert text_of(reply) == sentence("error-stale-decision", status="another_market", symbol="GOOG")

    async def test_when_the_market_does_not_answer_then_said_and_the_old_one_stays(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        talk.market.error = MarketSourceError()
        reply = await adjust(talk, proposed, "800")
        assert text_of(reply) == sentence("error-market-source")
        assert only_the_first_is_open(talk)

    async def test_when_the_note_is_endless_then_cut_and_made_one_visible_line(self, talk: Talk) -> None:
        await adjust(talk, await talk.proposed(), "800", "a\u202eb\nc\x07 " + "x" * 2_000)
        note = newest(talk).proposal.reasons[0].words["note"]
        assert note == "ab c " + "x" * 495


class TestPlainPress:
    async def test_when_open_then_says_in_private_how_to_write_it(self, talk: Talk) -> None:
        adjusting = button(await talk.proposed(), "adjust")
        reply = await talk.press("ann", adjusting)
        assert text_of(reply) == sentence("adjust-how", button=adjusting.id)
        assert reply.answer.is_private
        assert only_the_first_is_open(talk)


class TestRaces:
    async def test_when_the_same_form_is_handed_in_twice_then_one_new_version(self, talk: Talk) -> None:
        pressed = filled_in(await talk.proposed(), "1600")
        turn = await talk.hand_in_press("ann", pressed)

        await asyncio.gather(*(talk.presses.handle_press(turn) for _ in range(5)))

        assert "adjusted the proposal" in text_of(talk.reply(turn))
        assert statuses(talk) == [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)]

    async def test_when_two_forms_are_filled_in_at_once_then_one_counts_and_the_other_is_told(self, talk: Talk) -> None:
        proposed = await talk.proposed()

        replies = await asyncio.gather(*(adjust(talk, proposed, amount) for amount in ("800", "1600", "4000")))

        stale = sentence("error-stale-decision", status="superseded", symbol="GOOG")
        assert sorted(text_of(r) == stale for r in replies) == [False, True, True]
        assert statuses(talk) == [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)]

    @pytest.mark.parametrize("pauses", range(1, 9))
    @pytest.mark.parametrize("other", ["confirm", "cancel"])
    async def test_when_racing_with_a_verdict_then_exactly_one_of_them_counts(
        self, talk: Talk, pauses: int, other: str
    ) -> None:
        proposed = await talk.proposed()
        steps = iter([1] * pauses + [7, 1, 3, 1, 5, 2, 1] * 20)
        talk.memory.pauses = lambda: next(steps, 1)

        adjusted, verdict = await asyncio.gather(
            adjust(talk, proposed, "1600"), talk.press("ann", button(proposed, other))
        )

        over = {"confirm": DecisionStatus.FILLED, "cancel": DecisionStatus.CANCELLED}[other]
        was_adjusted = "adjusted the proposal" in text_of(adjusted)
        expected = [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)] if was_adjusted else [(1, over)]
        assert statuses(talk) == expected
        assert verdict.answer.is_private is was_adjusted  # the one that came late is told so, alone
        assert adjusted.answer.is_private is not was_adjusted
        assert talk.orders_carried_out == (not was_adjusted and other == "confirm")

    async def test_when_the_price_is_slow_and_it_is_confirmed_meanwhile_then_not_adjusted(self, talk: Talk) -> None:
        proposed = await talk.proposed()

        async def confirmed() -> None:
            await talk.press("ann", button(proposed, "confirm"))

        talk.market.before = confirmed
        reply = await adjust(talk, proposed, "1600")

        assert text_of(reply) == sentence("error-stale-decision", status="filled", symbol="GOOG")
        assert statuses(talk) == [(1, DecisionStatus.FILLED)]
        assert talk.orders_carried_out == 1

    async def test_when_killed_at_any_edge_then_the_rerun_comes_to_exactly_one_new_version(self) -> None:
        edges = 0
        while True:
            talk = Talk()
            turn = await talk.hand_in_press("ann", filled_in(await talk.proposed(), "1600", "half"))
            talk.memory.edges_to_live = edges
            try:
                await talk.presses.handle_press(turn)
                was_killed = False
            except ProcessKilled:
                was_killed = True
            talk.memory.edges_to_live = None
            if was_killed:
                assert statuses(talk) in (
                    [(1, DecisionStatus.PROPOSED)],
                    [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)],
                )
            talk.pass_time(timedelta(minutes=1))
            await talk.recovery.handle_abandoned_presses(talk.runner().scope)

            assert "adjusted the proposal" in text_of(talk.reply(turn))
            assert statuses(talk) == [(1, DecisionStatus.SUPERSEDED), (2, DecisionStatus.PROPOSED)]
            talk.check_invariants()
            if not was_killed:
                break
            edges += 1
        assert edges > 3

    async def test_when_the_database_is_down_then_the_press_stays_to_be_handled(self, talk: Talk) -> None:
        turn = await talk.hand_in_press("ann", filled_in(await talk.proposed(), "1600"))
        talk.memory.error = StoreUnavailableError()
        with pytest.raises(StoreUnavailableError):
            await talk.presses.handle_press(turn)
        talk.memory.error = None
        assert talk.memory.state.turns[turn.id].status is InputStatus.ACCEPTED
        assert only_the_first_is_open(talk)


class TestForm:
    @pytest.mark.parametrize(
        ("language", "title"), [(Language.ENGLISH, "Adjust: buy 3 GOOG"), (Language.CHINESE, "调整：买入 3 股 GOOG")]
    )
    async def test_when_open_then_shows_what_it_is_about(self, talk: Talk, language: Language, title: str) -> None:
        await talk.proposed()
        d = newest(talk)

        form = await talk.core.adjust_form_builder.build_form(
            d.tenant_id, d.id, d.version, Locale(language), person_id="U-ann"
        )

        assert form.title == title
        assert form.amount == D("2267.07")
        labels = (form.amount_label, form.note_label, form.submit, form.cancel)
        assert all(0 < len(label) <= 24 for label in labels)
        assert form.amount_hint
        assert form.note_hint

    async def test_when_the_words_are_long_then_the_title_names_the_symbol_alone(self, talk: Talk) -> None:
        await hold(talk, shares=100)
        await talk.proposed(text="sell all GOOG")
        d = newest(talk)
        form = await talk.core.adjust_form_builder.build_form(d.tenant_id, d.id, d.version, Locale(Language.ENGLISH))
        assert form.title == "Adjust: GOOG"  # "sell all 100 GOOG" would be one character too long
        assert form.amount == 100 * PRICE

    async def test_when_it_is_no_longer_open_then_raises_what_is_told(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        forms, d = talk.core.adjust_form_builder, newest(talk)
        with pytest.raises(NotYourDecisionError):
            await forms.build_form(d.tenant_id, d.id, 1, Locale(Language.ENGLISH), person_id="U-bob")
        with pytest.raises(UnknownDecisionError):
            await forms.build_form(d.tenant_id, DecisionId(talk.new_id()), 1, Locale(Language.ENGLISH))
        await adjust(talk, proposed, "800")
        with pytest.raises(StaleDecisionError):
            await forms.build_form(d.tenant_id, d.id, 1, Locale(Language.ENGLISH))
        talk.pass_time(timedelta(hours=1))
        with pytest.raises(DecisionExpiredError):
            await forms.build_form(d.tenant_id, d.id, 2, Locale(Language.ENGLISH))
