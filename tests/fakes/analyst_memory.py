"""The stores of analysts' reports and digests, in memory."""

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest, SessionPart, ShareReading, StoredReport, Wording
from bot.domain.market.sessions import SessionPhase
from bot.ports.committee import DigestQuery, FollowedQuery, HistoryQuery
from tests.fakes.memory import TenantStore


class FakeAnalystReports(TenantStore):
    """`AnalystReports`, in memory."""

    async def save_report(self, report: StoredReport) -> None:
        made = report.report
        key = (self._tenant_id, report.market, made.symbol, made.analyst, report.moment.part, report.wording)
        asked_at = report.moment.at if report.is_asked else None
        stored, asked_before = self._state.analyst_reports.get(key, (report, None))
        kept = report if report.moment.at > stored.moment.at else stored
        asked = asked_before or asked_at
        self._state.analyst_reports[key] = replace(kept, is_asked=asked is not None), asked

    async def find_report(
        self, reading: ShareReading, analyst: Analyst, *, part: SessionPart, wording: Wording | None
    ) -> StoredReport | None:
        key = (self._tenant_id, reading.market, reading.symbol, analyst, part, wording)
        found, _ = self._state.analyst_reports.get(key, (None, None))
        return found if found is not None and found.moment.at <= reading.at else None

    async def history(self, query: HistoryQuery) -> tuple[StoredReport, ...]:
        found = [each for each in self._mine(query.market) if each.wording is None and each.moment.at <= query.known_at]
        found.sort(key=lambda each: (each.report.symbol, each.report.analyst))
        found.sort(key=lambda each: each.moment.at, reverse=True)
        counts: dict[tuple[str, Analyst], int] = {}
        kept = []
        for each in found:
            key = (each.report.symbol, each.report.analyst)
            counts[key] = counts.get(key, 0) + 1
            if key[0] in query.symbols and key[1] in query.analysts and counts[key] <= query.limit:
                kept.append(each)
        return tuple(kept)

    async def followed_shares(self, query: FollowedQuery) -> tuple[str, ...]:
        held = sorted(symbol for account, symbol in self._state.positions if account == query.account_id)
        asked = sorted(
            key[2]
            for key, (_, at) in self._state.analyst_reports.items()
            if key[:2] == (self._tenant_id, query.market)
            and at is not None
            and query.asked_from <= at <= query.known_at
        )
        watched = sorted(
            symbol
            for (tenant, _, symbol), share in self._state.watched.items()
            if (tenant, share.market) == (self._tenant_id, query.market)
        )
        return tuple(dict.fromkeys((*held, *asked, *watched)))[: query.limit]

    def _mine(self, market: str) -> Iterable[StoredReport]:
        reports = self._state.analyst_reports.items()
        return [each for key, (each, _) in reports if key[:2] == (self._tenant_id, market)]


class FakeAnalystDigests(TenantStore):
    """`AnalystDigests`, in memory."""

    async def save_digest(self, digest: AnalystDigest, *, market: str) -> None:
        part = SessionPart(digest.trade_date, digest.session)
        key = (self._tenant_id, market, digest.symbol, digest.analyst, part)
        stored = self._state.analyst_digests.get(key)
        if stored is None or digest.as_of > stored.as_of:
            self._state.analyst_digests[key] = digest

    async def latest(self, query: DigestQuery) -> tuple[AnalystDigest, ...]:
        found: dict[tuple[str, Analyst, SessionPhase], AnalystDigest] = {}
        for (tenant, market, symbol, analyst, part), each in self._state.analyst_digests.items():
            is_asked = (tenant, market) == (self._tenant_id, query.market) and symbol in query.symbols
            if not is_asked or analyst not in query.analysts or not _is_known(each, part, query):
                continue
            stored = found.get((symbol, analyst, part.phase))
            if stored is None or each.as_of > stored.as_of:
                found[symbol, analyst, part.phase] = each
        ordered = sorted(found.values(), key=lambda each: (each.symbol, each.analyst))
        return tuple(sorted(ordered, key=lambda each: each.as_of, reverse=True))


def _is_known(digest: AnalystDigest, part: SessionPart, query: DigestQuery) -> bool:
    is_until = query.until is None or part.order <= query.until.order
    return digest.as_of <= query.known_at and is_until
