"""Forms of limits: "never more than 2 positions at once", "no more purchases"."""

from typing import Final

from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.trading.trading_limits import NO_PURCHASES, LimitMeasure, LimitScope, LimitTerms, LimitUnit
from bot.reading.exact_forms.vocabulary import FormWords, Word
from bot.reading.quantities.quantity import Unit

_MAX_POSITIONS: Final = 100
_COUNTED: Final = frozenset({Unit.NONE, Unit.OTHER})


def limit_on_positions(form: FormWords) -> StateLimits | None:
    """Read "at most 3 stocks at the same time", 最多同时持有2只股票."""
    beside = (Word.HOLDING, Word.SHARE, Word.AT_ONCE, Word.HAVE, Word.OWNER, Word.HELD)
    says_what = form.has(Word.HOLDING) or (form.has(Word.SHARE) and form.has(Word.AT_ONCE, Word.HAVE, Word.HELD))
    if not form.is_of({Word.AT_MOST}, *beside) or not says_what or form.symbols or form.times or form.is_question:
        return None
    if len(form.quantities) != 1 or form.quantities[0].unit not in _COUNTED or form.quantities[0].is_scaled:
        return None
    value = form.quantities[0].value
    if value is None or value % 1 or not 0 < value <= _MAX_POSITIONS:
        return None
    terms = LimitTerms(measure=LimitMeasure.POSITIONS, unit=LimitUnit.POSITIONS, value=value, scope=LimitScope.PERSON)
    return StateLimits((terms,))


def no_purchases(form: FormWords) -> StateLimits | None:
    """Read "don't buy anything any more", 什么都别买了."""
    is_alone = form.is_of({Word.NO_PURCHASE}, Word.SHARE, Word.ALL) and not form.is_question
    return StateLimits((NO_PURCHASES,)) if is_alone and not (form.symbols or form.quantities or form.times) else None
