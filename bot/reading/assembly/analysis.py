"""Makes requests for views of shares, their reasons, and the meaning of words of their slots."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Analyze, ArgueView, Compare
from bot.domain.conversation.requests.committee import Argue
from bot.domain.conversation.requests.conversation import AskUnavailable, Unavailable
from bot.domain.conversation.requests.explanation import AskMore, Explain
from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Advise, AnalyzeDeep, TradeTerms
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.claims import Claim, Topic, TopicClaim
from bot.domain.figures.query import RankOrder, Scope
from bot.reading.assembly.recall import read_span
from bot.reading.assembly.slots import (
    any_says,
    date_problems,
    dates_of,
    meant_shares,
    picks_other,
    says,
    shares_of,
    side_of,
    words_of,
)
from bot.reading.assembly.trades import advise
from bot.reading.claims.reader import read_claims
from bot.reading.claims.vocabulary import ClaimPart, claim_words
from bot.reading.glossary import MOST_TERMS, is_level, term_named, terms_named_in
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recall_words import Asked, asked_in

_CLAUSES: Final = re.compile(r"[,.!?;:](?:\s|$)|(?<=[\u3400-\u9fff])[,.!?;:]| - ")
_PAIR: Final = 2
_SIZES: Final = (SlotName.COUNT, SlotName.MONEY, SlotName.PERCENT, SlotName.PART, SlotName.STOP, SlotName.LEVEL)
_UNAVAILABLE: Final[Mapping[Kind, Unavailable]] = MappingProxyType(
    {Kind.CHART: Unavailable.CHART, Kind.FILE: Unavailable.FILE}
)


def analyze(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for the view of each share; of what is held or watched, for a comparison."""
    shares = meant_shares(parse, around)
    if shares is None:
        return None
    scope = _scope(parse)
    if shares == NamedShares() and scope is not None:
        return Compare(scope=scope)
    if shares == NamedShares() and not around.focus:
        return None
    problems = date_problems(parse, around.today)
    return Analyze(shares=shares, dates=dates_of(parse, around.today) or (), problems=problems)


