"""Reads a whole message of a few known words as the request of the form that it has."""

from collections.abc import Callable
from datetime import date
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.limits import AddLimits, StateLimits
from bot.domain.market.instruments import InstrumentTable
from bot.reading.exact_forms.alerts import alert_from_cost
from bot.reading.exact_forms.holdings import sale_of_holdings, stated_holding
from bot.reading.exact_forms.limits import limit_on_positions, no_purchases
from bot.reading.exact_forms.questions import funds_for_count, unavailable
from bot.reading.exact_forms.vocabulary import FormWords, Word, form_words
from bot.reading.spans import explain_words

_MAX_LENGTH: Final = 120  # characters
_LIMITS_COMMAND: Final = "/limits "
_CODE: Final = "`"
_FORMS: Final[tuple[Callable[[FormWords], Request | None], ...]] = (
    sale_of_holdings,
    stated_holding,
    limit_on_positions,
    no_purchases,
    alert_from_cost,
    funds_for_count,
    unavailable,
)


def read_exact_form(text: str, instruments: InstrumentTable, *, today: date) -> Request | None:
    """Return the request that a whole message makes; None: it has none of the forms.

    Args:
        text: Normalised, without a mention of the bot. Time is linear in its length.
        instruments: The shares whose names may occur.
        today: The market's date.
    """
    is_command = text.lower().startswith(_LIMITS_COMMAND)
    body = text[len(_LIMITS_COMMAND) :] if is_command else text
    if len(body) > _MAX_LENGTH or body.startswith("/") or _CODE in body:
        return None
    explained = explain_words(body, form_words(), instruments, today=today)
    if explained is None:
        return None
    form = FormWords(
        words=frozenset(explained.meanings) - {Word.FILLER},
        symbols=explained.symbols,
        quantities=explained.quantities,
        times=explained.times,
        is_question="?" in body,
    )
    request = next((found for read in _FORMS if (found := read(form)) is not None), None)
    if is_command:
        return AddLimits(request.terms) if isinstance(request, StateLimits) else None
    return request
