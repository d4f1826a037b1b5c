"""Makes requests for the account's records of their slots: what is pending, was decided and said."""

from typing import Final

from bot.domain.committee.debate import DISSENT, RULING, Speaker
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowPending
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.explanation import Review, TurnPage
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.assembly.slots import date_problems, dates_of, dates_to_come, picks_other, says, shares_of, side_of
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.numbers import read_list_number
from bot.reading.word_tables import lists_in

_DEBATERS: Final = frozenset(
    {Speaker.BULL, Speaker.BEAR, Speaker.RESEARCH_JUDGE, Speaker.RISK_JUDGE}
)  # others' names are common words


def pending(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for what waits for a confirmation."""
    return ShowPending(_page(parse) or 1)


def review(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for past decisions; None: their time is not known. Those on a share are of all times."""
    shares = shares_of(parse, around)
    dates = dates_to_come(parse, around.today) or dates_of(parse, around.today)
    if problems := date_problems(parse, around.today):
        return Review(shares=shares, problems=problems)
    if dates is None or picks_other(parse, shares):
        return None
    ranks = parse.has(SlotName.N, SlotName.MOST, SlotName.LEAST)
    is_of_one = not (dates or ranks) and says(parse.text, "one_trade")
    is_all = not dates and (bool(shares.symbols) or ranks or is_of_one)
    return Review(shares=shares, dates=dates, is_all=is_all, side=side_of(parse), is_of_one=is_of_one)


def page(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for another page: the one that is numbered, the first, the one before, else the next."""
    slot = parse.first(SlotName.N)
    words = slot.text if slot is not None else parse.text
    number = None if says(words, "items", table="pages") else _page(parse)
    if number is not None or says(words, "first", table="pages"):
        return TurnPage(page=number or 1)
    if says(words, "last", table="pages"):
        return None  # how many there are is not known
    return TurnPage(step=-1 if says(words, "back", table="pages") else 1)


def discussion(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for what the agents said to each other; of one of them, if only that one is named.

    A question about them ("who dissents?") is no request for the transcript.
    """
    share, speaker = next(iter(shares_of(parse, around).symbols), ""), _speaker(parse.text)
    asked = lists_in(parse.text, "discussion", "asked")
    asks = speaker or next((each for each in (DISSENT, RULING) if each in asked), "")
    if asks and "verbatim" not in asked:
        return ShowDiscussion(share=share, asks=asks)
    return ShowDiscussion(share=share, speaker=speaker)


def debater(text: str) -> str:
    """Return the code of the debater that words name; empty: none, or several."""
    speaker = _speaker(text)
    return speaker if speaker in _DEBATERS else ""


def _speaker(text: str) -> str:
    speakers = lists_in(text, "discussion", "speakers")
    return next(iter(speakers)) if len(speakers) == 1 else ""


def _page(parse: Parse) -> int | None:
    slot = parse.first(SlotName.N)
    return read_list_number(slot.text) if slot is not None else None
