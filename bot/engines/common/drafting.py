"""Asks an agent for a decision on each symbol, and again, with feedback, for those that break a rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest
from bot.agents.registry import DECISION
from bot.domain.models.requests import NO_HISTORY, HistoryTokens, ModelMessage, PromptRole
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.drafts import DecisionDraft, parse_draft
from bot.domain.trading.validation import Violation
from bot.engines.common.proposal_review import AcceptedProposal, DraftOrFaults, Feedback, ProposalReview
from bot.engines.common.rationale import ReasonReader
from bot.engines.common.run_client import MAX_RETRIES, RunClient
from bot.engines.common.shortages import describe_to_model
from bot.engines.common.symbol_answers import DecisionAnswer, answers_by_symbol, decision_schema, invented_symbols
from bot.engines.common.transcript import VALIDATOR, Localizer, Transcript, draft_lines
from bot.locales import Catalogue
from bot.model_errors import ModelError, ModelGarbledError
from bot.prompts import render

MAX_ATTEMPTS: Final = MAX_RETRIES + 1


def model_feedback(feedback: Sequence[Feedback], *, texts: Catalogue) -> str:
    """Return feedback for the model, one line per fault."""
    english = Localizer(texts, Locale(Language.ENGLISH))
    return "\n".join(
        f"- {describe_to_model(each.symbol, each.violation, texts=texts)}{_other_buys(each, english)}"
        for each in feedback
    )


def reader_feedback(feedback: Sequence[Feedback], localizer: Localizer) -> list[str]:
    """Return feedback for people, one line per fault."""
    return [
        localizer.render(
            "dual-fault", symbol=each.symbol, fault=localizer.violation(each.violation) + _other_buys(each, localizer)
        )
        for each in feedback
    ]


def reader_retry(
    feedback: Sequence[Feedback], localizer: Localizer, *, attempt: int, symbols: Sequence[str]
) -> list[str]:
    """Return feedback for people that announces a retry for `symbols` after attempt number `attempt`."""
    return [
        localizer.render("dual-not-taken", attempt=attempt, attempts=MAX_ATTEMPTS),
        *(f"- {line}" for line in reader_feedback(feedback, localizer)),
        localizer.render("dual-again", symbols=localizer.list_of(symbols)),
    ]


def _other_buys(feedback: Feedback, localizer: Localizer) -> str:
    """Return a sentence on the buys that use a part of the limit; empty if there are none."""
    if not feedback.other_buys:
        return ""
    taken = feedback.violation.numbers.get("taken")
    return localizer.render("dual-limit-taken", symbols=localizer.list_of(feedback.other_buys), taken=taken)


MISSING: Final = "missing"  # the answer left the symbol out
NO_VALID_ANSWER: Final = "no_valid_answer"  # every answer broke a rule
TIMEOUT: Final = "model_timeout"
UNREADABLE: Final = "model_garbled"


_NOT_JSON: Final = "not_json"
_ANSWER_LENGTH: Final = 6_000  # characters of the previous answer that are sent with the feedback
_ACCEPTED: Final = "Taken already, and not to be answered again: {symbols}. Their cash is spoken for.\n"
_LOOSE_FIGURES: Final = "loose_figures"
_CODES_OF_RULES: Final = {MISSING: MISSING, _NOT_JSON: UNREADABLE}  # any other rule: NO_VALID_ANSWER


@dataclass(slots=True, kw_only=True)
class DraftingRun:
    """One run of the deciding agent over all symbols of a request."""

    review: ProposalReview
    reasons: ReasonReader
    client: RunClient
    transcript: Transcript
    # Valid proposals whose reasons are asked for anew, once: they count if nothing better comes.
    second_best: dict[str, AcceptedProposal] = field(default_factory=dict)  # by symbol
    invented: list[str] = field(default_factory=list)  # symbols in answers that were not requested
    fallback_codes: dict[str, str] = field(default_factory=dict)  # the reason by undecided symbol
    has_asked_for_references: bool = False
    history: HistoryTokens = NO_HISTORY  # of the conversation in the data

    async def decide_all(self, data: ModelMessage) -> None:
        """Ask until every symbol is decided or no retry is left; undecided symbols remain in `fallback_codes`."""
        messages: tuple[ModelMessage, ...] = (data,)
        self.fallback_codes = dict.fromkeys(self._requested(), TIMEOUT)
        is_open = not self.client.is_time_up
        while is_open:
            further = await self._ask_once(messages)
            messages, is_open = (*messages, *further), bool(further)
        self._take_second_best()

    async def _ask_once(self, messages: tuple[ModelMessage, ...]) -> tuple[ModelMessage, ...]:
        """Ask about all undecided symbols; return the messages to add for a retry, or none if there is no retry."""
        symbols = tuple(self.fallback_codes)
        try:
            text, feedback = await self._answer(messages, symbols)
        except ModelError as error:
            code = error.code
            self._add_from_agent(self.transcript.localizer.render_code("fallback", code), symbols=symbols)
            self.fallback_codes = dict.fromkeys(symbols, code)
            return ()
        feedback += self._ask_for_references()
        self._keep_open(feedback)
        if not self.fallback_codes:
            return ()
        if self.client.can_retry:
            return self._retry(text, feedback)
        if text:
            self._add_from_validator(*reader_feedback(feedback, self.transcript.localizer), symbols=self.fallback_codes)
        return ()

    async def _answer(self, messages: tuple[ModelMessage, ...], symbols: tuple[str, ...]) -> tuple[str, list[Feedback]]:
        """Ask once; return the answer's text, and feedback on symbols not accepted. Raises: ModelError."""
        request = self.review.request
        prompt = render("decision", language=LANGUAGE_NAMES[request.language])
        agent_request = AgentRequest(
            agent=DECISION,
            prompt=prompt,
            messages=messages,
            caller=request.caller,
            history=self.history,
            fact_ids=tuple(self.reasons.catalogue.facts),
        )
        schema = decision_schema(symbols, name=DECISION.name)
        try:
            answered = await self.client.ask_structured(agent_request, kind=DecisionAnswer, schema=schema)
        except ModelGarbledError as error:
            message_id = "dual-not-of-the-form" if error.partial else "dual-unread"
            self._add_from_agent(self.transcript.localizer.render(message_id), symbols=symbols)
            return error.partial, [Feedback(symbol, Violation(_NOT_JSON)) for symbol in symbols]
        feedback = self._review(answered.value.decisions, symbols)
        if feedback or any(symbol in symbols for symbol in self._symbols_with_loose_figures()):
            await self.client.reject(answered.answer)
        return answered.answer.text, feedback

    def _review(self, written: Mapping[str, object], symbols: tuple[str, ...]) -> list[Feedback]:
        answers = answers_by_symbol(written, symbols)
        drafts: dict[str, DraftOrFaults] = {
            symbol: parse_draft(symbol, answers[symbol]) if symbol in answers else (Violation(MISSING),)
            for symbol in symbols
        }
        if any(isinstance(drafts[symbol], tuple) for symbol in answers):
            self.client.usage.parse_errors += 1
        lines = draft_lines(answers, drafts, self.transcript.localizer, say=self._say_reasons)
        self._add_from_agent(*lines, symbols=answers)
        self._drop_invented(written)
        return self.review.review_drafts(drafts, attempt=self.client.usage.attempt)

    def _say_reasons(self, draft: DecisionDraft) -> list[str]:
        localizer = self.transcript.localizer
        read = self.reasons.read(draft)
        return [localizer.texts.render_model_text(localizer.locale, text.template, text.facts) for text in read]

    def _symbols_with_loose_figures(self) -> list[str]:
        return [symbol for symbol, each in self.review.accepted.items() if self.reasons.faults(each.draft)]

    def _ask_for_references(self) -> list[Feedback]:
        """Return feedback on figures that are no references, once in a run; their proposals are put aside meanwhile."""
        if self.has_asked_for_references or not self.client.can_retry:
            return []
        feedback = []
        for symbol in self._symbols_with_loose_figures():
            self.has_asked_for_references = True
            self.second_best[symbol] = accepted = self.review.accepted.pop(symbol)
            figures = ", ".join(self.reasons.faults(accepted.draft))
            feedback.append(Feedback(symbol, Violation(_LOOSE_FIGURES, words={"figures": figures})))
        return feedback

    def _take_second_best(self) -> None:
        """Take what was put aside for symbols that are still undecided, if it still keeps every rule."""
        undecided = [symbol for symbol in self.second_best if symbol in self.fallback_codes]
        drafts: dict[str, DraftOrFaults] = {symbol: self.second_best[symbol].draft for symbol in undecided}
        self.review.review_drafts(drafts, attempt=self.client.usage.attempt)
        for symbol in undecided:
            if symbol in self.review.accepted:
                del self.fallback_codes[symbol]

    def _drop_invented(self, written: Mapping[str, object]) -> None:
        names = [name for name in invented_symbols(written, self._requested()) if name not in self.invented]
        if names:
            self.invented += names
            localizer = self.transcript.localizer
            self._add_from_validator(localizer.render("dual-dropped", symbols=localizer.list_of(names)))

    def _keep_open(self, feedback: Sequence[Feedback]) -> None:
        """Update `fallback_codes` to the symbols that are still undecided, with the reasons in `feedback`."""
        decided = [symbol for symbol in self.fallback_codes if symbol in self.review.accepted]
        if decided:
            localizer = self.transcript.localizer
            self._add_from_validator(localizer.render("dual-kept", symbols=localizer.list_of(decided)), symbols=decided)
        codes = {each.symbol: _CODES_OF_RULES.get(each.violation.code, NO_VALID_ANSWER) for each in feedback}
        self.fallback_codes = {
            symbol: codes.get(symbol, NO_VALID_ANSWER)
            for symbol in self.fallback_codes
            if symbol not in self.review.accepted
        }

    def _retry(self, text: str, feedback: Sequence[Feedback]) -> tuple[ModelMessage, ModelMessage]:
        """Return the answer and the feedback on it as messages, and count the retry.

        Without an answer's text the retry counts as a resend, not as a round of feedback.
        """
        usage, symbols = self.client.usage, tuple(self.fallback_codes)
        if text:
            lines = reader_retry(feedback, self.transcript.localizer, attempt=usage.attempt, symbols=symbols)
            self._add_from_validator(*lines, symbols=symbols)
        accepted = ", ".join(self.review.accepted)
        prompt = render(
            "complaint",
            attempt=str(usage.attempt),
            attempts=str(MAX_ATTEMPTS),
            faults=model_feedback(feedback, texts=self.transcript.localizer.texts),
            kept=_ACCEPTED.format(symbols=accepted) if accepted else "",
            symbols=", ".join(symbols),
        )
        if text:
            usage.feedback_rounds += 1
        else:
            usage.resends += 1
        usage.note_prompt(prompt.version)
        sendable = text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
        earlier = sendable[:_ANSWER_LENGTH] or "(nothing)"
        return ModelMessage(PromptRole.ASSISTANT, earlier), ModelMessage(PromptRole.USER, prompt.text)

    def _requested(self) -> list[str]:
        return [features.symbol for features in self.review.request.features]

    def _add_from_agent(self, *lines: str, symbols: Iterable[str]) -> None:
        self.transcript.add_message(DECISION.name, VALIDATOR, lines, symbols=symbols)

    def _add_from_validator(self, *lines: str, symbols: Iterable[str] = ()) -> None:
        self.transcript.add_message(VALIDATOR, DECISION.name, lines, symbols=symbols)
