"""Requests of admins about holdings whose share has changed, and about prices that are doubted."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from bot.domain.accounting.conversions import ConversionTerms


class CorrectionAct(StrEnum):
    """What is asked."""

    LIST = "list"
    STATE = "state"
    UNDO = "undo"
    HOW = "how"  # it is not clear what


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectHolding:
    """Correct a holding; read whole: no word or figure is left over."""

    act: CorrectionAct
    symbol: str = ""  # of an undo: empty: the latest
    stated: ConversionTerms | Decimal | None = None  # what becomes of the holding, or a price of its share


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePrice:
    """Let a price be used that is doubted."""

    act: CorrectionAct
    symbol: str = ""
    price: Decimal | None = None  # so that no other one is released; account currency


CorrectionRequest: TypeAlias = CorrectHolding | ReleasePrice
