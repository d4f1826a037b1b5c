"""Placeholders of references in a model's text, and signs and scales beside them that change what they say."""

import re
from typing import Final

from bot.domain.models.facts import FactUnit

_USD: Final = "\ue001"
_PERCENT: Final = "\ue002"
_NUMBER: Final = "\ue003"
_OTHER: Final = "\ue004"
REFERENCES: Final = _USD + _PERCENT + _NUMBER + _OTHER
_PLACEHOLDERS: Final = {
    FactUnit.USD: _USD,
    FactUnit.LARGE_USD: _USD,
    FactUnit.PERCENT: _PERCENT,
    FactUnit.NUMBER: _NUMBER,
    FactUnit.COUNT: _NUMBER,
}

# "-{goog.change}", "minus {…}", "{goog.close} million", "{goog.pe} %": no fact says that.
SIGNED_OR_SCALED: Final = re.compile(
    rf"""(?<![\w{REFERENCES}])[-−–](?=[{REFERENCES}])
    |(?<![A-Za-z])(?:minus|negative)(?=\s[{REFERENCES}]) | 负(?=\s?[{REFERENCES}])
    |(?<=[{REFERENCES}])\s?(?:thousand|million|billion|trillion|bn|mn|k|[-\s]?fold)(?![A-Za-z])
    |(?<=[{REFERENCES}])\s?(?:万亿|[万亿千百成])(?!本|为|功)
    |(?<=[{_USD}{_NUMBER}{_OTHER}])\s?(?:%|(?:percent|per\scent|percentage\spoints?)(?![A-Za-z])|个?百分点)
    |(?<=[{_USD}{_PERCENT}{_OTHER}])\s?(?:[x×](?![A-Za-z])|times(?![A-Za-z])|倍)
    |(?<=[{_PERCENT}{_NUMBER}{_OTHER}])\s?(?:dollars?(?![A-Za-z])|USD|美元|美金)
    """,
    re.VERBOSE | re.IGNORECASE,
)


def placeholder(unit: FactUnit | None) -> str:
    """Return the character that stands for a reference to a fact of this unit; None: there is no such fact."""
    return _PLACEHOLDERS.get(unit, _OTHER) if unit is not None else _OTHER
