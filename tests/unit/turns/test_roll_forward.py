"""Dividends and splits reach the account on their day, once; a value is kept for each close."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.accounting.roll_forward import AccountValue, daily_values
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.orders import FINAL_ORDER_STATUSES, AccountOrder, OrderStatus, Side
from bot.errors import MarketSourceError
from tests.fakes.core import Talk, button, sentence, text_of
from tests.fakes.core_ports import calendar, sample

D = Decimal
SPLIT = CorporateAction("GOOG", date(2013, 2, 5), ActionKind.SPLIT, D(2))


async def buy(talk: Talk, text: str) -> None:
    await talk.press("ann", button(await talk.say("ann", text), "confirm"))


async def set_clock(talk: Talk, *, sessions: int) -> None:
    """Move the market's clock on, as that of a live market goes on: over open orders, with the account behind it."""
    close = calendar().close_after(date(2013, 1, 31), sessions)
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await tx.accounts.set_market_time(talk.account.id, close)


async def order_in_parts(talk: Talk, text: str, *, filled: Decimal) -> AccountOrder:
    """Confirm an order of which the broker fills only a part so far."""
    talk.broker.holds_fills = True
    await buy(talk, text)
    (order,) = [each for each in talk.memory.state.orders.values() if each.client_order_id not in _finished(talk)]
    if filled:
        await fill(talk, order, filled, executed_at=order.reference_as_of)
    return order


def _finished(talk: Talk) -> set[str]:
    reports = talk.memory.state.reports.values()
    return {each.client_order_id for each in reports if each.status in FINAL_ORDER_STATUSES}


async def fill(talk: Talk, order: AccountOrder, shares: Decimal, *, executed_at: datetime | None = None) -> None:
    """Fill a part of an order, by default now, and have it booked."""
    await talk.broker.fill(order, shares, executed_at=executed_at or talk.account.market_time)
    talk.pass_time(timedelta(seconds=30))
    await talk.recovery.finish_decisions()


def values(talk: Talk) -> list[AccountValue]:
    return sorted(talk.memory.state.account_values.values(), key=lambda value: value.session)


