"""Makes requests for views of shares, their reasons, and the meaning of words of their slots."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Analyze, Argue, ArgueView, Compare
from bot.domain.conversation.requests.explanation import AskMore, Define, Explain
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Advise, AnalyzeDeep, TradeTerms
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.claims import Topic, TopicClaim
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Lack, Manner, OverDays, OverSessions, RankOrder, Scope
from bot.reading.assembly import slots
from bot.reading.assembly.criteria import lacking_in
from bot.reading.assembly.figures import among, figure_query
from bot.reading.assembly.records import debater
from bot.reading.assembly.sizes import SIZES
from bot.reading.assembly.trade_words import is_word, without_denied
from bot.reading.assembly.trades import advise
from bot.reading.claims.reader import read_claims
from bot.reading.glossary import MOST_TERMS, term_named, terms_named_in
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recall.recall_words import Asked, asked_in, read_span, with_last_time
from bot.reading.times.finder import find_times
from bot.reading.trained.parser import trained_parser

_PAIR: Final = 2
_SIZES: Final = (SlotName.COUNT, SlotName.MONEY, SlotName.PERCENT, SlotName.PART, SlotName.STOP, SlotName.LEVEL)


def analyze(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request for the view of each share; of what is held or watched, for a comparison."""
    if parse.has(SlotName.TIME) and Lack.REASON in lacking_in(parse):
        return _of_move(parse, around, message)
    if slots.says(parse.text, "bears"):
        return explain(parse, around, message)
    shares, scope = slots.meant_shares(parse, around), _scope(parse)
    if shares == NamedShares() and scope is not None:
        return _of_move(parse, around, message) if scope is Scope.MARKET else Compare(scope=scope)
    if shares is None or (shares == NamedShares() and not around.focus):
        return None
    problems = slots.date_problems(parse, around.today)
    return Analyze(shares=shares, dates=slots.dates_of_change(parse, around.today), problems=problems)


