"""Understand one message by rules: pure, linear in its length, and without an exception for any text."""

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import (
    AskedFigure,
    Definition,
    Entities,
    LeadOn,
    ReviewPages,
    Understanding,
)
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, normalise
from bot.domain.trading.orders import Side
from bot.language import commands
from bot.language.confirmation import (
    ConfirmationStrength,
    cancels_named,
    cancels_several,
    confirmation_strength,
    find_coverage,
    is_coverage,
)
from bot.language.corrections import find_correction
from bot.language.intent_examples import weigh_by_examples
from bot.language.intent_rules import conclude_intent
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.limits.reading import LimitsOfMessage, asks_which_limits, ends_limits, read_limits
from bot.language.message_reading import MessageReading, ReadingContext, read_message
from bot.language.problems import Problem
from bot.language.quantities.quantity import find_quantities
from bot.language.questions.account_questions import find_account_question
from bot.language.questions.asked_figures import find_asked_figures
from bot.language.questions.comparison import asks_to_compare
from bot.language.questions.glossary import find_definition
from bot.language.questions.price_moves import find_price_moves, names_market, speaks_of_risk, supposes_move
from bot.language.questions.review_pages import split_pages
from bot.language.several_orders import find_orders
from bot.language.small_talk import find_small_talk

_BUYS = frozenset({Cue.BUY})
_SELLS = frozenset({Cue.SELL, Cue.EXIT})
_QUESTIONS = frozenset({Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY})
_OTHERWISE = frozenset(
    {Cue.RESIZE, Cue.CHANGE, Cue.SWITCH, Cue.NOT, Cue.NEGATED_TRADE, Cue.REFUSAL, Cue.CANCEL, Cue.DECLINE}
)
_NEGATIONS = frozenset({Cue.NOT, Cue.REFUSAL})
_NO_LIMIT = frozenset(
    {Cue.STOP_PRICE, Cue.WATCH, Cue.CONDITION, Cue.CONDITIONAL_ORDER, Cue.OPTION, Cue.WHAT_IF, Cue.PRICE_MOVE}
)
_NO_ORDER = frozenset({Cue.PAST, Cue.NEGATED_TRADE, Cue.WAIT, Cue.CONDITION, Cue.CONDITIONAL_ORDER, Cue.THIRD_PARTY})
_MAX_LIMIT_QUESTION = 60  # characters
_HYPOTHETICAL = frozenset({Cue.WHAT_IF, Cue.CONDITION})
_SCENARIOS = _HYPOTHETICAL | {Cue.PRICE_MOVE, Cue.OPEN_CHOICE, Cue.SHOULD}
_ASKS_AFTER = frozenset({Cue.ABOUT, Cue.QUESTION})
_NOT_A_WHAT_IF = frozenset(
    {Cue.CONDITIONAL_ORDER, Cue.WATCH, Cue.ORDER_TYPE, Cue.OPTION, Cue.WHY, Cue.REVIEW, Cue.IMPERATIVE}
)
_NO_WORD = frozenset({Cue.WHY, Cue.OBJECTION, Cue.CLAIM, Cue.POINT, Cue.DECISIONS, Cue.CONFIRM})
_VERDICTS = frozenset({Intent.CONFIRM, Intent.CANCEL})
_QUESTION_FOR_FIGURES = {True: (Intent.ANALYZE, 0.95), False: (Intent.FOLLOWUP, 0.95)}  # by whether a share is named
_CORRECTION = (Intent.DECIDE, 0.93)
_WHAT_IF = (Intent.FOLLOWUP, 0.97)
_DEFINITION = (Intent.EXPLAIN, 0.97)
_COMPARISON = (Intent.ANALYZE, 0.96)
_REVIEW = (Intent.REVIEW, 0.97)
_SURE_REVIEW = 0.9
_CANCELLATION_OF_SEVERAL = (Intent.CANCEL, 0.96)
_UNSURE_CANCELLATION = (Intent.CANCEL, 0.58)
_UNSURE = (Intent.UNKNOWN, 0.3)
_CONFIDENCE_OF_CONFIRMATION = {  # without and with a pending decision
    ConfirmationStrength.EXPLICIT: (0.9, 0.97),
    ConfirmationStrength.ASSENT: (0.62, 0.9),
}


