"""Presents trading limits: what was noted, what is in force, and what sounded like a limit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Button, Paragraph
from bot.domain.conversation.buttons import GuessRef
from bot.domain.conversation.replies import Answer
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.bound_checks import limit_words
from bot.domain.trading.bound_reasons import EXCEEDS_BOUND, exceeded_bounds
from bot.domain.trading.decisions import Decision, Proposal, keys_of
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitProblem, LimitRecord, LimitStatement
from bot.presentation.decisions.cards import CardPresenter
from bot.trading.limits.limit_book import LimitChanges

_MOST_CHANGES: Final = 5  # that are told
_MOST_SAID: Final = 160  # characters
_OFFERS: Final = ((1, "limit-for-everybody"), (2, "limit-for-me"), (0, "guess-none"))


@dataclass(frozen=True, slots=True)
class LimitPresenter(CardPresenter):
    """Renders trading limits."""

    def noted(self, locale: Locale, changes: LimitChanges) -> tuple[Block, ...]:
        """Return what was noted, and what that replaces."""
        preferences = [each for each in changes.added if each.terms.measure is LimitMeasure.PREFERENCE]
        limits = [each for each in changes.added if each not in preferences]
        groups = {"limit-noted": limits, "limit-noted-preference": preferences, "limit-replaces": changes.ended}
        listed = {
            message_id: self.texts.list_of(locale, (self.name(locale, each) for each in group), separator="; ")
            for message_id, group in groups.items()
        }
        sentences = (self.say(locale, message_id, limits=names) for message_id, names in listed.items() if names)
        return (Paragraph(self.texts.join(locale, *sentences)),)

    def exceeding(self, locale: Locale, pending: Iterable[Decision]) -> tuple[Block, ...]:
        """Say that pending decisions exceed a limit now, and so cannot be confirmed."""
        exceeding = tuple(pending)
        if not exceeding:
            return ()
        what = self.cards.action_phrases(locale, exceeding)
        return (Paragraph(self.say(locale, "limit-exceeded-by-pending", what=what), keys_of(exceeding)),)

    def pending_within(
        self, locale: Locale, purchases: Sequence[Decision], limits: Iterable[LimitInForce]
    ) -> tuple[Block, ...]:
        """Return by how much pending purchases exceed caps and limits; or that all keep within them."""
        beyond = [each for each in purchases if exceeded_bounds(each.proposal)]
        if beyond:
            lines = tuple(self._excess(locale, each.proposal) for each in beyond)
            return (Bullets(self.say(locale, "limits-exceeded-by-pending"), lines),)
        is_bound = any(each.terms.measure is not LimitMeasure.PREFERENCE for each in limits)
        kept, what = "limits" if is_bound else "caps", self.cards.action_phrases(locale, purchases)
        return self.paragraph(locale, f"{kept}-kept-by-pending", what=what) if purchases else ()

    def _excess(self, locale: Locale, proposal: Proposal) -> str:
        excesses = (each for each in proposal.reasons if each.code in EXCEEDS_BOUND)
        why = self.texts.list_of(
            locale, (self.cards.arguments.in_short(locale, each) for each in excesses), separator="; "
        )
        what = self.cards.action_phrase(locale, proposal)
        return self.say(locale, "limits-exceeded-line", what=what, why=why)

    def asked_back(self, locale: Locale, problem: LimitProblem) -> tuple[Block, ...]:
        """Say that something sounds like a limit, and what is missing."""
        texts = self.texts
        what = texts.render_code(locale, "limit-problem", problem)
        if problem is LimitProblem.PRICE_OR_TOTAL:
            return (Paragraph(what),)
        return (Paragraph(texts.join(locale, what, self.say(locale, "limit-how-to-say"))),)

    def offered(self, locale: Locale, limits: Sequence[LimitInForce], *, turn_id: TurnId) -> Answer:
        """Ask whether limits are to bind everybody in the channel, with a button for each answer."""
        names = (self.say(locale, "limit-text", value=each.terms.value, **limit_words(each)) for each in limits)
        asked = self.say(locale, "limit-offered", limits=self.texts.list_of(locale, names, separator="; "))
        what = self.texts.join(locale, asked, self.say(locale, "limit-problem-everybody"))
        buttons = tuple(Button(str(GuessRef(turn_id, place)), self.say(locale, each)) for place, each in _OFFERS)
        return Answer(blocks=(Paragraph(what),), buttons=buttons, has_question=True)

    def listed(
        self,
        locale: Locale,
        limits: Sequence[LimitInForce],
        bounds: Sequence[LimitStatement] = (),
        beside: Sequence[Block] = (),
    ) -> tuple[Block, ...]:
        """Return the limits in force with the numbers by which they are removed, and the bounds of single requests."""
        how = Paragraph(self.say(locale, "limits-how"))
        if not limits and not bounds:
            return (Paragraph(self.say(locale, "limits-none-bind" if beside else "limits-none")), *beside, how)
        items = tuple(f"{number}. {self._line(locale, each)}" for number, each in enumerate(limits, start=1))
        told = tuple(self.say(locale, "limits-of-request", what=self._bound(locale, each)) for each in bounds)
        return (Bullets(self.say(locale, "limits-heading"), (*items, *told)), *beside, how)

    def of_others(self, locale: Locale, limits: Iterable[LimitInForce]) -> tuple[Block, ...]:
        """Return the limits on the trades of others, with whose they are; nothing where there are none."""
        lines = tuple(self.name(locale, each) for each in limits)
        return (Bullets(self.say(locale, "limits-of-others"), lines),) if lines else ()

    def changes(self, locale: Locale, records: Sequence[LimitRecord]) -> tuple[Block, ...]:
        """Return a line for each limit that was stated or ended, the latest first; of none, that there was none."""
        if not records:
            return self.paragraph(locale, "limits-never-changed")
        stated = [(each.limit.stated_at, "limit-stated-line", each) for each in records]
        ended = [(each.ended_at, "limit-ended-line", each) for each in records if each.ended_at is not None]
        lines = sorted((*stated, *ended), key=lambda each: each[:2], reverse=True)[:_MOST_CHANGES]
        told = tuple(self._change(locale, at, name, each) for at, name, each in lines)
        return (Bullets(self.say(locale, "limits-changes"), told),)

    def _change(self, locale: Locale, at: datetime, message_id: str, record: LimitRecord) -> str:
        is_end = record.ended_at is not None and message_id == "limit-ended-line"
        return self.say(
            locale,
            message_id,
            by=(record.ended_by or "none") if is_end else record.limit.stated_by.name,
            when=locale.format_instant(at),
            limit=self.name(locale, LimitInForce(record.limit)),
            said=single_line(record.said, limit=_MOST_SAID) or "none",
        )

    def ended(
        self, locale: Locale, limits: Iterable[LimitInForce], bounds: Iterable[LimitStatement] = ()
    ) -> tuple[Block, ...]:
        """Say which limits, and which bounds of single requests, no longer hold."""
        names = (*(self.name(locale, each) for each in limits), *(self._bound(locale, each) for each in bounds))
        ended = self.texts.list_of(locale, names, separator="; ")
        return self.paragraph(locale, "limits-ended", limits=ended)

    def left(self, locale: Locale, limits: Iterable[LimitInForce]) -> tuple[Block, ...]:
        """Say which limits of the channel stay; nothing where there are none."""
        listed = self.texts.list_of(locale, [self.name(locale, each) for each in limits], separator="; ")
        return self.paragraph(locale, "limits-left", limits=listed) if listed else ()

    def _line(self, locale: Locale, limit: LimitInForce) -> str:
        spent = "limit-spent" if limit.terms.measure is LimitMeasure.TOTAL else ""
        name = self.name(locale, limit)
        return self.texts.join(locale, name, self.say(locale, spent, spent=limit.spent) if spent else "")

    def _bound(self, locale: Locale, bound: LimitStatement) -> str:
        symbols = ", ".join(bound.symbols) or "none"
        return self.say(locale, "limit-of-request", value=bound.limits.max_cash, symbols=symbols)

    def name(self, locale: Locale, limit: LimitInForce) -> str:
        """Return what a limit says, whose it is and where it holds."""
        words = limit_words(limit)
        return self.say(locale, "limit-with-scope", value=limit.terms.value, **words)
