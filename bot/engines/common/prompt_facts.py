"""The facts that a model is told: of the account and its limits, what the person has stated, and each share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot, market_date
from bot.domain.models.facts import FactGroup, FactSheet, FactUnit
from bot.domain.models.token_estimate import shorten
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.sizes.sizing import buy_stop_price
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitUnit

_TEXT_LENGTH: Final = 200  # characters of a preference
_MAX_HOLDINGS: Final = 12  # told, the largest first


def add_account_facts(sheet: FactSheet, request: DecisionRequest) -> None:
    """Add the account's figures and caps.

    Available cash excludes what pending decisions and orders need; what may be spent is that without the cash floor.
    """
    portfolio, caps = request.portfolio, request.portfolio.caps
    account = sheet.group("account", source="account", as_of=_as_of(request))
    available = portfolio.account.cash - request.reserved_cash
    account.usd("total", portfolio.total_assets)
    account.usd("cash", available)
    account.usd("spendable", max(available - portfolio.total_assets * caps.cash_floor, Decimal(0)))
    account.usd("commission", request.commission)
    account.percent("max_position", caps.position)
    account.percent("max_loss_at_stop", caps.loss_at_stop)


def add_holding_facts(sheet: FactSheet, request: DecisionRequest) -> None:
    """Add the weight of each position that the request is not about."""
    portfolio, asked = request.portfolio, {features.symbol for features in request.features}
    if portfolio.total_assets <= 0:
        return
    others = (held for held in portfolio.positions if held.symbol not in asked)
    largest = sorted(others, key=lambda held: -portfolio.position_value(held.symbol))[:_MAX_HOLDINGS]
    for held in largest:
        about = sheet.about(held.symbol, source="account", as_of=_as_of(request))
        about.percent("weight", portfolio.position_value(held.symbol) / portfolio.total_assets)


def add_position_facts(sheet: FactSheet, features: Features, request: DecisionRequest) -> None:
    """Add what is held of a share, and the stop that a purchase would have."""
    about = sheet.about(features.symbol, source="account", as_of=features.as_of)
    held, total = request.portfolio.position(features.symbol), request.portfolio.total_assets
    about.count("held", held.shares if held else 0)
    if held is not None:
        value = held.shares * features.price
        about.usd("held_value", value)
        about.percent("weight", value / total if total > 0 else None)
        about.count("days_held", max((features.as_of - held.opened_at).days, 0))
        about.usd("average_cost", held.average_cost)
    stop = request.trade_request.stop
    about.usd("stop", buy_stop_price(features.price, atr=features.atr14, stated_stop=stop))


def add_stated_facts(sheet: FactSheet, trade_request: TradeRequest) -> dict[str, object]:
    """Add the figures that the person stated; return the side, and whether it is an order."""
    stated = sheet.group("ask", source="person")
    stated.count("shares", trade_request.shares)
    stated.usd("amount", trade_request.amount)
    stated.percent("percent_of_position", trade_request.fraction)
    stated.usd("max_cash", trade_request.max_cash)
    stated.usd("stop", trade_request.stop)
    side = {} if trade_request.side is None else {"side": trade_request.side.value}
    return {**side, "is_order": trade_request.is_order}


def add_limit_facts(sheet: FactSheet, limits: tuple[LimitInForce, ...]) -> list[dict[str, object]]:
    """Add the figures of stated limits; return what each bounds, and preferences in their words."""
    return [_limit(sheet.group(f"limit{number}", source="person"), each) for number, each in enumerate(limits, 1)]


def _limit(group: FactGroup, limit: LimitInForce) -> dict[str, object]:
    """Return what a limit says; a preference is the person's words, which bind nothing by themselves."""
    terms = limit.terms
    symbols: dict[str, object] = {"symbols": list(terms.symbols)} if terms.symbols else {}
    if terms.measure is LimitMeasure.PREFERENCE:
        return {"preference": single_line(terms.text, limit=_TEXT_LENGTH), **symbols}
    add = {LimitUnit.MONEY: group.usd, LimitUnit.SHARES: group.count, LimitUnit.POSITIONS: group.count}.get(terms.unit)
    if add is None:
        group.percent("", terms.value / 100)
    else:
        add("", terms.value)
    if terms.measure is LimitMeasure.TOTAL:
        group.usd("spent", limit.spent)
    bound = "at_least" if terms.measure is LimitMeasure.CASH else "at_most"
    period = {"per": terms.period.value} if terms.period else {}
    is_count = terms.unit in {LimitUnit.SHARES, LimitUnit.POSITIONS}
    unit = {"unit": terms.unit.value} if is_count else {}  # of others the figure shows it
    return {"of": terms.measure.value, bound: group.prefix, **unit, **period, **symbols}