def understand(text: str, context: ReadingContext) -> Understanding:
    """Return what a person wants with one message, and what the message names.

    Args:
        text: As typed, of any length and content. Only the first 8,000 characters are read; of a longer text, the
            problem "message_cut" is among the problems.
        context: What is known before the message is read.

    Returns: The intent with its confidence; below 0.6 the rules are unsure. CONFIRM only for a short sentence that says
        nothing else. The caller compares a symbol named in it with the pending decisions, and counts these.
    """
    body, pages = split_pages(commands.without_mention(normalise(text)))
    if pages is not None and (pages.is_alone or pages.is_request):
        language = Language.CHINESE if has_chinese(text) else Language.ENGLISH
        return Understanding(*_REVIEW, language, Entities(), pages=pages)
    command = commands.find_command(body)
    is_typed = command is not None and command.is_typed
    reading = read_message(command.subject if command and is_typed else body, context, is_command=is_typed)
    asked = () if command is not None else _asked_figures(reading, context)
    if command is None and not asked:
        asks_meaning = _definition(body, None, reading, context) is not None  # "what is a limit?"
        about_limits = None if asks_meaning else _question_about_limits(body, reading.chunks)
        command = about_limits or find_account_question(reading.chunks)
    correction = find_correction(body, reading.chunks) if context.pending and command is None else None
    if question := _understand_question(body, command, reading, context, is_correction=correction is not None):
        return question
    is_plain = command is None and correction is None
    figures = asked if is_plain else ()
    can_limit = is_plain and not figures
    stated = _stated_limit(body, command, reading, has_pending=context.pending > 0) if command or can_limit else None
    if stated is not None and stated.rest and command is None:
        body, reading = stated.rest, read_message(stated.rest, context, is_command=False)
    lifts_limit = command is None and correction is None and stated is None and ends_limits(body, reading.chunks)
    is_limit_alone = lifts_limit or (stated is not None and stated.reading.is_alone and command is None)
    intent, confidence = _CORRECTION if correction or is_limit_alone else _intent(reading, command, context)
    pages = pages if pages is not None and intent is Intent.REVIEW else ReviewPages()
    confidence = max(confidence, _SURE_REVIEW) if pages.is_all else confidence  # "decisions since the beginning"
    if figures and intent not in _VERDICTS:
        intent, confidence = _QUESTION_FOR_FIGURES[bool(reading.names.symbols)]
    is_cut = len(text) > MAX_TEXT_LENGTH
    entities = (
        Entities(lifts_limit=True) if lifts_limit else _with_orders(_entities(reading, is_cut=is_cut), body, reading)
    )
    if stated is not None and stated.bound is not None:
        entities = replace(entities, amount=stated.bound, amount_is_limit=True)
    if (is_cut or stated is not None) and intent in _VERDICTS:
        intent, confidence = _UNSURE  # "yes, but at most $500 per trade" is no plain yes
    return Understanding(
        intent=intent,
        confidence=confidence,
        language=_language(body, command, reading, context.profile),
        entities=entities,
        is_question=bool(_QUESTIONS & reading.cues),
        suggests_otherwise=bool(_OTHERWISE & reading.cues),
        suggests_waiting=Cue.WAIT in reading.cues,
        correction=correction,
        small_talk=find_small_talk(reading.tokens) if intent is Intent.UNKNOWN and command is None else None,
        covers=find_coverage(reading.tokens) if intent in {Intent.CONFIRM, Intent.CANCEL} else None,
        lead_on=_lead_on(reading) if intent is Intent.UNKNOWN and command is None else None,
        assumes_trade=intent is Intent.EXPLAIN and _reports_trade(reading.chunks),
        asks_to_wait=intent is Intent.CANCEL and Cue.WAIT in reading.cues,
        denies_order=bool(_NO_ORDER & reading.cues),
        ends_limits=lifts_limit or _lifts_limit_only(reading),
        pages=pages,
        limits=stated.reading if stated is not None and stated.bound is None else None,
        asks_scenario=bool(_SCENARIOS & reading.cues) or speaks_of_risk(reading.undated_text),
        figures=figures if intent in {Intent.ANALYZE, Intent.FOLLOWUP} else (),
        command=command.name if command else None,
        arguments=command.arguments if command else (),
    )


