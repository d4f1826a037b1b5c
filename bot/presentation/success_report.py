"""A report of a span for operators: a plain table of at most 80 columns, or JSON. In English, like the command line."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Final

from bot.domain.operator_figures import StatusCount, SuccessReport, WeekVotes

_LABEL: Final = 24  # columns
_NONE: Final = "-"


def report_lines(report: SuccessReport) -> Iterator[str]:
    """Yield the lines of the table."""
    span, last = report.span, report.span.until - timedelta(microseconds=1)
    yield f"{span.workspace or 'All workspaces'}, {span.since:%Y-%m-%d} to {last:%Y-%m-%d} (UTC)"
    if report.is_empty:
        yield "Nothing happened in this span."
    else:
        yield ""
        replies, models = report.replies, report.models
        answered = replies.answered
        yield _line("messages and presses", f"{report.turns}, {report.waiting} of them waiting")
        yield _line("answers", str(answered))
        yield _line(f"  within {report.span.in_time_seconds:g} s", _share(replies.in_time, answered))
        yield _line("  p50 / p95", f"{_seconds(replies.p50_seconds)} / {_seconds(replies.p95_seconds)}")
        yield _line("  with a fallback", _share(replies.with_fallback, answered))
        yield _line("  that failed", _share(replies.failed, answered))
        yield _line("  recall found something", _share(replies.recalled, answered))
        yield _line("  that quote it", _share(replies.quoted, answered))
        yield _line("requests to models", f"{models.requests}, {models.failures} failed, ${models.cost:.2f}")
        yield _line("  tokens read / written", f"{models.prompt_tokens:,} / {models.completion_tokens:,}")
        saved = _percent(models.saved_tokens, _full_history(report))
        told = f"{models.history_tokens:,} / {models.saved_tokens:,} tokens ({saved} saved)"
        yield _line("  history told / saved", told)
        yield _line("decisions", _statuses(report.decisions, f"{report.holds} hold"))
        yield _line("orders", _statuses(report.orders))
        yield from _vote_lines(report.votes)
    yield _line("waiting for the index", f"{report.lag.episodes}, the oldest for {_seconds(report.lag.oldest_seconds)}")


def report_document(report: SuccessReport) -> dict[str, object]:
    """Return the report as a document for `json`: shares are fractions, times in ISO 8601."""
    span, replies, models = report.span, report.replies, report.models
    return {
        "since": span.since.isoformat(),
        "until": span.until.isoformat(),
        "workspace": span.workspace,
        "is_empty": report.is_empty,
        "turns": report.turns,
        "waiting": report.waiting,
        "replies": {
            **asdict(replies),
            "in_time_seconds": span.in_time_seconds,
            "in_time_share": _fraction(replies.in_time, replies.answered),
            "recalled_share": _fraction(replies.recalled, replies.answered),
            "quoted_share": _fraction(replies.quoted, replies.answered),
        },
        "models": {**asdict(models), "saved_share": _fraction(models.saved_tokens, _full_history(report))},
        "decisions": {each.status: each.count for each in report.decisions},
        "holds": report.holds,
        "orders": {each.status: each.count for each in report.orders},
        "votes": [_vote_fields(each) for each in report.votes],
        "index_lag": asdict(report.lag),
    }


def _full_history(report: SuccessReport) -> int:
    return report.models.history_tokens + report.models.saved_tokens


def _vote_lines(votes: tuple[WeekVotes, ...]) -> Iterator[str]:
    if not votes:
        yield _line("thumbs", "none")
    for each in votes:
        share = _percent(each.up, each.up + each.down)
        yield _line(f"thumbs, week of {each.week:%m-%d}", f"{each.engine}: {each.up} up, {each.down} down ({share} up)")


def _statuses(counts: tuple[StatusCount, ...], *more: str) -> str:
    total = sum(each.count for each in counts)
    return ", ".join([str(total), *(f"{each.count} {each.status.replace('_', ' ')}" for each in counts), *more])


def _line(label: str, value: str) -> str:
    return f"{label:<{_LABEL}} {value}"


def _share(part: int, whole: int) -> str:
    return f"{part} ({_percent(part, whole)})"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else _NONE


def _fraction(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _vote_fields(votes: WeekVotes) -> dict[str, object]:
    share = _fraction(votes.up, votes.up + votes.down)
    return {**asdict(votes), "week": votes.week.isoformat(), "up_share": share}


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return _NONE
    return f"{seconds:.2f} s" if seconds < 60 else f"{seconds / 60:.0f} min"  # noqa: PLR2004
