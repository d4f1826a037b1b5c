"""The decision agent: one request for all symbols, then again for those that break a rule, with the complaint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.agents.asking import Agent, Ask
from bot.agents.data import LANGUAGES
from bot.agents.dual.discussion import DECISION, VALIDATOR, Discussion, all_worded
from bot.agents.dual.judging import Bench, Complaint
from bot.agents.dual.refusals import told as told_of
from bot.agents.dual.shapes import DecisionAnswer, by_symbol, decision_shape, invented
from bot.agents.dual.tally import MOST_RETRIES, Tally
from bot.domain.drafts import Draft, read_draft
from bot.domain.models import ModelMessage, ModelRole, Speaker
from bot.domain.validation import Violation
from bot.errors import ModelError, ModelGarbledError
from bot.locales import Catalogue
from bot.prompts import render

AGENT: Final = Agent("decision", ModelRole.MAIN)
MISSING: Final = "missing"
GARBLED: Final = "model_garbled"
NO_VALID_ANSWER: Final = "no_valid_answer"
TOO_LATE: Final = "model_timeout"

_ANSWER_KEPT: Final = 6_000  # characters of an earlier answer, told again with the complaint


@dataclass(slots=True)
class Deciding:
    """One run of the decision agent over all symbols of a question."""

    bench: Bench
    tally: Tally
    discussion: Discussion
    say: Catalogue
    invented: list[str] = field(default_factory=list)
    reasons_why_not: dict[str, str] = field(default_factory=dict)  # fallback codes, by symbol still to be decided

    async def run(self, data: ModelMessage) -> None:
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
            self.discussion.said(DECISION, VALIDATOR, [f"No answer ({type(error).__doc__})"], symbols=symbols)
            self.reasons_why_not = dict.fromkeys(symbols, fallback_code(error))
            return ()
        self._note(complaints)
        if not self.reasons_why_not:
            return ()
        if self.tally.is_time_up or not self.tally.retries_left:
            self.discussion.said(VALIDATOR, DECISION, self._lines(complaints), symbols=tuple(self.reasons_why_not))
            return ()
        return self._again(text, complaints)

    async def _asked(self, said: tuple[ModelMessage, ...], symbols: tuple[str, ...]) -> tuple[str, list[Complaint]]:
        """Ask once; take what is right, and return the answer with what is wrong. Raises: ModelError."""
        question = self.bench.question
        prompt = render("decision", language=LANGUAGES[question.language])
        ask = Ask(agent=AGENT, prompt=prompt, said=said, caller=question.caller)
        try:
            answered = await self.tally.structured(ask, kind=DecisionAnswer, shape=decision_shape(symbols))
        except ModelGarbledError as error:
            self.discussion.said(
                DECISION, VALIDATOR, ["(an answer that is not of the form asked for)"], symbols=symbols
            )
            return error.partial, [Complaint(symbol, Violation("not_json")) for symbol in symbols]
        return answered.answer.text, self._judged(answered.value.decisions, symbols)

    def _judged(self, written: Mapping[str, object], symbols: tuple[str, ...]) -> list[Complaint]:
        of = by_symbol(written, symbols)
        drafts = {s: read_draft(s, of[s]) if s in of else (Violation(MISSING),) for s in symbols}
        if any(isinstance(draft, tuple) for symbol, draft in drafts.items() if symbol in of):
            self.tally.parse_errors += 1
        read = {s: draft if isinstance(draft, Draft) else None for s, draft in drafts.items() if s in of}
        self.discussion.said(DECISION, VALIDATOR, all_worded(read, of), symbols=tuple(of))
        self._dropped(written)
        return self.bench.judge(drafts, attempt=self.tally.complaints + 1)

    def _dropped(self, written: Mapping[str, object]) -> None:
        asked = [known.symbol for known in self.bench.question.features]
        names = [name for name in invented(written, asked) if name not in self.invented]
        if names:
            self.invented += names
            note = f"Dropped, because nobody asked about them: {', '.join(names)}."
            self.discussion.said(VALIDATOR, DECISION, [note])

    def _note(self, complaints: Sequence[Complaint]) -> None:
        """Keep which symbols are still to be decided, and why."""
        decided = [symbol for symbol in self.reasons_why_not if symbol in self.bench.taken]
        if decided:
            self.discussion.said(VALIDATOR, DECISION, [f"Kept every rule: {', '.join(decided)}."], symbols=decided)
        codes = {complaint.symbol: _why_not(complaint.violation.code) for complaint in complaints}
        self.reasons_why_not = {
            symbol: codes.get(symbol, NO_VALID_ANSWER)
            for symbol in self.reasons_why_not
            if symbol not in self.bench.taken
        }

    def _again(self, text: str, complaints: Sequence[Complaint]) -> tuple[ModelMessage, ModelMessage]:
        """Return the earlier answer and the complaint about it, and count it."""
        self.tally.complaints += 1
        open_ones = tuple(self.reasons_why_not)
        kept = ", ".join(self.bench.taken)
        prompt = render(
            "complaint",
            attempt=str(self.tally.complaints),
            attempts=str(MOST_RETRIES + 1),
            faults="\n".join(f"- {line}" for line in self._lines(complaints)),
            kept=f"Taken already, and not to be answered again: {kept}. Their cash is spoken for.\n" if kept else "",
            symbols=", ".join(open_ones),
        )
        self.tally.note_version(prompt.version)
        self.discussion.said(VALIDATOR, DECISION, prompt.text.splitlines(), symbols=open_ones)
        earlier = _sendable(text)[:_ANSWER_KEPT] or "(nothing)"
        return ModelMessage(Speaker.ASSISTANT, earlier), ModelMessage(Speaker.USER, prompt.text)

    def _lines(self, complaints: Sequence[Complaint]) -> list[str]:
        return [told_of(complaint.symbol, complaint.violation, say=self.say) for complaint in complaints]


def fallback_code(error: ModelError) -> str:
    """Return the code of a failure: "model_timeout"."""
    return error.key.removeprefix("error-").replace("-", "_")


def _why_not(code: str) -> str:
    return {MISSING: MISSING, "not_json": GARBLED}.get(code, NO_VALID_ANSWER)


def _sendable(text: str) -> str:
    """Return `text` without what cannot be sent or stored."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
