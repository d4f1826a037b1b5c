"""Strict parser of a model's decision on one symbol: returns typed values, or a violation for each invalid field."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite
from typing import Final

from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action, Decision, Reason
from bot.domain.trading.validation import CENT, Violation

MODEL_REASON: Final = "said"  # a reason in a model's words: `words["text"]` refers to `facts`
MODEL_REASON_UNFOUNDED: Final = "said_unfounded"  # of earlier versions; doubtful figures: `words["figures"]`
NOTHING_TRADED: Final = "nothing_traded"  # contradicts a model that says that it has acted
MAX_REASONS: Final = 6
MAX_REASON_LENGTH: Final = 400  # characters, references included

_ACTIONS: Final = {action.value: action for action in Action}
_MAX_AMOUNT: Final = 10**12  # account currency; larger numbers are rejected
_MAX_FIGURE_LENGTH: Final = 40  # characters of a figure
_ZERO: Final = Decimal(0)
_HUNDREDTH: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)
_MIN_PERCENT: Final = Decimal(2)  # "1.2" is rather a fraction slightly above 1 than 1.2 %
_DIGITS: Final = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?"
_AMOUNT: Final = re.compile(rf"([-+−]?) ?(?:US\$|USD|\$)? ?({_DIGITS}) ?(?:USD|(?:US )?dollars|美元)?", re.IGNORECASE)
_PERCENT: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?[%％]")


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """A model's decision on one symbol, not yet checked against the account."""

    symbol: str
    action: Action
    target: Decimal  # value of the position after the trade; account currency, to the cent; 0 for a hold
    confidence: Decimal  # in [0, 1], two places
    reasons: tuple[str, ...]  # 1 to `MAX_REASONS`, plain text of at most `MAX_REASON_LENGTH` characters


def parse_draft(symbol: str, value: object) -> DecisionDraft | tuple[Violation, ...]:
    """Return the draft for `symbol` that the JSON value `value` holds, or a violation for each invalid field."""
    if not isinstance(value, Mapping):
        return (Violation("draft_not_object"),)
    word = value.get("action")
    action = _ACTIONS.get(word.strip().lower()) if isinstance(word, str) else None
    target = _ZERO if action is Action.HOLD else parse_amount(value.get("target_cash_amount"))
    confidence = _parse_confidence(value.get("confidence"))
    reasons = _parse_reasons(value.get("reasons"))
    violations = tuple(_find_violations(action, target, confidence, reasons))
    if violations or action is None or target is None or confidence is None:
        return violations
    return DecisionDraft(symbol, action, target, confidence.quantize(_HUNDREDTH), reasons)


def parse_amount(value: object) -> Decimal | None:
    """Return an amount of money to the cent: 3000, "3000.5", "$3,000"; None: not an amount, or above 10**12."""
    figure = _parse_number(value)
    return None if figure is None else figure.quantize(CENT) + _ZERO  # no negative zero


def _find_violations(
    action: Action | None, target: Decimal | None, confidence: Decimal | None, reasons: tuple[str, ...]
) -> Iterator[Violation]:
    if action is None:
        yield Violation("unknown_action")
    if target is None:
        yield Violation("amount_unreadable")
    if confidence is None:
        yield Violation("confidence_unreadable")
    elif not 0 <= confidence <= 1:
        is_percent = _MIN_PERCENT <= confidence <= _HUNDRED  # what looks like one is suggested as a fraction
        suggested = {"suggested_confidence": (confidence / _HUNDRED).quantize(_HUNDREDTH)} if is_percent else {}
        code = "confidence_in_percent" if is_percent else "confidence_not_in_range"
        yield Violation(code, {"confidence": confidence}, suggested)
    if not reasons:
        yield Violation("no_reasons")


def _parse_confidence(value: object) -> Decimal | None:
    """Return a confidence: 0.8, "0.8", "80%"; not limited to [0, 1]."""
    if isinstance(value, str) and len(value) <= _MAX_FIGURE_LENGTH and (found := _PERCENT.fullmatch(value.strip())):
        return Decimal(found[1]) / 100
    figure = _parse_number(value)
    return None if figure is None else figure + _ZERO


def _parse_number(value: object) -> Decimal | None:
    """Return a JSON number or a string of ASCII digits; None: a boolean, an exponent in a string, other digits."""
    match value:
        case bool():
            return None
        case int():
            return Decimal(value) if abs(value) <= _MAX_AMOUNT else None
        case float():
            return Decimal(repr(value)) if isfinite(value) and abs(value) <= _MAX_AMOUNT else None
        case str():
            return _parse_digits(value.strip())
        case _:
            return None


def _parse_digits(text: str) -> Decimal | None:
    found = _AMOUNT.fullmatch(text) if len(text) <= _MAX_FIGURE_LENGTH else None
    if found is None:
        return None
    size = Decimal(found[2].replace(",", ""))
    if size > _MAX_AMOUNT:
        return None
    return -size if found[1] in {"-", "−"} else size


def _parse_reasons(value: object) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list):
        return ()
    texts = (single_line(text, limit=MAX_REASON_LENGTH) for text in items if isinstance(text, str))
    return tuple(dict.fromkeys(text for text in texts if text))[:MAX_REASONS]


SAID_IN_PRIVATE: Final = "said_in_private"  # stands for all reasons in a model's words
_NOTED: Final = "adjusted_with_note"
_ADJUSTED: Final = "adjusted"
_MODEL_REASONS: Final = frozenset({MODEL_REASON, MODEL_REASON_UNFOUNDED})  # a model was told what was said there


def without_private_words(decision: Decision) -> Decision:
    """Return a decision without a person's note and a model's sentences."""
    proposal = decision.proposal
    return replace(decision, proposal=replace(proposal, reasons=tuple(without_own_words(proposal.reasons))))


def without_own_words(reasons: Sequence[Reason]) -> Iterator[Reason]:
    """Yield reasons without a person's note and a model's sentences; who set which amount stays."""
    if any(each.code in _MODEL_REASONS for each in reasons):
        yield Reason(SAID_IN_PRIVATE, 0.0)
    for each in reasons:
        if each.code == _NOTED:
            yield replace(each, code=_ADJUSTED, words={"by": each.words["by"]})
        elif each.code not in _MODEL_REASONS:
            yield each
