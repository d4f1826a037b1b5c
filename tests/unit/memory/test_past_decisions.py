"""What an engine is told of before: what was decided, how that went, and what the broker refused."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from random import Random

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.retrieval import RefusedOrder, RetrievalResult
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.execution.orders import Rejection
from bot.domain.trading.forecasts.reflection import Reflection
from bot.errors import MarketSourceError
from bot.memory.past_decisions import PastDecisions
from tests.fakes.core import Talk, button, text_of
from tests.fakes.core_ports import calendar
from tests.fakes.engine import ScriptedEngine, fallback_proposal, text_reason, trade_proposal

D = Decimal


@dataclass
class PastDecisionsProbe:
    """A handler that looks up the histories, and keeps what it was asked."""

    histories: PastDecisions
    asked: list[TurnContext] = field(default_factory=list)

    async def __call__(self, context: TurnContext, _: Analyze) -> TurnResult:
        self.asked.append(context)
        return TurnResult(answer=Answer(blocks=()))

    async def at(
        self, talk: Talk, *symbols: str, seen: Callable[[TurnContext], TurnContext] = lambda context: context
    ) -> RetrievalResult:
        await talk.say("ann", "analyze google")
        return await self.histories(seen(self.asked[-1]), symbols)


def _at_time(clock: datetime, context: TurnContext) -> TurnContext:
    return replace(context, market_time=clock)


def looks(talk: Talk) -> PastDecisionsProbe:
    found = PastDecisionsProbe(
        PastDecisions(
            stores=talk.stores, portfolio=talk.core.portfolio, calendar=calendar(), policy=talk.policy, clock=talk.clock
        )
    )
    talk.handlers[Analyze] = found
    return found


async def confirmed(talk: Talk, text: str) -> str:
    return text_of(await talk.press("ann", button(await talk.proposed(text=text), "confirm")))


async def refused(talk: Talk, text: str, reason: str = "insufficient_cash") -> str:
    """Confirm what a broker then refuses."""
    talk.broker.rejection = Rejection(reason)
    told = await confirmed(talk, text)
    talk.broker.rejection = None
    return told


class TestPastDecisions:
    async def test_what_was_decided_and_what_came_of_it(self, talk: Talk) -> None:
        look = looks(talk)
        await confirmed(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 20")
        found = await look.at(talk, "GOOG", "IBM")
        assert found.past_decisions.keys() == {"GOOG"}
        (past,) = found.past_decisions["GOOG"]
        assert (past.action, past.status, past.shares) == (Action.INCREASE, DecisionStatus.FILLED, D(3))
        assert (past.session, past.sessions_since, past.price) == (date(2013, 1, 31), 20, D("755.69"))
        assert past.change_since == D("806.19") / D("755.69") - 1
        assert "above_sma200" in past.reasons

    async def test_moved_at_random_the_clock_never_tells_a_later_reflection(self, talk: Talk) -> None:
        random = Random(11)  # noqa: S311 - the same clock in each run
        look = looks(talk)
        await confirmed(talk, "buy 3 shares of GOOG")
        decision = talk.decisions()[0]
        settled_at = decision.proposal.price_as_of + timedelta(days=29)
        reflection = Reflection(
            key=decision.key,
            account_id=decision.account_id,
            symbol="GOOG",
            settled_as_of=settled_at,
            came_true=True,
            excess_percent=D(2),
            right=(0,),
            wrong=(),
            cases=1,
            cases_come_true=1,
        )
        async with talk.stores.transaction(decision.tenant_id) as tx:
            await tx.reflections.add_reflection(reflection)
        for _ in range(12):
            clock = settled_at + timedelta(hours=random.randrange(-400, 400))
            found = await look.at(talk, "GOOG", seen=partial(_at_time, clock))
            assert [each.reflection for each in found.reflections] == ([reflection] if clock >= settled_at else [])
            assert (await look.at(talk, "IBM")).reflections == ()

    async def test_the_latest_five_of_each_newest_first(self, talk: Talk) -> None:
        look = looks(talk)
        for shares in range(1, 8):
            await confirmed(talk, f"buy {shares} shares of GOOG")
            await confirmed(talk, f"buy {shares} IBM")
        found = await look.at(talk, "GOOG", "IBM", "GOOG")
        assert [past.shares for past in found.past_decisions["GOOG"]] == [7, 6, 5, 4, 3]
        assert [past.shares for past in found.past_decisions["IBM"]] == [7, 6, 5, 4, 3]

    async def test_a_models_sentences_are_told_as_it_wrote_them(self) -> None:
        talk = Talk(engines=(ScriptedEngine(lambda f, _: trade_proposal(f, 3, text_reason("Earnings grew."))),))
        look = looks(talk)
        await talk.proposed()
        (past,) = (await look.at(talk, "GOOG")).past_decisions["GOOG"]
        assert past.reasons == ("Earnings grew.",)
        assert (past.sessions_since, past.change_since) == (0, D(0))

    async def test_holds_and_fallbacks_are_none(self) -> None:
        talk = Talk(
            engines=(ScriptedEngine(lambda f, _: fallback_proposal(f) if f.symbol == "GOOG" else trade_proposal(f, 0)),)
        )
        look = looks(talk)
        await talk.say("ann", "should I buy google and IBM?")
        assert await look.at(talk, "GOOG", "IBM") == RetrievalResult()

    async def test_nothing_priced_later_than_the_account_may_know(self, talk: Talk) -> None:
        look = looks(talk)
        await talk.proposed()
        await talk.say("ann", "/advance 5")
        await talk.say("bob", "buy 1 IBM")

        def before(context: TurnContext) -> TurnContext:
            earlier = calendar().close_after(date(2013, 1, 31), 2)
            return replace(context, market_time=earlier, account=replace(context.account, market_time=earlier))

        found = await look.at(talk, "GOOG", "IBM", seen=before)
        assert found.past_decisions.keys() == {"GOOG"}
        (past,) = found.past_decisions["GOOG"]
        assert past.sessions_since == 2
        quote = await talk.market.quote("GOOG", as_of=calendar().close_after(date(2013, 1, 31), 2))
        assert past.change_since == quote.price / past.price - 1

    async def test_when_there_is_no_price_now_then_the_change_is_not_known(self, talk: Talk) -> None:
        look = looks(talk)
        await talk.proposed()
        await talk.say("ann", "analyze google")
        talk.market.error = MarketSourceError(symbol="GOOG")
        (past,) = (await look.histories(look.asked[-1], ("GOOG",))).past_decisions["GOOG"]
        assert past.change_since is None

    async def test_after_a_split_then_prices_are_compared_in_its_shares(self, talk: Talk) -> None:
        look = looks(talk)
        await confirmed(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 3")
        (before,) = (await look.at(talk, "GOOG")).past_decisions["GOOG"]
        talk.market.actions = (CorporateAction("GOOG", date(2013, 2, 4), ActionKind.SPLIT, D(2)),)
        talk.market.prices["GOOG"] = (await talk.market.quote("GOOG", as_of=talk.account.market_time)).price / 2
        (past,) = (await look.at(talk, "GOOG")).past_decisions["GOOG"]
        assert past.change_since == before.change_since
        assert (past.price, past.shares) == (before.price / 2, D(6))

    async def test_what_is_settled_is_told_as_stored_once_it_is_known(self, talk: Talk) -> None:
        look = looks(talk)
        await confirmed(talk, "buy 3 shares of GOOG")
        await talk.say("ann", "/advance 20")
        (past,) = (await look.at(talk, "GOOG")).past_decisions["GOOG"]
        assert past.result is not None
        assert (past.result.sessions, past.result.price) == (20, D("806.19"))
        fifth = calendar().close_after(date(2013, 1, 31), 5)
        (past,) = (await look.at(talk, "GOOG", seen=partial(_at_time, fifth))).past_decisions["GOOG"]
        assert past.result is not None
        assert past.result.sessions == 5


class TestRefusedOrders:
    async def test_a_purchase_tells_the_cash_it_took(self, talk: Talk) -> None:
        look = looks(talk)
        await refused(talk, "buy 3 shares of GOOG")
        found = await look.at(talk, "GOOG", "IBM")
        assert found.refused_orders == (RefusedOrder(symbol="GOOG", reason="insufficient_cash", required=D("2267.07")),)

    async def test_a_sale_tells_shares(self, talk: Talk) -> None:
        look = looks(talk)
        await confirmed(talk, "buy 3 shares of GOOG")
        await refused(talk, "sell 2 shares of GOOG", "insufficient_shares")
        (found,) = (await look.at(talk, "GOOG")).refused_orders
        assert (found.reason, found.required) == ("insufficient_shares", D(2))

    async def test_newest_first_and_only_of_the_shares_asked_about(self, talk: Talk) -> None:
        look = looks(talk)
        for text in ("buy 3 shares of GOOG", "buy 2 IBM", "buy 4 shares of GOOG"):
            await refused(talk, text)
        assert [each.required for each in (await look.at(talk, "GOOG")).refused_orders] == [D("3022.76"), D("2267.07")]

    async def test_what_a_later_order_made_up_for_is_left_out(self, talk: Talk) -> None:
        look = looks(talk)
        await refused(talk, "buy 3 shares of GOOG")
        await confirmed(talk, "buy 1 share of GOOG")
        assert (await look.at(talk, "GOOG")).refused_orders == ()

    async def test_after_a_day_it_is_forgotten(self, talk: Talk) -> None:
        look = looks(talk)
        await refused(talk, "buy 3 shares of GOOG")
        talk.pass_time(timedelta(hours=25))
        assert (await look.at(talk, "GOOG")).refused_orders == ()
