"""Requests for price alerts, watch lists and briefs."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import NamedLevel
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, Direction, LevelChange


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Put shares on a watch list."""

    shares: NamedShares
    means_focus: bool = False  # "it": the share that is talked of, if none is named
    is_own: bool = False  # the person's list is meant, wherever they are; else that of the place
    is_shown: bool = field(default=False, compare=False)  # no list is named: the one shown last, if one was


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwatch:
    """Take shares off a watch list."""

    shares: NamedShares
    is_all: bool = False  # every share on it
    kept: tuple[str, ...] = ()  # with `is_all`: but these
    means_focus: bool = False  # as of `Watch`
    is_own: bool = False
    is_shown: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowWatchList:
    """Show a watch list."""

    is_own: bool = False  # as of `Watch`
    is_shown: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWatchForm:
    """A change of a watch list that says more than names of shares: say how it is written."""

    is_own: bool = False  # as of `Watch`


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribeBriefs:
    """Subscribe the channel to briefs."""

    phases: frozenset[SessionPhase]  # before which and after which it gets one
    keeps_current: bool = False  # a subscription that there is stays, and is shown


@dataclass(frozen=True, slots=True)
class UnsubscribeBriefs:
    """End the channel's subscription to briefs, or one of the two."""

    phases: frozenset[SessionPhase] = frozenset()  # of the one that ends; empty: both end


@dataclass(frozen=True, slots=True)
class ShowBriefSubscription:
    """Show which briefs the channel gets."""


@dataclass(frozen=True, slots=True)
class ShowBrief:
    """Show a brief of this moment."""


@dataclass(frozen=True, slots=True)
class AskBriefForm:
    """A request about briefs that is not understood: say how it is written."""


WatchingRequest: TypeAlias = (
    AskBriefForm
    | AskWatchForm
    | ShowBrief
    | ShowBriefSubscription
    | ShowWatchList
    | SubscribeBriefs
    | UnsubscribeBriefs
    | Unwatch
    | Watch
)


OF_STOP: Final = "stop"  # the alert at the stop of what is held


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenAlerts:
    """The alerts that a request means; all empty: one's own, if there is only one."""

    numbers: tuple[int, ...] = ()  # of alerts in the channel
    symbols: tuple[str, ...] = ()  # one's own on these shares
    which: str = ""  # the words that pick one of those shown: "my lower one"
    level: Decimal | None = None  # "the one at 720"
    is_all: bool = False  # all of one's own
    excepted: tuple[str, ...] = ()  # but those on these shares
    is_one: bool = False  # one alert is meant: of several, the answer asks which


@dataclass(frozen=True, slots=True)
class SetAlerts:
    """Tell the person once the price of a share meets a condition."""

    shares: NamedShares
    conditions: tuple[AlertCondition, ...] = ()  # one, or two, of an alert each; none: with a level
    is_from_cost: bool = False  # a percentage is of the average cost of what is held, not of the price now
    level: NamedLevel | None = None  # of one share: "back to its high"
    direction: Direction = Direction.EITHER  # in which that is reached
    is_of_one: bool = False  # of several shares, which it may be of, one is meant

    @property
    def is_of_share(self) -> bool:
        """Whether the price that is waited for is counted from a figure of the share, and is another one of another."""
        return self.is_from_cost or self.level is not None


@dataclass(frozen=True, slots=True)
class ShowAlerts:
    """List the channel's alerts."""

    symbols: tuple[str, ...] = ()  # only on these shares


@dataclass(frozen=True, slots=True)
class ChangeAlert:
    """Replace an alert by one at another level."""

    alerts: ChosenAlerts
    change: LevelChange


@dataclass(frozen=True, slots=True)
class RemoveAlerts:
    """Remove alerts."""

    alerts: ChosenAlerts


@dataclass(frozen=True, slots=True)
class RearmAlerts:
    """Arm alerts anew that were told or settled."""

    alerts: ChosenAlerts


@dataclass(frozen=True, slots=True)
class SnoozeAlert:
    """Tell an alert that was told again at the next session, as its button does."""

    numbers: tuple[int, ...]  # one; of several, the answer asks which


@dataclass(frozen=True, slots=True)
class FinishAlert:
    """Settle an alert that was told, as its button does."""

    numbers: tuple[int, ...]  # one; of several, the answer asks which


@dataclass(frozen=True, slots=True)
class AskAlertForm:
    """A request about alerts that is not understood: say how it is written."""

    form: AlertForm


AlertsRequest: TypeAlias = (
    AskAlertForm | ChangeAlert | FinishAlert | RearmAlerts | RemoveAlerts | SetAlerts | ShowAlerts | SnoozeAlert
)
