"""Reads what stands behind "/holding", "FB rename META", "XYZ 核销", and behind "/release", "AAPL 142.50".

Strict, since it moves money: a word or a figure that is left over makes the request unclear.
"""

import re
from decimal import Decimal
from typing import Final

from bot.domain.accounting.ledger import ConversionTerms
from bot.domain.conversation.requests.account import CorrectHolding, CorrectionAct, ReleasePrice
from bot.reading.commands.arguments import Arguments
from bot.reading.recognisers.form_fields import read_amount
from bot.reading.word_tables import read_lists

_FILE: Final = "holding"
_SYMBOL: Final = re.compile(r"\$?(?P<symbol>[A-Za-z][A-Za-z0-9]{0,9}(?:[.-][A-Za-z]{1,3})?)")
_SYMBOL_AND_PRICE: Final = 2  # words
_MAX_LENGTH: Final = 120  # characters
_UNCLEAR: Final = CorrectHolding(act=CorrectionAct.HOW)


def correct_holding(command: Arguments) -> CorrectHolding:
    """Return what the text behind "/holding" asks."""
    words = command.words
    if not words:
        return CorrectHolding(act=CorrectionAct.LIST)
    if len(command.text) > _MAX_LENGTH:
        return _UNCLEAR
    if _verb_of(words) == ("undo", []):
        return CorrectHolding(act=CorrectionAct.UNDO)
    symbol, (verb, rest) = _symbol(words[0]), _verb_of(words[1:])
    return _UNCLEAR if symbol is None else _correction(symbol, verb, rest)


def release_price(command: Arguments) -> ReleasePrice:
    """Return what the text behind "/release" asks."""
    words = command.words
    if not words:
        return ReleasePrice(act=CorrectionAct.LIST)
    symbol, rest = words[0].upper().lstrip("$"), " ".join(words[1:])
    if rest.lower() in read_lists(_FILE, "verbs")["undo"]:
        return ReleasePrice(act=CorrectionAct.UNDO, symbol=symbol)
    price = read_amount(rest) if len(words) == _SYMBOL_AND_PRICE else None
    if price is None:
        return ReleasePrice(act=CorrectionAct.HOW)
    return ReleasePrice(act=CorrectionAct.STATE, symbol=symbol, price=price)


def _correction(symbol: str, verb: str, rest: list[str]) -> CorrectHolding:
    named = [word for word in rest if _is_name(word)]
    stated = [word for word in rest if not _is_name(word)]
    figures = [figure for word in stated if (figure := read_amount(word)) is not None]
    if len(figures) < len(stated):
        return _UNCLEAR
    is_ratio_first = not any("$" in word for word in stated[:-1])
    becomes: ConversionTerms | Decimal
    match verb, [_symbol(word) for word in named], figures:
        case "price", [], [price]:
            becomes = price
        case "rename", [into], []:
            becomes = ConversionTerms(symbol=symbol, into=into, ratio=Decimal(1))
        case "convert", [into], ([ratio] | [ratio, _]) if is_ratio_first:
            becomes = ConversionTerms(symbol=symbol, into=into, ratio=ratio, cash=sum(figures[1:], Decimal(0)))
        case "cash", [], [cash]:
            becomes = ConversionTerms(symbol=symbol, cash=cash)
        case "write_off", [], []:
            becomes = ConversionTerms(symbol=symbol)
        case "undo", [], []:
            return CorrectHolding(act=CorrectionAct.UNDO, symbol=symbol)
        case _:
            return _UNCLEAR
    return CorrectHolding(act=CorrectionAct.STATE, symbol=symbol, stated=becomes)


def _verb_of(words: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return the correction that words begin with, and the others without those that stand beside names and figures."""
    verbs = {phrase: verb for verb, phrases in read_lists(_FILE, "verbs").items() for phrase in phrases}
    for size in range(len(words), 0, -1):
        if (verb := verbs.get(" ".join(words[:size]).lower())) is not None:
            return verb, [each for each in words[size:] if each not in read_lists(_FILE, "beside")["any"]]
    return "", []


def _is_name(word: str) -> bool:
    """Return whether a word names a share: "TEN" in capitals does, "ten" is a figure."""
    return _symbol(word) is not None and (word.isupper() or read_amount(word) is None)


def _symbol(word: str) -> str | None:
    match = _SYMBOL.fullmatch(word)
    return match["symbol"].upper() if match else None