async def recomputed(talk: Talk) -> list[AccountValue]:
    """Return the value at each close, from the ledger and the sample's closes alone."""
    async with talk.stores.read(talk.account.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(talk.account)
    symbols = {fill.symbol for fill in ledger.fills}
    at = talk.account.market_time or await talk.market.now()
    histories = {each: await sample().history(each, first=date(2010, 1, 4), as_of=at) for each in symbols}
    days = [value.session for value in values(talk)]
    sessions = calendar().sessions(days[0], days[-1])
    return list(daily_values(ledger, histories, sessions))


class TestDividends:
    async def test_are_credited_on_the_ex_date_to_who_held_before(self, talk: Talk) -> None:
        await buy(talk, "buy 10 shares of AAPL")  # at the close of 2013-01-31; the ex-date is 02-07
        cash = talk.account.cash
        await talk.say("ann", "/advance 4")
        await talk.say("ann", "hello")
        assert talk.account.cash == cash
        await talk.say("ann", "/advance 1")
        await talk.say("ann", "hello")
        assert talk.account.cash == cash + D("26.50")
        talk.check_invariants()

    async def test_are_not_paid_on_what_was_bought_at_the_close_of_the_ex_date(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        await talk.say("ann", "/advance 5")
        await buy(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 5")
        await talk.say("ann", "hello")
        assert talk.memory.state.actions == {}

    async def test_are_paid_on_what_was_sold_at_the_close_of_the_ex_date(self, talk: Talk) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 5")
        await buy(talk, "sell 10 shares of AAPL")
        await talk.say("ann", "/advance 5")
        await talk.say("ann", "hello")
        (paid,) = talk.memory.state.actions.values()
        assert (paid.shares, paid.cash, paid.ex_date) == (D(10), D("26.50"), date(2013, 2, 7))

    async def test_late_start_catches_up_in_order(self, talk: Talk) -> None:
        """An account of before there was a ledger: nothing was rolled forward, and the clock has moved on since."""
        await buy(talk, "buy 10 shares of AAPL")
        await buy(talk, "buy 10 shares of IBM")
        await talk.say("ann", "/advance 20")
        state = talk.memory.state
        state.accounts[talk.account.id] = replace(talk.account, rolled_to=None)
        state.account_values.clear()

        await talk.say("ann", "hello")

        booked = [(each.symbol, each.ex_date, each.cash) for each in talk.memory.state.actions.values()]
        assert booked == [("IBM", date(2013, 2, 6), D("8.50")), ("AAPL", date(2013, 2, 7), D("26.50"))]
        assert [value.session for value in values(talk)][:1] == [date(2013, 1, 31)]
        assert len(values(talk)) == 21
        talk.check_invariants()

    async def test_two_turns_at_once_credit_once(self, talk: Talk) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await set_clock(talk, sessions=10)
        account = talk.account
        changed = await asyncio.gather(*(talk.core.roll_forward.catch_up(account) for _ in range(5)))
        assert changed == [True] * 5  # each has to read it again
        assert len(talk.memory.state.actions) == 1
        assert not await talk.core.roll_forward.catch_up(talk.account)

    async def test_wait_for_an_open_order_in_their_shares_which_belongs_before_them(self, talk: Talk) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await buy(talk, "buy 5 shares of IBM")
        await set_clock(talk, sessions=10)
        (order,) = [each for each in talk.memory.state.orders.values() if each.symbol == "IBM"]
        report = talk.memory.state.reports.pop(order.client_order_id)
        await talk.say("ann", "hello")
        assert {each.symbol for each in talk.memory.state.actions.values()} == {"AAPL"}
        talk.memory.state.reports[order.client_order_id] = report
        assert report.status is OrderStatus.FILLED
        await talk.say("ann", "hello")
        assert {each.symbol for each in talk.memory.state.actions.values()} == {"AAPL", "IBM"}


class TestOrderOpenAcrossAnExDate:
    """20 AAPL ordered at the close of 2013-01-31, 6 of them filled then; the ex-date of $2.65 is 02-07."""

    async def test_the_dividend_is_paid_on_what_was_filled_before_it(self, talk: Talk) -> None:
        order = await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        await set_clock(talk, sessions=5)
        await fill(talk, order, D(14))
        await talk.say("ann", "hello")
        assert [(each.shares, each.cash) for each in talk.memory.state.actions.values()] == [(D(6), D("15.90"))]
        talk.check_invariants()

    async def test_a_fill_from_before_it_that_is_reported_late_counts(self, talk: Talk) -> None:
        order = await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        before = talk.account.market_time or await talk.market.now()
        await set_clock(talk, sessions=5)
        await talk.say("ann", "hello")
        await fill(talk, order, D(4), executed_at=before)
        await talk.say("ann", "hello")
        assert talk.memory.state.actions == {}
        await fill(talk, order, D(10))
        await talk.say("ann", "hello")
        assert [each.shares for each in talk.memory.state.actions.values()] == [D(10)]
        talk.check_invariants()

    async def test_an_order_without_a_fill_so_far_is_waited_for_however_long(self, talk: Talk) -> None:
        order = await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(0))
        before = talk.account.market_time or await talk.market.now()
        for sessions in (4, 8, 19):
            await set_clock(talk, sessions=sessions)
            await talk.say("ann", "hello")
        await fill(talk, order, D(20), executed_at=before)
        await talk.say("ann", "hello")
        assert [each.shares for each in talk.memory.state.actions.values()] == [D(20)]

    async def test_another_share_is_traded_meanwhile(self, talk: Talk) -> None:
        await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        await set_clock(talk, sessions=5)
        talk.broker.holds_fills = False
        card = await talk.say("ann", "buy 3 shares of MSFT", thread="other")
        await talk.press("ann", button(card, "confirm"), thread="other")
        assert talk.position("MSFT") is not None

    @pytest.mark.parametrize("said", ["buy 2 AAPL", "sell 3 AAPL"])
    async def test_the_same_share_waits_and_the_order_is_named_at_once(
        self, talk: Talk, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        await set_clock(talk, sessions=5)
        card = await talk.say("ann", said, thread="other")
        monkeypatch.setattr("bot.turns.runner._MAX_TRIES", 1)  # it is not tried again and again
        reply = await talk.press("ann", button(card, "confirm"), thread="other")
        facts: dict[str, Any] = {"symbol": "AAPL", "side": "buy", "shares": D(20), "filled": D(6)}
        assert text_of(reply) == sentence(
            "error-action-waits-for-order", kind="dividend", date=date(2013, 2, 7), **facts
        )

    async def test_after_its_end_the_same_share_is_traded(self, talk: Talk) -> None:
        order = await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        await set_clock(talk, sessions=5)
        card = await talk.say("ann", "buy 3 shares of AAPL", thread="other")
        await talk.press("ann", button(card, "confirm"), thread="other")
        await fill(talk, order, D(14))
        talk.broker.holds_fills = False
        asked_anew = await talk.press("ann", button(card, "confirm"), thread="other")  # more is held than before
        await talk.press("ann", button(asked_anew, "confirm"), thread="other")
        position = talk.position("AAPL")
        assert position is not None
        assert position.shares == 23
        assert [each.shares for each in talk.memory.state.actions.values()] == [D(6)]

    async def test_a_split_that_waits_stops_every_trade_on_the_account(self, talk: Talk) -> None:
        order = await order_in_parts(talk, "buy 4 shares of GOOG", filled=D(1))
        talk.market.actions = (SPLIT,)
        await set_clock(talk, sessions=5)
        card = await talk.say("ann", "buy 3 shares of MSFT", thread="other")
        reply = await talk.press("ann", button(card, "confirm"), thread="other")
        facts: dict[str, Any] = {"symbol": "GOOG", "side": "buy", "shares": D(4), "filled": D(1)}
        assert text_of(reply) == sentence("error-action-waits-for-order", kind="split", date=SPLIT.ex_date, **facts)
        await fill(talk, order, D(3))
        talk.broker.holds_fills = False
        await talk.press("ann", button(card, "confirm"), thread="other")
        position = talk.position("GOOG")
        assert position is not None
        assert position.shares == 5  # 1 of before is 2, and 3 of after
        talk.check_invariants()

    async def test_a_split_listed_late_waits_for_a_sale_of_old_shares(self, talk: Talk) -> None:
        await buy(talk, "buy 10 GOOG")
        await set_clock(talk, sessions=5)
        order = await order_in_parts(talk, "sell all GOOG", filled=D(4))
        talk.market.actions = (replace(SPLIT, value=D("0.5")),)
        await set_clock(talk, sessions=6)
        await talk.say("ann", "hello")
        assert talk.memory.state.actions == {}
        await fill(talk, order, D(6))
        await talk.say("ann", "hello")
        (split,) = talk.memory.state.actions.values()
        assert (split.cash, talk.position("GOOG")) == (-5 * order.reference_price, None)
        talk.check_invariants()

    async def test_advance_waits_for_its_end_and_tells_what_it_books(self, talk: Talk) -> None:
        await buy(talk, "buy 5 shares of IBM")
        order = await order_in_parts(talk, "buy 20 shares of AAPL", filled=D(6))
        await talk.say("ann", "/advance 5")
        assert talk.memory.state.actions == {}
        await fill(talk, order, D(14), executed_at=order.reference_as_of)
        told = text_of(await talk.say("ann", "/advance 5"))
        assert {each.symbol for each in talk.memory.state.actions.values()} == {"AAPL", "IBM"}
        assert "IBM" in told
        assert "AAPL" in told


class TestSplits:
    async def test_multiplies_shares_and_divides_average_cost(self, talk: Talk) -> None:
        await buy(talk, "buy 3 shares of GOOG")
        cash, talk.market.actions = talk.account.cash, (SPLIT,)
        await talk.say("ann", "/advance 5")
        await talk.say("ann", "hello")
        position = talk.position("GOOG")
        assert position is not None
        assert (position.shares, position.average_cost) == (D(6), D("377.845"))
        assert talk.account.cash == cash

    async def test_pays_a_fraction_of_a_share_in_cash(self, talk: Talk) -> None:
        await buy(talk, "buy 3 shares of GOOG")
        cash, talk.market.actions = talk.account.cash, (replace(SPLIT, value=D("1.5")),)
        await talk.say("ann", "/advance 5")
        await talk.say("ann", "hello")
        position = talk.position("GOOG")
        assert position is not None
        assert position.shares == 4
        close = (await sample().quote("GOOG", as_of=calendar().close_after(date(2013, 2, 4), 0))).price
        assert talk.account.cash == cash + (close / D("1.5") / 2).quantize(D("0.01"))

    @pytest.mark.parametrize(("later", "held"), [(("sell all GOOG",), 0), (("sell 8 GOOG", "buy 3 GOOG"), 3)])
    async def test_listed_after_more_was_sold_then_takes_the_proceeds_back_once(
        self, talk: Talk, later: tuple[str, ...], held: int
    ) -> None:
        await buy(talk, "buy 10 GOOG")
        await talk.say("ann", "/advance 5")
        for text in later:
            await buy(talk, text)
        cash, talk.market.actions = talk.account.cash, (replace(SPLIT, value=D("0.5")),)
        (price,) = {each.fill.price for each in talk.memory.state.fills.values() if each.order.side is Side.SELL}
        back = ((10 if not held else 8) - 5) * price
        told = await talk.say("ann", "/advance 1")
        assert "10 shares are now 5. More than that had been sold since" in text_of(told)
        assert talk.account.cash == cash - back
        assert (position.shares if (position := talk.position("GOOG")) else 0) == held
        assert "split" not in text_of(await talk.say("ann", "/advance 1"))
        await buy(talk, "buy 1 IBM")
        assert talk.position("IBM") is not None
        assert values(talk) == await recomputed(talk)
        talk.check_invariants()

    async def test_in_chinese_the_proceeds_taken_back_are_told(self, talk: Talk) -> None:
        await buy(talk, "buy 10 GOOG")
        await talk.say("ann", "/advance 5")
        await buy(talk, "sell all GOOG")
        talk.market.actions = (replace(SPLIT, value=D("0.5")),)
        await talk.say("ann", "我的投资组合怎么样？")
        assert "10 股变为 5 股；此后卖出的多于此数" in text_of(await talk.say("ann", "/advance 1"))

    async def test_a_pending_purchase_is_asked_anew_in_new_shares(self, talk: Talk) -> None:
        card = await talk.say("ann", "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 5")
        price = (await sample().quote("GOOG", as_of=talk.account.market_time)).price
        talk.market.actions, talk.market.prices = (SPLIT,), {"GOOG": price / 2}

        reply = await talk.press("ann", button(card, "confirm"))

        assert sentence("split-since", symbol="GOOG", ratio=D(2), was=D(3), now=D(6)) in text_of(reply)
        assert talk.orders_carried_out == 0
        (new,) = reply.answer.decisions
        assert (new.version, new.proposal.shares, new.proposal.price) == (2, D(6), price / 2)
        await talk.press("ann", button(reply, "confirm"))
        position = talk.position("GOOG")
        assert position is not None
        assert position.shares == 6

    async def test_a_pending_sale_is_asked_anew_in_new_shares(self, talk: Talk) -> None:
        await buy(talk, "buy 4 shares of GOOG")
        card = await talk.say("ann", "sell 2 shares of GOOG")
        talk.market.actions = (SPLIT,)
        await talk.say("ann", "/advance 5")
        price = (await sample().quote("GOOG", as_of=talk.account.market_time)).price
        talk.market.prices = {"GOOG": price / 2}

        reply = await talk.press("ann", button(card, "confirm"))

        (new,) = reply.answer.decisions
        assert (new.proposal.shares, talk.orders_carried_out) == (D(4), 1)
        await talk.press("ann", button(reply, "confirm"))
        position = talk.position("GOOG")
        assert position is not None
        assert position.shares == 4

    async def test_a_reverse_split_that_leaves_no_whole_share_refuses(self, talk: Talk) -> None:
        card = await talk.say("ann", "buy 3 shares of GOOG")
        talk.market.actions = (replace(SPLIT, value=D("0.1")),)
        await talk.say("ann", "/advance 5")
        reply = await talk.press("ann", button(card, "confirm"))
        assert sentence("error-split-since-proposal", symbol="GOOG") in text_of(reply)
        assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]


class TestValues:
    async def test_one_for_each_close_equal_to_the_ledger(self, talk: Talk) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await talk.say("ann", "/advance 3")
        await buy(talk, "buy 7 shares of FB")
        await talk.say("ann", "/advance 2")
        await talk.say("ann", "/advance 1")
        await buy(talk, "sell 4 shares of AAPL")
        await talk.say("ann", "/advance 14")
        await talk.say("ann", "hello")

        stored = values(talk)
        assert len(stored) == 21
        assert stored == await recomputed(talk)
        assert stored[0].total == talk.account.starting_cash
        assert stored[-1].cash == talk.account.cash

    async def test_a_tenant_without_trades_has_its_cash(self, talk: Talk) -> None:
        await talk.say("ann", "/advance 3")
        await talk.say("ann", "hello")
        assert [value.total for value in values(talk)] == [D(100_000)] * 4

    async def test_going_back_before_the_first_trade_begins_anew(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 6, 15))
        await talk.say("ann", "hello")
        assert [value.session for value in values(talk)] == [date(2012, 6, 15)]

    async def test_a_share_without_a_close_is_valued_at_its_last_one_and_what_was_valued_before_stays(
        self, talk: Talk
    ) -> None:
        await buy(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 3")
        await talk.say("ann", "hello")
        before = values(talk)
        talk.market.without_price = {"GOOG"}
        await talk.say("ann", "/advance 1")
        await talk.say("ann", "hello")
        last = values(talk)[-1]
        assert (values(talk)[:-1], last.at_cost, last.total) == (before, (), before[-1].total)
        assert last.total != talk.account.starting_cash

    async def test_when_its_closes_are_known_again_then_the_sessions_between_are_valued_by_them(
        self, talk: Talk
    ) -> None:
        await buy(talk, "buy 3 shares of GOOG")
        talk.market.without_price = {"GOOG"}
        await talk.say("ann", "/advance 15")
        talk.market.without_price = ()
        await talk.say("ann", "/advance 1")
        await talk.say("ann", "hello")
        assert values(talk) == await recomputed(talk)


class TestSourceThatFails:
    async def test_a_turn_is_answered_without_and_later_catches_up(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await set_clock(talk, sessions=10)
        with monkeypatch.context() as patch:
            patch.setattr(talk.market, "history", _fails)
            await talk.say("ann", "hello")
            assert talk.memory.state.actions == {}
        talk.pass_time(timedelta(minutes=2))
        await talk.say("ann", "hello")
        assert len(talk.memory.state.actions) == 1

    async def test_a_fault_of_ours_leaves_no_message_unanswered(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await set_clock(talk, sessions=10)
        monkeypatch.setattr("bot.trading.account.roll_forward.plan_roll", _faulty)
        assert "/portfolio" in text_of(await talk.say("ann", "help"))
        assert talk.memory.state.actions == {}

    async def test_a_confirmation_is_not_carried_out_on_an_account_that_may_lack_a_split(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await buy(talk, "buy 10 shares of AAPL")
        await set_clock(talk, sessions=10)
        with monkeypatch.context() as patch:
            patch.setattr(talk.market, "history", _fails)
            card = await talk.say("ann", "sell 5 shares of AAPL")
            await talk.press("ann", button(card, "confirm"))
        assert talk.orders_carried_out == 1
        await talk.press("ann", button(card, "confirm"), press_id="again")
        assert talk.orders_carried_out == 2


def _faulty(*_: object, **__: object) -> None:
    raise ZeroDivisionError


async def _fails(symbol: str, **_: object) -> None:
    raise MarketSourceError(symbol=symbol, source="yahoo", cause="timeout")