def _as_of(request: DecisionRequest) -> datetime:
    return max(features.as_of for features in request.features)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """The rules' rating, and the codes of the arguments it rests on, the weightiest first."""

    rating: str  # "buy", "hold", "sell"
    confidence: Decimal  # in [0, 1]
    arguments_for: tuple[str, ...]
    arguments_against: tuple[str, ...]


RulesViewOf = Callable[[Features], RulesView]


def describe_view(view: RulesView) -> str:
    """Return a view as one line for a model: "buy; for: above_sma200; against: pe_high"."""
    sides = {"for": view.arguments_for, "against": view.arguments_against}
    return "; ".join([view.rating, *(f"{side}: {', '.join(codes)}" for side, codes in sides.items() if codes)])


CLOSES: Final = 7

_TITLE_LENGTH: Final = 140  # characters
_TITLE_TOKENS: Final = 35
_DESCRIPTION_TOKENS: Final = 30
_TONES: Final = {1: "good", -1: "bad"}


def add_price_facts(sheet: FactSheet, features: Features, snapshot: Snapshot | None = None) -> None:
    """Add the price, the latest closes, changes, averages and indicators."""
    about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
    bars = snapshot.bars if snapshot else ()
    if features.is_close:
        about.usd("close", features.price)
    else:
        about.usd("price", features.price)
        about.usd("close", bars[-1].close if bars else None)
    about.date("session", features.session)
    if bars and bars[-1].session == features.session:  # a running session has no bar yet
        about.usd("open", bars[-1].open)
    about.text("closes", ", ".join(f"${bar.close:,.2f}" for bar in bars[-CLOSES:]))
    for name in ("day", "7", "20", "120"):
        about.change(f"change_{name}", getattr(features, f"change_{name}"))
    for name in ("sma50", "sma200"):
        average: Decimal | None = getattr(features, name)
        about.usd(name, average)
        about.change(f"vs_{name}", features.price / average - 1 if average else None)
    _add_indicators(about, features)


def _add_indicators(about: FactGroup, features: Features) -> None:
    about.number("rsi14", features.rsi14)
    if features.macd:
        about.number("macd", features.macd.line)
        about.number("macd_signal", features.macd.signal)
    about.usd("atr14", features.atr14)
    about.percent("volatility", features.volatility60)
    about.number("volume_ratio", features.volume_ratio)
    if features.range52w:
        about.usd("high_52w", features.range52w.high)
        about.usd("low_52w", features.range52w.low)
        about.percent("place_52w", features.range52w_position)


def add_company_facts(sheet: FactSheet, features: Features) -> None:
    """Add the company's figures: market value, valuation and dividends."""
    about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
    about.large_usd("market_cap", features.market_cap)
    about.number("pe", features.pe_ratio)
    about.usd("eps", features.eps_ttm)
    about.percent("dividend_yield", features.dividend_yield)
    for fact in features.facts:
        if fact.name == "dividend_per_share_quarterly":
            about.usd("quarterly_dividend", fact.value)


def add_rules_facts(sheet: FactSheet, features: Features, view: RulesView) -> None:
    """Add the confidence of the rules in their view."""
    sheet.about(features.symbol, source="rules", as_of=features.as_of).percent("rules_confidence", view.confidence)


def add_news_facts(sheet: FactSheet, features: Features) -> list[str]:
    """Add the headlines that the rules weigh, and their dates.

    Returns: A line on each that has a tone or a description: "news1: good; …".
    """
    lines = []
    for number, item in enumerate(features.news, 1):
        source = single_line(item.source, limit=_TITLE_LENGTH)
        about = sheet.about(features.symbol, source=source, as_of=item.published)
        title = shorten(single_line(item.title, limit=_TITLE_LENGTH), limit_tokens=_TITLE_TOKENS)
        about.text(f"news{number}", title, unit=FactUnit.HEADLINE)
        about.date(f"news{number}.date", market_date(item.published))
        description = shorten(single_line(item.description, limit=_TITLE_LENGTH), limit_tokens=_DESCRIPTION_TOKENS)
        notes = [note for note in (_TONES.get(item.tone, ""), description) if note]
        lines += [f"news{number}: {'; '.join(notes)}"] if notes else []
    return lines
