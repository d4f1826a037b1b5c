"""Forms of alerts whose level is counted from what was paid: "alert me if we lose more than 5% on IBM"."""

from typing import Final

from bot.domain.conversation.requests.alerts import SetAlerts
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.reading.exact_forms.vocabulary import FormWords, Word
from bot.reading.quantities.quantity import Unit

_DIRECTIONS: Final = {
    Direction.ABOVE: frozenset({Word.GAIN, Word.UP}),
    Direction.BELOW: frozenset({Word.LOSS, Word.DOWN}),
}
_BESIDE: Final = (
    *(Word.WHEN, Word.MORE, Word.COST, Word.OWNER, Word.HOLDING, Word.HELD, Word.POINTER, Word.PRICE_OF),
    *(Word.GAIN, Word.UP, Word.LOSS, Word.DOWN),
)
_MOST_PERCENT_DOWN: Final = 100


def alert_from_cost(form: FormWords) -> SetAlerts | None:
    """Read "tell me when IBM is 10% above our cost", IBM 亏损超过5%时提醒我."""
    is_own = form.has(Word.OWNER) and bool(form.has(Word.HOLDING) or form.symbols)  # "our IBM position", "my IBM"
    names_own = is_own or form.has(Word.COST, Word.GAIN, Word.LOSS)
    directions = [each for each, words in _DIRECTIONS.items() if form.words & words]
    if not directions and form.has(Word.MORE) and form.has(Word.COST):  # "10 % over our cost"
        directions = [Direction.ABOVE]
    if not form.is_of({Word.ALERT}, *_BESIDE) or not names_own or len(directions) != 1 or form.times:
        return None
    if len(form.quantities) != 1 or form.quantities[0].unit is not Unit.PERCENT:
        return None
    value = form.quantities[0].value
    is_possible = value is not None and value > 0 and (directions[0] is Direction.ABOVE or value < _MOST_PERCENT_DOWN)
    if value is None or not is_possible:
        return None
    shares = NamedShares(symbols=form.symbols)
    return SetAlerts(shares, (AlertCondition(directions[0], value, is_percent=True),), is_from_cost=True)
