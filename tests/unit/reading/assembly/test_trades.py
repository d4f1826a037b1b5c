"""What trades, changes and verdicts are made of marked messages, and which make none."""

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.trained.examples import read_line
from tests.unit.reading import sample_figures as s

INSTRUMENTS = InstrumentTable(load_instruments(), covered=("AAPL", "FB", "GOOG", "IBM", "MSFT"))
_UNNAMED = {"TradeTerms", "Size", "NamedShares", "OrderChange", "OrderPart", "Meant"}
NOW = datetime(2026, 11, 27, 15, tzinfo=UTC)


def made(line: str, kind: Kind, *, focus: tuple[str, ...] = ("IBM",), pending: int = 0) -> str:
    """Return in short the request of a marked line: its type, and what differs from the defaults; "-": none."""
    parse, _ = read_line(line, kind)
    around = Surroundings(INSTRUMENTS, s.TODAY, focus=focus, pending=pending)
    message = MessageFacts(text=parse.text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    request = assemble(parse, around, message)
    return "-" if request is None else in_short(request)


def in_short(value: object) -> str:
    """Return a value with what differs from the defaults."""
    if isinstance(value, Decimal):
        return f"{value:.4g}" if value < 1 else f"{value:f}"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return "+".join(map(in_short, value))
    if not is_dataclass(value) or isinstance(value, type):
        return str(value)
    said = {each.name: getattr(value, each.name) for each in fields(value)}
    shown = [f"{name}={in_short(each)}" for name, each in said.items() if each not in (None, False, (), "")]
    name, inner = type(value).__name__, " ".join(each for each in shown if not each.endswith("=()"))
    return f"({inner})" if name in _UNNAMED else f"{name} {inner}"


ORDERS = [
    ("[purchase](buy) [7](count) [msft](share) asap", "shares=MSFT side=buy size=7"),
    ("[单独买](buy)[3手](count)[苹果](share)", "shares=AAPL side=buy size=300"),
    ("[sell](sell) [$4k](money) of [ibm](share)", "shares=IBM side=sell size=4000 money"),
    ("[put](buy) [900](money) into [ibm](share)", "shares=IBM side=buy problems=amount_unit_missing"),
    ("[get](buy) [ibm](share), [400](count)", "shares=IBM side=buy problems=amount_unit_missing"),
    ("[get](buy) [400](count) [ibm](share)", "shares=IBM side=buy size=400"),
    ("[buy](buy) [1.5 shares](count) of [ibm](share)", "shares=IBM side=buy problems=shares_not_whole"),
    ("[清仓](sell)[微软](share)", "shares=MSFT side=sell size=1 position"),
    ("[close out](sell) [msft](share)", "shares=MSFT side=sell size=1 position"),
    ("[trim](sell) [msft](share)", "shares=MSFT side=sell"),
    ("[sell](sell) some [msft](share)", "shares=MSFT side=sell"),
    ("[卖](sell)点[微软](share)", "shares=MSFT side=sell"),
    (
        "[trim](sell) [msft](share) [down to](to) [10](count)",
        "shares=MSFT side=sell size=10 shares target target_side=sell",
    ),
    (
        "bring [msft](share) [up to](to) [5%](percent) of [the account](base)",
        "shares=MSFT size=0.05 assets target target_side=buy needs_side",
    ),
    (
        "[sell](sell) [20%](percent) of [the account](base) in [ibm](share)",
        "shares=IBM side=sell problems=fraction_of_assets",
    ),
    ("[用](buy)[现金](base)的[一成](percent)买[微软](share)", "shares=MSFT side=buy size=0.1 cash"),
    ("[double](part) our [ibm](share)", "shares=IBM problems=fraction_unclear needs_side"),
    ("[buy](buy) [ibm](share) for [at most](up_to) [$2k](max)", "shares=IBM side=buy max_cash=2000"),
    ("[sell](sell) [at most](up_to) [$2k](max) of [ibm](share)", "shares=IBM side=sell size=2000 money"),
    ("[sell](sell) [ibm](share) till it is [under](up_to) [$2k](max)", "-"),
    ("[buy](buy) [ibm](share), risk [150](risk), stop [88](stop)", "shares=IBM side=buy risk=150 stop=88"),
    (
        "[buy](buy) [5](count) [ibm](share), stop [5%](move) below",
        "shares=IBM side=buy size=5 problems=stop_not_a_price",
    ),
    ("[sell](sell) [5](count) [ibm](share), stop [88](stop)", "-"),
    ("[buy](buy) [5](count) [ibm](share) at [120](level)", "shares=IBM side=buy size=5 problems=price_condition"),
    ("[buy](buy) [5](count) [ibm](share) [next monday](time)", "shares=IBM side=buy size=5 problems=scheduled"),
    ("[last week](time) I dithered, [buy](buy) [5](count) [ibm](share)", "shares=IBM side=buy size=5"),
    ("[short](sell) [5](count) [ibm](share)", "shares=IBM problems=short_sale"),
    ("[10](count) [aapl](share)", "shares=AAPL size=10 needs_side"),
    ("[再](more)[买](buy)[5股](count)", "side=buy size=5 is_added"),
    ("[buy](buy) [5](count) zorgle [zorgle](share)", "shares=?zorgle side=buy size=5"),
    (
        "[buy](buy) [10](count) [msft](share) and [sell](sell) [4](count) [goog](share)",
        "shares=MSFT+GOOG parts=MSFT:buy:10+GOOG:sell:4",
    ),
    ("[微软](share)和[谷歌](share)各[买](buy)[2股](count)", "shares=MSFT+GOOG parts=MSFT:buy:2+GOOG:buy:2"),
    (
        "[exit](sell) [msft](share), then [buy](buy) [3](count) [goog](share)",
        "shares=MSFT+GOOG parts=MSFT:sell:1 position+GOOG:buy:3",
    ),
    ("[sell](sell) [msft](share), [30](count), [buy](buy) [goog](share)", "shares=MSFT+GOOG problems=two_trades"),
    ("[buy](buy) [10](count) of [msft](share) and [goog](share)", "shares=MSFT+GOOG side=buy size=10"),  # asked back
    ("[sell](sell) [msft](share) since [goog](share) is stronger", "-"),
    ("[buy](buy) [5](count) of each", "each=EachShare side=buy size=5"),
    ("[sell](sell) [everything](part) but [ibm](except)", "side=sell size=1 position is_everything excluded=IBM"),
    ("[sell](sell) [everything](part) but [zorgle](except)", "-"),
    ("[全部](part)[清仓](sell)", "side=sell size=1 position is_everything"),
    ("don't [sell](sell) [ibm](share), [3](count)", "-"),
    ("[buy](buy) [£500](money) of [ibm](share)", "shares=IBM side=buy problems=amount_currency"),
    ("[buy](buy) [5](count), no, [6](count) [ibm](share)", "shares=IBM side=buy size=6"),
    ("[sell](sell) the [three](n) [worst](least)", "-"),
    ("[sell](sell) [all](to) [20](count) [ibm](share)", "shares=IBM side=sell size=20"),
    ("[卖掉](sell)[全部](part)[20股](count)[ibm](share)", "shares=IBM side=sell size=20"),
]


@pytest.mark.parametrize(("line", "expected"), ORDERS)
def test_order(line: str, expected: str) -> None:
    assert terms_in_short(made(line, Kind.ORDER)) == expected


def terms_in_short(said: str) -> str:
    """Return an order in the shorter form of the table."""
    if not said.startswith("Order "):
        return said
    text = said.removeprefix("Order ").replace("=True", "").replace("unit=", "").replace(" shares)", ")")
    text = text.replace("StatedRisk amount=", "").replace("is_target", "target")
    for name in ("terms=", "symbols=", "value="):
        text = text.replace(name, "")
    text = text.replace("shares=(unknown=", "shares=(?")
    text = text.replace("(symbol=", "(").replace("parts=(", "parts=")
    for side in ("buy", "sell"):
        for symbol in ("MSFT", "GOOG"):
            text = text.replace(f"{symbol} side={side} size=", f"{symbol}:{side}:").replace(f"symbol={symbol}", symbol)
    return text.replace("(", "").replace(")", "")


OTHERS = [
    (Kind.ORDER, "[dump](sell) the [losers](losing)", 0, "SellHoldings result=loss fraction=1"),
    (Kind.ORDER, "[赚钱的](winning)各[卖](sell)[两成](percent)", 0, "SellHoldings result=gain fraction=0.2"),
    (Kind.ORDER, "[trim](sell) the [winners](winning)", 0, "-"),
    (
        Kind.ORDER_IF,
        "[buy](buy) [5](count) [ibm](share) if it [dips under](down) [40](level)",
        0,
        "Order terms=(shares=(symbols=IBM) side=buy problems=conditional_order)",
    ),
    (Kind.ADVISE, "do I press it?", 1, "AskAdvice only_asks=True"),
    (
        Kind.ADVISE,
        "[卖](sell)[一半](part)[微软](share)好吗",
        0,
        "Advise terms=(shares=(symbols=MSFT) side=sell size=(value=0.5 unit=position))",
    ),
    (Kind.ADVISE, "which of [our positions](held) should [go](sell)", 0, "-"),
    (
        Kind.CORRECT,
        "[8](count), not [80](count)",
        1,
        "CorrectOrder terms=(size=(value=8 unit=shares)) change=(kind=size value=8)",
    ),
    (
        Kind.CORRECT,
        "不是[八十股](count)，[8股](count)",
        1,
        "CorrectOrder terms=(size=(value=8 unit=shares)) change=(kind=size value=8 has_unit=True)",
    ),
    (Kind.CORRECT, "[8](count) or [9](count)", 1, "-"),
    (
        Kind.CORRECT,
        "不是[全部](part) 留[3股](count)",
        1,
        "Order terms=(side=sell size=(value=3 unit=shares is_target=True) target_side=sell) is_change=True",
    ),
    (
        Kind.CORRECT,
        "[half](part) that",
        1,
        "CorrectOrder terms=(problems=fraction_unclear) change=(kind=multiple value=0.5)",
    ),
    (
        Kind.CORRECT,
        "[a third](part) [less](less)",
        1,
        "CorrectOrder terms=(problems=fraction_unclear) change=(kind=multiple value=0.6667)",
    ),
    (
        Kind.CORRECT,
        "[少](less)[买](buy)[5股](count)",
        1,
        "CorrectOrder terms=(side=buy) change=(kind=size value=-5 has_unit=True is_difference=True side=buy)",
    ),
    (Kind.CORRECT, "[less](less). say [5](count)", 1, "-"),
    (
        Kind.CORRECT,
        "[goog](share), not [msft](share)",
        1,
        "CorrectOrder terms=(shares=(symbols=GOOG)) change=(kind=share symbol=GOOG dropped=MSFT)",
    ),
    (
        Kind.CORRECT,
        "the [goog](share) one: [4](count)",
        2,
        "CorrectOrder terms=(shares=(symbols=GOOG) size=(value=4 unit=shares)) change=(kind=size value=4)",
    ),
    (Kind.CORRECT, "on [the first one](which) [4](count)", 2, "-"),
    (Kind.CORRECT, "[sell](sell), not [buy](buy)", 1, "CorrectOrder terms=(side=sell) change=(kind=side side=sell)"),
    (Kind.CORRECT, "止损放[88](stop)", 1, "Order terms=(stop=88) is_change=True needs_side=True"),
    (Kind.CORRECT, "[cap](up_to) at [$2k](max)", 1, "Order terms=(max_cash=2000) is_change=True needs_side=True"),
    (Kind.CORRECT, "[all](part) of it", 1, "-"),
    (
        Kind.ANSWER,
        "[20股](count)",
        0,
        "CorrectOrder terms=(size=(value=20 unit=shares)) change=(kind=size value=20 has_unit=True)",
    ),
    (Kind.ANSWER, "[sell](sell)", 0, "-"),
    (Kind.CONFIRM, "go", 1, "-"),
    (Kind.CANCEL, "nah, drop [both](which)", 2, "Wait meant=(covers=two) wants_cancel=True"),
    (Kind.CANCEL, "nah", 0, "-"),
    (Kind.WAIT, "先放着", 1, "Wait "),
    (Kind.WHICH_CARD, "[the other one](which)", 1, "PickAnother "),
    (Kind.WHICH_CARD, "the [goog](share) card", 1, "-"),
    (Kind.UNDO, "take back the [msft](share) [sale](sell)", 0, "UndoTrade shares=(symbols=MSFT)"),
    (Kind.STOP_SET, "[微软](share)止损[41块5](stop)", 0, "SetStop level=41.5 shares=(symbols=MSFT)"),
    (Kind.STOP_SET, "stop on [half](part) of [ibm](share) at [90](stop)", 0, "-"),
    (
        Kind.AFFORD,
        "can we stretch to [20](count) [ibm](share)",
        0,
        "CheckFunds shares=(symbols=IBM) side=buy count=20 cash_fraction=1",
    ),
    (Kind.AFFORD, "[5千刀](money)够几股", 0, "CheckFunds side=buy amount=5000 cash_fraction=1"),
    (Kind.AFFORD, "if we [sell](sell) [ibm](share), do [5](count) [goog](share) fit", 0, "-"),
    (
        Kind.HOLDING_STATED,
        "I own [40](count) [ibm](share) from [36](level), keep?",
        0,
        "ViewStatedHolding symbol=IBM shares=40 cost=36 is_question=True",
    ),
    (Kind.HOLDING_STATED, "I own a lot of [ibm](share)", 0, "-"),
]


@pytest.mark.parametrize(("kind", "line", "pending", "expected"), OTHERS)
def test_other_kinds(kind: Kind, line: str, pending: int, expected: str) -> None:
    assert made(line, kind, pending=pending) == expected


def test_order_of_all_when_nothing_is_talked_of_then_all_positions() -> None:
    assert "is_everything=True" in made("[全部](part)[清仓](sell)", Kind.ORDER, focus=())
