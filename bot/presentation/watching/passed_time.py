"""Says what the passing of market time has brought: alerts that were reached, results of decisions, briefs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, plain_text
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.watching.alerts import FiredAlert
from bot.domain.watching.briefs import BriefOutcome
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.watching.alerts import AlertPresenter
from bot.presentation.watching.briefs import BriefPresenter

_SHOWN_ALERTS: Final = 3
_SHOWN_RESULTS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedEvents:
    """What a span of market time has brought, each part in order."""

    alerts: Sequence[FiredAlert] = ()  # told in this answer
    outcomes: Sequence[BriefOutcome] = ()
    briefs: Sequence[Answer] = ()  # shown in this answer
    of_other_threads: Sequence[FiredAlert] = ()  # told there, with their buttons, and named here
    posted: int = 0  # further alerts and briefs that are told elsewhere


@dataclass(frozen=True, slots=True)
class PassedTimePresenter(CardPresenter):
    """Renders what became due."""

    def answer(self, locale: Locale, events: PassedEvents, *, first: Block) -> Answer:
        """Return an answer that begins with `first`; what is not shown first is in its details, in order."""
        alert_texts, briefs = AlertPresenter(self.cards), BriefPresenter(self.cards)
        results = ((each.at, briefs.outcome_line(locale, each)) for each in events.outcomes)
        lines = tuple(self.say(locale, "passed-result", date=market_date(at), result=each) for at, each in results)
        told = [block for each in events.alerts for block in alert_texts.told(locale, each)]
        shown_lines = lines[-_SHOWN_RESULTS:]
        elsewhere = [plain_text(alert_texts.told(locale, each)) for each in events.of_other_threads]
        others = [Paragraph(self.say(locale, "passed-in-other-thread", told=each)) for each in elsewhere]
        shown: list[Block] = [first, *told[:_SHOWN_ALERTS], *others[:_SHOWN_ALERTS]]
        if shown_lines:
            left = len(lines) - len(shown_lines)
            shown.append(Bullets(self.say(locale, "passed-results", count=len(lines), left=left), shown_lines))
        if events.briefs:
            shown += events.briefs[-1].blocks
        if events.posted:
            shown.append(Paragraph(self.say(locale, "passed-posted", count=events.posted)))
        alerts = events.alerts[:_SHOWN_ALERTS]
        buttons = (alert_texts.buttons(locale, each, is_one_of_several=len(alerts) > 1) for each in alerts)
        return Answer(
            blocks=tuple(shown),
            details=(*others[_SHOWN_ALERTS:], *self._details(locale, events, lines, tuple(told))),
            buttons=tuple(button for each in buttons for button in each),
            symbols=tuple(dict.fromkeys(each.alert.symbol for each in events.alerts)),
        )

    def _details(
        self, locale: Locale, events: PassedEvents, lines: tuple[str, ...], told: tuple[Block, ...]
    ) -> tuple[Block, ...]:
        results: tuple[Block, ...] = ()
        if len(lines) > _SHOWN_RESULTS:
            results = (Bullets(self.say(locale, "passed-results", count=len(lines), left=0), lines),)
        earlier = tuple(block for each in events.briefs[:-1] for block in each.blocks)
        latest = events.briefs[-1].details if events.briefs else ()
        return (*told[_SHOWN_ALERTS:], *results, *earlier, *latest)
