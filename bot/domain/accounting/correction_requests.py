"""Why an admin's correction of a holding is not made."""

from enum import StrEnum


class CorrectionProblem(StrEnum):
    """Why a holding is not corrected; its sentence is in `error-holding-correction`."""

    ADMINS_ONLY = "admins_only"
    SAME = "same"  # into itself
    UNUSUAL = "unusual"  # a ratio or an amount that does not occur
    NOT_HELD = "not_held"
    CHANGED = "changed"  # the holding, since it was shown
    ELSEWHERE = "elsewhere"  # pressed in a conversation that does not show it
    TOO_LATE = "too_late"
    TRADED = "traded"  # since it was booked
    CASH_SPENT = "cash_spent"
    DIFFERS = "differs"  # the account from the broker's books
    OPEN_ORDER = "open_order"
    NOTHING_TO_UNDO = "nothing_to_undo"
    HAS_PRICE = "has_price"
    NOT_HELD_BACK = "not_held_back"  # the price, which is believed or released
    ANOTHER_PRICE = "another_price"  # than the one that was named or shown
    NO_RELEASE = "no_release"  # to undo
    ASKER_ONLY = "asker_only"  # confirms it
