"""The answer to a review: a line for each decision of a page; their reasons and prices are the details."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Proposal
from bot.presentation.account.performance import PerformancePresenter
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import signed, signed_gain
from bot.trading.performance.decision_performance import DecisionPerformance
from bot.trading.performance.reviewed_decisions import Result, ReviewPage, ReviewRequest, result_of

_TENTH = Decimal("0.1")
_REASONS = 2  # per decision, those with the most weight

_SHOWN_FIRST: Final = 6  # decisions of a page; all of it are in the details


@dataclass(frozen=True, slots=True)
class ReviewReport(CardPresenter):
    """Turns a page of decisions into an answer."""

    days: int  # looked back where no dates were named

    def answer(self, locale: Locale, page: ReviewPage) -> Answer:
        """Return the count and results first, then a line each; or what there is where nothing matches."""
        if not page.total:
            return Answer(blocks=(Paragraph(self._nothing(locale, page)),), symbols=page.request.symbols)
        if not page.decisions:
            past = self.say(locale, "review-no-such-page", count=page.total, pages=page.pages)
            return Answer(blocks=(Paragraph(past),), symbols=page.request.symbols)
        decisions = tuple(each.decision for each in page.decisions)
        return Answer(
            blocks=tuple(self._blocks(locale, page)),
            details=(
                *(self._decision(locale, each) for each in page.decisions),
                *PerformancePresenter(self.cards).market_notes(locale, page.decisions),
                Paragraph(self.say(locale, "review-score")),
            ),
            symbols=tuple(dict.fromkeys(each.proposal.symbol for each in decisions)),
            decisions=decisions,
        )

    def _blocks(self, locale: Locale, page: ReviewPage) -> tuple[Block, ...]:
        last, request = page.first + len(page.decisions) - 1, page.request
        heading = self.say(
            locale,
            "review-count" if page.pages == 1 else "review-count-page",
            count=page.total,
            more=not page.is_counted,
            first=page.first,
            last=last,
            results=self._results(locale, page),
        )
        span = "review-earlier" if page.is_earlier else "review-span-only" if request.market_from else "review-span"
        more = "review-more-uncounted" if not page.is_counted else "review-more" if last < page.total else ""
        closing = self.texts.join(
            locale,
            self.say(locale, span, span=self._span(locale, request)),
            self.say(locale, more, pages=page.pages) if more else "",
        )
        lines = tuple(self._line(locale, each, page) for each in page.decisions)
        if len(lines) == 1:
            lines = (*lines, *self._of_one(locale, page.decisions[0]))
        if (left := len(lines) - _SHOWN_FIRST) > 1:
            lines = (*lines[:_SHOWN_FIRST], self.say(locale, "review-rest", count=left))
        return Bullets(heading, lines), Paragraph(closing)

    def _of_one(self, locale: Locale, performance: DecisionPerformance) -> Iterator[str]:
        """Yield the prices then and now of a trade with what it made since, and the first reason of then."""
        decision, since, then = performance.decision, performance.since, performance.reference
        if since is not None and decision.status in CARRIED_OUT_STATUSES:
            change = since.latest.price / since.performance.price_then - 1
            yield self.say(
                locale,
                "review-made",
                side=decision.proposal.side or "buy",
                shares=then.shares,
                was=since.performance.price_then,
                now=since.latest.price,
                date=market_date(since.latest.as_of),
                **signed_gain(change * then.price * then.shares),
                **signed(change * 100, "percent"),
            )
        yield from self._reasons(locale, decision.proposal, most=1)

    def _reasons(self, locale: Locale, p: Proposal, *, most: int) -> Iterator[str]:
        for reason in self.cards.arguments.sentences(locale, [r for r in p.reasons if r.weight][:most]):
            yield self.say(locale, "review-reason", reason=reason)

    def _results(self, locale: Locale, page: ReviewPage) -> str:
        """Return how many were right, wrong, …; of the newest ones only, if there are too many."""
        texts = self.texts
        counts = [
            texts.render_code(locale, "review-result", result, count=page.tally[result])
            for result in Result
            if page.tally.get(result)
        ]
        listed = texts.list_of(locale, counts)
        if page.tallied == page.total:
            return listed
        return self.say(locale, "review-of-newest", count=page.tallied, results=listed)

    def _line(self, locale: Locale, performance: DecisionPerformance, page: ReviewPage) -> str:
        texts, p, since = self.texts, performance.decision.proposal, performance.since
        result = result_of(performance)
        settled = since is not None and since.performance.is_settled
        is_done = result is not Result.NOT_DONE
        prefix, code = ("review-line", result) if is_done else ("status-word", performance.decision.status)
        outcome = texts.render_code(locale, prefix, code, settled=settled)
        day = market_date(performance.reference.as_of)
        facts = {
            "date": day.strftime("%m-%d") if day.year == page.request.today.year else day.isoformat(),
            "what": self.cards.action_phrase(locale, p),
            "outcome": outcome,
        }
        if since is None:
            return self.say(locale, "review-line-without-price", **facts)
        change = since.performance.change_percent.quantize(_TENTH) + 0  # no negative zero
        return self.say(locale, "review-line", **facts, **signed(change, "percent"))

    def _nothing(self, locale: Locale, page: ReviewPage) -> str:
        request = page.request
        symbols = self.texts.list_of(locale, request.symbols)
        span = self._span(locale, request)
        message_id = "review-nothing-on" if symbols else "review-nothing"
        none = self.say(locale, message_id, span=span, symbol=symbols, side=request.query.side or "any")
        if page.latest is None:
            return none
        what = self.cards.action_phrase(locale, page.latest.proposal)
        day = market_date(page.latest.proposal.price_as_of).isoformat()
        return self.texts.join(locale, none, self.say(locale, "review-latest", day=day, what=what))

    def _span(self, locale: Locale, request: ReviewRequest) -> str:
        first, last = request.market_from, request.market_to
        if first is None or last is None:
            return self.say(locale, "span-always")
        message_id = "span-days" if request.asks_default_span else "span-day" if first == last else "span-dates"
        return self.say(locale, message_id, days=self.days, day=first, first=first, last=last)

    def _decision(self, locale: Locale, performance: DecisionPerformance) -> Bullets:
        texts, p = self.texts, performance.decision.proposal
        heading = self.say(
            locale,
            "review-heading",
            date=market_date(performance.reference.as_of),
            what=self.cards.action_phrase(locale, p),
            status=texts.render_code(locale, "status-word", performance.decision.status),
        )
        why = self._reasons(locale, p, most=_REASONS)
        return Bullets(heading, (*PerformancePresenter(self.cards).sentences(locale, performance), *why))
