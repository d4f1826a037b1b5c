"""Requests about limits for more than one decision: alone, behind "/limits", or beside another request."""

from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    EndLimits,
    LimitsRequest,
    ShowLimits,
    StateLimits,
)
from bot.domain.conversation.states import Intent
from bot.domain.trading.limits import Limits
from bot.language.understanding import Entities, Understanding

_LIMITS = "limits"  # command
_ENDS_ONLY = Entities(lifts_limit=True)


def limits_request(understood: Understanding) -> LimitsRequest | None:
    """Return the request about limits that a whole message makes; None: it makes another."""
    if understood.command == _LIMITS:
        return _of_list(understood)
    return _stated(understood) if _is_alone(understood) else None


def limits_beside(understood: Understanding) -> StateLimits | EndLimits | None:
    """Return what a message says of limits beside its request."""
    is_whole = understood.command == _LIMITS or _is_alone(understood)
    return None if is_whole else _stated(understood)


def bounds_beside(understood: Understanding) -> Limits:
    """Return the bounds that an analysis states for what may be proposed after it."""
    e = understood.entities
    bounds = Limits(max_cash=e.amount if e.amount_is_limit else None, stop=e.stop)
    is_analysis = understood.intent is Intent.ANALYZE and not understood.is_deep
    return bounds if is_analysis else Limits()


def _of_list(understood: Understanding) -> LimitsRequest:
    stated = understood.limits
    if not understood.arguments:
        return ShowLimits()
    if stated is None or stated.problem is not None or not stated.is_alone:
        return AskLimitForm()
    return AddLimits(stated.terms)


def _stated(understood: Understanding) -> StateLimits | EndLimits | None:
    if (stated := understood.limits) is not None:
        return StateLimits(stated.terms, stated.problem, understood.entities.symbols)
    if not understood.ends_limits:
        return None
    return EndLimits(is_all=understood.lifts_all_limits, value=understood.lifted_value)


def _is_alone(understood: Understanding) -> bool:
    if understood.limits is not None:
        return understood.limits.is_alone
    return understood.ends_limits and understood.intent is Intent.DECIDE and understood.entities == _ENDS_ONLY
