"""Completes a message that asks the question before again, of something else: "and IBM?", "and in November?".

Nothing is stored for that: the questions stand in the conversation's messages, and are read once more. Only what asks
is read so, never what changes anything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Dialogue
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language, Locale
from bot.domain.text.normalise import plain_text
from bot.locales import Catalogue
from bot.ports import Stores
from bot.reading.commands.arguments import find_command
from bot.reading.follow_ups import ASKED_AGAIN, SIZES, goes_on, names_relative_time, parse_question, question_meant
from bot.reading.named_times import TIMELESS
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.shown_shares import STAND_INS, set_pointers, with_shares_named

_MESSAGES: Final = 10  # a question, what goes on from it, and the answers


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    named: str = ""  # with two of the shares that it means named in it
    shares: tuple[str, ...] = ()  # that words like "the others" mean


@dataclass(frozen=True, slots=True)
class FollowUps:
    """Completes such messages."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext, *, shares: tuple[str, ...] = ()) -> TurnContext:
        """Return the message as the question that it asks; unchanged: it goes on from none.

        `shares`: what words like "the others" mean in it.
        """
        if not context.reading.goes_on:
            return context
        texts = await self._latest_texts(context)
        request = await read_beside(context.turn.text, lambda: self._meant(context, texts, shares))
        return context if request is None else context.with_request(request)

    async def _latest_texts(self, context: TurnContext) -> list[_Said]:
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        texts = (_with_shares(each, context.dialogue, self.instruments) for each in exchanges(messages))
        return [each for each in texts if each is not None]

    def _meant(self, context: TurnContext, texts: list[_Said], shares: tuple[str, ...]) -> Request | None:
        said = _of_shares(parse_question(context.turn.text, context.surroundings), shares)
        asked = self._chain(context, texts)
        may_be_of_card = bool(context.own_pending) and said.has(*SIZES)
        is_of_other = bool(shares) and said.has(SlotName.MEASURE)  # "p/e of the others": a question of its own
        if not goes_on(said) or may_be_of_card or is_of_other:
            return None
        meant = question_meant((*asked, said), context.surroundings, context.message_facts) if asked else None
        read = context.reading.request  # as a whole question, if it compares with a day or is of no time
        is_whole = isinstance(read, FigureQuery) and set(read.measures) <= TIMELESS
        if meant is None and names_relative_time(said) and not is_whole:  # a figure of today would be another one
            return Analyze(shares=context.reading.shares, problems=(Problem.DATE_UNKNOWN,))
        return meant

    def _chain(self, context: TurnContext, texts: list[_Said]) -> tuple[Parse, ...]:
        """Return the latest question, from the one that goes on from none; empty: what was said last asks nothing."""
        chain: list[Parse] = []
        for said in texts:
            if find_command(plain_text(said.text)) is not None:
                break
            chain.insert(0, _parsed(said, context.surroundings))
            if not goes_on(chain[0]):
                break
        return tuple(chain) if chain and chain[0].kind in ASKED_AGAIN else ()


def _with_shares(asked: Message, dialogue: Dialogue, instruments: InstrumentTable) -> _Said | None:
    """Return what was said, with the shares of its answer in place of words like "the others"; None: it had none."""
    text = plain_text(asked.text)
    if not (pointers := set_pointers(text, instruments)):
        return _Said(asked.text)
    shown = next((each.symbols for each in dialogue.answers if each.turn_id == asked.turn_id), ())
    named = with_shares_named(text, dict.fromkeys(pointers, shown[:STAND_INS]))
    return None if named is None else _Said(text, named, shown)


def _parsed(said: _Said, around: Surroundings) -> Parse:
    """Return what was said, with the shares that it means; words for them tell best what goes on from a question."""
    parse = parse_question(said.text, around)
    if not said.shares or goes_on(parse):
        return _of_shares(parse, said.shares)
    parse = parse_question(said.named, around)
    return parse.with_slots(parse.slots, _slots(said.shares[STAND_INS:]))


def _of_shares(parse: Parse, shares: tuple[str, ...]) -> Parse:
    if not shares:
        return parse
    return parse.with_slots([each for each in parse.slots if each.name is not SlotName.WHICH], _slots(shares))


def _slots(shares: Sequence[str]) -> list[Slot]:
    return [Slot(SlotName.SHARE, 0, 0, each) for each in shares]


_VARIABLE = "\0"
_VARIABLES = ("what", "names", "corrected", "word", "near", "symbol")  # those of the questions that are looked for


def says(texts: Catalogue, said: str, *message_ids: str, **variables: int) -> bool:
    """Return whether a text begins with one of these messages, up to the first of their variables or sentences."""
    return any(
        said.startswith(_beginning(texts, Locale(language), each, variables))
        for language in Language
        for each in message_ids
    )


def exchanges(messages: Sequence[Message]) -> Iterator[Message]:
    """Yield what people said before, the latest first, as long as each was answered at once."""
    for asked, answer in zip(messages[-2::-2], messages[-1::-2], strict=False):
        if (asked.role, answer.role) != (Role.USER, Role.ASSISTANT):
            return
        yield asked


def contains(texts: Catalogue, said: str, message_id: str) -> bool:
    """Return whether a text contains a message that has no variables."""
    return any(texts.render(Locale(language), message_id) in said for language in Language)


def _beginning(texts: Catalogue, locale: Locale, message_id: str, variables: dict[str, int]) -> str:
    known: dict[str, int | str] = {**dict.fromkeys(_VARIABLES, _VARIABLE), **variables}
    text = texts.render(locale, message_id, **known).partition(_VARIABLE)[0]
    ends = [at for mark in ("? ", "？", ". ", "。") if (at := text.find(mark)) > 0]
    return text[: min(ends)] if ends else text
