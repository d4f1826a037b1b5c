"""Proposals without a message: what replay, briefs and alerts call."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

import pytest

from bot.domain.accounting.roll_forward import AccountValue
from bot.domain.market.features import Features
from bot.domain.models.requests import Caller
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.engine import RulesEngine
from bot.errors import InvalidDecisionError, MarketDataError
from bot.ports import Engine
from bot.trading.propose import EngineResult, ProposalRequest, Propose
from tests.fakes.core import Talk
from tests.fakes.engine import ScriptedEngine, trade_proposal

D = Decimal
PRICE = D("755.69")  # of GOOG


@dataclass
class RecordedProposalSteps:
    seen: list[str] = field(default_factory=list)

    async def reading(self, symbols: Sequence[str]) -> None:
        self.seen.append(f"reading {', '.join(symbols)}")

    async def deciding(self, engine: str) -> None:
        self.seen.append(f"deciding {engine}")

    async def draft(self, text: str) -> None:
        self.seen.append(text)


async def proposed(talk: Talk, *symbols: str, engine: Engine | None = None, **changes: object) -> EngineResult:
    await talk.say("ann", "hello")  # opens the account
    account = talk.account
    request = ProposalRequest(
        account=account, positions=(), symbols=symbols, caller=Caller(tenant_id=account.tenant_id)
    )
    propose = Propose(talk.stores, talk.core.portfolio, talk.policy, talk.clock)
    return await propose(replace(request, **changes), engine or RulesEngine(), observer=RecordedProposalSteps())  # type: ignore[arg-type]


async def test_one_proposal_per_symbol_in_the_order_asked(talk: Talk) -> None:
    found = await proposed(talk, "IBM", "GOOG")

    assert [proposal.symbol for proposal in found.result.proposals] == ["IBM", "GOOG"]
    assert found.features.keys() == {"IBM", "GOOG"}
    assert not found.faults


async def test_nothing_is_stored(talk: Talk) -> None:
    await proposed(talk, "GOOG")

    assert not talk.decisions()


@pytest.mark.parametrize(
    ("engine", "deepest"), [("committee", D("0.5")), ("rules", None)], ids=["weighs it", "does not"]
)
async def test_an_engine_that_weighs_it_then_told_how_far_the_account_has_fallen(
    talk: Talk, engine: str, deepest: Decimal | None
) -> None:
    await talk.say("ann", "hello")
    account = talk.account
    for day, cash in ((1, account.starting_cash * 2), (4, account.starting_cash * D("1.5"))):
        value = AccountValue(session=date(2013, 1, day), cash=cash, positions=D(0))
        talk.memory.state.account_values[account.id, value.session] = value
    asked = ScriptedEngine(name=engine)
    await proposed(talk, "GOOG", engine=asked)

    (request,) = asked.questions
    assert (request.drawdown.deepest if request.drawdown else None) == deepest


async def test_symbol_without_data_then_named_beside_the_others(talk: Talk) -> None:
    found = await proposed(talk, "GOOG", "NVDA")

    assert [proposal.symbol for proposal in found.result.proposals] == ["GOOG"]
    assert len(found.faults) == 1


async def test_no_symbol_has_data_then_raises(talk: Talk) -> None:
    with pytest.raises(MarketDataError):
        await proposed(talk, "NVDA")


async def test_pending_decision_takes_its_cash_unless_it_is_replaced(talk: Talk) -> None:
    await talk.say("ann", "buy 100 GOOG")
    (pending,) = talk.decisions()
    order = TradeRequest(side=Side.BUY, shares=D(100), is_order=True)

    beside = await proposed(talk, "GOOG", trade_request=order)
    instead = await proposed(talk, "GOOG", trade_request=order, replaces=frozenset({pending.id}))

    assert beside.result.proposals[0].shares == (D(90_000) - 100 * PRICE) // PRICE
    assert instead.result.proposals[0].shares == 100


async def test_engine_breaks_a_rule_then_nothing_is_proposed(talk: Talk) -> None:
    def overspends(features: Features, _: DecisionRequest) -> Proposal:
        return trade_proposal(features, 1_000)

    with pytest.raises(InvalidDecisionError) as refused:
        await proposed(talk, "GOOG", engine=ScriptedEngine(overspends))
    assert refused.value.facts["symbol"] == "GOOG"
