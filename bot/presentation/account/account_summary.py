"""Renders holdings, pending decisions, orders and notes on the account: for answers, and for the app's Home."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.context.portfolio import AccountView
from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.market.price_history import CorporateAction, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.accounts import Account, LastPriceBeforeDoubt, Position, StatedPriceOfDay
from bot.domain.trading.decisions import keys_of
from bot.domain.trading.execution.orders import FINAL_ORDER_STATUSES, AccountOrder, ConfirmedOrder
from bot.domain.trading.execution.reconciliation import difference_violations
from bot.domain.trading.pending import PendingEntry, PendingPage
from bot.errors import MarketDataError
from bot.locales import Catalogue
from bot.presentation.decisions.cards import CardPresenter
from bot.trading.account.account_report import AccountOverview, DecisionOutcome

_COLUMNS = ("symbol", "shares", "cost", "price", "value", "gain")
_ORDERS_SHOWN: Final = 5  # the latest; the others are in the table
_MOST_NAMED: Final = 3


def difference_notes(texts: Catalogue, locale: Locale, account: Account) -> tuple[str, ...]:
    """Return one sentence with all differences between an account and the broker's books; nothing if there are none."""
    violations = difference_violations(account.differences)
    if not violations:
        return ()
    return (texts.join(locale, *(texts.render_code(locale, "violation", v.code, **v.variables) for v in violations)),)


def last_known_note(texts: Catalogue, locale: Locale, last_known: Mapping[str, SessionClose]) -> tuple[str, ...]:
    """Return a sentence that names the positions with their last good prices, and one on each doubted price."""
    if not last_known:
        return ()
    names = (
        texts.render(
            locale,
            "last-known-price-stated" if isinstance(last, StatedPriceOfDay) else "last-known-price",
            symbol=symbol,
            price=last.price,
            date=last.session,
            by=last.by if isinstance(last, StatedPriceOfDay) else "",
        )
        for symbol, last in last_known.items()
    )
    symbols = texts.list_of(locale, names, most=_MOST_NAMED)
    doubts = [last.doubt for last in last_known.values() if isinstance(last, LastPriceBeforeDoubt)]
    return (
        texts.render(locale, "last-known-note", symbols=symbols),
        *(texts.render(locale, "price-doubted-line", **doubt) for doubt in doubts[:_MOST_NAMED]),
    )


def held_action_notes(texts: Catalogue, locale: Locale, held: Iterable[CorporateAction | None]) -> tuple[str, ...]:
    """Return a sentence for each action that is listed for a position and not believed."""
    return tuple(
        texts.render(
            locale, "held-action-note", symbol=each.symbol, kind=each.kind.value, value=each.value, date=each.ex_date
        )
        for each in held
        if each is not None
    )


def open_orders_line(texts: Catalogue, locale: Locale, orders: Sequence[AccountOrder]) -> tuple[str, ...]:
    """Return a sentence that names the orders that can still be filled; empty if there are none."""
    if not orders:
        return ()
    names = (texts.render(locale, f"order-{each.side}", shares=each.open_shares, symbol=each.symbol) for each in orders)
    return (texts.render(locale, "open-orders", orders=texts.list_of(locale, names)),)


