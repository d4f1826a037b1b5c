"""Reads a message, in this order: a command; a verdict in exact words; one request, and then the parts of several."""

import logging
from dataclasses import dataclass, field, replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.analysis import Analyze, ArgueView, Compare
from bot.domain.conversation.requests.memory import Remember
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Advise, Cancel, Order, ReadBack, TradeTerms
from bot.domain.conversation.requests.watching import SetAlerts, ShowAlerts, ShowWatchList, Watch
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import FigureQuery
from bot.domain.memory.statements import statement_words
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, plain_text
from bot.domain.text.tokens import tokenise
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import Limits
from bot.reading.assembly import assemble
from bot.reading.claims.clause import claim_words
from bot.reading.claims.reader import read_claims
from bot.reading.clauses.several_requests import SeveralRequests
from bot.reading.clauses.splitting import joined_clauses, joint_of
from bot.reading.commands.knowledge import knowledge_words
from bot.reading.commands.reader import read_command
from bot.reading.guard import agreed
from bot.reading.guarded_words import GuardedMessage, clause_words
from bot.reading.languages import language_of
from bot.reading.one_request import SURE_OF_QUESTION, SURE_OF_TRADE, RequestReader, not_read
from bot.reading.parses import Kind, Parse
from bot.reading.pointers import picks_rest
from bot.reading.recognisers.people import speaker_names
from bot.reading.recognisers.settings import parse_setting
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.picked import PickedExamples
from bot.reading.verdicts.grammar import verdict_phrases
from bot.reading.verdicts.reader import read_exact
from bot.reading.verdicts.sequels import agreed_before, read_other_verdict, read_verdict_first, sequel_joints
from bot.reading.word_tables import phrase_table, read_lists

_MAX_TOKENS: Final = 300  # of a message that is read: some recognisers take longer than its length
# What is done beside a cancellation: none of it trades, or ends what is not cancelled.
_OF_SHARES: Final = FigureQuery | Analyze | Compare | SetAlerts | Watch
_BESIDE_CANCEL: Final = Remember | ShowWatchList | ShowAlerts

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageReader:
    """Reads messages said in some surroundings."""

    around: Surroundings
    picked: PickedExamples = field(default_factory=PickedExamples)  # of the workspace

    def read(self, message: MessageFacts) -> Reading:
        """Return what a message asks for. Whatever the text, nothing is raised; a defect is logged."""
        try:
            return self._read(message)
        except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
            _log.exception("a message was not read")
            language = self.around.profile or Language.ENGLISH
            return Reading(request=NotUnderstood(TradeTerms()), language=language, certainty=0.0)

    def read_again(self, before: Reading, parse: Parse, message: MessageFacts) -> Reading:
        """Return what stands of what was read of a message, now that another reader has parsed it."""
        reader = RequestReader(self.around, message, before.language)
        return agreed(before, reader.guarded(reader.read(parse), parse.text))

    def kind_of(self, request: Request, message: MessageFacts) -> Kind | None:
        """Return the likely kind as which a message makes just this request; None: it makes it as none."""
        reader = RequestReader(self.around, message, Language.ENGLISH)
        parse = reader.parse(plain_text(message.text), self.picked)
        kinds = (parse.kind, *(kind for kind, _ in parse.runners_up))
        made = ((kind, assemble(replace(parse, kind=kind), self.around, message)) for kind in kinds)
        return next((kind for kind, each in made if each == request), None)

    def _read(self, message: MessageFacts) -> Reading:
        text = plain_text(message.text)
        command = read_command(text, self.around, message)
        if command is not None:
            return command
        language = language_of(text, self.around)
        if not any(each.isprintable() and not each.isspace() for each in text):
            return Reading(request=NotUnderstood(TradeTerms()), language=language)
        is_long = len(text) > MAX_CHARACTERS or len(tokenise(text)) > _MAX_TOKENS
        if is_long or len(message.text) > MAX_TEXT_LENGTH:  # the part left out may change the rest
            return not_read(language, TradeTerms(problems=(Problem.MESSAGE_CUT,)))
        if not text:
            return not_read(language, TradeTerms())
        reader = RequestReader(self.around, message, language)
        verdict = self._verdict(text, reader)
        return verdict or self._read_back(text, reader.guarded(self._requested(text, reader), text))

    def _read_back(self, text: str, reading: Reading) -> Reading:
        """Return a question with what a "yes" in front of it would confirm, which is asked about and not done."""
        agreed = agreed_before(text, self.around) if self.around.has_own_card and reading.is_question else None
        if agreed is None or reading.certainty < SURE_OF_QUESTION:
            return reading
        verdict, words = agreed
        asked = Reading(request=ReadBack(verdict.meant), language=reading.language, shares=shares_named(verdict))
        left = tuple(each for each in reading.left_over if not each.startswith(words))
        return replace(reading, further=(*reading.further, asked), left_over=left)

    def _verdict(self, text: str, reader: RequestReader) -> Reading | None:
        """Return the verdict that a message is, or that stands in it beside something else; None: it has none."""

        def read(part: str) -> Reading:
            return self._verdict(part, reader) or self._requested(part, reader)

        if (exact := read_exact(text, self.around, reader.language)) is not None:
            return exact
        if (found := read_verdict_first(text, self.around, read)) is None:
            return None
        verdict, rest = found
        reading = Reading(request=verdict, language=reader.language, shares=shares_named(verdict))
        if (other := read_other_verdict(rest, verdict, self.around)) is not None:
            of_rest = replace(reading, request=other, shares=shares_named(other), text=rest)
            parts = replace(reading, text=text.removesuffix(rest)), of_rest
            first, second = reversed(parts) if picks_rest(verdict.meant.which) else parts
            return replace(first, further=(second,))
        beside = reader.guarded(read(rest), rest) if rest and isinstance(verdict, Cancel) else None
        if beside is not None and _is_done_beside_cancel(beside):
            of_rest = replace(beside, text=beside.text or rest, further=(), left_over=())
            return replace(reading, further=(of_rest, *beside.further), left_over=beside.left_over)
        return replace(reading, left_over=(rest,) if rest else ())

    def _requested(self, text: str, reader: RequestReader) -> Reading:
        """Return what a message asks for that is no verdict, or the part of one beside its verdict."""
        whole = reader.read(reader.parse(text, self.picked))
        if whole.bounds != Limits():
            return whole
        part = order_beside_trade(text, whole.request, reader)
        return part or SeveralRequests(reader).read(text, whole) or self._with_worry(text, whole)

    def _with_worry(self, text: str, asked: Reading) -> Reading:
        """Return a question whether to trade a share with what is claimed of it besides: "the news is terrible"."""
        shares = asked.request.terms.shares if isinstance(asked.request, Advise) else NamedShares()
        clauses = joined_clauses(text)[1:] if len(shares.symbols) == 1 else ()
        if asked.further or any(GuardedMessage.of(text, self.around.instruments).conditions):
            return asked
        claims = [claim for each in clauses for claim in read_claims(each.text, today=self.around.today)]
        argued = ArgueView(shares=shares, claims=tuple(claims))
        return replace(asked, further=(replace(asked, request=argued),)) if claims else asked


