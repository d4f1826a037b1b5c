"""Briefs: before the opening and after the close, what moved, what is new and what waits, for a subscribed channel."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from bot.domain.committee.memory import AnalystDigest, AnalystViewChange, view_changes
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import DecisionId, TurnId
from bot.domain.market.price_history import CorporateAction
from bot.domain.market.sessions import SessionPhase
from bot.domain.market.snapshot import Fact, NewsItem, PriceRelease
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import MarketComparison
from bot.domain.trading.decisions import Action
from bot.domain.trading.pending import PendingPage

BRIEF_OCCASION: Final = "brief:"  # of a reply, before the key of its event
BOTH_PHASES: Final = frozenset(SessionPhase)
# They follow from the price or from other figures, so that they are new whenever those are.
_DERIVED: Final = frozenset({"eps_diluted_ttm", "pe_ratio", "market_cap", "dividend_yield"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefSubscription:
    """A channel's subscription to briefs. A channel has one at most."""

    thread: Thread  # where briefs are posted: the channel itself, or the thread of a place of one person
    turn_id: TurnId  # the message that subscribed, last changed
    person: Person  # who sent it
    language: Language  # of its answer; the channel's setting goes before it
    phases: frozenset[SessionPhase]
    subscribed_at: datetime
    told_until: datetime | None = None  # wall clock, when what its latest brief tells was read; None: none was written


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefChange:
    """A change of a channel's subscription, stored with the answer to the message that asks for it."""

    channel: str
    subscription: BriefSubscription | None  # None: it ends


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionMove:
    """How the price of a share moved over the sessions that closed since the last brief."""

    symbol: str
    is_held: bool
    price: Decimal  # US dollars: the last close
    session: date  # of that close
    fraction: Decimal | None  # of the close before, splits taken out; None: there is none
    is_stale: bool = False  # the latest session of the exchange has brought no close
    release: PriceRelease | None = None  # of the close, which is doubted


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Figures that a company has published in one filing or press release."""

    symbol: str
    title: str  # the source's name
    published: date


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefOutcome:
    """A decision whose actual result was settled."""

    decision_id: DecisionId  # two decisions may have the same result
    at: datetime  # market time at which it was settled
    symbol: str
    action: Action
    sessions: int  # 1, 5, 20
    percent: Decimal  # change of the price since the decision
    compared: MarketComparison | None = None  # with the benchmark, between closes; None: there is none
    is_carried_out: bool = True  # else it was declined or expired: nothing was traded
    known_at: datetime | None = field(default=None, compare=False)  # wall clock; None: at once

    def is_late(self, subscription: BriefSubscription, *, since: datetime) -> bool:
        """Return whether it was settled too late for the brief of its session, and after the latest one was written."""
        told_until = subscription.told_until or subscription.subscribed_at
        return self.at <= since and self.known_at is not None and self.known_at > told_until


@dataclass(frozen=True, slots=True, kw_only=True)
class NearAlert:
    """An alert whose level the price has come near."""

    symbol: str
    channel: str  # where it is told
    level: Decimal  # US dollars
    is_below: bool  # whether it is told when the price falls to the level; else when it rises to it
    price: Decimal  # the latest


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefMoment:
    """The market time of a brief, and since when it tells."""

    since: datetime
    at: datetime
    day: date  # the session that it is about
    phase: SessionPhase | None = None  # None: it was asked for in between


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutBriefs:
    """Briefs that a channel does not get: much time has passed at once."""

    count: int
    since: date  # the session of the first one


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What a brief tells, each part with what matters most first."""

    moment: BriefMoment
    source: str  # the market: "sample" or "yahoo"
    has_shares: bool  # any are held or watched
    moves: tuple[SessionMove, ...] = ()
    unpriced: tuple[str, ...] = ()  # symbols
    doubts: tuple[Mapping[str, Hashable], ...] = ()  # why the prices of the last session are doubted
    outcomes: tuple[BriefOutcome, ...] = ()
    actions: tuple[CorporateAction, ...] = ()
    publications: tuple[Publication, ...] = ()
    news: tuple[NewsItem, ...] = ()
    waiting: PendingPage | None = None
    near: tuple[NearAlert, ...] = ()
    views: tuple[AnalystViewChange, ...] = ()  # one for each share whose analysts' view has changed
    left_out: LeftOutBriefs | None = None  # before this one

    @property
    def has_news(self) -> bool:
        """Whether it tells anything."""
        of_shares = (self.moves, self.unpriced, self.doubts, self.actions, self.publications, self.news, self.views)
        return any((*of_shares, self.outcomes, self.near, self.waiting is not None and self.waiting.total))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareNews:
    """What is known of one share at a brief's moment, and not at the one before."""

    move: SessionMove | None = None
    is_unpriced: bool = False
    doubt: Mapping[str, Hashable] | None = None  # the facts of a PriceHeldError: why the last session has no close
    actions: tuple[CorporateAction, ...] = ()
    publications: tuple[Publication, ...] = ()
    news: tuple[NewsItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefInput:
    """What is known at a brief's moment."""

    moment: BriefMoment
    source: str  # the market's name
    shares: Mapping[str, ShareNews]  # by symbol: those that are held or watched
    outcomes: tuple[BriefOutcome, ...] = ()  # settled results; those of other times are left out
    late: tuple[BriefOutcome, ...] = ()  # those of earlier times that no brief has told
    waiting: PendingPage | None = None  # the first decisions that can still be confirmed
    near: tuple[NearAlert, ...] = ()  # alerts near their level
    digests: tuple[AnalystDigest, ...] = ()  # of what analysts have reported by then
    left_out: LeftOutBriefs | None = None  # briefs before this one


def compose_brief(known: BriefInput) -> Brief:
    """Return the brief of what is known: the largest moves, the latest news, the nearest alerts first."""
    moment, shares = known.moment, known.shares
    moves = [each.move for each in shares.values() if each.move is not None]
    news = (each for share in shares.values() for each in share.news)
    return Brief(
        moment=moment,
        source=known.source,
        has_shares=bool(shares),
        moves=tuple(sorted(moves, key=lambda each: (-abs(each.fraction or Decimal(0)), each.symbol))),
        unpriced=tuple(symbol for symbol, each in shares.items() if each.is_unpriced),
        doubts=tuple(each.doubt for each in shares.values() if each.doubt is not None),
        outcomes=(*known.late, *(each for each in known.outcomes if moment.since < each.at <= moment.at)),
        actions=tuple(each for share in shares.values() for each in share.actions),
        publications=tuple(each for share in shares.values() for each in share.publications),
        news=tuple(sorted(news, key=lambda item: (-item.published.timestamp(), item.symbol, item.title))),
        waiting=known.waiting,
        near=tuple(sorted(known.near, key=lambda each: (distance(each), each.symbol))),
        views=view_changes((each for each in known.digests if each.symbol in shares), since=moment.since),
        left_out=known.left_out,
    )


def distance(alert: NearAlert) -> Decimal:
    """Return how far the price is from an alert's level, as a fraction of the price."""
    return abs(alert.level / alert.price - 1)


def new_publications(symbol: str, facts: Iterable[Fact], *, before: Iterable[Fact], since: date) -> list[Publication]:
    """Return what published figures that were not known before, and since that date, each once, the latest first."""
    known = {(each.name, each.period_end, each.value) for each in before}
    new = (
        Publication(symbol=symbol, title=each.source, published=each.published)
        for each in facts
        if each.name not in _DERIVED
        and each.published >= since
        and (each.name, each.period_end, each.value) not in known
    )
    return sorted(dict.fromkeys(new), key=lambda each: (each.published, each.title), reverse=True)


def shown_counts(heights: Sequence[Sequence[int]], *, most: int) -> tuple[int, ...]:
    """Return how many items of each section are shown in at most `most` lines, if that is possible.

    A section of which some are left out takes a line more, which says how many. The longest section is cut first, and
    of equally long ones the last; only if a line of each is too much, sections are cut down to that line.

    Args:
        heights: The lines that each item of each section takes.
        most: Lines in all.
    """
    shown = [len(section) for section in heights]

    def lines() -> int:
        return sum(sum(section[:count]) + (count < len(section)) for section, count in zip(heights, shown, strict=True))

    for least in (1, 0):
        while lines() > most:
            longest = max(
                (index for index, count in enumerate(shown) if count > least),
                key=lambda index: (sum(heights[index][: shown[index]]), index),
                default=None,
            )
            if longest is None:
                break
            shown[longest] -= 1
    for index, section in enumerate(heights):  # an item of one line takes no more than the line that leaves it out
        while shown[index] < len(section):
            shown[index] += 1
            if lines() > most:
                shown[index] -= 1
                break
    return tuple(shown)