def _understand_question(
    body: str,
    command: commands.ParsedCommand | None,
    reading: MessageReading,
    context: ReadingContext,
    *,
    is_correction: bool,
) -> Understanding | None:
    """Return the understanding of a question for a definition, a what-if or a comparison; None: it is none of these.

    No number of such a question is the size of a trade.
    """
    language = _language(body, command, reading, context.profile)
    if definition := _definition(body, command, reading, context):
        return Understanding(*_DEFINITION, language, Entities(), is_question=True, definition=definition)
    moves = find_price_moves(reading.undated_text) if command is None and _asks_what_if(reading) else ()
    if not moves and (is_correction or not _compares(body, command, reading, context)):
        return None
    entities = _without_sizes(_entities(reading, is_cut=False))
    return Understanding(
        *(_WHAT_IF if moves else _COMPARISON),
        language,
        entities,
        is_question=True,
        suggests_otherwise=bool(_OTHERWISE & reading.cues),
        suggests_waiting=Cue.WAIT in reading.cues,
        denies_order=bool(_NO_ORDER & reading.cues),
        compares=not moves,
        asks_scenario=True,
        price_moves=moves,
        moves_market=bool(moves) and not entities.symbols and names_market(reading.undated_text),
        command=command.name if command else None,
        arguments=command.arguments if command else (),
    )


def _definition(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, context: ReadingContext
) -> Definition | None:
    """Return what the message asks the meaning of; also of "/explain RSI"."""
    if command is not None:
        is_explain = command.is_typed and command.name == "explain"
        found = find_definition(f"explain {command.rest.lower()}", has_context=True) if is_explain else None
    else:
        found = find_definition(body.lower(), has_context=bool(context.focus or context.pending))
    is_other = found is not None and found.word and (reading.names.has_any or reading.cues & _NO_WORD)
    return None if is_other else found


def _compares(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, context: ReadingContext
) -> bool:
    """Return whether the message, or what follows "/analyze", asks to compare shares."""
    if command is not None and command.name != "analyze":
        return False
    return asks_to_compare(body.lower(), cues=reading.cues, symbols=reading.names.symbols, focus=context.focus)


def _asks_what_if(reading: MessageReading) -> bool:
    """Return whether a message supposes something; "down 10 %?" does if it speaks of no trade."""
    cues = reading.cues
    if cues & _NOT_A_WHAT_IF:
        return False
    is_trade = bool(cues & (_BUYS | _SELLS | {Cue.SHORT}))
    return bool(cues & _HYPOTHETICAL) or (not is_trade and (bool(cues & _ASKS_AFTER) or _supposes_move(reading)))


def _supposes_move(reading: MessageReading) -> bool:
    """Return whether a short message says a price move, of the share talked of or of one named first, and no more."""
    first, *_ = reading.chunks or (None,)
    start = 0 if first is None or first.instrument is None else first.tokens[-1].end
    is_short = Cue.BRIEF in reading.cues and not reading.cues & {Cue.PAST, Cue.WAIT, Cue.LIMIT, Cue.CLAIM}
    return is_short and supposes_move(reading.undated_text[start:])


def _without_sizes(entities: Entities) -> Entities:
    """Return the entities without sizes and their problems: the numbers are a price move's."""
    return Entities(
        symbols=entities.symbols,
        unknown_symbols=entities.unknown_symbols,
        unsupported=entities.unsupported,
        misspelt=entities.misspelt,
        side=entities.side,
        dates=entities.dates,
    )


def _asked_figures(reading: MessageReading, context: ReadingContext) -> tuple[AskedFigure, ...]:
    return find_asked_figures(reading.chunks, reading.dates.undated_text, has_focus=bool(context.focus))


def _stated_limit(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, *, has_pending: bool
) -> LimitsOfMessage | None:
    """Return the limit that a message or "/limits …" states; None: none."""
    if command is not None:
        return read_limits(command.rest, reading.chunks, is_command=True) if command.name == "limits" else None
    stated = read_limits(body, reading.chunks, has_pending=has_pending)
    is_order = {Cue.IMPERATIVE, Cue.SIZE} <= reading.cues
    if stated is not None and stated.reading.problem is not None and (is_order or _NO_LIMIT & reading.cues):
        return None  # "ping me when it drops under 430", "move my stop up to 720"
    return stated


def _lead_on(reading: MessageReading) -> LeadOn | None:
    if Cue.COVERAGE in reading.cues:
        return LeadOn.COVERAGE
    return LeadOn.GUIDANCE if Cue.GUIDANCE in reading.cues else None


def _language(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, profile: Language | None
) -> Language:
    """Return the language to answer in: a Chinese command is Chinese; English keywords ("last") show no language."""
    if command is None or not command.is_typed:
        return detect_language(reading.chunks, profile)
    default = Language.CHINESE if has_chinese(body) else profile
    return detect_language(() if command.intent is None else reading.chunks, default)


