"""Understand one message by rules: pure, linear in its length, and never an exception, whatever the text."""

from collections.abc import Sequence
from datetime import date

from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.normalise import MAX_READ, normalise
from bot.domain.trading.orders import Side
from bot.language import commands, confirmation, intent_rules
from bot.language.language_detection import detect_language, has_chinese
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, ReadingContext, read_message
from bot.language.problems import Problem

_BUYS = frozenset({Cue.BUY})
_ASKING = frozenset({Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY})
_SELLS = frozenset({Cue.SELL, Cue.EXIT})
_CONFIDENCE = {
    confirmation.ConfirmationStrength.EXPLICIT: (0.9, 0.97),
    confirmation.ConfirmationStrength.ASSENT: (0.62, 0.9),
}  # without, with pending


def understand(  # noqa: PLR0913 - the agreed signature; `ReadingContext` carries them from here on
    text: str,
    *,
    instruments: InstrumentTable,
    today: date,
    focus: tuple[str, ...] = (),
    pending: int = 0,
    profile: Language | None = None,
) -> Understanding:
    """Say what a person wants with one message, and what the message names.

    Args:
        text: As typed, of any length and content; what stands behind the first 8,000 characters is not read:
            the problem "message_cut".
        instruments: All that can be named.
        today: The market's date, for "last week".
        focus: Symbols the conversation is about. Not carried over into the result: that is the caller's to do.
        pending: How many decisions wait for confirmation.
        profile: The language for messages that show none ("AAPL?", "/portfolio").
    Returns: The intent with its confidence; below 0.6 the rules are unsure. CONFIRM only for a short sentence that says
        nothing else; the caller still compares a named symbol with what is pending, and counts what is.
    """
    setting = ReadingContext(instruments, today, focus, pending)
    body = commands.without_mention(normalise(text))
    command = commands.find_command(body)
    is_typed = command is not None and command.is_typed
    reading = read_message(command.subject if command and is_typed else body, setting, is_command=is_typed)
    intent, confidence = _intent(reading, command, setting)
    if len(text) > MAX_READ and intent in {Intent.CONFIRM, Intent.CANCEL}:
        intent, confidence = Intent.UNKNOWN, 0.3
    return Understanding(
        intent=intent,
        confidence=confidence,
        language=_language(body, command, reading, profile),
        entities=_entities(reading, is_cut=len(text) > MAX_READ),
        is_question=bool(_ASKING & reading.cues),
        command=command.name if command else None,
        arguments=command.arguments if command else (),
    )


def _language(
    body: str, command: commands.ParsedCommand | None, reading: MessageReading, profile: Language | None
) -> Language:
    """Return the language to answer in: a Chinese command is Chinese; keywords ("last") are no language."""
    if command is None or not command.is_typed:
        return detect_language(reading.chunks, profile)
    shown = Language.CHINESE if has_chinese(body) else profile
    return detect_language(() if command.intent is None else reading.chunks, shown)


def _intent(
    reading: MessageReading, command: commands.ParsedCommand | None, setting: ReadingContext
) -> tuple[Intent, float]:
    if command is not None and command.intent not in {Intent.CONFIRM, Intent.CANCEL}:
        return command.intent or Intent.UNKNOWN, 1.0
    if command is not None and command.intent is not None:
        is_plain = not reading.tokens or all(chunk.names_something for chunk in reading.chunks)
        return (command.intent, 1.0) if is_plain else (Intent.UNKNOWN, 0.3)
    if not reading.tokens and not reading.names.any:
        return Intent.UNKNOWN, 0.0
    match confirmation.confirmation_strength(reading.tokens, named=_named_tokens(reading.chunks)):
        case confirmation.ConfirmationStrength.EXPLICIT | confirmation.ConfirmationStrength.ASSENT as grade:
            return Intent.CONFIRM, _CONFIDENCE[grade][setting.pending > 0]
        case confirmation.ConfirmationStrength.WEAK:
            return Intent.UNKNOWN, 0.45
    return intent_rules.conclude_intent(reading.cues)


def _named_tokens(chunks: Sequence[Chunk]) -> frozenset[int]:
    named: set[int] = set()
    at = 0
    for chunk in chunks:
        if chunk.instrument is not None:
            named |= set(range(at, at + len(chunk.tokens)))
        at += len(chunk.tokens)
    return frozenset(named)


def _sides(chunks: Sequence[Chunk]) -> set[Side]:
    """Return the directions spoken of, without those that the word before them negates."""
    sides: set[Side] = set()
    for before, chunk in zip((None, *chunks), chunks, strict=False):
        if before is not None and before.cues & {Cue.NOT, Cue.REFUSAL}:
            continue
        if chunk.cues & _BUYS:
            sides.add(Side.BUY)
        elif chunk.cues & _SELLS:
            sides.add(Side.SELL)
    return sides


def _is_everything(reading: MessageReading) -> bool:
    """Whether all positions are meant: told to sell everything, and no share named that it is everything of."""
    return Cue.EVERYTHING in reading.cues and bool(_SELLS & reading.cues) and not reading.names.any


def _entities(reading: MessageReading, *, is_cut: bool) -> Entities:
    sizes = reading.sizes
    sides = _sides(reading.chunks)
    two = (Problem.TWO_TRADES,) if len(sides) > 1 and len(reading.names.symbols) > 1 else ()
    other = (Problem.NOT_SHARES,) if Cue.OPTION in reading.cues else ()
    short = (Problem.SHORT_SALE,) if Cue.SHORT in reading.cues else ()
    cut = (Problem.MESSAGE_CUT,) if is_cut else ()
    return Entities(
        symbols=reading.names.symbols,
        unknown_symbols=reading.names.unknown,
        uncovered=reading.names.uncovered,
        side=sides.pop() if len(sides) == 1 else None,
        amount=sizes.amount,
        amount_is_limit=sizes.amount_is_limit,
        fraction=sizes.fraction,
        shares=sizes.shares,
        everything=_is_everything(reading),
        lifts_limit=Cue.UNLIMITED in reading.cues and Cue.NOT not in reading.cues,
        stop=sizes.stop,
        dates=reading.when.dates,
        problems=(*sizes.problems, *reading.when.problems, *two, *other, *short, *cut),
    )
