"""Renders the report on the account: a line per position first, tables and explanations in the details."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.accounting.books import SymbolBook
from bot.domain.accounting.report import AccountReport, BenchmarkReturn, PeriodResult
from bot.domain.accounting.results import ResultOfDays
from bot.domain.conversation.blocks import Block, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import AccountTopic
from bot.domain.text.locale import Locale
from bot.domain.trading.validation import CENT
from bot.presentation.account.account_summary import (
    difference_notes,
    held_action_notes,
    last_known_note,
    open_orders_line,
)
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import sign_of, text_answer
from bot.trading.account.account_report import ReportedAccount

_COLUMNS: Final = ("symbol", "shares", "cost", "price", "value", "weight", "unrealised", "realised", "dividends")
_OF_POSITIONS: Final = {  # the message that says a figure of each position
    AccountTopic.COST: "account-cost",
    AccountTopic.HELD: "account-holding",
    AccountTopic.GAIN: "account-gain",
}
_LINES: Final = 5  # positions shown first, a line each


@dataclass(frozen=True, slots=True)
class AccountReportPresenter(CardPresenter):
    """Renders reports and single figures of them."""

    def report(self, locale: Locale, reported: ReportedAccount) -> Answer:
        """Return the whole report; first its total and a line for each of the largest positions."""
        report, texts, more = reported.report, self.texts, len(reported.report.held) - _LINES
        lines = (
            self._headline(locale, report),
            *difference_notes(texts, locale, reported.account),
            self._benchmark(locale, reported.benchmark, "account-benchmark-line"),
            self.say(locale, "account-cash-line", cash=report.cash),
            self._results(locale, report) if report.symbols else "",
            *(self._position_line(locale, report, each) for each in report.held[:_LINES]),
            self.say(locale, "portfolio-empty") if not report.held else "",
            self.say(locale, "account-more-positions", count=more) if more > 0 else "",
            *last_known_note(texts, locale, report.last_known),
            *held_action_notes(texts, locale, reported.held_actions),
            *open_orders_line(texts, locale, reported.open_orders),
        )
        symbols = tuple(each.symbol for each in report.held)
        return replace(_answer(filter(None, lines), symbols), details=self._details(locale, reported))

    def figure(self, locale: Locale, report: AccountReport, topic: AccountTopic, symbols: Sequence[str] = ()) -> Answer:
        """Return one figure of the account in a line, or of each of `symbols`, or of all positions, in a line each."""
        match topic:
            case AccountTopic.CASH:
                is_part = bool(report.total and report.positions_value)
                weight = report.cash / report.total * 100 if is_part else Decimal(100)
                return self.said(
                    locale, "account-cash-part" if is_part else "account-cash", cash=report.cash, weight=weight
                )
            case AccountTopic.INVESTED if report.total:
                value, cash = report.positions_value, report.cash
                return self.said(locale, "account-invested", value=value, weight=value / report.total * 100, cash=cash)
            case AccountTopic.WORTH | AccountTopic.INVESTED:
                note = last_known_note(self.texts, locale, report.last_known)
                return _answer((self._headline(locale, report), *note))
            case AccountTopic.TRADES | AccountTopic.FEES:
                fees = self.say(locale, "account-fees", amount=report.commissions)
                return text_answer(fees if topic is AccountTopic.FEES else self._trades_sentence(locale, report))
            case AccountTopic.DIVIDENDS:
                paid = {each.symbol: each.dividends for each in report.symbols if each.dividends}
                total = () if symbols else (self.say(locale, "account-dividends", amount=report.dividends),)
                lines = (
                    self.say(locale, "account-dividends-of", symbol=each, amount=paid.get(each, Decimal(0)))
                    for each in symbols or paid
                )
                return _answer((*total, *lines))
            case _:
                return self._positions(locale, report, symbols, _OF_POSITIONS[topic])

    def period(self, locale: Locale, reported: ReportedAccount, period: PeriodResult | None) -> Answer:
        """Say the result of a period, in one line; the whole report is its details."""
        report = reported.report
        if period is None:
            line = self.say(locale, "account-period-before", since=report.since)
        else:
            line = self.say(
                locale,
                "account-period" if period.until is None else "account-period-until",
                change=self._signed(locale, period.change),
                percent=self._signed_percent(locale, period.fraction or Decimal(0)),
                since=period.since,
                until=period.until or period.since,
                before=period.before,
                after=period.after,
            )
            market = self._benchmark(locale, period.benchmark, "account-benchmark-line")
            line = "\n".join(filter(None, (line, market)))
        whole = self.report(locale, reported)
        return replace(whole, blocks=(Paragraph(line),), details=(*whole.blocks, *whole.details))

    def first(self, locale: Locale, report: AccountReport, *, of_result: bool, is_lowest: bool) -> Answer:
        """Say which share has brought the most, sold ones included, or which position is the largest; or the least."""
        found, at = report.ranked if of_result else report.held, -1 if is_lowest else 0
        if not found:
            return self.said(locale, "portfolio-empty")
        each = found[at]
        if not of_result:
            line = self._position_line(locale, report, each)
            answer = self.said(locale, "account-smallest" if is_lowest else "account-largest", line=line)
        else:
            facts = {"result": self._signed(locale, each.result), **self._facts(locale, report, each)}
            answer = self.said(locale, "account-worst" if is_lowest else "account-best", **facts)
        return replace(answer, symbols=(each.symbol,))

    def returns(self, locale: Locale, report: AccountReport, positions: Sequence[SymbolBook]) -> Answer:
        """Say what positions have returned since they were bought, dividends included: in all, and a line for each."""
        known = [each for each in positions if each.unrealised is not None]
        if not known:
            return self.said(locale, "portfolio-empty")
        cost = sum((each.shares * each.average_cost for each in known), Decimal(0))
        gains = {each.symbol: (each.unrealised or Decimal(0)) + each.dividends for each in known}
        total = sum(gains.values(), Decimal(0))
        returned = {each.symbol: gains[each.symbol] / (each.shares * each.average_cost) for each in known}
        parts = (
            self.say(locale, "figure-return-of", symbol=symbol, percent=self._signed_percent(locale, fraction))
            for symbol, fraction in returned.items()
        )
        lead = self.say(
            locale,
            "figure-return-total",
            gain=self._signed(locale, total),
            cost=cost,
            percent=self._signed_percent(locale, total / cost if cost else Decimal(0)),
            each=self.texts.list_of(locale, parts),
        )
        lines = (lead, *last_known_note(self.texts, locale, report.last_known))
        return _answer(lines, tuple(each.symbol for each in known))

    def gain_over(self, locale: Locale, results: Sequence[tuple[str, ResultOfDays | None]]) -> Answer:
        """Say the result of each holding over some days, or that it was not held: a line for each."""
        if not results:
            return self.said(locale, "portfolio-empty")
        lines = (self._gain_over(locale, symbol, result) for symbol, result in results)
        return _answer(lines, tuple(symbol for symbol, _ in results))

    def _gain_over(self, locale: Locale, symbol: str, result: ResultOfDays | None) -> str:
        if result is None:
            return self.say(locale, "account-not-held-then", symbol=symbol)
        until = result.until or "no"
        is_known = result.change is not None
        change = self._signed(locale, result.change) if is_known else self.say(locale, "compare-unknown")
        return self.say(locale, "account-gain-over", symbol=symbol, change=change, since=result.since, until=until)

    def _positions(self, locale: Locale, report: AccountReport, symbols: Sequence[str], message_id: str) -> Answer:
        by_symbol = {each.symbol: each for each in report.symbols}
        asked = tuple(symbols) or tuple(each.symbol for each in report.held)
        if not asked:
            return self.said(locale, "portfolio-empty")
        last_known = {symbol: last for symbol, last in report.last_known.items() if symbol in asked}
        lines = (
            *(self._figure_line(locale, report, each, by_symbol.get(each), message_id) for each in asked),
            *last_known_note(self.texts, locale, last_known),
        )
        return _answer(lines, asked)

    def _figure_line(
        self, locale: Locale, report: AccountReport, symbol: str, found: SymbolBook | None, message_id: str
    ) -> str:
        if found is None:
            return self.say(locale, "account-never-held", symbol=symbol)
        return self.say(
            locale, message_id if found.shares else "account-held-before", **self._facts(locale, report, found)
        )

    def _facts(self, locale: Locale, report: AccountReport, each: SymbolBook) -> dict[str, Hashable]:
        return {
            "symbol": each.symbol,
            "shares": each.shares,
            "cost": each.average_cost,
            "price": each.price,
            "value": each.value,
            "weight": (report.weight(each) or Decimal(0)) * 100,
            "unrealised": self._signed(locale, each.unrealised if each.shares else None),
            "percent": self._signed_percent(locale, each.unrealised_fraction or Decimal(0)),
            "realised": self._signed(locale, each.realised),
            "dividends": each.dividends,
        }

    def _headline(self, locale: Locale, report: AccountReport) -> str:
        return self.say(
            locale,
            "account-headline",
            total=report.total,
            gain=self._signed(locale, report.total - report.starting_cash),
            change=self._signed_percent(locale, report.total_return or Decimal(0)),
            since=report.since,
        )

    def _benchmark(self, locale: Locale, benchmark: BenchmarkReturn | None, message_id: str) -> str:
        """Return how the benchmark has done with the same money; empty: it has no prices now."""
        if benchmark is None:
            return ""
        return self.say(
            locale,
            message_id,
            symbol=benchmark.symbols[0],
            symbols=self.texts.list_of(locale, benchmark.symbols),
            count=len(benchmark.symbols),
            since=benchmark.since,
            value=benchmark.value,
            change=self._signed_percent(locale, benchmark.total_return),
        )

    def _results(self, locale: Locale, report: AccountReport) -> str:
        realised = self._signed(locale, report.realised)
        return self.say(locale, "account-result-line", realised=realised, dividends=report.dividends)

    def _position_line(self, locale: Locale, report: AccountReport, held: SymbolBook) -> str:
        message_id = "account-position-unpriced" if held.value is None else "account-position-line"
        return self.say(locale, message_id, **self._facts(locale, report, held))

    def _details(self, locale: Locale, reported: ReportedAccount) -> tuple[Block, ...]:
        report, account = reported.report, reported.account
        when = self.cards.price_time(locale, reported.market_time, account.market)
        opening = self.say(locale, "account-details-opening", when=when, total=report.total, cash=report.cash)
        paragraphs = (
            self.say(
                locale,
                "account-reconciliation",
                start=report.starting_cash,
                realised=self._signed(locale, report.realised),
                unrealised=self._signed(locale, _rest_in_cents(report)),
                dividends=self._signed(locale, report.dividends),
                total=report.total,
            ),
            self._trades_sentence(locale, report),
            self._benchmark(locale, reported.benchmark, "account-benchmark")
            or self.say(locale, "account-no-benchmark"),
            self.say(locale, "account-method"),
        )
        columns = tuple(self.say(locale, f"column-{name}") for name in _COLUMNS)
        table = Table(columns, tuple(self._row(locale, report, each) for each in report.symbols))
        return Paragraph(opening), *((table,) if report.symbols else ()), *map(Paragraph, paragraphs)

    def _row(self, locale: Locale, report: AccountReport, each: SymbolBook) -> tuple[str, ...]:
        results = (self._signed(locale, each.realised), self.usd(locale, each.dividends))
        shares = self.say(locale, "number", value=each.shares)
        if not each.shares:
            return (each.symbol, shares, *(self.say(locale, "account-nothing"),) * 5, *results)
        return (
            each.symbol,
            shares,
            self.usd(locale, each.average_cost),
            self.usd(locale, each.price or Decimal(0)),
            self.usd(locale, each.value or Decimal(0)),
            self.say(locale, "account-weight", weight=(report.weight(each) or Decimal(0)) * 100),
            self._signed(locale, each.unrealised),
            *results,
        )

    def _trades_sentence(self, locale: Locale, report: AccountReport) -> str:
        trades = report.trades
        if trades.win_rate is None:
            return self.say(locale, "account-no-closed-trades")
        facts = {"count": trades.count, "wins": trades.wins, "rate": trades.win_rate * 100}
        return self.say(locale, "account-closed-trades", average=self._signed(locale, trades.average_result), **facts)

    def _signed(self, locale: Locale, amount: Decimal | None) -> str:
        value = amount or Decimal(0)
        return self.say(locale, "signed-usd", sign=_sign(value), amount=abs(value))

    def _signed_percent(self, locale: Locale, fraction: Decimal) -> str:
        percent = fraction * 100
        return self.say(locale, "signed-percent", sign=_sign(percent), value=abs(percent))


def _sign(value: Decimal) -> str:
    return sign_of(round(value, 2), zero="")  # two places are shown


def _answer(lines: Iterable[str], symbols: tuple[str, ...] = ()) -> Answer:
    return Answer(blocks=(Paragraph("\n".join(lines)),), symbols=symbols)


def _rest_in_cents(report: AccountReport) -> Decimal:
    """Return the unrealised result as what the others leave, each in cents: parts that are shown add up as shown."""
    total, *others = (
        each.quantize(CENT) for each in (report.total, report.starting_cash, report.realised, report.dividends)
    )
    return total - sum(others, Decimal(0))