@dataclass(frozen=True, slots=True)
class AccountSummary(CardPresenter):
    """Renders holdings, pending decisions and orders."""

    def holdings_blocks(self, view: AccountView, locale: Locale) -> tuple[Block, ...]:
        """Return totals and positions; those without a price are counted at their last good one, and named."""
        texts, portfolio = self.texts, view.portfolio
        totals = Paragraph(self._totals_sentence(view, locale))
        if not portfolio.positions:
            return totals, Paragraph(self.say(locale, "portfolio-empty"))
        columns = tuple(self.say(locale, f"column-{name}") for name in _COLUMNS)
        rows = tuple(self._position_row(locale, each, portfolio.prices[each.symbol]) for each in portfolio.positions)
        held_actions = held_action_notes(texts, locale, (each.held_action for each in portfolio.positions))
        notes = (*last_known_note(texts, locale, portfolio.last_known), *held_actions)
        return (totals, Table(columns, rows), *map(Paragraph, notes))

    def pending_blocks(self, page: PendingPage, locale: Locale) -> tuple[Block, ...]:
        """Return a page of pending decisions, a line for each, or a sentence that there are none."""
        if not page.total:
            return self.paragraph(locale, "pending-nothing")
        if not page.entries:
            past = self.say(locale, "pending-no-such-page", count=page.total, pages=page.pages)
            return (Paragraph(past),)
        lines = (self._pending_line(entry, locale, now=page.query.at) for entry in page.entries)
        zone, first = locale.format_offset(page.query.at), page.query.offset + 1
        message_id = "pending-opening" if page.pages == 1 else "pending-opening-page"
        opening = self.say(locale, message_id, count=page.total, zone=zone, first=first, last=page.last)
        listed = Paragraph("\n".join((opening, *lines)), keys_of(page.decisions))
        if page.last == page.total:
            return (listed,)
        more = self.say(locale, "pending-more", page=page.query.page + 1, pages=page.pages)
        return listed, Paragraph(more)

    def orders_answer(self, orders: Sequence[ConfirmedOrder], locale: Locale, *, now: datetime) -> Answer:
        """Return a line for each order, in the order given, with a table as details; or that there are none."""
        if not orders:
            return self.said(locale, "orders-nothing")
        zone, shown = locale.format_offset(now), orders[:_ORDERS_SHOWN]
        opening = self.say(locale, "orders-opening", count=len(shown), zone=zone)
        lines = (self._order_line(each, locale, now=now) for each in shown)
        columns = ("order", "price", "when", "status", "confirmed-by", "confirmed-at")
        rows = tuple(self._order_row(each, locale) for each in orders)
        table = Table(tuple(self.say(locale, f"column-{name}") for name in columns), rows)
        return Answer(blocks=(Paragraph("\n".join((opening, *lines))),), details=(table,))

    def _order_line(self, confirmed: ConfirmedOrder, locale: Locale, *, now: datetime) -> str:
        order = confirmed.order
        facts = {
            "time": locale.format_short_instant(order.created_at, now=now),
            "person": confirmed.confirmed_by or "—",
            "what": self.say(locale, f"order-{order.side}", shares=order.shares, symbol=order.symbol),
            "price": self.usd(locale, order.reference_price),
            "status": self._order_status(locale, order),
        }
        return self.say(locale, "order-line", **facts)

    def _order_row(self, confirmed: ConfirmedOrder, locale: Locale) -> tuple[str, ...]:
        order = confirmed.order
        return (
            self.say(locale, f"order-{order.side}", shares=order.shares, symbol=order.symbol),
            self.usd(locale, order.reference_price),
            market_date(order.reference_as_of).isoformat(),
            self._order_status(locale, order),
            confirmed.confirmed_by or "—",
            locale.format_instant(order.created_at),
        )

    def _order_status(self, locale: Locale, order: AccountOrder) -> str:
        if not order.filled_shares or not order.open_shares:
            return self.texts.render_code(locale, "order-status", order.status)
        rest = order.status if order.status in FINAL_ORDER_STATUSES else "open"
        return self.say(locale, "order-status-in-part", filled=order.filled_shares, rest=rest)

    def _pending_line(self, entry: PendingEntry, locale: Locale, *, now: datetime) -> str:
        p = entry.decision.proposal
        return self.say(
            locale,
            "pending-line",
            what=self.cards.action_phrase(locale, p),
            price=self.usd(locale, p.price),
            person=entry.asked_by,
            until=locale.format_short_instant(entry.decision.expires_at, now=now),
        )

    def _totals_sentence(self, view: AccountView, locale: Locale) -> str:
        portfolio = view.portfolio
        return self.say(
            locale,
            "portfolio-totals",
            total=portfolio.total_assets,
            cash=portfolio.account.cash,
            positions=portfolio.positions_value,
            when=self.cards.price_time(locale, view.market_time, portfolio.account.market),
        )

    def _position_row(self, locale: Locale, held: Position, price: Decimal) -> tuple[str, ...]:
        row = (held.symbol, self.say(locale, "number", value=held.shares), self.usd(locale, held.average_cost))
        gain = self.signed_usd(locale, (price - held.average_cost) * held.shares)
        return (*row, self.usd(locale, price), self.usd(locale, price * held.shares), gain)


@dataclass(frozen=True, slots=True)
class AppHomePresenter(AccountSummary):
    """Renders the Home of the app."""

    def answer(self, locale: Locale, overview: AccountOverview) -> Answer:
        """Return the Home of one person of a workspace, with the buttons of their own decisions."""
        return Answer(
            blocks=(
                *self._holdings(overview.holdings, locale),
                *self.pending_blocks(overview.pending, locale),
                *map(Paragraph, open_orders_line(self.texts, locale, overview.open_orders)),
                self._outcomes_block(overview.outcomes, locale),
                Paragraph(self.say(locale, "home-begin")),
            ),
            symbols=tuple(dict.fromkeys(d.proposal.symbol for d in overview.pending.decisions)),
            decisions=overview.pending.decisions,
            buttons=self.cards.named_buttons(locale, overview.pending.own),
        )

    def _holdings(self, holdings: AccountView | MarketDataError, locale: Locale) -> tuple[Block, ...]:
        if isinstance(holdings, MarketDataError):
            return (Paragraph(self.texts.render_error(locale, holdings)),)
        notes = difference_notes(self.texts, locale, holdings.portfolio.account)
        return (*map(Paragraph, notes), *self.holdings_blocks(holdings, locale))

    def _outcomes_block(self, outcomes: tuple[DecisionOutcome, ...], locale: Locale) -> Block:
        if not outcomes:
            return Paragraph(self.say(locale, "home-no-outcomes"))
        states = [
            (each.decision.proposal, self.cards.final_status(locale, each.decision, each.resolution, each.report))
            for each in outcomes
        ]
        lines = (
            self.say(locale, "decision-state", what=self.cards.action_phrase(locale, proposal), state=state)
            for proposal, state in states
        )
        return Bullets(self.say(locale, "home-outcomes"), tuple(lines))
