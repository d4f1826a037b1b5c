"""What a committee's run rests on that people may change while it is under way, for their thread is free."""

from dataclasses import dataclass

from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision
from bot.domain.trading.limits import LimitStatement
from bot.domain.trading.trading_limits import LimitInForce


@dataclass(frozen=True, slots=True)
class RunBasis:
    """Compared when the run is to be stored: what is proposed fits what holds then."""

    account: Account
    positions: tuple[Position, ...]
    pending: tuple[Decision, ...]  # of the person, in the conversation: proposals take their place
    stated_limits: tuple[LimitStatement, ...]
    limits: tuple[LimitInForce, ...]
