"""Every code that the deciding domain can produce has a sentence in both languages, filled from its own figures."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import cache

from bot.domain.market.features import Features
from bot.domain.market.indicators import Bollinger, Macd
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import NewsItem, PriceRelease, Staleness
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.bound_checks import find_cap_violations
from bot.domain.trading.bound_reasons import untold_limit_violations, with_bound_reasons
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.broker import Difference, DifferenceKind
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.execution.reconciliation import difference_violations
from bot.domain.trading.sizes.settled_size import settle_size
from bot.domain.trading.sizes.sizing import with_stated_risk
from bot.domain.trading.sizes.stated_size import FRACTIONS, StatedRisk
from bot.domain.trading.tags import TAGS_BY_REASON
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import Violation, find_violations
from bot.engines.common.sized_trade import sized_by
from bot.engines.revisions import requote
from bot.engines.rules.proposal import propose
from bot.locales import Catalogue
from bot.trading.reserved_funds import resized_proposal
from tests.fakes.limits import some_limits
from tests.fakes.market import CLOSE, falling_features, neutral_features, portfolio, proposal, rising_features
from tests.unit.locales.sentences import unsayable, written

D = Decimal
SAY = Catalogue()
FILES = ("reasons.ftl", "limits.ftl")
ITEMS = tuple(NewsItem("IBM", CLOSE - timedelta(days=1), "Results", "press", tone) for tone in (1, -1))
GAPS = ("sma50", "sma200", "change_120", "macd", "rsi14", "bollinger20", "volatility60", "volume_ratio")
COMPANY_GAPS = ("pe_ratio", "eps_ttm", "dividend_yield")
LARGE = replace(proposal(Action.INCREASE, shares=850), stop_price=D(90))
SITUATIONS = [
    neutral_features(),
    rising_features(),
    falling_features(),
    neutral_features(
        rsi14=80.0, bollinger20=Bollinger(1.0, 2.0, 3.0), volatility60=0.5, volume_ratio=3.0, pe_ratio=D(40)
    ),
    neutral_features(rsi14=20.0, bollinger20=Bollinger(200.0, 210.0, 220.0), pe_ratio=D(5), dividend_yield=D("0.05")),
    neutral_features(sma50=D(110), news=ITEMS, pe_ratio=None, eps_ttm=D(-1)),
    neutral_features(sma50=D(90), change_120=0.01, macd=Macd(1.0, 2.0, -1.0)),
    neutral_features(sma50=None, missing=("sma50:too_few_sessions",)),
    neutral_features(
        **dict.fromkeys((*GAPS, *COMPANY_GAPS)), missing=("news:source_has_none", "sma200:too_few_sessions")
    ),
]
WISHES = [
    TradeRequest(),
    *(TradeRequest(side=side) for side in Side),
    *(
        replace(size, side=side, is_order=True)
        for side in Side
        for size in (
            TradeRequest(shares=D(3)),
            TradeRequest(amount=D(1_000)),
            TradeRequest(fraction=D("0.5")),
            TradeRequest(fraction=D(1)),
        )
    ),
    TradeRequest(side=Side.BUY, shares=D(10**6), is_order=True),
    TradeRequest(side=Side.BUY, max_cash=D(3_000)),
    TradeRequest(side=Side.BUY, max_cash=D(1)),
    TradeRequest(side=Side.BUY, shares=D(1), stop=D(900), is_order=True),
]


def every_proposal() -> Iterator[Proposal]:
    ranges: list[float | None] = [2.0, 20.0, None]
    known: list[Features] = [*SITUATIONS, *(rising_features(atr14=atr) for atr in ranges)]
    for features in known:
        for trade_request in WISHES:
            for shares in (0, 1, 7):
                yield propose(features, portfolio=portfolio(shares=shares), trade_request=trade_request)
    yield from every_second_look()
    yield resized_proposal(LARGE, D(1))
    yield from every_settled_size()
    for how in Staleness:
        old = neutral_features(
            staleness=how, opens_at=CLOSE, release=PriceRelease("Ann", CLOSE), delay=timedelta(minutes=15)
        )
        yield with_bound_reasons(
            replace(LARGE, reasons=()), portfolio=portfolio(), commission=D(1), reserved_cash=D(0), features=old
        )
    dated = replace(portfolio(), last_known={"NVDA": SessionClose(CLOSE.date(), D(9))})
    yield with_bound_reasons(replace(LARGE, reasons=()), portfolio=dated, commission=D(1), reserved_cash=D(0))
    within = replace(portfolio(), limits=some_limits(D(1_000)))
    yield propose(rising_features(), portfolio=within, trade_request=TradeRequest(side=Side.BUY))
    for limits in (some_limits(D(1)), some_limits(D(10**6))):
        account = replace(portfolio(), limits=limits)
        yield with_bound_reasons(replace(LARGE, reasons=()), portfolio=account, commission=D(1), reserved_cash=D(0))


def every_settled_size() -> Iterator[Proposal]:
    """Sizes that follow from the account, those that need no trade among them, and purchases under a risk."""
    account = BuyingPower.from_portfolio(portfolio(shares=7), symbol=rising_features().symbol, price=D(100))
    sizes = [
        TradeRequest(shares=D(9)),
        TradeRequest(amount=D(850)),
        *(TradeRequest(fraction=D("0.2"), fraction_of=base) for base in FRACTIONS),
    ]
    for size in sizes:
        for request in (size, replace(size, is_minimum=True), *(replace(size, is_target=True, side=s) for s in Side)):
            yield from of_size(replace(request, is_order=True), account)
    yield from of_size(TradeRequest(amount=D(50), is_target=True), account)
    risk = TradeRequest(side=Side.BUY, risk=StatedRisk(amount=D(100)), is_order=True)
    for features in (rising_features(), rising_features(atr14=None)):
        yield propose(features, portfolio=portfolio(), trade_request=risk)
    yield with_stated_risk(replace(LARGE, reasons=()), StatedRisk(fraction=D("0.5")), portfolio=portfolio())


def of_size(request: TradeRequest, account: BuyingPower) -> Iterator[Proposal]:
    settled = settle_size(request, account)
    if isinstance(settled, Reason):
        yield replace(LARGE, reasons=(settled,))
    elif settled.settled is not None:
        yield replace(LARGE, reasons=(sized_by(settled.settled),))


def every_second_look() -> Iterator[Proposal]:
    """The same trade after the price has moved, argued by the rules and by an engine that is not asked again."""
    buy = propose(
        rising_features(),
        portfolio=portfolio(),
        trade_request=TradeRequest(side=Side.BUY, shares=D(3), stop=D(90), is_order=True),
    )
    for features in (neutral_features(), rising_features(), falling_features()):
        yield requote(buy, features=features, portfolio=portfolio())
        yield requote(replace(buy, engine="other"), features=replace(features, price=D(80)), portfolio=portfolio())


def every_violation() -> Iterator[Violation]:
    buy = proposal(Action.INCREASE, shares=10)
    sell = proposal(Action.DECREASE, shares=5, held=10)
    broken: list[tuple[Proposal, int]] = [
        (replace(buy, price=D("NaN")), 0),
        (replace(buy, price=D(0)), 0),
        (replace(buy, confidence=D(2), reasons=(), stop_price=D(200)), 0),
        (replace(buy, target_cash_amount=D(5)), 0),
        (proposal(Action.INCREASE, shares="1.5"), 0),
        (replace(buy, shares=D(7)), 0),
        (replace(sell, action=Action.INCREASE), 10),
        (replace(sell, action=Action.CLOSE), 10),
        (sell, 0),
        (proposal(Action.DECREASE, shares=11, held=10), 10),
        (replace(proposal(Action.HOLD, held=10), target_cash_amount=D(0), cash_change=D(-1000)), 10),
        (proposal(Action.INCREASE, shares=1001), 0),
        (proposal(Action.INCREASE, shares=950), 0),
    ]
    for of, held in broken:
        yield from find_violations(of, portfolio=portfolio(shares=held), limits=Limits(max_cash=D(2_000)))
    yield from find_cap_violations(LARGE, portfolio=portfolio())
    yield from difference_violations(Difference(kind, "IBM", D(1), D("2.5")) for kind in DifferenceKind)
    yield from untold_limit_violations(LARGE, some_limits(D(1)), portfolio=portfolio(), commission=D(1))


@cache
def proposals() -> tuple[Proposal, ...]:
    return tuple(every_proposal())


def reasons() -> dict[str, Reason]:
    return {reason.code: reason for p in proposals() for reason in p.reasons}


def violations() -> dict[str, Violation]:
    return {violation.code: violation for violation in every_violation()}


def test_reason_has_a_sentence_that_its_figures_fill() -> None:
    assert unsayable(reasons().values(), SAY.render_reason) == []


def test_violation_has_a_sentence_that_its_figures_fill() -> None:
    def say(locale: Locale, violation: Violation) -> str:
        return SAY.render_code(locale, "violation", violation.code, **violation.variables)

    assert unsayable(violations().values(), say) == []


def test_no_sentence_is_left_without_its_code() -> None:
    assert written("reason", *FILES) == set(reasons())
    assert written("violation", *FILES) == set(violations())


def test_tag_has_a_name() -> None:
    assert unsayable(written("tag", *FILES), lambda locale, tag: SAY.render_code(locale, "tag", tag)) == []


def test_every_tag_given_is_named() -> None:
    given = {tag for p in proposals() for tag in p.tags}
    assert given <= written("tag", *FILES)
    assert {tag for group in TAGS_BY_REASON.values() for tag in group} <= written("tag", *FILES)