def analyze_deep(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request for the committee's view, of a trade if the message speaks of one; nothing is ordered."""
    if parse.has(SlotName.BUY, SlotName.SELL):
        asked = advise(parse, replace(around, pending=0), message)
        return replace(asked, terms=replace(asked.terms, is_deep=True)) if isinstance(asked, Advise) else None
    shares = shares_of(parse, around.instruments)
    return AnalyzeDeep(TradeTerms(shares=shares, dates=dates_of(parse, around.today) or (), is_deep=True))


def compare(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the comparison of the shares that are named, talked of, held or watched."""
    shares, scope = shares_of(parse, around.instruments), _scope(parse)
    is_unnamed = shares == NamedShares()
    with_market = parse.has(SlotName.MARKET) and len(shares.symbols) == 1
    ends = tuple(parse.each(SlotName.MOST, SlotName.LEAST))
    is_worst = any_says(ends, "worst") or any(slot.name is SlotName.LEAST for slot in ends)
    both = any(says(slot.text, "all_of_them") for slot in parse.each(SlotName.WHICH))
    talked_of = Scope.MARKET if ends and not both and len(around.focus) < _PAIR else Scope.TALKED_OF  # "which is best?"
    return Compare(
        shares=shares,
        scope=(scope or talked_of) if is_unnamed else Scope.NAMED,
        count=_PAIR if is_unnamed and scope is None and both else None,
        first=None if not ends else RankOrder.LOWEST if is_worst else RankOrder.HIGHEST,
        with_market=with_market,
        dates=dates_of(parse, around.today) or (),
    )


def define(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the question what words mean, or which values of a figure are high; None: it names neither."""
    typed = [slot.text for slot in parse.each(SlotName.TERM)]
    terms = tuple(dict.fromkeys(term for each in typed if (term := term_named(each)) is not None))
    terms = terms or (() if typed else terms_named_in(parse.text))
    if terms:
        return Define(terms=terms[:MOST_TERMS])
    if any(map(is_level, typed or words_of(parse.text))):
        return Define(asks_level=True)
    return Define(word=typed[0].lower()) if typed else None


def explain(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question for the reasons of a decision, or of the view; None: one of a list, or a person's view."""
    shares = shares_of(parse, around.instruments)
    is_of_person = parse.has(SlotName.PERSON) and not parse.has(SlotName.BUY, SlotName.SELL)
    if is_of_person or picks_other(parse, shares):
        return None
    side, is_of_passed = side_of(parse), Asked.PASSED in asked_in(parse.text)
    dates = () if is_of_passed else dates_of(parse, around.today) or ()
    since, until = read_span(parse, message) if is_of_passed else (None, None)
    return Explain(
        shares=shares,
        side=side,
        dates=dates,
        problems=date_problems(parse, around.today),
        assumes_trade=side is not None and (bool(dates) or says(parse.text, "traded")),
        is_of_passed=is_of_passed,
        since=since,
        until=until,
        suggests_waiting=says(parse.text, "waiting"),
        only_asks=not parse.has(*_SIZES) and not parse.text.endswith(("...", "…")),
    )


def ask_more(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the question for more about a share."""
    shares = meant_shares(parse, around)
    if shares is None or (shares == NamedShares() and not around.focus):
        return None
    return AskMore(shares, dates_of(parse, around.today) or ())


def argue(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return what is said of a view, with its claims if the rules can weigh them; None: it speaks of a trade too.

    Whether a committee weighs it is known to the dialogue alone.
    """
    if parse.has(SlotName.BUY, SlotName.SELL):
        return None
    shares, claims = shares_of(parse, around.instruments), _claims(parse.text, around)
    meant = shares.symbols or around.focus[:1]
    if not claims or not meant:
        return Argue(parse.text, shares)
    return ArgueView(shares=NamedShares(symbols=meant[:1]), claims=claims)


def _claims(text: str, around: Surroundings) -> tuple[Claim, ...]:
    """Return what a message claims, or those of its clauses that say nothing else, or the topics that it names."""
    around = replace(around, pending=0)  # "no, it's too expensive" is known to decline no card
    whole, clauses = (text,), [each for each in _CLAUSES.split(text) if each.strip()] or [text]
    if text.endswith("?"):
        clauses[-1] += "?"  # "isn't it overbought" denies nothing
    for parts, is_argument in ((whole, False), (clauses, False), (whole, True), (clauses, True)):
        found = (read_claims(part.strip(), around, is_argument=is_argument) for part in parts)
        if read := [each for each in found if each is not None]:
            return tuple(dict.fromkeys(claim for each in read for claim in each.claims))
    return _topics(words_of(text))


def _topics(words: Sequence[str]) -> tuple[Claim, ...]:
    """Return a claim for each topic that words name, as typed first."""
    found: dict[Topic, str] = {}
    for at, word in enumerate(words):
        if (named := _topic_at(words, at)) is not None:
            topic, size = named
            found.setdefault(topic, (" " if word.isascii() else "").join(words[at : at + size]))
    return tuple(TopicClaim(topic=topic, typed=typed) for topic, typed in found.items())


def _topic_at(words: Sequence[str], at: int) -> tuple[Topic, int] | None:
    """Return the topic that a phrase at a place names, and its number of words."""
    found = claim_words().longest_match(words, at)
    if found is None or found[0].part not in {ClaimPart.TOPIC, ClaimPart.EVENT}:
        return None
    word, size = found
    return (Topic(word.value), size) if word.value in set(Topic) - {Topic.SENTIMENT} else None


def unavailable(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the request for a chart or a file."""
    return AskUnavailable(_UNAVAILABLE[parse.kind], shares_of(parse, around.instruments).symbols)


def _scope(parse: Parse) -> Scope | None:
    """Return the shares that are meant if none is named; None: those talked of."""
    scopes = {SlotName.HELD: Scope.HELD, SlotName.WATCHED: Scope.WATCHED, SlotName.MARKET: Scope.MARKET}
    return next((scope for name, scope in scopes.items() if parse.has(name)), None)
