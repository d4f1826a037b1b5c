"""Model answers with one entry per symbol: their JSON schemas, and matching of entries to symbols."""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, answer_parser, array_schema, object_schema
from bot.domain.models.requests import AnswerSchema
from bot.domain.text.links import neutralize_links
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action

_NAME_LENGTH: Final = 24  # characters of an invented symbol
_MAX_INVENTED: Final = 10


class DecisionAnswer(BaseModel):
    """Decisions by symbol. Each entry is parsed separately, so that an invalid one does not affect the others."""

    decisions: dict[str, JsonValue]


def decision_schema(symbols: Sequence[str], *, name: str) -> AnswerSchema:
    """Return the schema `name` of a `DecisionAnswer` with exactly one entry for each of `symbols`.

    It has no descriptions: the prompt says what each field means.
    """
    entry = object_schema(
        {
            "action": {**STRING, "enum": [action.value for action in Action]},
            "target_cash_amount": STRING,
            "confidence": {"type": "number"},
            "reasons": array_schema(STRING),
        }
    )
    decisions = object_schema({symbol: {"$ref": "#/$defs/decision"} for symbol in symbols})
    schema = {**object_schema({"decisions": decisions}), "$defs": {"decision": entry}}
    return AnswerSchema(name, schema, answer_parser(DecisionAnswer))


def answers_by_symbol(written: Mapping[str, object], symbols: Sequence[str]) -> dict[str, object]:
    """Return the entries of `symbols` in `written`; without an entry AAPL, "aapl" or "$AAPL" counts as AAPL."""
    normalized = {_symbol(name): written[name] for name in reversed(list(written))}  # of duplicates the first counts
    return {
        symbol: written.get(symbol, normalized.get(symbol))
        for symbol in symbols
        if symbol in written or symbol in normalized
    }


def invented_symbols(written: Mapping[str, object], symbols: Sequence[str]) -> tuple[str, ...]:
    """Return the first ten names in `written` that are not in `symbols`, sanitized for display."""
    known = set(symbols)
    names = dict.fromkeys(_symbol(name) for name in written)
    return tuple(neutralize_links(name, frozenset()) for name in names if name and name not in known)[:_MAX_INVENTED]


def _symbol(name: str) -> str:
    return single_line(name, limit=_NAME_LENGTH).removeprefix("$").upper()