def _intent(
    reading: MessageReading, command: commands.ParsedCommand | None, context: ReadingContext
) -> tuple[Intent, float]:
    if command is not None and command.intent not in {Intent.CONFIRM, Intent.CANCEL}:
        return command.intent or Intent.UNKNOWN, 1.0
    if command is not None and command.intent is not None:
        is_plain = all(chunk.names_something for chunk in reading.chunks) or is_coverage(reading.tokens)
        return (command.intent, 1.0) if is_plain else _UNSURE
    if not reading.tokens and not reading.names.has_any and Cue.SIZE not in reading.cues:
        return Intent.UNKNOWN, 0.0
    named = _naming_tokens(reading.chunks)
    names_sale = Side.SELL in _sides(reading)
    match confirmation_strength(reading.tokens, named=named, pending=context.pending, names_sale=names_sale):
        case ConfirmationStrength.EXPLICIT | ConfirmationStrength.ASSENT as strength:
            return Intent.CONFIRM, _CONFIDENCE_OF_CONFIRMATION[strength][context.pending > 0]
        case ConfirmationStrength.WEAK:
            return Intent.UNKNOWN, 0.45
    return _conclude(reading, context, named)


def _conclude(reading: MessageReading, context: ReadingContext, named: frozenset[int]) -> tuple[Intent, float]:
    """Return the intent of a message that is neither a command nor a confirmation."""
    if context.pending and cancels_named(reading.tokens, named=named):
        return _CANCELLATION_OF_SEVERAL
    concluded = weigh_by_examples(reading, *conclude_intent(reading.cues))
    if not context.pending or find_coverage(reading.tokens) is None:
        return concluded
    if cancels_several(reading.tokens, named=named):
        return _CANCELLATION_OF_SEVERAL
    # "Cancel all but the Google one" says more than that all are cancelled.
    return _UNSURE_CANCELLATION if concluded[0] is Intent.CANCEL else concluded


def _naming_tokens(chunks: Sequence[Chunk]) -> frozenset[int]:
    """Return the indices of the tokens that name a known instrument."""
    naming: set[int] = set()
    at = 0
    for chunk in chunks:
        if chunk.instrument is not None and not chunk.is_misspelt:  # what confirms tolerates no mistakes
            naming |= set(range(at, at + len(chunk.tokens)))
        at += len(chunk.tokens)
    return frozenset(naming)


def _with_orders(entities: Entities, body: str, reading: MessageReading) -> Entities:
    """Return the entities of a message, with its orders if it consists of several: their sizes are clear each."""
    orders = find_orders(reading.chunks, find_quantities(body.lower()))
    if not orders or _QUESTIONS & reading.cues or entities.dates:
        return entities
    return replace(
        entities,
        orders=orders,
        side=None,
        shares=None,
        amount=None,
        amount_is_limit=False,
        fraction=None,
        is_target=False,
        is_minimum=False,
        problems=(),
    )


def _sides(reading: MessageReading) -> set[Side]:
    """Return the directions of the trades named, except those right behind a negation; who just wants shares buys."""
    sides: set[Side] = set()
    for previous, chunk in zip((None, *reading.chunks), reading.chunks, strict=False):
        if previous is not None and previous.cues & _NEGATIONS:
            continue
        if chunk.cues & _BUYS:
            sides.add(Side.BUY)
        elif chunk.cues & _SELLS:
            sides.add(Side.SELL)
    wants_shares = Cue.WANT in reading.cues and bool({Cue.SIZE, Cue.SYMBOL} & reading.cues)
    return sides or ({Side.BUY} if wants_shares else set())


def _reports_trade(chunks: Sequence[Chunk]) -> bool:
    """Return whether a trade is spoken of as done: "we sold", "did we sell"; "did we want to sell" is none."""
    trades = _BUYS | _SELLS
    return any(
        bool(chunk.cues & trades)
        and (Cue.PAST in chunk.cues or (previous is not None and Cue.PAST in previous.cues) or _is_past(following))
        for previous, chunk, following in zip((None, *chunks), chunks, (*chunks[1:], None), strict=False)
    )


def _is_past(chunk: Chunk | None) -> bool:
    """Return whether 了 or 过 stands here, behind a verb."""
    return chunk is not None and chunk.tokens[0].text in {"了", "过", "掉"}


