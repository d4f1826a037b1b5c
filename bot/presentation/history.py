"""The answer to /history: a line for each conversation, and its record in the details."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Quotation, Quotations
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import State
from bot.domain.ids import ConversationId
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.memory.summaries.summary import told_lines
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Decision, keys_of
from bot.presentation.decisions.cards import CardPresenter

SHOWN: Final = 7  # conversations; the heading and a closing line make a brief answer of ten lines
_SYMBOLS_IN_LINE: Final = 3
_SYMBOLS: Final = 12
_DECISIONS: Final = 5
_WORDS: Final = 14  # characters of the first message, where no share was discussed
_QUOTED: Final = 60  # characters of the first message, in a record
_NAME: Final = 10


@dataclass(frozen=True, slots=True)
class HistoryView:
    """By whom and when records are read."""

    locale: Locale
    at: datetime
    idle_after: timedelta
    links: Mapping[ConversationId, str | None]  # to the first message of each conversation, where there is one


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Which records are shown."""

    number: int  # from 1
    names_one: bool  # one conversation was asked for


@dataclass(frozen=True, slots=True)
class HistoryReport(CardPresenter):
    """Turns records of conversations into an answer."""

    def answer(self, view: HistoryView, records: tuple[ConversationRecord, ...], page: HistoryPage) -> Answer:
        """Return one record, or a line for each of at most `SHOWN`.

        `records`: those of the page, the latest active first, and one more if there are more pages.
        """
        if page.names_one and len(records) == 1:
            (record,) = records
            first, quotation, *rest = self._details(view, record)
            # The record quotes the first message only; this says how all of them can be seen.
            has_address = (view.links.get(record.id) or "").startswith("https://")
            key = "history-whole-link" if has_address else "history-whole-export"
            whole = Paragraph(self._say(view, key, count=record.messages, id=record.short_id))
            return Answer(blocks=(first, quotation, whole), details=tuple(rest))
        shown = records[:SHOWN]
        has_more = len(records) > len(shown)
        lines = tuple(self._line(view, each) for each in shown)
        more = self._say(view, "history-more") if has_more else ""
        closing = self.texts.join(view.locale, more, self._say(view, "history-open-one", id=shown[0].short_id))
        all_details = tuple(block for each in shown for block in self._details(view, each))
        heading = self._heading(view, page, len(shown), has_more=has_more)
        return Answer(blocks=(Bullets(heading, lines), Paragraph(closing)), details=all_details)

    def _heading(self, view: HistoryView, page: HistoryPage, count: int, *, has_more: bool) -> str:
        before = (page.number - 1) * SHOWN
        of_first = "history-latest" if has_more else "history-count"
        message_id = "history-page" if before else of_first
        return self._say(view, message_id, count=count, first=before + 1, last=before + count)

    def _line(self, view: HistoryView, record: ConversationRecord) -> str:
        return self._say(
            view,
            "history-line",
            id=record.short_id,
            at=self._short(view, record.last_active_at).partition(" ")[0],
            by=single_line(record.begun_by, limit=_NAME),
            about=self._about(view, record),
            decisions=len(record.decisions),
        )

    def _about(self, view: HistoryView, record: ConversationRecord) -> str:
        symbols = record.symbols
        if not symbols:
            return self._say(view, "history-about-words", words=single_line(record.first_words, limit=_WORDS))
        if len(symbols) <= _SYMBOLS_IN_LINE:
            return self._list(view, symbols)
        shown = symbols[: _SYMBOLS_IN_LINE - 1]
        return self._say(view, "history-about-more", symbols=self._list(view, shown), more=len(symbols) - len(shown))

    def _details(self, view: HistoryView, record: ConversationRecord) -> Iterator[Block]:
        heading = self._say(view, "history-title", id=record.short_id, by=single_line(record.begun_by, limit=_NAME))
        yield Bullets(heading, tuple(self._items(view, record)))
        if pending := record.pending(at=view.at):
            said = self._say(view, "history-pending", decisions=self._decisions(view, record, pending))
            yield Paragraph(said, keys_of(pending))
        quotation = Quotation(
            by=single_line(record.begun_by, limit=_NAME),
            at=self._short(view, record.started_at),
            text=single_line(record.first_words, limit=_QUOTED),
            link=view.links.get(record.id),
        )
        yield Quotations((quotation,))
        if record.summary:
            yield Bullets(self._say(view, "history-summary"), tuple(told_lines(record.summary)))

    def _items(self, view: HistoryView, record: ConversationRecord) -> Iterator[str]:
        started, last = (self._short(view, each) for each in (record.started_at, record.last_active_at))
        yield self._say(view, "history-times", started=started, last=last, turns=record.turns)
        yield self._state(view, record)
        if record.focus and record.focus_at is not None:
            day = record.focus_at.astimezone(view.locale.zone).date().isoformat()
            yield self._say(view, "history-focus", symbols=self._list(view, record.focus[:_SYMBOLS]), date=day)
        if record.symbols:
            yield self._say(view, "history-symbols", symbols=self._list(view, record.symbols[:_SYMBOLS]))
        pending = record.pending(at=view.at)
        if decided := tuple(each for each in record.decisions if each not in pending):
            yield self._say(view, "history-decided", decisions=self._decisions(view, record, decided))

    def _state(self, view: HistoryView, record: ConversationRecord) -> str:
        ended = record.ended_at(at=view.at, idle_after=view.idle_after)
        if ended is not None:
            return self._say(view, "history-state-ended", at=self._short(view, ended))
        if record.state is State.AWAITING_CONFIRM:  # by whom, each pending decision says
            return self._say(view, "history-state-awaiting")
        state = self.texts.render_code(view.locale, "state", record.state.lower())
        return self._say(view, "history-state-open", state=state)

    def _decisions(self, view: HistoryView, record: ConversationRecord, decisions: tuple[Decision, ...]) -> str:
        said = (self._decision(view, record, each) for each in decisions)
        return self.texts.list_of(view.locale, said, most=_DECISIONS)

    def _decision(self, view: HistoryView, record: ConversationRecord, decision: Decision) -> str:
        what = self.cards.action_phrase(view.locale, decision.proposal)
        if decision.is_pending(at=view.at):
            until = view.locale.format_short_instant(decision.expires_at, now=view.at)
            by = single_line(record.name_of(decision.asked_by), limit=_NAME)
            return self._say(view, "history-decision-pending", what=what, by=by, until=until)
        status = self.texts.render_code(view.locale, "status-word", decision.status)
        return self._say(view, "history-decision", what=what, status=status)

    def _short(self, view: HistoryView, at: datetime) -> str:
        local, now = at.astimezone(view.locale.zone), view.at.astimezone(view.locale.zone)
        if local.year != now.year:
            return local.date().isoformat()
        return view.locale.format_short_instant(at, now=view.at)

    def _list(self, view: HistoryView, symbols: tuple[str, ...]) -> str:
        return self._say(view, "list-separator").join(symbols)

    def _say(self, view: HistoryView, message_id: str, **variables: Hashable) -> str:
        return self.say(view.locale, message_id, **variables)
