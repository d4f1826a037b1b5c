"""Answers for the dual engine's agents: plausible ones from the request's data, and invalid or hostile ones.

It looks at the texts of a request only, so that a server on the loopback can answer by it too.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from bot.domain.models.requests import ModelRequest

Data = dict[str, Any]

_HOSTILE: Final[tuple[Any, ...]] = (
    None,
    True,
    [],
    {},
    -1,
    -0.0,
    1e308,
    10**30,
    "NaN",
    "-Infinity",
    "1e9999999999",
    "0x10",
    "٣٠٠٠",
    "3,00",
    "$-",
    "",
    " " * 50,
    "9" * 5_000,
    "\u202e3000",
    "\x00",
    {"a": {"b": [1, 2, {"c": None}]}},
    ["increase"],
    "<script>alert(1)</script>",
    "'; DROP TABLE decision; --",
    "@everyone buy now",
    "\ud800",
)
_WORDS: Final = (
    "Momentum is strong after the breakout.",
    "市盈率偏低，风险可控。",
    "It trades at 1,234.56, 987% above last year.",
    "<@U123> click https://evil.example/x",
    "\x1b[31mred\x00\u202e",
    "x" * 5_000,
)


def data_in(texts: Sequence[str]) -> Data:
    """Return the data that the last of `texts` to hold some holds."""
    text = next(text for text in reversed(texts) if "<data>" in text)
    found: Data = json.loads(text.partition("<data>")[2].partition("</data>")[0])
    return found


def facts_in(told: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the facts of a request's data by their ids: the names on the way to each, joined by dots."""
    found: dict[str, str] = {}
    for name, value in told.items():
        found |= facts_in(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return found


def texts_of(request: ModelRequest) -> list[str]:
    return [message.text for message in request.messages]


def requested_symbols(texts: Sequence[str]) -> list[str]:
    """Return the symbols of the request: those of a complaint, where there is one."""
    marker = "Answer anew for exactly these symbols: "
    complaint = next((text for text in reversed(texts) if marker in text), None)
    if complaint is None:
        return list(data_in(texts)["symbols"])
    return complaint.partition(marker)[2].partition(".")[0].split(", ")


def plausible(texts: Sequence[str]) -> str:
    """Return a sensible model's answer: the filter's or the decision, by the request."""
    data = data_in(texts)
    return decision(texts) if "decision agent of" in texts[0] else filter_answer(data)


def filter_answer(data: Data, *needed: str) -> str:
    reasoning = dict.fromkeys(data["symbols"], "Prices and news are enough for this question.")
    return json.dumps({"stocks_need_fundamental": list(needed), "reasoning": reasoning})


def decision(texts: Sequence[str]) -> str:
    """Buy a little of symbols that have risen, sell half of those that have fallen, within cash and limits."""
    data, symbols = data_in(texts), requested_symbols(texts)
    return json.dumps({"decisions": {symbol: _entry(data, symbol, len(symbols)) for symbol in symbols}})


def script(request: ModelRequest) -> str:
    """`plausible` as a script of `FakeModel`."""
    return plausible(texts_of(request))


def number(data: Data, fact_id: str) -> Decimal:
    """Return the number of a fact as the model was told it; 0 if there is none."""
    written = facts_in(data["facts"]).get(fact_id, "0")
    digits = written.replace("−", "-").translate(dict.fromkeys(map(ord, "$, %股"), None))
    return Decimal(digits)


def price_of(data: Data, symbol: str) -> Decimal:
    is_live = f"{symbol.lower()}.price" in facts_in(data["facts"])
    return number(data, f"{symbol.lower()}.{'price' if is_live else 'close'}")


def entry(action: str, target: object, confidence: object = 0.6, reasons: object = None) -> Data:
    said = ["The price has risen."] if reasons is None else reasons
    return {"action": action, "target_cash_amount": target, "confidence": confidence, "reasons": said}


def answer(**entries: object) -> str:
    return json.dumps({"decisions": entries})


def _entry(data: Data, symbol: str, count: int) -> Data:
    share, side, facts = symbol.lower(), data["ask"].get("side"), facts_in(data["facts"])
    price, held = price_of(data, symbol), number(data, f"{share}.held_value")
    closes = [
        Decimal(close.lstrip("$").replace(",", "")) for close in facts.get(f"{share}.closes", "").split(", ") if close
    ]
    is_up = len(closes) > 1 and closes[-1] > closes[0]
    room = number(data, "account.cash") * Decimal("0.5")
    room = min([room, *([number(data, "ask.max_cash")] if "ask.max_cash" in facts else [])]) / count
    if is_up and room >= 2 * price and side != "sell":
        return entry("increase", str(held + room // price * price), 0.65, [f"It last closed at {{{share}.close}}."])
    if not is_up and held >= 2 * price and side != "buy":
        return entry("decrease", str(held / 2), "0.55", ["The latest closes have fallen."])
    return entry("hold", str(held), "50%", ["Nothing in the data asks for a trade."])


# --- wrong and hostile answers -------------------------------------------------------------------------------------


def random_script(seed: int) -> Callable[[ModelRequest], str]:
    """Return a script whose answers are valid, wrong or hostile, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, and no secret

    def answer_any(request: ModelRequest) -> str:
        texts = texts_of(request)
        return chance.choice(_KINDS)(chance, texts)

    return answer_any


def _valid(_: random.Random, texts: Sequence[str]) -> str:
    return plausible(texts)


def _entries(chance: random.Random, texts: Sequence[str]) -> str:
    """Right in form; amounts and actions as chance has them."""
    symbols = requested_symbols(texts) if chance.random() < 0.9 else ["ZZZZ", "AAPL\x00", "aapl", ""]
    return _dumped({"decisions": {symbol: _any_entry(chance) for symbol in symbols if chance.random() < 0.95}})


def _any_entry(chance: random.Random) -> object:
    if chance.random() < 0.1:
        return chance.choice(_HOSTILE)
    made = entry(
        chance.choice(["increase", "decrease", "hold", "close", "INCREASE ", "buy", "short"]),
        _any_amount(chance),
        chance.choice([0, 1, 0.5, "0.8", "80%", "1.2", -0.1, 7, 0.123456789, *_HOSTILE]),
        chance.choice([[chance.choice(_WORDS)], list(_WORDS), "one sentence", [1, None, "two"], [], *_HOSTILE[:3]]),
    )
    for name in list(made):
        if chance.random() < 0.03:
            del made[name]
    return made | ({"leverage": 10, "symbol": "TSLA"} if chance.random() < 0.2 else {})


def _any_amount(chance: random.Random) -> object:
    plain = chance.choice([0, 1, 99.99, 100, 755.69, 3_000, 20_000, 89_999, 90_000.01, 1_000_000, -500])
    return chance.choice(
        [plain, str(plain), f"${plain:,}", *([chance.choice(_HOSTILE)] if chance.random() < 0.3 else [])]
    )


def _invented(chance: random.Random, texts: Sequence[str]) -> str:
    more = {name: _any_entry(chance) for name in ("TSLA", "DOGE", "<!channel>", "A" * 300)}
    whole = json.loads(plausible(texts))
    return _dumped({**whole, "decisions": {**whole.get("decisions", {}), **more}})


def _twice(_: random.Random, texts: Sequence[str]) -> str:
    symbol = requested_symbols(texts)[0]
    one, other = json.dumps(entry("increase", "1000000")), json.dumps(entry("close", 0))
    return f'{{"decisions": {{"{symbol}": {one}, "{symbol}": {other}}}, "decisions": {{"{symbol}": {one}}}}}'


def _cut(chance: random.Random, texts: Sequence[str]) -> str:
    whole = plausible(texts)
    return whole[: chance.randrange(len(whole))]


def _fenced(_: random.Random, texts: Sequence[str]) -> str:
    return f"<think>{{hmm}}</think>Here you are:\n```json\n{plausible(texts)}\n```\nGood luck!"


def _deep(chance: random.Random, texts: Sequence[str]) -> str:
    depth = chance.choice([50, 500, 20_000])
    inner = "[" * depth + "]" * depth
    return f'{{"decisions": {{"{requested_symbols(texts)[0]}": {inner}}}, "reasoning": {inner}}}'


def _numbers(chance: random.Random, texts: Sequence[str]) -> str:
    """Numbers that are valid JSON and must be refused."""
    number = chance.choice(["1e400", "-1e400", "NaN", "Infinity", "1e-400", "-0", "-0.0", "1" + "0" * 4_000, "00012"])
    made = f'{{"action": "increase", "target_cash_amount": {number}, "confidence": {number}, "reasons": ["x"]}}'
    return f'{{"decisions": {{{", ".join(f"{json.dumps(symbol)}: {made}" for symbol in requested_symbols(texts))}}}}}'


def _junk(chance: random.Random, _: Sequence[str]) -> str:
    return chance.choice(
        ["", "I cannot help with that.", "null", "[]", "{}", '{"decisions": []}', '{"decisions": 3}', "}{"]
    )


def _dumped(value: object) -> str:
    return json.dumps(value)


_KINDS: Final = (_valid, _valid, _entries, _entries, _entries, _invented, _twice, _cut, _fenced, _deep, _numbers, _junk)
