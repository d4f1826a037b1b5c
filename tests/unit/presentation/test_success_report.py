"""A report as a table and as JSON."""

import json
from dataclasses import asdict, replace
from datetime import UTC, date, datetime

from bot.domain.operator_figures import (
    IndexLag,
    ModelFigures,
    ReplyFigures,
    ReportSpan,
    StatusCount,
    SuccessReport,
    WeekVotes,
)
from bot.presentation.success_report import report_document, report_lines

REPORT = SuccessReport(
    span=ReportSpan(
        since=datetime(2026, 3, 2, tzinfo=UTC), until=datetime(2026, 3, 9, tzinfo=UTC), in_time_seconds=10.0
    ),
    turns=1_250,
    waiting=2,
    replies=ReplyFigures(
        answered=1_000,
        in_time=995,
        p50_seconds=0.031,
        p95_seconds=95.0,
        with_fallback=20,
        failed=1,
        recalled=300,
        quoted=50,
    ),
    models=ModelFigures(
        requests=800,
        failures=4,
        prompt_tokens=1_234_567,
        completion_tokens=89_000,
        history_tokens=100_000,
        saved_tokens=900_000,
        cost=3.5,
    ),
    decisions=(StatusCount("filled", 30), StatusCount("partially_filled", 2), StatusCount("expired", 1)),
    holds=12,
    orders=(StatusCount("filled", 31), StatusCount("unknown", 1)),
    votes=(WeekVotes(date(2026, 3, 2), "dual", 9, 1),),
    lag=IndexLag(episodes=3, oldest_seconds=4.25),
)
NOTHING = replace(
    REPORT,
    turns=0,
    waiting=0,
    replies=ReplyFigures(**{**dict.fromkeys(asdict(REPORT.replies), 0), "p50_seconds": None}),  # type: ignore[arg-type]
    models=replace(REPORT.models, **dict.fromkeys(asdict(REPORT.models), 0)),
    decisions=(),
    holds=0,
    orders=(),
    votes=(),
)


def test_a_table_of_eighty_columns() -> None:
    lines = list(report_lines(REPORT))

    assert max(map(len, lines)) <= 80
    assert lines == [
        "All workspaces, 2026-03-02 to 2026-03-08 (UTC)",
        "",
        "messages and presses     1250, 2 of them waiting",
        "answers                  1000",
        "  within 10 s            995 (99.5 %)",
        "  p50 / p95              0.03 s / 2 min",
        "  with a fallback        20 (2.0 %)",
        "  that failed            1 (0.1 %)",
        "  recall found something 300 (30.0 %)",
        "  that quote it          50 (5.0 %)",
        "requests to models       800, 4 failed, $3.50",
        "  tokens read / written  1,234,567 / 89,000",
        "  history told / saved   100,000 / 900,000 tokens (90.0 % saved)",
        "decisions                33, 30 filled, 2 partially filled, 1 expired, 12 hold",
        "orders                   32, 31 filled, 1 unknown",
        "thumbs, week of 03-02    dual: 9 up, 1 down (90.0 % up)",
        "waiting for the index    3, the oldest for 4.25 s",
    ]


def test_an_empty_span_says_so() -> None:
    assert list(report_lines(replace(NOTHING, span=replace(REPORT.span, workspace="slack/T1")))) == [
        "slack/T1, 2026-03-02 to 2026-03-08 (UTC)",
        "Nothing happened in this span.",
        "waiting for the index    3, the oldest for 4.25 s",
    ]


def test_the_document_has_every_figure_and_shares_as_fractions() -> None:
    document = json.loads(json.dumps(report_document(REPORT)))
    assert document["replies"]["in_time_share"] == 0.995
    assert document["replies"]["quoted_share"] == 0.05
    assert document["models"]["saved_share"] == 0.9
    assert document["decisions"] == {"filled": 30, "partially_filled": 2, "expired": 1}
    assert document["votes"] == [{"week": "2026-03-02", "engine": "dual", "up": 9, "down": 1, "up_share": 0.9}]
    assert document["index_lag"] == {"episodes": 3, "oldest_seconds": 4.25}
    assert report_document(NOTHING)["is_empty"] is True
