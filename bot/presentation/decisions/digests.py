"""How the view of an analyst on a share has developed: lines below its report, and one line of a brief."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.memory import AnalystDigest, AnalystViewChange, lean_parts
from bot.domain.conversation.blocks import Bullets
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Reason
from bot.presentation.decisions.arguments import ArgumentPresenter
from bot.presentation.presenter import Presenter

_MOST_POINTS = 3  # of a line


@dataclass(frozen=True, slots=True)
class DigestPresenter(Presenter):
    """Renders digests."""

    def with_history(self, locale: Locale, shown: Bullets, report: AnalystReport, fusion: FusionState) -> Bullets:
        """Return a report as it is shown, with the analyst's digest below, and when it was made if that was before."""
        digest = next((each for each in fusion.digests if each.analyst is report.analyst), None)
        lines = list(self._history(locale, digest)) if digest is not None else []
        if report.as_of < fusion.trade_timestamp:
            now = fusion.trade_timestamp
            time = f"{locale.format_short_instant(report.as_of, now=now)} {locale.format_offset(now)}"
            lines.append(self.say(locale, "digest-as-of", time=time))
        return replace(shown, items=(*shown.items, *lines))

    def line(self, locale: Locale, change: AnalystViewChange) -> str:
        """Return one line on what has changed in a view: from what, since when, and why."""
        texts, why = self.texts, change.why
        before = self.say(locale, "digest-lean", date=change.before_date, **lean_parts(change.before))
        return self.say(
            locale,
            "briefs-view",
            symbol=change.symbol,
            analyst=texts.render_code(locale, "analyst", change.analyst),
            now=self.say(locale, "digest-value", **lean_parts(change.lean)),
            before=before,
            why="none" if why is None else "gone" if change.is_gone else "new",
            point=self._short(locale, why) if why is not None else "",
        )

    def _history(self, locale: Locale, digest: AnalystDigest) -> Iterator[str]:
        """Yield how the view has developed; nothing if there is only one report."""
        if digest.before is None:
            return
        leans = [self.say(locale, "digest-lean", date=each.trade_date, **each.parts) for each in digest.leans]
        yield self.say(locale, "digest-history", leans=self.texts.list_of(locale, leans))
        for side in ("new", "gone", "standing"):
            points: tuple[Reason, ...] = getattr(digest, side)
            if points:
                named = [self._short(locale, point) for point in points]
                listed = self.texts.list_of(locale, tuple(dict.fromkeys(named)), most=_MOST_POINTS)
                yield self.say(locale, f"digest-{side}", points=listed)

    def _short(self, locale: Locale, point: Reason) -> str:
        return ArgumentPresenter(self.texts).in_short(locale, point).rstrip(".。")
