"""The forms of the two agents' answers, each naming exactly the symbols that are asked about."""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import answer_parser
from bot.domain.models.requests import AnswerSchema
from bot.domain.text.links import neutralize_links
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action
from bot.domain.trading.drafts import MAX_REASONS

_NAME_LENGTH: Final = 24  # characters of a symbol that a model made up
_MOST_INVENTED: Final = 10


class FilterAnswer(BaseModel):
    """Whose company figures are needed, and why; what is not said is not needed."""

    stocks_need_fundamental: list[JsonValue] = []
    reasoning: dict[str, JsonValue] = {}


class DecisionAnswer(BaseModel):
    """What to do, by symbol. Each entry is read by itself, so that one bad entry does not spoil the others."""

    decisions: dict[str, JsonValue]


def filter_schema(symbols: Sequence[str]) -> AnswerSchema:
    """Return the form of the filter's answer on `symbols`."""
    reasoning = _object({symbol: {"type": "string"} for symbol in symbols})
    needed = {"type": "array", "items": {"type": "string", "enum": list(symbols)}}
    schema = _object({"stocks_need_fundamental": needed, "reasoning": reasoning})
    return AnswerSchema("filter", schema, answer_parser(FilterAnswer))


def decision_schema(symbols: Sequence[str]) -> AnswerSchema:
    """Return the form of the decision agent's answer on `symbols`."""
    one = _object(
        {
            "action": {"type": "string", "enum": [action.value for action in Action]},
            "target_cash_amount": {"type": "string", "description": "US dollars in digits, such as 2267.07"},
            "confidence": {"type": "number", "description": "0 to 1"},
            "reasons": {"type": "array", "items": {"type": "string"}, "description": f"1 to {MAX_REASONS}"},
        },
    )
    decisions = _object({symbol: {"$ref": "#/$defs/decision"} for symbol in symbols})
    schema = {**_object({"decisions": decisions}), "$defs": {"decision": one}}
    return AnswerSchema("decision", schema, answer_parser(DecisionAnswer))


def answers_by_symbol(written: Mapping[str, object], symbols: Sequence[str]) -> dict[str, object]:
    """Return what is written of each of `symbols`; "aapl" and "$AAPL" are AAPL too, where that is not there itself."""
    loosely = {_symbol(name): written[name] for name in reversed(list(written))}  # of two, the first counts
    return {
        symbol: written.get(symbol, loosely.get(symbol)) for symbol in symbols if symbol in written or symbol in loosely
    }


def invented_symbols(written: Mapping[str, object], symbols: Sequence[str]) -> tuple[str, ...]:
    """Return the names in `written` that are none of `symbols`, made fit to show; the first ten."""
    known = set(symbols)
    names = dict.fromkeys(_symbol(name) for name in written)
    return tuple(neutralize_links(name, frozenset()) for name in names if name and name not in known)[:_MOST_INVENTED]


def _symbol(name: str) -> str:
    return single_line(name, limit=_NAME_LENGTH).removeprefix("$").upper()


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
