"""The filter agent: which symbols need their company's figures looked at, and why. Without it, none do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.agents.data_message import LANGUAGE_NAMES, data_message
from bot.agents.model_client import AgentRequest
from bot.agents.registry import DECISION, FILTER
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.common.model_input import filter_input
from bot.engines.common.run_usage import RunUsage
from bot.engines.common.transcript import Localizer, Transcript, error_name
from bot.engines.dual.answer_schemas import FilterAnswer, answers_by_symbol, filter_schema
from bot.errors import ModelError
from bot.prompts import render

_LONGEST: Final = 400  # characters of the reasoning on one symbol


@dataclass(frozen=True, slots=True)
class FilterResult:
    """What the filter agent says: whose company figures are needed, and its reasoning by symbol."""

    company_symbols: frozenset[str] = frozenset()
    reasoning: Mapping[str, str] = field(default_factory=dict)


async def run_filter(request: DecisionRequest, *, usage: RunUsage, transcript: Transcript) -> FilterResult:
    """Return what the filter agent says of the question's symbols; nothing, and a note of it, where it fails."""
    symbols = tuple(known.symbol for known in request.features)
    agent_request = AgentRequest(
        agent=FILTER,
        prompt=render("filter", language=LANGUAGE_NAMES[request.language]),
        messages=(data_message(filter_input(request)),),
        caller=request.caller,
    )
    try:
        answered = await usage.ask_structured(agent_request, kind=FilterAnswer, schema=filter_schema(symbols))
    except ModelError as error:
        why = transcript.localizer(f"fallback-{error_name(error)}")
        transcript.add_message(
            FILTER.name, DECISION.name, [transcript.localizer("dual-company-not-given", why=why)], symbols=symbols
        )
        return FilterResult()
    needs = _needs(answered.value, symbols)
    transcript.add_message(FILTER.name, DECISION.name, _lines(needs, symbols, transcript.localizer), symbols=symbols)
    return needs


def _needs(answer: FilterAnswer, symbols: tuple[str, ...]) -> FilterResult:
    named = answers_by_symbol({name: True for name in answer.stocks_need_fundamental if isinstance(name, str)}, symbols)
    said = {
        symbol: single_line(text, limit=_LONGEST)
        for symbol, text in answers_by_symbol(answer.reasoning, symbols).items()
        if isinstance(text, str)
    }
    return FilterResult(frozenset(named), {symbol: text for symbol, text in said.items() if text})


def _lines(needs: FilterResult, symbols: tuple[str, ...], localizer: Localizer) -> list[str]:
    """Whose figures are needed, then the reasoning."""
    needed = [symbol for symbol in symbols if symbol in needs.company_symbols]
    head = (
        localizer("dual-company-needed", symbols=localizer.list_of(needed))
        if needed
        else localizer("dual-company-not-needed")
    )
    return [head, *(f"{symbol}: {needs.reasoning[symbol]}" for symbol in symbols if symbol in needs.reasoning)]
