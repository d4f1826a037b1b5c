"""Reads what stands behind "/holding", "FB rename META", "XYZ 核销", and behind "/release", "AAPL 142.50".

Strict, since it moves money: a word or a figure that is left over makes the request unclear.
"""

import re
from decimal import Decimal
from typing import Final

from bot.domain.accounting.conversions import ConversionTerms
from bot.domain.conversation.requests.corrections import CorrectHolding, CorrectionAct, ReleasePrice
from bot.domain.text.normalise import normalise
from bot.reading.recognisers.form_fields import read_amount
from bot.reading.word_tables import read_lists

_FILE: Final = "holding"
_VERBS: Final = ("price", "rename", "convert", "cash", "write_off", "undo")
_SYMBOL: Final = re.compile(r"\$?(?P<symbol>[A-Za-z][A-Za-z0-9]{0,9}(?:[.-][A-Za-z]{1,3})?)")
_SYMBOL_AND_PRICE: Final = 2  # words
_MAX_LENGTH: Final = 120  # characters
_UNCLEAR: Final = CorrectHolding(act=CorrectionAct.HOW)


def read_correction_request(text: str) -> CorrectHolding:
    """Return what the text behind "/holding" asks."""
    words = normalise(text).split()
    if not words:
        return CorrectHolding(act=CorrectionAct.LIST)
    if len(text) > _MAX_LENGTH:
        return _UNCLEAR
    if _verb_of(words) == ("undo", []):
        return CorrectHolding(act=CorrectionAct.UNDO)
    symbol, (verb, rest) = _symbol(words[0]), _verb_of(words[1:])
    return _UNCLEAR if symbol is None else _request(symbol, verb, rest)


def read_release_request(text: str) -> ReleasePrice:
    """Return what the text behind "/release" asks."""
    words = text.split()
    if not words:
        return ReleasePrice(act=CorrectionAct.LIST)
    symbol, rest = words[0].upper().lstrip("$"), " ".join(words[1:])
    if rest.lower() in read_lists(_FILE, "verbs")["undo"]:
        return ReleasePrice(act=CorrectionAct.UNDO, symbol=symbol)
    price = read_amount(rest) if len(words) == _SYMBOL_AND_PRICE else None
    if price is None:
        return ReleasePrice(act=CorrectionAct.HOW)
    return ReleasePrice(act=CorrectionAct.STATE, symbol=symbol, price=price)


def _request(symbol: str, verb: str, rest: list[str]) -> CorrectHolding:
    names = [name for word in rest if _is_name(word) and (name := _symbol(word))]
    figures = [read_amount(word) for word in rest if not _is_name(word)]
    found = _UNCLEAR
    match verb, names, figures:
        case "price", [], [Decimal() as price]:
            found = CorrectHolding(act=CorrectionAct.STATE, symbol=symbol, stated=price)
        case "rename", [into], []:
            found = _conversion(ConversionTerms(symbol=symbol, into=into, ratio=Decimal(1)))
        case "convert", [into], [Decimal() as ratio]:
            found = _conversion(ConversionTerms(symbol=symbol, into=into, ratio=ratio))
        case "convert", [into], [Decimal() as ratio, Decimal() as cash] if _is_ratio_first(rest):
            found = _conversion(ConversionTerms(symbol=symbol, into=into, ratio=ratio, cash=cash))
        case "cash", [], [Decimal() as cash]:
            found = _conversion(ConversionTerms(symbol=symbol, cash=cash))
        case "write_off", [], []:
            found = _conversion(ConversionTerms(symbol=symbol))
        case "undo", [], []:
            found = CorrectHolding(act=CorrectionAct.UNDO, symbol=symbol)
    return found


def _is_name(word: str) -> bool:
    """Return whether a word names a share: "TEN" in capitals does, "ten" is a figure."""
    return _symbol(word) is not None and (word.isupper() or read_amount(word) is None)


def _conversion(terms: ConversionTerms) -> CorrectHolding:
    return CorrectHolding(act=CorrectionAct.STATE, symbol=terms.symbol, stated=terms)


def _is_ratio_first(rest: list[str]) -> bool:
    """Return whether no figure but the last is marked as money."""
    figures = [word for word in rest if not _is_name(word)]
    return not any("$" in word for word in figures[:-1])


def _verb_of(words: list[str]) -> tuple[str, list[str]]:
    """Return the correction that words begin with, and the others without those that stand beside names and figures."""
    text = " ".join(words).lower()
    phrases = [(phrase, verb) for verb in _VERBS for phrase in read_lists(_FILE, "verbs")[verb]]
    for phrase, verb in sorted(phrases, key=lambda each: -len(each[0])):
        if text == phrase or text.startswith(f"{phrase} "):
            rest = words[len(phrase.split()) :]
            return verb, [each for each in rest if each not in read_lists(_FILE, "beside")["any"]]
    return "", []


def _symbol(word: str) -> str | None:
    match = _SYMBOL.fullmatch(word)
    return match["symbol"].upper() if match else None