def _is_done_beside_cancel(reading: Reading) -> bool:
    """Return whether a request beside a cancellation is sure, and of no share that only the card could tell: "it"."""
    request = reading.request
    is_told = isinstance(request, _BESIDE_CANCEL) or (isinstance(request, _OF_SHARES) and bool(reading.shares.symbols))
    return is_told and reading.certainty >= SURE_OF_TRADE


_SURE: Final = 0.8
_REFUSED: Final = frozenset({Problem.ORDER_UNEXPLAINED, Problem.TWO_TRADES, Problem.CONDITIONAL_ORDER})
_DOUBTS: Final = ("taken_back", "denial", "contrast", "judgement", Problem.ORDER_QUOTED)


def order_beside_trade(text: str, refused: Request, reader: RequestReader) -> Reading | None:
    """Return the order that a message begins with, the trade behind it left over; None: it is not told apart."""
    around = reader.around
    is_refused = isinstance(refused, NotUnderstood | Order) and _REFUSED.intersection(refused.terms.problems)
    if not is_refused or any(GuardedMessage.of(text, around.instruments).each("taken_back")):
        return None
    for clause in joined_clauses(text)[1:]:
        head, tail = text[: clause.start].strip(), text[clause.start :].strip()
        found = reader.parse(head)
        if found.kind is not Kind.ORDER or found.certainty < _SURE:
            continue
        reading = reader.guarded(reader.read(found), head)
        terms = reading.request.terms if isinstance(reading.request, Order) else None
        if terms is None or terms.side is None or not terms.names_size or len(terms.symbols) != 1 or terms.problems:
            continue  # of one share and size, which is no part of another
        if _trades_other_way(tail, terms.side, around):
            return replace(reading, text=head, left_over=(tail,))
    return None


def _trades_other_way(text: str, side: Side, around: Surroundings) -> bool:
    """Return whether words name a trade of the other side first, and take nothing back or make it depend on theirs."""
    said = GuardedMessage.of(text, around.instruments)
    own = "sell" if side is Side.SELL else "buy"
    first = min((each.start for each in said.trades), default=None)
    is_conditional = first is not None and any(each.start < first for each in said.conditions)
    is_of_own = is_conditional or clause_words("of_before").match(text[len(joint_of(text)) :].strip()) is not None
    sides = {each.name for each in said.trades}
    return bool(sides) and own not in sides and not is_of_own and not any(said.each(*_DOUBTS))


def load_words() -> None:
    """Load them, unless they are loaded. Raises: ValueError, KeyError: a list is missing or has a mistake."""
    claim_words()
    for table in ("aliases", "messages"):
        phrase_table("commands", table)
    knowledge_words()
    parse_setting("")
    speaker_names()
    phrase_table("guard", "sides")
    for table in ("pointers", "nouns", "aspects", "trends", "wishes", "sequels"):
        phrase_table("references", table)
    verdict_phrases()
    phrase_table("verdicts", "limits")
    sequel_joints()
    statement_words()
    read_lists("times", "units")
    read_lists("notes", "scopes")
