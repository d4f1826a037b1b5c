"""Find the sizes a message names, and whether they agree: two that do not are no size but a question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.language.problems import Problem
from bot.language.quantities import context_cues as near
from bot.language.quantities import number_roles
from bot.language.quantities.number_roles import NumberContext, NumberFinding, NumberRole
from bot.language.quantities.quantity import Quantity, Unit, find_quantities

_SIZES = frozenset({NumberRole.AMOUNT, NumberRole.SHARES, NumberRole.FRACTION})


_ODD_SHARES = {
    near.PART_OF_SHARE: NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_NOT_WHOLE),
    near.SOME_SHARES: NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_UNCLEAR),
    near.ONE_SHARE: NumberFinding(NumberRole.SHARES, Decimal(1)),
}


@dataclass(frozen=True, slots=True)
class TradeSizes:
    """The numbers of one message, each in its place."""

    amount: Decimal | None = None
    amount_is_limit: bool = False
    fraction: Decimal | None = None
    shares: Decimal | None = None
    stop: Decimal | None = None
    problems: tuple[str, ...] = ()


def find_sizes(text: str, wording: NumberContext) -> TradeSizes:
    """Read the numbers of a normalised lower-case text from which dates and foreign codes were blanked out."""
    text, found = _odd_shares(text, wording)
    found += tuple(_numbers(text, wording)) + tuple(_parts(text, wording))
    if not any(finding.role in _SIZES for finding in found):
        found += tuple(_unnumbered(text, wording))
    values = {role: _agreed(found, role) for role in NumberRole}
    problems = [finding.problem for finding in found if finding.problem]
    problems += [Problem(f"{role}_ambiguous") for role in NumberRole if len(_values(found, role)) > 1]
    sizes = TradeSizes(
        amount=values[NumberRole.AMOUNT],
        amount_is_limit=values[NumberRole.AMOUNT] is not None and any(finding.is_limit for finding in found),
        fraction=values[NumberRole.FRACTION],
        shares=values[NumberRole.SHARES],
        stop=values[NumberRole.STOP],
        problems=tuple(dict.fromkeys(problems)),
    )
    return _without_rivals(sizes)


def _without_rivals(sizes: TradeSizes) -> TradeSizes:
    """Of "10 shares or $3,000" neither is meant for certain; "10 shares, at most $3,000" is one size and its bound."""
    amount = None if sizes.amount_is_limit else sizes.amount
    if sum(size is not None for size in (amount, sizes.shares, sizes.fraction)) <= 1:
        return sizes
    return replace(
        sizes,
        amount=sizes.amount if sizes.amount_is_limit else None,
        shares=None,
        fraction=None,
        problems=(*sizes.problems, Problem.SIZE_AMBIGUOUS),
    )


def _values(found: Sequence[NumberFinding], role: NumberRole) -> set[Decimal]:
    return {finding.value for finding in found if finding.role is role and finding.value is not None}


def _agreed(found: Sequence[NumberFinding], role: NumberRole) -> Decimal | None:
    """The one value that all readings of a role have; None as soon as one of them is a problem."""
    values = {finding.value for finding in found if finding.role is role}
    return values.pop() if len(values) == 1 else None


def _odd_shares(text: str, wording: NumberContext) -> tuple[str, tuple[NumberFinding, ...]]:
    """Read shares without a number, or with half a one; return also the text without them."""
    if not wording.is_trade:
        return text, ()
    found: list[NumberFinding] = []
    for pattern, finding in _ODD_SHARES.items():
        if pattern.search(text):
            found.append(finding)
            text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text, tuple(found)


def _numbers(text: str, wording: NumberContext) -> Iterator[NumberFinding]:
    previous: Quantity | None = None
    of_parts = {at for pattern in near.PARTS for match in pattern.finditer(text) for at in range(*match.span())}
    for quantity in find_quantities(text):
        if quantity.start in of_parts:
            continue  # the "three" of "three quarters"
        if previous is not None and _is_range(previous, quantity, text):
            unit = quantity.unit if previous.unit is Unit.NONE else previous.unit
            finding = number_roles.find_range_purpose(
                unit, text[max(0, previous.start - near.NEAR) : previous.start], wording
            )
        else:
            finding = number_roles.find_purpose(quantity, *_around(text, quantity.start, quantity.end), wording)
        if finding is not None:
            yield finding
        previous = quantity


def _parts(text: str, wording: NumberContext) -> Iterator[NumberFinding]:
    """Read fractions in words: half, 三分之一. Only a trade has fractions."""
    if not wording.is_trade:
        return
    for pattern, value in near.PARTS.items():
        for match in pattern.finditer(text):
            left, right = _around(text, *match.span())
            if not near.REPLACED.search(left):
                yield number_roles.find_part_purpose(value, left, right, wording)


def _unnumbered(text: str, wording: NumberContext) -> Iterator[NumberFinding]:
    """Read a size that is no number: all of it, twice as much."""
    if wording.is_sale and near.ALL_BUT.search(text):
        yield NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_IS_TARGET)
    elif wording.is_sale and (wording.is_all or (wording.is_exit and not near.SOME.search(text))):
        yield NumberFinding(NumberRole.FRACTION, Decimal(1))
    elif wording.is_trade and near.MULTIPLE.search(text):
        yield NumberFinding(
            NumberRole.FRACTION, problem=Problem.FRACTION_UNCLEAR
        )  # of what is held, or of what was proposed?


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    return text[max(0, start - near.NEAR) : start], text[end : end + near.NEAR]


def _is_range(previous: Quantity, quantity: Quantity, text: str) -> bool:
    """Whether two numbers are the ends of one range: "3,000-5,000 dollars", "between 10 and 15 shares"."""
    is_same_kind = previous.unit is quantity.unit or Unit.NONE in {previous.unit, quantity.unit}
    return is_same_kind and near.BETWEEN.fullmatch(text[previous.end : quantity.start]) is not None
