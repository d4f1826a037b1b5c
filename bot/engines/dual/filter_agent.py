"""The filter agent, which selects the symbols that need company figures. If it fails, none get them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, object_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, data_message
from bot.agents.registry import DECISION, FILTER
from bot.domain.models.requests import AnswerSchema
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.common.decision_input import Findings, decision_input
from bot.engines.common.run_client import RunClient
from bot.engines.common.symbol_answers import answers_by_symbol
from bot.engines.common.transcript import Localizer, Transcript
from bot.model_errors import ModelError
from bot.prompts import render

FilterMode = Literal["auto", "always", "never"]  # auto: of many symbols

_REASONING_LENGTH: Final = 400  # characters per symbol


class FilterAnswer(BaseModel):
    """The agent's answer: symbols that need company figures, and the reasoning by symbol."""

    stocks_need_fundamental: list[JsonValue] = []
    reasoning: dict[str, JsonValue] = {}


@dataclass(frozen=True, slots=True)
class FilterResult:
    """The filter agent's parsed answer."""

    company_symbols: frozenset[str] = frozenset()  # symbols that need company figures
    reasoning: Mapping[str, str] = field(default_factory=dict)  # by symbol


async def run_filter(
    request: DecisionRequest, findings: Findings, *, client: RunClient, transcript: Transcript
) -> FilterResult:
    """Return the filter agent's result for the request's symbols; if it fails, note that and return an empty result."""
    symbols = tuple(features.symbol for features in request.features)
    localizer = transcript.localizer
    told = decision_input(request, replace(findings, company_symbols=()), texts=localizer.texts)
    agent_request = AgentRequest(
        agent=FILTER,
        prompt=render("filter", language=LANGUAGE_NAMES[request.language]),
        messages=(data_message(told.data),),
        caller=request.caller,
        history=told.history,
        fact_ids=tuple(told.facts.facts),
    )
    try:
        answered = await client.ask_structured(agent_request, kind=FilterAnswer, schema=_schema(symbols))
    except ModelError as error:
        why = localizer.render_code("fallback", error.code)
        lines = [localizer.render("dual-company-not-given", why=why)]
        transcript.add_message(FILTER.name, DECISION.name, lines, symbols=symbols)
        return FilterResult()
    result = _result(answered.value, symbols)
    transcript.add_message(FILTER.name, DECISION.name, _lines(result, symbols, localizer), symbols=symbols)
    return result


def _schema(symbols: Sequence[str]) -> AnswerSchema:
    needed, reasoning = array_schema({**STRING, "enum": list(symbols)}), object_schema(dict.fromkeys(symbols, STRING))
    return schema_of(FilterAnswer, "filter", {"stocks_need_fundamental": needed, "reasoning": reasoning})


def _result(answer: FilterAnswer, symbols: Sequence[str]) -> FilterResult:
    needed = {name: True for name in answer.stocks_need_fundamental if isinstance(name, str)}
    reasoning = {
        symbol: single_line(text, limit=_REASONING_LENGTH)
        for symbol, text in answers_by_symbol(answer.reasoning, symbols).items()
        if isinstance(text, str)
    }
    return FilterResult(
        frozenset(answers_by_symbol(needed, symbols)), {symbol: text for symbol, text in reasoning.items() if text}
    )


def _lines(result: FilterResult, symbols: Sequence[str], localizer: Localizer) -> list[str]:
    """Return the result for people: the symbols that need company figures, then the reasoning."""
    needed = localizer.list_of(symbol for symbol in symbols if symbol in result.company_symbols)
    first = (
        localizer.render("dual-company-needed", symbols=needed)
        if needed
        else localizer.render("dual-company-not-needed")
    )
    return [first, *(f"{symbol}: {result.reasoning[symbol]}" for symbol in symbols if symbol in result.reasoning)]
