"""Picks the note that a correction is of: by what it names, else the one shown or kept last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.context.turn import TurnContext
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import CorrectNote, EditNote, Remember, ShowMemoryHelp
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.requests.watching import AskAlertForm
from bot.domain.memory.core_memory import MemoryFact, StoredSection
from bot.domain.memory.statements import StatementWords, contradicts
from bot.domain.text.normalise import as_typed
from bot.reading.pointers import pointers_in
from bot.reading.recall.note_corrections import NoteCorrection, words_naming
from bot.reading.recognisers.note_places import placed_note
from bot.reading.stated_limits import limits_stated, states_limit

_MOST_ASKED: Final = 3  # notes, of which one is corrected
_MOST_BESIDE: Final = 2  # notes that may be meant, beside a new one
_UNCLEAR: Final = 0.3  # certainty: the person is asked
_ENDS: Final = " .。"
LAST_SHOWN: Final = "it"  # names no note by a word
UNREAD: Final = (AskAlertForm, CorrectNote, NotUnderstood, ShowMemoryHelp, SmallTalk)  # as what a correction is read

Notes: TypeAlias = Sequence[tuple[StoredSection, MemoryFact]]


@dataclass(frozen=True, slots=True)
class NoteTargets:
    """A message that may correct one of the notes that the person sees."""

    context: TurnContext
    statement: str  # what the message states, without what it is asked to be done with
    seen: Notes
    last: Notes  # those that were shown or kept last

    def corrected(self) -> TurnContext:
        """Return the message as the correction of a note, or as the question of which; unchanged: it corrects none."""
        context, said = self.context, NoteCorrection.of(self.context.plain_text)
        if isinstance(context.request, CorrectNote) and context.request.of:
            return self._with_new_text(context.request)
        if isinstance(context.request, Remember):
            denied = [each for each in self.seen if said.denies_of(each[1].text)]
            return context.with_request(self._stated(denied)) if len(denied) == 1 else context
        chosen = [each for each in self.seen if contradicts(self.statement, each[1].text)]
        if chosen:
            return context.with_request(self._replacement(chosen))
        is_told, is_read = isinstance(context.request, CorrectNote), not isinstance(context.request, UNREAD)
        if not is_told and (is_read or context.own_pending or not said.may_correct):
            return context
        return self._of_last(said)

    def _with_new_text(self, request: CorrectNote) -> TurnContext:
        """Return a new text as that of the note that is named; without one, or a text, the person is asked."""
        named, new = words_naming(request.of), NoteCorrection.of_new_text(self.statement)
        among = [each for each in self.seen if named <= _words(each)] if named else self.last
        if not request.text:
            numbers = [at for at, each in enumerate(self.seen, start=1) if each in among]
            return self.context.with_request(EditNote(numbers[0], "") if len(numbers) == 1 else ShowMemoryHelp("edit"))
        is_value = not StatementWords.of(self.statement).words  # "25" is no note by itself
        is_pointed = bool(named) or (bool(pointers_in(request.of)) and not is_value)
        meant = among if is_pointed else [each for each in among if new.fits(each[1].text)]
        if 0 < len(meant) <= _MOST_ASKED:
            return self._applied(new, meant)
        fitting = [each for each in self.seen if new.fits(each[1].text)] if not named else []
        if 0 < len(fitting) <= _MOST_ASKED:  # "change the rule to 25": none was shown
            return self._asked(tuple(_note(new.applied_to(each[1].text)[0], [each]) for each in fitting))
        return self._asked_where(new.as_note_of(request.of), named, among)

    def _asked_where(self, text: str, named: frozenset[str], among: Notes = ()) -> TurnContext:
        """Return the question whether a text for a note that is not there is a limit, a new note, or another's text.

        `among`: notes that may be meant, besides those that share words with the name.
        """
        if not StatementWords.of(text).words:
            return self.context.with_request(ShowMemoryHelp("edit"))
        is_limit = not named and states_limit(text)  # "change the rule to: at most 5% in one name"
        limits = limits_stated(text, self.context.surroundings) if is_limit else None
        near = [each for each in self.seen if named & _words(each) or each in among][:_MOST_BESIDE]
        typed = as_typed(text.strip(_ENDS), self.context.turn.text)
        instead = (replace(_note(typed, [each]), instead_of=each[1].text) for each in near)
        return self._asked((*filter(None, [limits]), placed_note(text, typed=typed, limit=None), *instead))

    def _of_last(self, said: NoteCorrection) -> TurnContext:
        """Return a correction that names no note as one of those that were shown or kept last."""
        if isinstance(self.context.request, CorrectNote) and not said.may_correct and len(self.last) <= 1:
            new = NoteCorrection.of_new_text(self.statement)
            if any(new.fits(each[1].text) for each in self.last):
                return self.context.with_request(self._replacement(self.last))
            return self._asked_where(self.statement, StatementWords.of(self.statement).words)
        is_one = 0 < len(self.last) <= _MOST_ASKED and said.may_correct
        return self._applied(said, self.last) if is_one else self.context

    def _applied(self, said: NoteCorrection, among: Notes) -> TurnContext:
        """Return the one note as it is corrected; where another may be meant, or its value does not fit, a question."""
        corrected = [said.applied_to(fact.text) for _, fact in among]
        requests = tuple(_note(text, [each]) for (text, _), each in zip(corrected, among, strict=True))
        is_clear = len(among) == 1 and corrected[0][1]
        return self.context.with_request(requests[0]) if is_clear else self._asked(requests)

    def _asked(self, requests: tuple[Request, ...]) -> TurnContext:
        unclear, language = NotUnderstood(TradeTerms()), self.context.language
        reading = Reading(request=unclear, language=language, certainty=_UNCLEAR, others=requests)
        return replace(self.context, reading=reading)

    def _replacement(self, chosen: Notes) -> Remember:
        """Return the statement, or the one note with what it puts in, as what takes the place of notes."""
        before, correction = chosen[0][1].text, NoteCorrection.of(self.statement)
        if len(chosen) == 1 and correction.points_to(before):
            return _note(correction.applied_to(before)[0], chosen)
        return self._stated(chosen)

    def _stated(self, chosen: Notes) -> Remember:
        return _note(as_typed(self.statement.strip(_ENDS), self.context.turn.text), chosen)


def _words(note: tuple[StoredSection, MemoryFact]) -> frozenset[str]:
    return StatementWords.of(note[1].text).words


def _note(text: str, chosen: Notes) -> Remember:
    """Return a text as the note that takes the place of those of one section."""
    key = chosen[0][0].key
    ids = frozenset(fact.id for section, fact in chosen if section.key == key)
    note = placed_note(text, typed=text, scope=key.scope, section=key.section, limit=None)
    return replace(note, is_scope_named=False, replaces=ids)