def analyze_deep(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request for the committee's view, of a trade if the message speaks of one; nothing is ordered.

    An amount bounds that trade: "dig deeper into IBM, budget 5k".
    """
    wish = trained_parser().parse_as(parse.text, Kind.ADVISE, instruments=around.instruments)
    is_bounded = wish.has(*SIZES, SlotName.MAX, SlotName.RISK, SlotName.STOP)
    if parse.has(SlotName.BUY, SlotName.SELL) or is_bounded:
        asked = advise(wish if is_bounded else parse, replace(around, pending=0), message)
        return replace(asked, terms=replace(asked.terms, is_deep=True)) if isinstance(asked, Advise) else None
    shares = slots.shares_of(parse, around)
    return AnalyzeDeep(TradeTerms(shares=shares, dates=slots.dates_of(parse, around.today) or (), is_deep=True))


def compare(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the comparison of the shares that are named, talked of, held or watched; by figures if it names some."""
    if parse.has(SlotName.MEASURE) and isinstance(query := figure_query(parse, around, message), FigureQuery):
        return query
    shares, scope = slots.shares_of(without_denied(parse), around), _scope(parse)
    if parse.has(SlotName.MARKET) and len(shares.symbols) == 1:
        return Analyze(shares=shares)
    is_unnamed = shares == NamedShares()
    if len(shares.symbols) == 1 and ObjectKind.RANKED in around.shown_last and len(around.focus) > 1:
        shares = replace(shares, symbols=tuple(dict.fromkeys((*around.focus, *shares.symbols))))  # "add IBM to that"
    ends = tuple(parse.each(SlotName.MOST, SlotName.LEAST))
    is_worst = slots.says(parse.text, "worst") or any(slot.name is SlotName.LEAST for slot in ends)
    if len(shares.symbols) > 1 and (query := _over_span(parse, around, message)) is not None:
        return replace(query, order=RankOrder.LOWEST if is_worst else RankOrder.HIGHEST)
    both = slots.says(parse.text, "of_two")
    talked_of = Scope.MARKET if ends and not both and len(around.focus) < _PAIR else Scope.TALKED_OF  # "which is best?"
    return Compare(
        shares=shares,
        scope=(scope or talked_of) if is_unnamed else Scope.NAMED,
        count=among(parse) if scope is None else None,
        first=None if not ends else RankOrder.LOWEST if is_worst else RankOrder.HIGHEST,
        dates=slots.dates_of_change(parse, around.today),
    )


def define(parse: Parse, _around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the question what words mean, or which values of a figure are high; None: it names neither."""
    typed = [slot.text for slot in parse.each(SlotName.TERM)]
    terms = tuple(dict.fromkeys(term for each in typed if (term := term_named(each)) is not None))
    terms = terms or (() if typed else terms_named_in(parse.text))
    if terms:
        return Define(terms=terms[:MOST_TERMS])
    return Define(word=typed[0].lower()) if typed else None


def _asks_risk(parse: Parse, around: Surroundings) -> bool:
    """Return whether a question below a card is what may be lost with it: "is that risky?"; not why, or who says so."""
    text, is_of_debate = parse.text, ObjectKind.DEBATE in around.shown_last and bool(debater(parse.text))
    is_otherwise = any(slots.says(text, each) for each in ("asks_why", "against", "waiting")) or is_of_debate
    is_below = around.is_card_last or (around.has_own_card and ObjectKind.CARD in around.shown_last)
    is_of_card = not parse.slots or _means_cards(parse, around)
    return is_below and slots.says(text, "risks") and is_of_card and not is_otherwise


def _means_cards(parse: Parse, around: Surroundings) -> bool:
    """Return whether a message means all that is pending, of several, and names nothing else: "both"."""
    named = [each for each in parse.slots if each.name not in {SlotName.BUY, SlotName.SELL}]
    is_only = all(each.name is SlotName.WHICH and is_word(each.text, "which", "two") for each in named)
    return bool(named) and is_only and around.pending > 1


def of_each_card(request: Request, parse: Parse, around: Surroundings) -> list[Request]:
    """Return the question for the reasons of several cards, "why both?", as one for each; else the request alone."""
    if not isinstance(request, Explain) or not (around.pending_symbols and _means_cards(parse, around)):
        return [request]
    return [replace(request, shares=NamedShares(symbols=(each,))) for each in sorted(around.pending_symbols)]


def explain(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question for the reasons of a decision, or of the view; None: one of a list, or a person's view."""
    shares = slots.shares_of(parse, around)
    is_of_person = parse.has(SlotName.PERSON) and not parse.has(SlotName.BUY, SlotName.SELL)
    if is_of_person or slots.picks_other(parse, shares):
        return None
    side, is_of_passed = slots.side_of(parse), Asked.PASSED in asked_in(parse.text)
    if _asks_risk(parse, around):
        scope = Scope.CARDS if _means_cards(parse, around) else Scope.CARD
        return FigureQuery(measures=(Measure.LOSS_AT_STOP, Measure.WEIGHT_AFTER), scope=scope)
    asks_move = Lack.REASON in lacking_in(parse) and not is_of_passed
    if asks_move and parse.has(SlotName.TIME):
        return _of_move(parse, around, message)
    dates = () if is_of_passed else slots.dates_of(parse, around.today) or ()
    since, until = read_span(with_last_time(parse, message), message) if is_of_passed else (None, None)
    return Explain(
        shares=shares,
        side=side,
        dates=dates,
        problems=slots.date_problems(parse, around.today),
        assumes_trade=side is not None and (bool(dates) or slots.says(parse.text, "traded")),
        is_of_passed=is_of_passed,
        since=since,
        until=until,
        suggests_waiting=slots.says(parse.text, "waiting"),
        asks_against=slots.says(parse.text, "against"),
        asks_bears=slots.says(parse.text, "bears"),
        member=debater(parse.text),
        asks_move=asks_move,
        asks_size=parse.has(*_SIZES),
        asks_stop="stop" in terms_named_in(parse.text),
        only_asks=not parse.has(*_SIZES) and not parse.text.endswith(("...", "…")),
    )


def ask_more(parse: Parse, around: Surroundings, _message: MessageFacts) -> Request | None:
    """Return the question for more about a share."""
    shares = slots.meant_shares(parse, around)
    if shares is None or (shares == NamedShares() and not around.focus):
        return None
    return AskMore(shares, slots.dates_of(parse, around.today) or ())


def follow_up(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what a message asks that goes on from no question: views of shares, or their change over a time."""
    if parse.has(SlotName.TIME):
        return _of_move(parse, around, message)
    return analyze(parse, around, message) if parse.has(SlotName.SHARE) else None


def _of_move(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    change = Slot(SlotName.MEASURE, len(parse.text), len(parse.text), "", Measure.CHANGE)
    return figure_query(replace(parse, kind=Kind.FIGURE, slots=(*parse.slots, change)), around, message)


def _over_span(parse: Parse, around: Surroundings, message: MessageFacts) -> FigureQuery | None:
    """Return the comparison of several shares over a span: which of them did best in it; None: it names no span.

    "For ten years" may be those to come.
    """
    if all(each.is_bare for each in find_times(parse.text, today=around.today)):
        return None
    query = _of_move(parse, around, message) if parse.has(SlotName.TIME) else None
    is_over_days = isinstance(query, FigureQuery) and isinstance(query.when, OverDays | OverSessions)
    return replace(query, manner=Manner.FIRST) if isinstance(query, FigureQuery) and is_over_days else None


def argue(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what is said of a view, with what it claims of the share meant; or the question for a trade beside it.

    Whether a committee weighs it is known to the dialogue alone.
    """
    if parse.has(SlotName.BUY, SlotName.SELL):
        return advise(replace(parse, kind=Kind.ADVISE), around, message) if "?" in parse.text else None
    shares = slots.shares_of(parse, around)
    claims = read_claims(parse.text, today=around.today) or (TopicClaim(topic=Topic.UNNAMED, typed=""),)
    meant = shares.symbols or around.focus[:1]
    return ArgueView(shares=NamedShares(symbols=meant[:1]), claims=claims) if meant else Argue(parse.text, shares)


def _scope(parse: Parse) -> Scope | None:
    """Return the shares that are meant if none is named; None: those talked of."""
    scopes = {SlotName.HELD: Scope.HELD, SlotName.WATCHED: Scope.WATCHED, SlotName.MARKET: Scope.MARKET}
    return next((scope for name, scope in scopes.items() if parse.has(name)), None)
