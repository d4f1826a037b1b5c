"""The answer to somebody who argues with the rules' view: what the figures say of it, and what it counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.figures.claims import ClaimedValue, Relation, Topic
from bot.domain.figures.measures import FRACTIONS, UNITS, Measure
from bot.domain.market.features import Features, compute_features
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Decision
from bot.engines.rules.claims import Finding, WeighedClaim, WeighedFigure, scale_of
from bot.engines.rules.proposal import RULES
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.presenter import sign_of
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.figures import FigurePresenter
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.trading.figures.claims import CheckedFigure, CheckedShare, CheckedTopic

_MAX_TITLE: Final = 120  # characters
_SIGNED: Final = frozenset({Measure.CHANGE})
_FLIPPED: Final = {Relation.ABOVE: Relation.BELOW, Relation.BELOW: Relation.ABOVE}


@dataclass(frozen=True, slots=True)
class ClaimPresenter(CardPresenter):
    """Renders what claims come to."""

    def answer(
        self, locale: Locale, shares: Sequence[CheckedShare], pending: Sequence[Decision], *, has_model: bool
    ) -> Answer:
        """Return the lines on each share, and which decisions are pending still; the whole analyses are details."""
        blocks = [Paragraph("\n".join(self._lines(locale, share))) for share in shares]
        blocks += self.cards.pending_note(locale, pending)
        metrics = InstrumentMetrics(self.cards)
        return Answer(
            blocks=tuple(blocks),
            details=tuple(b for each in shares for b in metrics.details(locale, each.features, has_model=has_model)),
            symbols=tuple(each.features.symbol for each in shares),
            decisions=tuple(pending),
            buttons=self.cards.buttons(locale, pending[0]) if len(pending) == 1 else (),
            engine=RULES,
        )

    def _lines(self, locale: Locale, share: CheckedShare) -> Iterator[str]:
        for each in share.claims:
            if isinstance(each, CheckedFigure):
                texts, weighed = self.texts, each.weighed
                claim = weighed.claim
                is_known_news = claim.measure is Measure.NEWS and weighed.finding is not Finding.UNKNOWN
                yield self.say(
                    locale,
                    "claim-finding",
                    finding=weighed.finding,
                    denied=claim.denies_value,
                    claimed=self._claimed(locale, claim.measure, claim.value) if claim.value else "",
                    figure=self._news(locale, share.features) if is_known_news else self._found(locale, each),
                )
                parts = [self._counted(locale, weighed)]
                if claim.level is not None and weighed.finding is not Finding.UNKNOWN:
                    parts.insert(0, self._scale(locale, weighed))
                yield texts.join(locale, *filter(None, parts))
        topics = [each for each in share.claims if isinstance(each, CheckedTopic)]
        if topics:
            yield from self._topics(locale, topics, share)

    def _found(self, locale: Locale, checked: CheckedFigure) -> str:
        (shown,) = FigurePresenter(self.cards).answer(locale, checked.found).blocks
        return shown.text if isinstance(shown, Paragraph) else ""

    def _news(self, locale: Locale, features: Features) -> str:
        tones = [each.tone for each in features.news]
        facts = {"good": sum(tone > 0 for tone in tones), "bad": sum(tone < 0 for tone in tones)}
        title = single_line(features.news[0].title, limit=_MAX_TITLE) if features.news else "no"
        return self.say(locale, "claim-news", symbol=features.symbol, title=title, **facts)

    def _claimed(self, locale: Locale, measure: Measure, claimed: ClaimedValue) -> str:
        is_fraction, is_signed = UNITS[measure] in FRACTIONS, measure in _SIGNED
        is_falling = claimed.value < 0
        relation = _FLIPPED.get(claimed.relation, claimed.relation) if is_falling else claimed.relation
        shown = abs(claimed.value) * (100 if is_fraction else 1)
        return self.say(
            locale,
            "claim-claimed",
            relation=relation,
            sign=sign_of(claimed.value) if is_signed and relation is Relation.EXACT else "",
            value=shown.normalize(),
            percent=is_fraction,
        )

    def _scale(self, locale: Locale, weighed: WeighedClaim) -> str:
        """Return from where on a figure counts as low or high; empty: of a direction there is nothing to say."""
        measure, scale = weighed.claim.measure, scale_of(weighed.claim)
        percent = 100 if UNITS[measure] in FRACTIONS else 1
        low, high = abs(scale.low) * percent, abs(scale.high) * percent
        return self.say(locale, "claim-scale", measure=measure, low=low, high=high).strip()

    def _counted(self, locale: Locale, weighed: WeighedClaim) -> str:
        """Return what the figure counts in the view, and what would follow if it were as claimed, or not there."""
        now, then = weighed.figure, weighed.supposed
        if now.weight is None:
            return self._view(locale, "claim-not-counted", now)
        facts = {"weight": _signed(now.weight), **self._facts(locale, now)}
        if then is None or (weighed.finding is Finding.BORNE_OUT and not now.weight):
            return self.say(locale, "claim-counted", **facts)
        return self.say(
            locale,
            "claim-supposed",
            **facts,
            borne_out=weighed.finding is Finding.BORNE_OUT,
            same=then.weight == now.weight,
            then_weight=_signed(then.weight or 0),
            then_score=_signed(then.view.score),
            then=self.texts.render_code(locale, "claim-view", then.view.rating),
            changed=then.view.rating is not now.view.rating,
        )

    def _topics(self, locale: Locale, topics: Sequence[CheckedTopic], share: CheckedShare) -> Iterator[str]:
        """Yield that there are no data on them, the nearest that there are, and the view as it stays."""
        texts = self.texts
        names = [texts.render_code(locale, "claim-topic", each.claim.topic, typed=each.claim.typed) for each in topics]
        yield self.say(locale, "claim-no-data", symbol=share.features.symbol, topics=texts.list_of(locale, names))
        yield from dict.fromkeys(line for each in topics for line in self._nearest(locale, each))
        yield self._view(locale, "claim-view-stays", topics[0].weighed)

    def _nearest(self, locale: Locale, checked: CheckedTopic) -> Iterator[str]:
        found = checked.nearest
        if found is not None:
            features, weight = compute_features(found.shares[0].snapshot), checked.weighed.weight
            shown = (
                FigureLine(self.texts).shown(locale, measure, figure, features, None)
                for measure, figure in zip(found.query.measures, found.shares[0].figures, strict=True)
            )
            figures = self.say(locale, "card-separator").join(shown)
            yield self.say(locale, "claim-nearest", figures=figures, weight="no" if weight is None else _signed(weight))
        if checked.headline is not None:
            title, day = single_line(checked.headline.title, limit=_MAX_TITLE), checked.headline.published.date()
            yield self.say(locale, "claim-headline", title=title, day=day)
        elif found is None and checked.claim.topic is not Topic.UNNAMED:
            yield self.say(locale, "claim-no-headline", count=checked.headlines)

    def _view(self, locale: Locale, message_id: str, figure: WeighedFigure) -> str:
        return self.say(locale, message_id, **self._facts(locale, figure))

    def _facts(self, locale: Locale, figure: WeighedFigure) -> dict[str, str]:
        view = self.texts.render_code(locale, "claim-view", figure.view.rating)
        return {"view": view, "score": _signed(figure.view.score)}


def _signed(number: float) -> str:
    """Return a weight or score with its sign and two places, as both languages write it."""
    exact = Decimal(str(number)).quantize(Decimal("0.01"))
    return f"{sign_of(exact, zero='')}{abs(exact)}"
