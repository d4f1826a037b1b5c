"""Renders a brief: a heading and at most 14 lines of a phone's width; a single line when nothing has happened."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from wcwidth import clip, width

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.market.snapshot import NewsItem, market_date
from bot.domain.text.emphasis import strip_private_signs
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, DecisionKey, keys_of
from bot.domain.trading.pending import PendingPage
from bot.domain.watching.briefs import Brief, BriefOutcome, NearAlert, Publication, SessionMove, distance, shown_counts
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.committee_details import DigestPresenter
from bot.presentation.watching.watch_lists import released_note, signed_percent

MOST_LINES: Final = 15
COLUMNS: Final = 42  # of a phone; a Chinese character takes two
_PIECE: Final = re.compile(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+ ?|\s")  # between which a line may end
_TITLES: Final = 2  # named for one company and day
_TITLE: Final = 60  # columns of a headline; a longer one is cut


@dataclass(frozen=True, slots=True)
class _Section:
    """Items of one kind, and the message that says how many are left out."""

    more: str
    items: tuple[str, ...]
    beyond: int = 0  # how many there are beside the items
    pending: tuple[DecisionKey, ...] = ()  # the decision of each item


@dataclass(frozen=True, slots=True)
class BriefPresenter(CardPresenter):
    """Renders briefs."""

    def answer(self, locale: Locale, brief: Brief) -> Answer:
        """Return the brief; what does not fit is a detail."""
        heading = self._text(locale, "briefs-heading", brief)
        left_out, notes = brief.left_out, tuple[Paragraph, ...]()
        if left_out is not None:
            notes = self.paragraph(locale, "briefs-left-out", count=left_out.count, date=left_out.since)
        if not brief.has_news:
            message_id = "briefs-nothing" if brief.has_shares else "briefs-no-shares"
            return Answer(blocks=(Paragraph(self._text(locale, message_id, brief)), *notes))
        sections = [each for each in self._sections(locale, brief) if each.items]
        heights = [[_height(f"• {item}") for item in each.items] for each in sections]
        beyond = sum(each.beyond > 0 for each in sections)
        noted = sum(1 + _height(each.text) for each in notes)  # with an empty line before it
        noted += sum(bool(each.pending) for each in sections)
        shown = shown_counts(heights, most=MOST_LINES - _height(heading) - beyond - noted)
        blocks = self._blocks(locale, heading, sections, shown)
        whole = [replace(each, beyond=0) for each in sections]
        lengths = [len(each.items) for each in sections]
        details = self._blocks(locale, heading, whole, lengths) if lengths != [*shown] else ()
        symbols = tuple(dict.fromkeys((*(each.symbol for each in brief.moves), *brief.unpriced)))
        return Answer(blocks=(*blocks, *notes), details=details, symbols=symbols)

    def _blocks(
        self, locale: Locale, heading: str, sections: Sequence[_Section], shown: Sequence[int]
    ) -> tuple[Block, ...]:
        """Return the heading with the items that are shown; below it what is pending, which changes."""
        lines, pending = list[str](), list[Block]()
        for section, count in zip(sections, shown, strict=True):
            items = tuple(self._cut(locale, section, count))
            if section.pending:
                pending.append(Paragraph("\n".join(items), section.pending[: count or 1]))
            else:
                lines += items
        return (Bullets(heading, tuple(lines)) if lines else Paragraph(heading), *pending)

    def _cut(self, locale: Locale, section: _Section, count: int) -> Iterator[str]:
        yield from section.items[:count]
        if left := len(section.items) - count + section.beyond:
            yield self.say(locale, section.more, count=left)

    def _sections(self, locale: Locale, brief: Brief) -> Iterator[_Section]:
        texts = self.texts
        yield _Section("briefs-more-moves", tuple(self._move(locale, each, brief) for each in brief.moves))
        if brief.unpriced:
            names = texts.list_of(locale, brief.unpriced, most=5)
            yield _Section("briefs-more", (self.say(locale, "briefs-unpriced", symbols=names),))
        doubts = tuple(self.say(locale, "price-doubted-line", **each) for each in brief.doubts)
        yield _Section("briefs-more", doubts)
        yield _Section("briefs-more-outcomes", tuple(self.outcome_line(locale, each) for each in brief.outcomes))
        yield _Section("briefs-more", tuple(self._action(locale, each) for each in brief.actions))
        news = (*(self._news(locale, each) for each in brief.news), *self._publications(locale, brief.publications))
        yield _Section("briefs-more-news", news)
        views = tuple(DigestPresenter(texts).line(locale, each) for each in brief.views)
        yield _Section("briefs-more-views", views)
        yield self._waiting(locale, brief.waiting)
        yield _Section("briefs-more-near", tuple(self._near(locale, each) for each in brief.near))

    def _text(self, locale: Locale, message_id: str, brief: Brief) -> str:
        phase = brief.moment.phase or "now"
        heading = self.say(locale, f"briefs-{phase.replace('_', '-')}", date=brief.moment.day)
        return self.say(locale, message_id, heading=heading, source=brief.source)

    def _move(self, locale: Locale, move: SessionMove, brief: Brief) -> str:
        parts = [self.say(locale, "watch-line", symbol=move.symbol, price=move.price)]
        if move.fraction is not None:
            parts.append(self.say(locale, "signed-percent-short", **signed_percent(move.fraction)))
        if move.is_stale or move.session != brief.moment.day:
            message_id = "briefs-stale" if move.is_stale else "briefs-of-day"
            parts.append(self.say(locale, message_id, date=move.session))
        if move.is_held:
            parts.append(self.say(locale, "briefs-held"))
        parts += released_note(self.texts, locale, move.release)
        return self.say(locale, "watch-separator").join(parts)

    def outcome_line(self, locale: Locale, outcome: BriefOutcome) -> str:
        """Return one line on the result of a decision."""
        price = self._percent(locale, outcome.percent)
        is_left = not outcome.is_carried_out and outcome.action is not Action.HOLD
        action = self.say(locale, "briefs-not-done" if is_left else "briefs-action", action=outcome.action.value)
        facts = {"symbol": outcome.symbol, "action": action, "sessions": outcome.sessions, "price": price}
        compared = outcome.compared
        if compared is None:
            return self.say(locale, "briefs-outcome", **facts)
        facts["benchmark"] = self._percent(locale, compared.benchmark_percent)
        if not compared.is_over_other_span(outcome.percent):
            return self.say(locale, "briefs-outcome-compared", **facts)
        between_closes = self._percent(locale, compared.share_percent)
        return self.say(locale, "briefs-outcome-of-two-spans", **facts, between=between_closes)

    def _percent(self, locale: Locale, percent: Decimal) -> str:
        return self.say(locale, "signed-percent-short", **signed_percent(percent / 100))

    def _action(self, locale: Locale, action: CorporateAction) -> str:
        message_id = "briefs-dividend" if action.kind is ActionKind.DIVIDEND else "briefs-split"
        return self.say(locale, message_id, symbol=action.symbol, value=action.value, date=action.ex_date)

    def _publications(self, locale: Locale, published: Sequence[Publication]) -> Iterator[str]:
        for symbol, day in dict.fromkeys((each.symbol, each.published) for each in published):
            titles = [_short(each.title) for each in published if (each.symbol, each.published) == (symbol, day)]
            listed = self.texts.list_of(locale, titles, most=_TITLES)
            yield self.say(locale, "briefs-figures", symbol=symbol, title=listed, date=day)

    def _news(self, locale: Locale, item: NewsItem) -> str:
        facts = {"symbol": item.symbol, "title": _short(item.title), "source": _short(item.source)}
        return self.say(locale, "briefs-news", date=market_date(item.published), **facts)

    def _waiting(self, locale: Locale, page: PendingPage | None) -> _Section:
        if page is None:
            return _Section("briefs-more-waiting", ())
        now = page.query.at
        items = tuple(
            self.say(
                locale,
                "briefs-waiting",
                what=self.cards.action_phrase(locale, each.decision.proposal),
                person=_short(each.asked_by),
                until=f"{locale.format_short_instant(each.decision.expires_at, now=now)} {locale.format_offset(now)}",
            )
            for each in page.entries
        )
        beyond = page.total - len(items)
        return _Section("briefs-more-waiting", items, beyond=beyond, pending=keys_of(page.decisions))

    def _near(self, locale: Locale, alert: NearAlert) -> str:
        return self.say(
            locale,
            "briefs-near-below" if alert.is_below else "briefs-near-above",
            symbol=alert.symbol,
            level=alert.level,
            price=alert.price,
            percent=round(distance(alert) * 100, 1),
        )


def _short(text: str) -> str:
    """Return a text of others on one line, cut to a headline's length."""
    plain = " ".join(strip_private_signs(text).split())
    return plain if width(plain) <= _TITLE else f"{clip(plain, 0, _TITLE - 1).rstrip()}…"


def _height(text: str) -> int:
    """Return the lines that a text takes on a phone: wrapped at spaces, or anywhere in Chinese."""
    lines, used = 1, 0
    for piece in _PIECE.findall(text):
        if used and used + width(piece.rstrip()) > COLUMNS:
            lines, used = lines + 1, 0
        used += width(piece)
    return lines