def _question_about_limits(body: str, chunks: Sequence[Chunk]) -> commands.ParsedCommand | None:
    """Return the command that lists limits for "how much of my budget is left?"."""
    is_short = len(body) <= _MAX_LIMIT_QUESTION
    return commands.ParsedCommand("limits", is_typed=False) if is_short and asks_which_limits(body, chunks) else None


def _lifts_limit_only(reading: MessageReading) -> bool:
    """Return whether a message says that there is no limit, and says nothing else but a trade."""
    asks = {Cue.WHY, Cue.STATE, Cue.OPINION, Cue.CLAIM, Cue.OBJECTION, Cue.STATEMENT, *_QUESTIONS}
    is_plain = bool({Cue.ALL_KNOWN, Cue.SYMBOL, Cue.SINGLE_PHRASE} & reading.cues) and Cue.BRIEF in reading.cues
    return Cue.UNLIMITED in reading.cues and is_plain and not (asks | {Cue.NOT}) & reading.cues


def _orders_trade(reading: MessageReading) -> bool:
    """Return whether a trade in a named share is ordered, not asked about."""
    orders = {Cue.IMPERATIVE, Cue.WANT, Cue.BUY, Cue.SELL, Cue.TRADE} & reading.cues
    others = {Cue.ANALYSE, Cue.REVIEW, Cue.PAST, Cue.CONDITION, Cue.CLAIM, Cue.OBJECTION, Cue.STATE} & reading.cues
    return bool(orders and reading.names.symbols) and not (others or _QUESTIONS & reading.cues)


def _orders_a_size(reading: MessageReading) -> bool:
    """Return whether a size is ordered; "should I buy or sell 10 AAPL?" only asks."""
    return Cue.SIZE in reading.cues and not _QUESTIONS & reading.cues


def _is_everything(reading: MessageReading) -> bool:
    """Return whether all positions are to be sold: "sell everything", and no share is named."""
    return Cue.EVERYTHING in reading.cues and bool(_SELLS & reading.cues) and not reading.names.has_any


def _entities(reading: MessageReading, *, is_cut: bool) -> Entities:
    sizes = reading.sizes
    sides = _sides(reading)
    implied = reading.implied
    is_unclear_rest = sizes.is_target and _is_everything(reading)  # "sell everything except 10 shares"
    problems = {
        Problem.TWO_TRADES: (len(sides) > 1 and (len(reading.names.symbols) > 1 or _orders_a_size(reading)))
        or (Cue.SWITCH in reading.cues and len(reading.names.symbols) > 1),
        Problem.RISK_UNCLEAR: sizes.risk is not None and sides == {Side.SELL},
        Problem.SHARES_IS_TARGET: is_unclear_rest,
        Problem.NUMBER_UNUSED: reading.has_unused_number and _orders_trade(reading),
        Problem.SIZE_AMBIGUOUS: len(reading.names.symbols) > 1
        and sizes.fraction not in {None, 1}
        and Cue.ALL in reading.cues,  # "a quarter of the IBM and all the MSFT"
        Problem.NOT_SHARES: Cue.OPTION in reading.cues,
        Problem.WATCH: Cue.WATCH in reading.cues,
        Problem.ORDER_TYPE: Cue.ORDER_TYPE in reading.cues,
        Problem.SHORT_SALE: Cue.SHORT in reading.cues,
        Problem.CONDITIONAL_ORDER: Cue.CONDITIONAL_ORDER in reading.cues,
        Problem.MESSAGE_CUT: is_cut,
    }
    return Entities(
        symbols=reading.names.symbols,
        unknown_symbols=reading.names.unknown,
        unsupported=reading.names.unsupported,
        misspelt=reading.names.misspelt,
        side=sides.pop() if len(sides) == 1 else None if sides or implied is None else implied.side,
        amount=sizes.amount,
        amount_is_limit=sizes.amount_is_limit,
        fraction=sizes.fraction,
        fraction_of=sizes.fraction_of,
        shares=None if is_unclear_rest else sizes.shares,
        is_target=sizes.is_target,
        target_side=sizes.target_side,
        is_minimum=sizes.is_minimum,
        risk=sizes.risk,
        everything=_is_everything(reading),
        lifts_limit=Cue.UNLIMITED in reading.cues and Cue.NOT not in reading.cues,
        stop=sizes.stop,
        dates=reading.dates.dates,
        problems=(
            *sizes.problems,
            *reading.dates.problems,
            *(problem for problem, is_present in problems.items() if is_present),
        ),
    )
