"""Engine `dual`: a decision agent decides, the validator checks; of many symbols a filter agent goes first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, object_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import DECISION, FILTER
from bot.domain.models.requests import AnswerSchema
from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.engines.common.decision_input import Findings, decision_input
from bot.engines.common.drafting import DraftingRun
from bot.engines.common.prompt_facts import RulesViewOf
from bot.engines.common.proposal_review import ProposalReview
from bot.engines.common.rationale import Rationale, ReasonReader
from bot.engines.common.run_client import RunClient
from bot.engines.common.symbol_answers import answers_by_symbol
from bot.engines.common.transcript import Localizer, Transcript
from bot.locales import Catalogue
from bot.model_errors import ModelError
from bot.ports import Clock, NewId, TextSink
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


DUAL: Final = "dual"  # the engine's name
FILTER_FROM: Final = 6  # symbols: for fewer, the filter's own request costs more than the company figures it saves


@dataclass(frozen=True, slots=True, kw_only=True)
class DualEngine:
    """Sends one request to a model for up to five symbols, two for more, and up to three more if a rule is broken.

    Implements `bot.ports.Engine`.
    """

    client: ModelClient
    clock: Clock
    new_id: NewId
    texts: Catalogue = field(default_factory=Catalogue)
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    rules_view: RulesViewOf | None = None  # None: models are not told what the rules think
    filter_mode: FilterMode = "auto"
    name: str = DUAL

    async def decide(self, request: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        """Return one proposal per symbol; `show` receives the filter agent's reasoning, one line per symbol.

        Failures of models raise nothing: a symbol that is not decided in time gets a hold with `fallback` set.
        """
        if not request.features:
            return DecisionResult(proposals=())
        client = RunClient(self.client, request.caller)
        transcript = Transcript(Localizer(self.texts, Locale(request.language)), self.allowed_hosts)
        views = {each.symbol: self.rules_view(each) for each in request.features} if self.rules_view else {}
        findings = await self._filter(request, Findings(views=views), client, transcript, show)
        told = decision_input(request, findings, texts=self.texts)
        review, reader = ProposalReview(request, engine=DUAL), ReasonReader(told.facts, self.allowed_hosts)
        drafting = DraftingRun(
            review=review, reasons=reader, client=client, transcript=transcript, history=told.history
        )
        await drafting.decide_all(data_message(told.data))
        run_id = self.new_id()
        rationale = Rationale(request=request, reader=reader, engine=DUAL, run_id=run_id)
        return DecisionResult(
            proposals=rationale.proposals(drafting.review.accepted, drafting.fallback_codes),
            run=client.usage.engine_run(run_id=run_id, engine=DUAL, at=self.clock.now()),
            discussion=tuple(transcript.messages),
            unrequested_symbols=tuple(drafting.invented),
        )

    async def _filter(
        self,
        request: DecisionRequest,
        findings: Findings,
        client: RunClient,
        transcript: Transcript,
        show: TextSink | None,
    ) -> Findings:
        """Run the filter agent where it saves more than it costs; return the findings with its own."""
        is_worth_it = self.filter_mode == "auto" and len(request.features) >= FILTER_FROM
        if self.filter_mode != "always" and not is_worth_it:
            return findings
        filtered = FilterResult()
        if not client.is_time_up:
            filtered = await run_filter(request, findings, client=client, transcript=transcript)
        if show is not None and filtered.reasoning:
            reasoning = "\n".join(f"{symbol}: {text}" for symbol, text in filtered.reasoning.items())
            await show(neutralize_links(reasoning, self.allowed_hosts))
        return replace(findings, reasoning=filtered.reasoning, company_symbols=filtered.company_symbols)
