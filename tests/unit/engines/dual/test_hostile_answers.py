"""Whatever the models write: no crash, no proposal that breaks a rule, and every stand-in is marked."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

from bot.domain.text.emphasis import GAP, UNCHECKED, emphasis_as_text
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.drafts import MAX_REASON_LENGTH
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import find_violations
from bot.locales import Catalogue
from tests.fakes.decision_requests import decision_request, dual_engine, snapshot
from tests.fakes.dual_answers import random_script
from tests.fakes.market import neutral_features, portfolio
from tests.fakes.model import models

D = Decimal
SAY = Catalogue()
SYMBOLS = ("AAPL", "MSFT", "IBM")
WISHES = (
    TradeRequest(),
    TradeRequest(max_cash=D(3_000)),
    TradeRequest(side=Side.BUY),
    TradeRequest(side=Side.SELL),
    TradeRequest(side=Side.BUY, amount=D(40_000), is_order=True),
    TradeRequest(side=Side.SELL, fraction=D("0.5"), is_order=True),
    TradeRequest(side=Side.BUY, shares=D(7), stop=D(90)),
)
SEEDS = (*range(150), 170, 231)  # these reach every branch that 500 reach


def asked(seed: int) -> DecisionRequest:
    known = (
        neutral_features(symbol="AAPL"),
        neutral_features(symbol="MSFT", price=D("27.45")),
        neutral_features(symbol="IBM", price=D("755.69")),
    )
    held = portfolio(cash=60_000, shares=D(40), price=98)  # valued at another price than the question's
    return decision_request(
        features=known,
        snapshots=tuple(snapshot(each) for each in known),
        portfolio=held,
        trade_request=WISHES[seed % len(WISHES)],
        commission=D(seed % 2),
        reserved_cash=D(1_000 * (seed % 3)),
    )


def broken(proposal: Proposal, of: DecisionRequest, spent: Decimal) -> tuple[object, ...]:
    limit = of.trade_request.max_cash
    return find_violations(
        proposal,
        portfolio=of.portfolio,
        commission=of.commission,
        limits=Limits(max_cash=None if limit is None else limit - spent),
        reserved_cash=of.reserved_cash + spent,
    )


def check(decided: DecisionResult, of: DecisionRequest) -> None:
    assert tuple(p.symbol for p in decided.proposals) == SYMBOLS
    spent = D(0)
    for p in decided.proposals:
        assert broken(p, of, spent) == ()
        spent += p.cash_change + of.commission if p.cash_change > 0 else 0
        assert p.side in {None, of.trade_request.side or p.side}
        marked = [reason for reason in p.reasons if reason.code.startswith("fallback_")]
        assert bool(marked) == (p.fallback is not None)
        assert p.fallback is None or (p.action, p.confidence) == (Action.HOLD, D("0.50"))
        for reason in p.reasons:
            shown = [SAY.render_reason(Locale(language), reason) for language in Language]
            assert all(emphasis_as_text(text).isprintable() for text in shown)
            words = [text.replace(UNCHECKED, "").replace(GAP, "") for text in reason.words.values()]
            assert all(text.isprintable() and len(text) <= MAX_REASON_LENGTH for text in words)
    for said in decided.discussion:
        said.text.encode()
        assert "\x00" not in said.text
    assert not set(decided.unrequested_symbols) & set(SYMBOLS)


async def test_generated_answers() -> None:
    outcomes: Counter[str] = Counter()
    for seed in SEEDS:
        of = asked(seed)
        asking, fake = models(random_script(seed))
        decided = await dual_engine(asking).decide(of)
        check(decided, of)
        assert len(fake.requests) <= 5
        assert decided.run is not None
        assert decided.run.calls == len(fake.requests)
        outcomes.update(p.fallback or p.action.value for p in decided.proposals)
    assert outcomes["no_valid_answer"] + outcomes["model_garbled"] + outcomes["missing"] > 0
    assert sum(outcomes[action] for action in Action) > 0


async def test_account_with_nothing_to_spend() -> None:
    for seed in range(30):
        of = replace(asked(seed), portfolio=portfolio(cash=-5_000), reserved_cash=D(10_000))
        asking, _ = models(random_script(seed))
        decided = await dual_engine(asking).decide(of)
        check(decided, of)
        assert all(p.cash_change <= 0 for p in decided.proposals)
