"""Reads a message that asks for several things: “alert me if fb drops below 25 and msft above 30”.

Where one begins is learnt from examples (`trained/parts.py`). Each part is read with the shares that those before it
name as what is talked of; one that goes on with the part before takes from that what it does not say itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import shares_named
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import Remember
from bot.domain.conversation.requests.suppositions import Suppose
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Cancel
from bot.domain.conversation.requests.watching import AskAlertForm, SetAlerts
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.query import FigureQuery
from bot.reading.clauses.corrected_share import completed, named_alone
from bot.reading.clauses.parts import (
    BINDING,
    CHANGES_NOTHING,
    SENTENCE_ENDS,
    SURE,
    SURE_OF_ANY,
    TALK,
    TRADES,
    PartRole,
    RequestPart,
    as_few_requests,
    belong_together,
    is_apart_from,
    is_something_else,
    limits_of,
    makes_trade,
    on_shares,
    parts_of,
    role_of,
)
from bot.reading.clauses.splitting import joint_of
from bot.reading.guarded_words import GuardedMessage
from bot.reading.languages import language_of
from bot.reading.one_request import RequestReader
from bot.reading.parses import QUESTIONS, Kind, Parse, Slot, SlotName
from bot.reading.pointers import picks_other
from bot.reading.recall.recall_words import asks
from bot.reading.recognisers.numbers import names_shares
from bot.reading.recognisers.stated_numbers import StatedNumber
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.parts import MessagePart
from bot.reading.verdicts.reader import cancels_explicitly, read_verdict

_SURE_OF_TRADE: Final = 0.9
_MOST: Final = 6  # parts
_NEAR: Final = 2  # times another number, at most
_OF_SHARES: Final = frozenset({Kind.ANALYZE, Kind.COMPARE, Kind.FIGURE, Kind.FOLLOW_UP})  # what a few words may be
_MODELS: Final = QUESTIONS | {Kind.ALERT_SET, Kind.WATCH_ADD, Kind.WATCH_REMOVE}  # which the next may go on with
_BLANK: Final = " ,;…~"
_SIGNS: Final = (*SENTENCE_ENDS, ",", "…", "~")
_DOUBTS: Final = ("denial", "contrast", "judgement", "taken_back", Problem.ORDER_QUOTED, Problem.CONDITIONAL_ORDER)


@dataclass(frozen=True, slots=True)
class SeveralRequests:
    """Reads the parts of one message."""

    reader: RequestReader  # of the message

    def read(self, text: str, whole: Reading) -> Reading | None:
        """Return what the parts of a message ask for, in order; None: what it is read as, as a whole, stands."""
        spans = self._across_replacements(text, trained_parser().parts(text, self.reader.around.instruments))
        if not 1 < len(spans) <= _MOST or _is_one(whole):
            return None
        parts = tuple(self._parts(text, spans))
        if (
            belong_together(parts) or _is_note(parts, whole) or self._said(text).shares_replaced
        ):  # "buy 10 Apple, oh no, Google"
            return None
        trade, limits = self._trade(parts), limits_of(parts)
        asking = [each for each in parts_of(parts, PartRole.ASKS) if trade is None or is_apart_from(each, trade)]
        made = [*asking, *((trade,) if trade is not None else ())]
        is_clear = isinstance(whole.request, StateLimits) and whole.request.problem is None
        if limits is not None and is_clear and (limits.problem is not None or not made):
            return None
        if limits is not None and (limits.problem is not None or not made):  # is asked first, before anything is done
            made = parts_of(parts, PartRole.BOUNDS)[:1]
        if not made or self._is_doubted(text, parts) or not _says_more(parts, whole, makes_trade=trade is not None):
            return None
        readings = [each.reading for each in parts if each in made]
        first, *others = as_few_requests([one for each in readings for one in (each, *each.further)])
        left = tuple(each.text[len(joint_of(each.text)) :].strip(_BLANK) for each in parts if _is_left(each, made))
        if limits is not None and made[0].role is PartRole.BOUNDS:
            return replace(first, request=limits, shares=shares_named(limits), text="", left_over=left)
        beside = () if limits is None else (limits,)
        return replace(first, further=tuple(others), left_over=left, beside=beside)

    def _across_replacements(self, text: str, spans: Sequence[MessagePart]) -> list[MessagePart]:
        """Return parts, of which one goes on to the number put in the place of its own: "below 30. actually 29"."""
        found, replaced = list[MessagePart](), self._said(text).replacements if len(spans) > 1 else ()
        for each in spans:
            pairs = [(old, new) for old, new in replaced if old.start < each.start <= new.start]
            if pairs and not any(self._is_of_card(text[each.start : each.end], old, new) for old, new in pairs):
                found[-1] = replace(found[-1], end=each.end)
            else:
                found.append(each)
        return found

    def _is_of_card(self, text: str, old: StatedNumber, new: StatedNumber) -> bool:
        """Return whether a part with a number behind another one changes a card: "alert me at 195. make it 9".

        A bare number near the other one is put in its place.
        """
        parse = self._parse(text.strip(" ,~"), self.reader.around)
        is_near = any(one <= _NEAR * other and other <= _NEAR * one for one in old.values for other in new.values)
        is_change = self.reader.around.pending > 0 and parse.kind is Kind.CORRECT
        return any(names_shares(each.text) for each in parse.each(SlotName.COUNT)) or (is_change and not is_near)

    def _parts(self, text: str, spans: Sequence[MessagePart]) -> Iterator[RequestPart]:
        around, before = self.reader.around, None
        named, said = tuple[str, ...](), tuple[str, ...]()  # by the latest part that names some, and by all
        for span in spans:
            words = text[span.start : span.end].strip(" ,~")
            part = on_shares(self._part(span, words, before, around), named or around.focus[:1], said=said)
            yield replace(part, is_set_off=text[span.start : span.end].rstrip()[-1:] in _SIGNS)
            before = part if part.role is PartRole.ASKS else before
            if symbols := part.reading.shares.symbols:
                named, said = symbols, tuple(dict.fromkeys((*symbols, *said)))
                focus = dict.fromkeys((*symbols, *around.focus))
                around = replace(around, focus=tuple(focus), before=around.before or frozenset({Before.FOCUS}))

    def _parse(self, text: str, around: Surroundings) -> Parse:
        return replace(self.reader, around=around).parse(text)

    def _part(self, span: MessagePart, text: str, before: RequestPart | None, around: Surroundings) -> RequestPart:
        """Return a part as it is read; one of few words goes on with the part before."""
        if (verdict := self._cancellation(text)) is not None:
            return RequestPart(span, text, self._parse(text, around), verdict, PartRole.ASKS)
        part = self._read(span, text, self._parse(text, around), around)
        if before is None or before.parse.kind not in _MODELS:
            return part
        named = named_alone(part.parse)
        is_open = part.role in {PartRole.TALKS, PartRole.UNCLEAR} or part.parse.kind is Kind.FOLLOW_UP
        if not is_open and not (named and part.parse.kind in {*_OF_SHARES, Kind.ORDER}):
            return part
        return self._filled(before, span, named, around) or part

    def _filled(
        self, model: RequestPart, span: MessagePart, slots: Sequence[Slot], around: Surroundings
    ) -> RequestPart | None:
        """Return a part as another one with some of its words in it; None: they have no place there."""
        parse = completed(model.parse, slots)
        part = None if parse is None else self._read(span, parse.text, parse, around)
        if part is None or part.role is not PartRole.ASKS:
            return None
        return replace(part, reading=replace(part.reading, is_whole=True))

    def _read(self, span: MessagePart, text: str, parse: Parse, around: Surroundings) -> RequestPart:
        reader = replace(self.reader, around=around)
        reading = replace(reader.guarded(reader.read(parse), parse.text), text=text, is_whole=False)
        return RequestPart(span, text, parse, reading, role_of(parse, reading, around))

    def _cancellation(self, text: str) -> Reading | None:
        """Return the cancellation that a part is by exact words; None: it is none, or of "the other" than another."""
        around = self.reader.around
        verdict = read_verdict(text, around) if around.pending else None
        is_exact = isinstance(verdict, Cancel) and cancels_explicitly(text, around.instruments)
        if verdict is None or not is_exact or picks_other(verdict.meant.which):
            return None
        language = language_of(text, around)
        return Reading(request=verdict, language=language, shares=shares_named(verdict), text=text)

    def _trade(self, parts: Sequence[RequestPart]) -> RequestPart | None:
        """Return the trade that a message makes beside what else it asks for; None where another part may concern it.

        What is not surely something else is held against it by the guard.
        """
        trades, others = parts_of(parts, PartRole.TRADES), [each for each in parts if is_something_else(each)]
        ended = [each for each in parts_of(parts, PartRole.ALONE) if each.parse.kind is Kind.LIMIT_END]
        if len(trades) != 1 or not (others or ended) or len(ended) < len(parts_of(parts, PartRole.ALONE)):
            return None
        (trade,) = trades
        if any(each.parse.kind in BINDING for each in parts[: parts.index(trade)]):
            return None
        rest = ". ".join(each.text for each in parts if each not in others and each not in ended)
        own = trade.parse.text[max((each.end for each in trade.parse.slots), default=0) :]
        later = (own, *(each.text for each in parts[parts.index(trade) + 1 :]))  # "buy 5, on second thought show …"
        is_taken_back = any(any(self._said(each).each("taken_back", "second_thoughts")) for each in later)
        is_sure = trade.parse.certainty >= _SURE_OF_TRADE and not is_taken_back
        is_made = is_sure and makes_trade(trade.reading) and all(map(self._may_stand_beside, parts, parts[1:]))
        return trade if is_made and self.reader.objection(trade.reading.request, rest) is None else None

    def _may_stand_beside(self, part: RequestPart, after: RequestPart) -> bool:
        """Return whether a trade may be read apart from the part before: not "i'd never | buy", "at 80 | then sell"."""
        if after.role is not PartRole.TRADES or part.text[-1:] in SENTENCE_ENDS or part.role is PartRole.BOUNDS:
            return True
        doubts = any(self._said(part.text).each(*_DOUBTS))
        is_open = part.role in {PartRole.TALKS, PartRole.UNCLEAR} or part.parse.kind is Kind.ALERT_SET
        is_set_off = part.is_set_off or joint_of(after.text) != ""  # "tempting to | buy 5" goes on
        return is_set_off and not (doubts or is_open)

    def _said(self, text: str) -> GuardedMessage:
        return GuardedMessage.of(text, self.reader.around.instruments)

    def _is_doubted(self, text: str, parts: Sequence[RequestPart]) -> bool:
        """Return whether what parts would change may be quoted, conditional, or wanted otherwise."""
        changing = [each for each in parts if each.role in {PartRole.ASKS, PartRole.TRADES}]
        changing = [each for each in changing if each.parse.kind not in CHANGES_NOTHING - TRADES | {Kind.REMEMBER}]
        if not changing:
            return False
        denied = {Problem.PART_DENIED, Problem.REMOVAL_DENIED}
        if any(self.reader.objection(each.reading.request, text) in denied for each in changing):
            return True
        said = self._said(text)
        if any(isinstance(each.reading.request, Cancel) for each in changing) and any(said.each("kept", "all_but")):
            return True
        own = [each.span for each in parts if each.parse.kind in {Kind.REMEMBER, Kind.ALERT_SET}]
        words = (*said.each("header"), *said.each(Problem.ORDER_QUOTED), *said.conditions)
        return said.is_quoted or any(not any(s.start <= word.start < s.end for s in own) for word in words)


def _is_one(whole: Reading) -> bool:
    """Return whether a message is several already, corrects which share is meant, or names one that nobody knows."""
    is_several = bool(whole.further) and not isinstance(whole.request, Explain | AskAlertForm)
    return bool(is_several or whole.corrects_share or whole.shares.unsupported or whole.shares.unknown)


def _says_more(parts: Sequence[RequestPart], whole: Reading, *, makes_trade: bool) -> bool:
    """Return whether the parts of a message say more, or say it more surely, than it does as a whole."""
    confirms = any(each.parse.kind is Kind.CONFIRM for each in parts_of(parts, PartRole.ALONE))  # which would be lost
    if isinstance(whole.request, NotUnderstood) or confirms or parts_of(parts, PartRole.BOUNDS):
        return True
    asked = parts_of(parts, PartRole.ASKS)
    if isinstance(whole.request, SetAlerts) and not any(isinstance(e.reading.request, SetAlerts) for e in asked):
        return False
    if any(each.reading.request == whole.request for each in asked):  # what else it asks is answered, or named
        return True
    if parts_of(parts, PartRole.TRADES) and not makes_trade and isinstance(whole.request, Suppose):
        return False  # "put 500 in msft. whats the most i lose"
    is_of_one = len(asked) == 1 and len(parts_of(parts, PartRole.TALKS)) == len(parts) - 1
    if is_of_one and isinstance(whole.request, FigureQuery):  # talk tells no time of it
        return isinstance(asked[0].reading.request, FigureQuery)
    is_clear = makes_trade or (
        len(parts_of(parts, PartRole.ASKS, PartRole.TRADES)) > 1 and not parts_of(parts, PartRole.UNCLEAR)
    )
    return min(each.span.certainty for each in parts) >= (SURE_OF_ANY if is_clear else SURE)


def _is_note(parts: Sequence[RequestPart], whole: Reading) -> bool:
    """Return whether a sentence is a note behind a colon, in which no part asks: "note: …, source: the call"."""
    is_headed = any(parts[0].parse.text[: each.start].rstrip().endswith(":") for each in parts[0].parse.slots)
    is_one = all(each.text[-1:] not in SENTENCE_ENDS for each in parts[:-1])
    is_asked = any(asks(each.text) or (joint_of(each.text) and each.role is PartRole.ASKS) for each in parts[1:])
    return (
        isinstance(whole.request, Remember)
        and is_headed
        and is_one
        and not is_asked
        and not parts_of(parts, PartRole.TRADES)
    )


def _is_left(part: RequestPart, made: Sequence[RequestPart]) -> bool:
    is_talk = part.role in {PartRole.TALKS, PartRole.BOUNDS} and (part.parse.kind in TALK or "?" not in part.text)
    is_talk = is_talk or (part.role is PartRole.UNCLEAR and not part.is_specific)
    return part not in made and not is_talk
