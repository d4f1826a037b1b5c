"""What a model wrote for one symbol, read as values by one strict parser; what is none of them is a broken rule."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import Final

from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action
from bot.domain.trading.validation import CENT, Violation

MODEL_REASON: Final = "said"  # the code of a reason in a model's words: `words["text"]`
MODEL_REASON_UNFOUNDED: Final = "said_unfounded"  # the same, with `words["figures"]` that its data do not hold
MAX_REASONS: Final = 6
MAX_REASON_LENGTH: Final = 300  # characters

_ACTIONS: Final = {action.value: action for action in Action}
_MOST: Final = 10**12  # account currency: what is larger is no amount of ours
_LONGEST: Final = 40  # characters of a figure
_ZERO: Final = Decimal(0)
_HUNDREDTH: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)
_LEAST_PERCENT: Final = Decimal(2)  # "1.2" or "101%" is a little too much, not hardly any
_DIGITS: Final = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?"
_AMOUNT: Final = re.compile(rf"([-+−]?) ?(?:US\$|USD|\$)? ?({_DIGITS}) ?(?:USD|(?:US )?dollars|美元)?", re.IGNORECASE)
_PERCENT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?[%％]")


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """What a model would do with one symbol. Nothing here was checked against the account yet."""

    symbol: str
    action: Action
    target: Decimal  # what the position shall be worth afterwards; account currency, to the cent
    confidence: Decimal  # in [0, 1], two places
    reasons: tuple[str, ...]  # 1 to `MAX_REASONS`, plain text of at most `MAX_REASON_LENGTH` characters


def parse_draft(symbol: str, written: object) -> DecisionDraft | tuple[Violation, ...]:
    """Return what `written`, a JSON value, says of `symbol`, or everything that is wrong with its form."""
    if not isinstance(written, Mapping):
        return (Violation("draft_not_object"),)
    action = _action(written.get("action"))
    target = parse_amount(written.get("target_cash_amount"))
    confidence = _fraction(written.get("confidence"))
    reasons = _reasons(written.get("reasons"))
    faults = tuple(_faults(action, target, confidence, reasons))
    if faults or action is None or target is None or confidence is None:
        return faults
    return DecisionDraft(symbol, action, target, confidence.quantize(_HUNDREDTH), reasons)


def parse_amount(written: object) -> Decimal | None:
    """Return an amount of money to the cent: 3000, "3000.5", "$3,000"; None: it is none, or absurdly large."""
    figure = _figure(written)
    return None if figure is None else figure.quantize(CENT) + _ZERO  # no negative zero


def _faults(
    action: Action | None, target: Decimal | None, confidence: Decimal | None, reasons: tuple[str, ...]
) -> Iterator[Violation]:
    if action is None:
        yield Violation("unknown_action")
    if target is None:
        yield Violation("amount_unreadable")
    if confidence is None:
        yield Violation("confidence_unreadable")
    elif not 0 <= confidence <= 1:
        yield _out_of_range(confidence)
    if not reasons:
        yield Violation("no_reasons")


def _out_of_range(confidence: Decimal) -> Violation:
    """What looks like percent is told as a fraction; of anything else nobody knows what was meant."""
    if _LEAST_PERCENT <= confidence <= _HUNDRED:
        suggested = {"suggested_confidence": (confidence / _HUNDRED).quantize(_HUNDREDTH)}
        return Violation("confidence_in_percent", {"confidence": confidence}, suggested)
    return Violation("confidence_not_in_range", {"confidence": confidence})


def _action(written: object) -> Action | None:
    word = written.strip().lower() if isinstance(written, str) else ""
    return _ACTIONS.get(word)


def _fraction(written: object) -> Decimal | None:
    """A confidence: 0.8, "0.8", "80%"."""
    if isinstance(written, str) and len(written) <= _LONGEST and (found := _PERCENT.fullmatch(written.strip())):
        return Decimal(found[1]) / 100
    figure = _figure(written)
    return None if figure is None else figure + _ZERO


def _figure(written: object) -> Decimal | None:
    """A number as JSON has it, or in digits; never a boolean, an exponent in words, or digits of another script."""
    match written:
        case bool():
            return None
        case int():
            return Decimal(written) if abs(written) <= _MOST else None
        case float():
            return Decimal(repr(written)) if isfinite(written) and abs(written) <= _MOST else None
        case str():
            return _in_digits(written.strip())
        case _:
            return None


def _in_digits(text: str) -> Decimal | None:
    found = _AMOUNT.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    size = Decimal(found[2].replace(",", ""))
    if size > _MOST:
        return None
    return -size if found[1] in {"-", "−"} else size


def _reasons(written: object) -> tuple[str, ...]:
    each = [written] if isinstance(written, str) else written
    if not isinstance(each, list):
        return ()
    texts = (single_line(text, limit=MAX_REASON_LENGTH) for text in each if isinstance(text, str))
    return tuple(dict.fromkeys(text for text in texts if text))[:MAX_REASONS]
