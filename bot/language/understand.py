"""Understand one message by rules: pure, linear in its length, and without an exception for any text."""

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_TEXT_LENGTH, normalise
from bot.domain.trading.orders import Side
from bot.language import commands
from bot.language.confirmation import ConfirmationStrength, confirmation_strength
from bot.language.corrections import find_correction
from bot.language.intent_rules import conclude_intent
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, ReadingContext, read_message
from bot.language.problems import Problem
from bot.language.quantities.quantity import find_quantities
from bot.language.several_orders import find_orders
from bot.language.small_talk import find_small_talk

_BUYS = frozenset({Cue.BUY})
_SELLS = frozenset({Cue.SELL, Cue.EXIT})
_QUESTIONS = frozenset({Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY})
_OTHERWISE = frozenset(
    {Cue.RESIZE, Cue.CHANGE, Cue.SWITCH, Cue.NOT, Cue.NEGATED_TRADE, Cue.REFUSAL, Cue.CANCEL, Cue.DECLINE}
)
_NEGATIONS = frozenset({Cue.NOT, Cue.REFUSAL})
_CORRECTION = (Intent.DECIDE, 0.93)
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
    body = commands.without_mention(normalise(text))
    command = commands.find_command(body)
    is_typed = command is not None and command.is_typed
    reading = read_message(command.subject if command and is_typed else body, context, is_command=is_typed)
    correction = find_correction(body, reading.chunks) if context.pending and command is None else None
    intent, confidence = _CORRECTION if correction else _intent(reading, command, context)
    is_cut = len(text) > MAX_TEXT_LENGTH
    if is_cut and intent in {Intent.CONFIRM, Intent.CANCEL}:
        intent, confidence = _UNSURE
    return Understanding(
        intent=intent,
        confidence=confidence,
        language=_language(body, command, reading, context.profile),
        entities=_with_orders(_entities(reading, is_cut=is_cut), body, reading),
        is_question=bool(_QUESTIONS & reading.cues),
        suggests_otherwise=bool(_OTHERWISE & reading.cues),
        correction=correction,
        small_talk=find_small_talk(reading.tokens) if intent is Intent.UNKNOWN and command is None else None,
        asks_to_wait=intent is Intent.CANCEL and Cue.WAIT in reading.cues,
        command=command.name if command else None,
        arguments=command.arguments if command else (),
    )


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
        is_plain = not reading.tokens or all(chunk.names_something for chunk in reading.chunks)
        return (command.intent, 1.0) if is_plain else _UNSURE
    if not reading.tokens and not reading.names.has_any:
        return Intent.UNKNOWN, 0.0
    named = _naming_tokens(reading.chunks)
    match confirmation_strength(reading.tokens, named=named, has_pending=context.pending > 0):
        case ConfirmationStrength.EXPLICIT | ConfirmationStrength.ASSENT as strength:
            return Intent.CONFIRM, _CONFIDENCE_OF_CONFIRMATION[strength][context.pending > 0]
        case ConfirmationStrength.WEAK:
            return Intent.UNKNOWN, 0.45
    return conclude_intent(reading.cues)


def _naming_tokens(chunks: Sequence[Chunk]) -> frozenset[int]:
    """Return the indices of the tokens that name a known instrument."""
    naming: set[int] = set()
    at = 0
    for chunk in chunks:
        if chunk.instrument is not None:
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
        problems=(),
    )


def _sides(chunks: Sequence[Chunk]) -> set[Side]:
    """Return the directions of the trades named, except those right behind a negation."""
    sides: set[Side] = set()
    for previous, chunk in zip((None, *chunks), chunks, strict=False):
        if previous is not None and previous.cues & _NEGATIONS:
            continue
        if chunk.cues & _BUYS:
            sides.add(Side.BUY)
        elif chunk.cues & _SELLS:
            sides.add(Side.SELL)
    return sides


def _orders_a_size(reading: MessageReading) -> bool:
    """Return whether a size is ordered; "should I buy or sell 10 AAPL?" only asks."""
    return Cue.SIZE in reading.cues and not _QUESTIONS & reading.cues


def _is_everything(reading: MessageReading) -> bool:
    """Return whether all positions are to be sold: "sell everything", and no share is named."""
    return Cue.EVERYTHING in reading.cues and bool(_SELLS & reading.cues) and not reading.names.has_any


def _entities(reading: MessageReading, *, is_cut: bool) -> Entities:
    sizes = reading.sizes
    sides = _sides(reading.chunks)
    problems = {
        Problem.TWO_TRADES: (len(sides) > 1 and (len(reading.names.symbols) > 1 or _orders_a_size(reading)))
        or (Cue.SWITCH in reading.cues and len(reading.names.symbols) > 1),
        Problem.NOT_SHARES: Cue.OPTION in reading.cues,
        Problem.WATCH: Cue.WATCH in reading.cues,
        Problem.ORDER_TYPE: Cue.ORDER_TYPE in reading.cues,
        Problem.SHORT_SALE: Cue.SHORT in reading.cues,
        Problem.MESSAGE_CUT: is_cut,
    }
    return Entities(
        symbols=reading.names.symbols,
        unknown_symbols=reading.names.unknown,
        unsupported=reading.names.unsupported,
        side=sides.pop() if len(sides) == 1 else None,
        amount=sizes.amount,
        amount_is_limit=sizes.amount_is_limit,
        fraction=sizes.fraction,
        shares=sizes.shares,
        is_target=sizes.is_target,
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
