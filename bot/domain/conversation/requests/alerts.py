"""Requests for price alerts."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.watching.alert_requests import AlertCondition, AlertForm, LevelChange


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenAlerts:
    """The alerts that a request means; all empty: one's own, if there is only one."""

    numbers: tuple[int, ...] = ()  # of alerts in the channel
    symbols: tuple[str, ...] = ()  # one's own on these shares
    which: str = ""  # the words that pick one of those shown: "my lower one"
    level: Decimal | None = None  # "the one at 720"
    is_all: bool = False  # all of one's own
    is_one: bool = False  # one alert is meant: of several, the answer asks which


@dataclass(frozen=True, slots=True)
class SetAlerts:
    """Tell the person once the price of a share meets a condition."""

    shares: NamedShares
    conditions: tuple[AlertCondition, ...]  # one, or two, of an alert each
    is_from_cost: bool = False  # a percentage is of the average cost of what is held, not of the price now


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
