"""The decision agent: one request for all symbols, then again for those that break a rule, with the complaint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.agents.data_message import LANGUAGES
from bot.agents.model_client import Agent, AgentRequest
from bot.domain.conversation.understanding import Language
from bot.domain.models.requests import ModelMessage, ModelRole, PromptRole
from bot.domain.trading.drafts import DecisionDraft, parse_draft
from bot.domain.trading.validation import Violation
from bot.engines.common.discussion import DECISION, VALIDATOR, ReaderTexts, Transcript, describe_drafts, error_id
from bot.engines.common.proposal_review import Feedback, ProposalReview
from bot.engines.common.run_usage import MOST_RETRIES, RunUsage
from bot.engines.common.shortages import violation_line as told_of
from bot.engines.dual.answer_schemas import DecisionAnswer, by_symbol, decision_schema, invented
from bot.errors import ModelError, ModelGarbledError
from bot.locales import Catalogue
from bot.prompts import Prompt, render

AGENT: Final = Agent("decision", ModelRole.MAIN)
MISSING: Final = "missing"
GARBLED: Final = "model_garbled"
NO_VALID_ANSWER: Final = "no_valid_answer"
TOO_LATE: Final = "model_timeout"

_ANSWER_KEPT: Final = 6_000  # characters of an earlier answer, told again with the complaint


@dataclass(slots=True)
class DecisionAgentRun:
    """One run of the decision agent over all symbols of a question."""

    bench: ProposalReview
    tally: RunUsage
    discussion: Transcript
    say: Catalogue
    invented: list[str] = field(default_factory=list)
    reasons_why_not: dict[str, str] = field(default_factory=dict)  # fallback codes, by symbol still to be decided

    async def decide_all(self, data: ModelMessage) -> None:
        """Ask until every symbol is decided, or nothing more may be asked; what was not has its fallback's code."""
        said: tuple[ModelMessage, ...] = (data,)
        self.reasons_why_not = dict.fromkeys((known.symbol for known in self.bench.question.features), TOO_LATE)
        is_open = not self.tally.is_time_up
        while is_open:
            more = await self._round(said)
            said, is_open = (*said, *more), bool(more)

    async def _round(self, said: tuple[ModelMessage, ...]) -> tuple[ModelMessage, ...]:
        """Ask once; return what to say next, nothing where all is decided or nothing more may be asked."""
        symbols = tuple(self.reasons_why_not)
        try:
            text, complaints = await self._asked(said, symbols)
        except ModelError as error:
            self._said(DECISION, f"fallback-{error_id(error)}", symbols=symbols)
            self.reasons_why_not = dict.fromkeys(symbols, fallback_code(error))
            return ()
        self._note(complaints)
        if not self.reasons_why_not:
            return ()
        if self.tally.is_time_up or not self.tally.retries_left:
            if text:
                self._complain(complaints)
            return ()
        return self._again(text, complaints)

    async def _asked(self, said: tuple[ModelMessage, ...], symbols: tuple[str, ...]) -> tuple[str, list[Feedback]]:
        """Ask once; take what is right, and return the answer with what is wrong. Raises: ModelError."""
        question = self.bench.question
        prompt = render("decision", language=LANGUAGES[question.language])
        ask = AgentRequest(agent=AGENT, prompt=prompt, said=said, caller=question.caller)
        try:
            answered = await self.tally.ask_structured(ask, kind=DecisionAnswer, shape=decision_schema(symbols))
        except ModelGarbledError as error:
            key = "dual-not-of-the-form" if error.partial else "dual-unread"
            self._said(DECISION, key, symbols=symbols)
            return error.partial, [Feedback(symbol, Violation("not_json")) for symbol in symbols]
        return answered.answer.text, self._judged(answered.value.decisions, symbols)

    def _judged(self, written: Mapping[str, object], symbols: tuple[str, ...]) -> list[Feedback]:
        of = by_symbol(written, symbols)
        drafts = {s: parse_draft(s, of[s]) if s in of else (Violation(MISSING),) for s in symbols}
        if any(isinstance(draft, tuple) for symbol, draft in drafts.items() if symbol in of):
            self.tally.parse_errors += 1
        read = {s: draft if isinstance(draft, DecisionDraft) else None for s, draft in drafts.items() if s in of}
        self.discussion.add(DECISION, VALIDATOR, describe_drafts(read, of, self.discussion.told), symbols=tuple(of))
        self._dropped(written)
        return self.bench.review(drafts, attempt=self.tally.attempt)

    def _dropped(self, written: Mapping[str, object]) -> None:
        asked = [known.symbol for known in self.bench.question.features]
        names = [name for name in invented(written, asked) if name not in self.invented]
        if names:
            self.invented += names
            self._said(VALIDATOR, "dual-dropped", names=names)

    def _note(self, complaints: Sequence[Feedback]) -> None:
        """Keep which symbols are still to be decided, and why."""
        decided = [symbol for symbol in self.reasons_why_not if symbol in self.bench.accepted]
        if decided:
            self._said(VALIDATOR, "dual-kept", names=decided, symbols=decided)
        codes = {complaint.symbol: _why_not(complaint.violation.code) for complaint in complaints}
        self.reasons_why_not = {
            symbol: codes.get(symbol, NO_VALID_ANSWER)
            for symbol in self.reasons_why_not
            if symbol not in self.bench.accepted
        }

    def _again(self, text: str, complaints: Sequence[Feedback]) -> tuple[ModelMessage, ModelMessage]:
        """Return the earlier answer and the complaint about it, and count it; no answer at all is no mistake in one."""
        if text:
            self._complain(complaints, attempt=self.tally.attempt)
        prompt = self._complaint(complaints)
        if text:
            self.tally.complaints += 1
        else:
            self.tally.resent += 1
        self.tally.note_version(prompt.version)
        earlier = _sendable(text)[:_ANSWER_KEPT] or "(nothing)"
        return ModelMessage(PromptRole.ASSISTANT, earlier), ModelMessage(PromptRole.USER, prompt.text)

    def _complaint(self, complaints: Sequence[Feedback]) -> Prompt:
        """What is wrong, as the model is told of it."""
        kept = ", ".join(self.bench.accepted)
        return render(
            "complaint",
            attempt=str(self.tally.attempt),
            attempts=str(MOST_RETRIES + 1),
            faults="\n".join(f"- {self._to_the_model(each)}" for each in complaints),
            kept=f"Taken already, and not to be answered again: {kept}. Their cash is spoken for.\n" if kept else "",
            symbols=", ".join(self.reasons_why_not),
        )

    def _to_the_model(self, complaint: Feedback) -> str:
        told = ReaderTexts(self.say, Language.ENGLISH)
        return told_of(complaint.symbol, complaint.violation, say=self.say) + _takers(complaint, told)

    def _complain(self, complaints: Sequence[Feedback], *, attempt: int | None = None) -> None:
        """Note the complaint for people, in their language; `attempt` is the one that it asks for, if there is one."""
        told, open_ones = self.discussion.told, tuple(self.reasons_why_not)
        faults = [
            told("dual-fault", symbol=each.symbol, fault=told.violation(each.violation) + _takers(each, told))
            for each in complaints
        ]
        if attempt is not None:
            head = told("dual-not-taken", attempt=attempt, attempts=MOST_RETRIES + 1)
            faults = [head, *(f"- {fault}" for fault in faults), told("dual-again", symbols=told.list_of(open_ones))]
        self.discussion.add(VALIDATOR, DECISION, faults, symbols=open_ones)

    def _said(self, sender: str, key: str, *, names: Sequence[str] = (), symbols: Sequence[str] = ()) -> None:
        """Note one sentence of ours, by which `names` are named."""
        told = self.discussion.told
        recipient = VALIDATOR if sender == DECISION else DECISION
        self.discussion.add(sender, recipient, [told(key, symbols=told.list_of(names))], symbols=symbols)


def fallback_code(error: ModelError) -> str:
    """Return the code of a failure: "model_timeout"."""
    return error_id(error).replace("-", "_")


def _takers(complaint: Feedback, told: ReaderTexts) -> str:
    """Whose buys have taken a part of the limit, as a sentence; nothing where none has."""
    taken = complaint.violation.numbers.get("taken")
    return told("dual-limit-taken", symbols=told.list_of(complaint.takers), taken=taken) if complaint.takers else ""


def _why_not(code: str) -> str:
    return {MISSING: MISSING, "not_json": GARBLED}.get(code, NO_VALID_ANSWER)


def _sendable(text: str) -> str:
    """Return `text` without what cannot be sent or stored."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
