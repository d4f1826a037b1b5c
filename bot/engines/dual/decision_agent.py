"""The decision agent: one request for all symbols, then again for those that break a rule, with the complaint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.agents.data_message import LANGUAGE_NAMES
from bot.agents.model_client import AgentRequest
from bot.agents.registry import DECISION
from bot.domain.models.requests import ModelMessage, PromptRole
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.drafts import DecisionDraft, parse_draft
from bot.domain.trading.validation import Violation
from bot.engines.common.proposal_review import Feedback, ProposalReview
from bot.engines.common.run_usage import MAX_RETRIES, RunUsage
from bot.engines.common.shortages import describe_to_model
from bot.engines.common.transcript import VALIDATOR, Localizer, Transcript, describe_drafts, error_name
from bot.engines.dual.answer_schemas import DecisionAnswer, answers_by_symbol, decision_schema, invented_symbols
from bot.errors import ModelError, ModelGarbledError
from bot.locales import Catalogue
from bot.prompts import Prompt, render

MISSING: Final = "missing"
GARBLED: Final = "model_garbled"
NO_VALID_ANSWER: Final = "no_valid_answer"
TOO_LATE: Final = "model_timeout"

_ANSWER_KEPT: Final = 6_000  # characters of an earlier answer, told again with the complaint


@dataclass(slots=True)
class DecisionAgentRun:
    """One run of the decision agent over all symbols of a question."""

    review: ProposalReview
    usage: RunUsage
    transcript: Transcript
    texts: Catalogue
    invented: list[str] = field(default_factory=list)
    fallback_codes: dict[str, str] = field(default_factory=dict)  # fallback codes, by symbol still to be decided

    async def decide_all(self, data: ModelMessage) -> None:
        """Ask until every symbol is decided, or nothing more may be asked; what was not has its fallback's code."""
        said: tuple[ModelMessage, ...] = (data,)
        self.fallback_codes = dict.fromkeys((known.symbol for known in self.review.request.features), TOO_LATE)
        is_open = not self.usage.is_time_up
        while is_open:
            more = await self._round(said)
            said, is_open = (*said, *more), bool(more)

    async def _round(self, said: tuple[ModelMessage, ...]) -> tuple[ModelMessage, ...]:
        """Ask once; return what to say next, nothing where all is decided or nothing more may be asked."""
        symbols = tuple(self.fallback_codes)
        try:
            text, complaints = await self._asked(said, symbols)
        except ModelError as error:
            self._said(DECISION.name, f"fallback-{error_name(error)}", symbols=symbols)
            self.fallback_codes = dict.fromkeys(symbols, fallback_code(error))
            return ()
        self._note(complaints)
        if not self.fallback_codes:
            return ()
        if self.usage.is_time_up or not self.usage.retries_left:
            if text:
                self._complain(complaints)
            return ()
        return self._again(text, complaints)

    async def _asked(self, said: tuple[ModelMessage, ...], symbols: tuple[str, ...]) -> tuple[str, list[Feedback]]:
        """Ask once; take what is right, and return the answer with what is wrong. Raises: ModelError."""
        request = self.review.request
        prompt = render("decision", language=LANGUAGE_NAMES[request.language])
        agent_request = AgentRequest(agent=DECISION, prompt=prompt, messages=said, caller=request.caller)
        try:
            answered = await self.usage.ask_structured(
                agent_request, kind=DecisionAnswer, schema=decision_schema(symbols)
            )
        except ModelGarbledError as error:
            key = "dual-not-of-the-form" if error.partial else "dual-unread"
            self._said(DECISION.name, key, symbols=symbols)
            return error.partial, [Feedback(symbol, Violation("not_json")) for symbol in symbols]
        return answered.answer.text, self._judged(answered.value.decisions, symbols)

    def _judged(self, written: Mapping[str, object], symbols: tuple[str, ...]) -> list[Feedback]:
        of = answers_by_symbol(written, symbols)
        drafts = {s: parse_draft(s, of[s]) if s in of else (Violation(MISSING),) for s in symbols}
        if any(isinstance(draft, tuple) for symbol, draft in drafts.items() if symbol in of):
            self.usage.parse_errors += 1
        read = {s: draft if isinstance(draft, DecisionDraft) else None for s, draft in drafts.items() if s in of}
        self.transcript.add_message(
            DECISION.name, VALIDATOR, describe_drafts(read, of, self.transcript.localizer), symbols=tuple(of)
        )
        self._dropped(written)
        return self.review.review_drafts(drafts, attempt=self.usage.attempt)

    def _dropped(self, written: Mapping[str, object]) -> None:
        asked = [known.symbol for known in self.review.request.features]
        names = [name for name in invented_symbols(written, asked) if name not in self.invented]
        if names:
            self.invented += names
            self._said(VALIDATOR, "dual-dropped", names=names)

    def _note(self, complaints: Sequence[Feedback]) -> None:
        """Keep which symbols are still to be decided, and why."""
        decided = [symbol for symbol in self.fallback_codes if symbol in self.review.accepted]
        if decided:
            self._said(VALIDATOR, "dual-kept", names=decided, symbols=decided)
        codes = {feedback.symbol: _why_not(feedback.violation.code) for feedback in complaints}
        self.fallback_codes = {
            symbol: codes.get(symbol, NO_VALID_ANSWER)
            for symbol in self.fallback_codes
            if symbol not in self.review.accepted
        }

    def _again(self, text: str, complaints: Sequence[Feedback]) -> tuple[ModelMessage, ModelMessage]:
        """Return the earlier answer and the complaint about it, and count it; no answer at all is no mistake in one."""
        if text:
            self._complain(complaints, attempt=self.usage.attempt)
        prompt = self._complaint(complaints)
        if text:
            self.usage.feedback_rounds += 1
        else:
            self.usage.resends += 1
        self.usage.note_version(prompt.version)
        earlier = _sendable(text)[:_ANSWER_KEPT] or "(nothing)"
        return ModelMessage(PromptRole.ASSISTANT, earlier), ModelMessage(PromptRole.USER, prompt.text)

    def _complaint(self, complaints: Sequence[Feedback]) -> Prompt:
        """What is wrong, as the model is told of it."""
        kept = ", ".join(self.review.accepted)
        return render(
            "complaint",
            attempt=str(self.usage.attempt),
            attempts=str(MAX_RETRIES + 1),
            faults="\n".join(f"- {self._to_the_model(each)}" for each in complaints),
            kept=f"Taken already, and not to be answered again: {kept}. Their cash is spoken for.\n" if kept else "",
            symbols=", ".join(self.fallback_codes),
        )

    def _to_the_model(self, feedback: Feedback) -> str:
        localizer = Localizer(self.texts, Locale(Language.ENGLISH))
        return describe_to_model(feedback.symbol, feedback.violation, texts=self.texts) + _takers(feedback, localizer)

    def _complain(self, complaints: Sequence[Feedback], *, attempt: int | None = None) -> None:
        """Note the complaint for people, in their language; `attempt` is the one that it asks for, if there is one."""
        localizer, open_ones = self.transcript.localizer, tuple(self.fallback_codes)
        faults = [
            localizer(
                "dual-fault",
                symbol=each.symbol,
                fault=localizer.violation(each.violation) + _takers(each, localizer),
            )
            for each in complaints
        ]
        if attempt is not None:
            head = localizer("dual-not-taken", attempt=attempt, attempts=MAX_RETRIES + 1)
            faults = [
                head,
                *(f"- {fault}" for fault in faults),
                localizer("dual-again", symbols=localizer.list_of(open_ones)),
            ]
        self.transcript.add_message(VALIDATOR, DECISION.name, faults, symbols=open_ones)

    def _said(self, sender: str, key: str, *, names: Sequence[str] = (), symbols: Sequence[str] = ()) -> None:
        """Note one sentence of ours, by which `names` are named."""
        localizer = self.transcript.localizer
        recipient = VALIDATOR if sender == DECISION.name else DECISION.name
        self.transcript.add_message(
            sender, recipient, [localizer(key, symbols=localizer.list_of(names))], symbols=symbols
        )


def fallback_code(error: ModelError) -> str:
    """Return the code of a failure: "model_timeout"."""
    return error_name(error).replace("-", "_")


def _takers(feedback: Feedback, localizer: Localizer) -> str:
    """Whose buys have taken a part of the limit, as a sentence; nothing where none has."""
    taken = feedback.violation.numbers.get("taken")
    return (
        localizer("dual-limit-taken", symbols=localizer.list_of(feedback.other_buys), taken=taken)
        if feedback.other_buys
        else ""
    )


def _why_not(code: str) -> str:
    return {MISSING: MISSING, "not_json": GARBLED}.get(code, NO_VALID_ANSWER)


def _sendable(text: str) -> str:
    """Return `text` without what cannot be sent or stored."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
