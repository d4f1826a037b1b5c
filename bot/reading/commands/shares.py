"""Reads commands about shares: "/analyze AAPL deep", "/discussion bear", "/decide GOOG at most $3,000", "/cancel"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.accounting.ledger import ConversionTerms
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, with_shares
from bot.domain.conversation.requests.account import CorrectHolding, CorrectionAct, ReleasePrice
from bot.domain.conversation.requests.analysis import Analyze, Compare, ShowDiscussion
from bot.domain.conversation.requests.explanation import Define, Explain
from bot.domain.conversation.requests.trades import Advise, AnalyzeDeep, Cancel, Confirm, Order, TradeTerms
from bot.domain.text.tokens import has_chinese
from bot.reading.commands.arguments import Arguments, split_page, without_depth
from bot.reading.glossary import term_named
from bot.reading.parses import Kind
from bot.reading.recognisers.numbers import read_amount
from bot.reading.recognisers.people import speaker_names
from bot.reading.verdicts.reader import read_verdict
from bot.reading.word_tables import either, read_lists

_PAIR: Final = 2
_MOST_DIGITS: Final = 4  # of the number of a page
_KINDS: Final = (Kind.ORDER, Kind.ORDER_IF, Kind.ADVISE, Kind.SUPPOSE)
_SURE: Final = 0.6
_VERDICTS: Final = {"confirm": ("confirm", "确认"), "cancel": ("cancel", "取消")}  # in English and Chinese


def analyze(command: Arguments) -> Request:
    """Return the analysis, with the committee where it is to be "deep"."""
    if (deep := without_depth(command)) is not None:
        return AnalyzeDeep(replace(_terms_of(deep), is_deep=True))
    return Analyze(shares=command.shares, dates=command.dates.dates, problems=command.dates.problems)


def compare(command: Arguments) -> Request:
    """Return the comparison of two shares or more; of one, its analysis."""
    if len(command.shares.symbols) < _PAIR:
        return analyze(command)
    return Compare(shares=command.shares, dates=command.dates.dates, problems=command.dates.problems)


def explain(command: Arguments) -> Request:
    """Return what is to be explained: a term, or a decision."""
    if (term := term_named(command.text)) is not None:
        return Define(terms=(term,))
    dates = command.dates
    explained = command.read_as(Kind.EXPLAIN) if dates.undated_text.strip() else None
    if not isinstance(explained, Explain):
        explained = Explain()
    dated = explained.dates or dates.dates
    explained = replace(explained, dates=dated, problems=dates.problems, is_of_decision=True)
    return with_shares(explained, command.shares)


def read_discussion_request(text: str, *, symbols: Sequence[str] = ()) -> ShowDiscussion:
    """Return whose words, on which share and which page, are asked for, in any order."""
    names, beside = speaker_names(), {each for words in read_lists("discussion", "beside").values() for each in words}
    rest, page = split_page(text.lower())
    pattern = re.compile(either(names, stands_alone=True))
    found = pattern.search(rest)
    words = [each for word in pattern.sub(" ", rest).split() if (each := word.strip(".,!?，。！？")) not in beside]
    numbers = [each for each in words if each.isdecimal() and len(each) <= _MOST_DIGITS]
    left = [each for each in words if each not in numbers]
    if len(left) > len(symbols):  # "AAPL", "apple"
        return ShowDiscussion(not_understood=" ".join(left))
    page = page or max(int(numbers[-1] if numbers else 1), 1)
    return ShowDiscussion(share=next(iter(symbols), ""), speaker=names[found.group()] if found else "", page=page)


def decide(command: Arguments) -> Request:
    """Return the order that is proposed, or the question what to trade."""
    if (deep := without_depth(command)) is not None:
        return Order(terms=replace(_terms_of(deep), is_deep=True), is_command=True)
    read = _read(command)
    if read is None:
        return Order(terms=_unread(command), is_command=True)
    if not isinstance(read, Order):
        return read
    needs_side = read.terms.side is None and read.terms.size is not None
    return replace(read, is_command=True, needs_side=needs_side)


def verdict(name: str, command: Arguments) -> Request:
    """Return the verdict that the same words without a slash are; behind a command, nothing else counts as one."""
    if not command.text:
        return Confirm() if name == "confirm" else Cancel()
    text = f"{_VERDICTS[name][has_chinese(command.text)]} {command.text}"
    return read_verdict(text, command.around) or command.not_understood


def _terms_of(command: Arguments) -> TradeTerms:
    """Return what a command says of a trade; where that is not clear, with the problem, and without a size."""
    read = _read(command)
    return read.terms if isinstance(read, Order | Advise) else _unread(command)


def _read(command: Arguments) -> Request | None:
    shares = command.shares
    if command.names_only_shares:
        return Order(terms=TradeTerms(shares=shares))
    likely = command.parsed_as(*_KINDS)
    read = command.read_as(likely.kind if likely.certainty >= _SURE else Kind.ORDER)
    if not isinstance(read, Order | Advise):
        return read
    found = read.terms.shares  # to which those are added that are tickers by their place
    unknown = tuple(dict.fromkeys((*found.unknown, *shares.unknown)))
    named = replace(shares, symbols=found.symbols or shares.symbols, unknown=unknown)
    return replace(read, terms=replace(read.terms, shares=named))


def _unread(command: Arguments) -> TradeTerms:
    has_number = any(each.isdigit() for each in command.text)
    return TradeTerms(shares=command.shares, problems=(Problem.NUMBER_UNUSED,) if has_number else ())


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
