"""Conclude what one message is meant as: a verdict on what is pending, or one of the other intents."""

from collections.abc import Sequence

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.commands import ParsedCommand
from bot.language.entities import sides_of_trades
from bot.language.intents.confirmation import (
    ConfirmationStrength,
    cancels_named,
    cancels_several,
    confirmation_strength,
    find_coverage,
    find_excepted,
    is_coverage,
    is_trade,
)
from bot.language.intents.intent_examples import weigh_by_examples
from bot.language.intents.intent_rules import conclude_intent
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.questions.order_questions import names_placed_order
from bot.reading.verdicts.revocations import denies_revocation, revokes_order

_REVOCATION = (Intent.CANCEL, 0.97)
_CANCELLATION_OF_SEVERAL = (Intent.CANCEL, 0.96)
_CONFIRMATION_OF_OTHERS = (Intent.CONFIRM, 0.9)
_UNSURE_CANCELLATION = (Intent.CANCEL, 0.58)
_OF_PLACED_ORDER = (Intent.UNKNOWN, 0.9)  # sure to be no order: a model is not asked for another intent
# What is to be done with an order that is there, or whether to make it.
_REQUESTS = frozenset({Cue.SIZE, Cue.NUMBER, Cue.CHANGE, Cue.RESIZE, Cue.SWITCH, Cue.IMPERATIVE, Cue.SHOULD})
_REFUSALS = frozenset(
    {"no", "nope", "nah", "actually no", "no no", "lol", "not", "as if", "不", "算了", "哈哈", "才怪"}
)
_UNSURE = (Intent.UNKNOWN, 0.3)
_CONFIDENCE_OF_CONFIRMATION = {  # without and with a pending decision
    ConfirmationStrength.EXPLICIT: (0.9, 0.97),
    ConfirmationStrength.ASSENT: (0.62, 0.9),
}


def find_intent(
    body: str, reading: MessageReading, command: ParsedCommand | None, context: Surroundings
) -> tuple[Intent, float]:
    """Return the intent of a message that is no question for facts and no correction, and how sure the rules are."""
    if command is not None and command.intent not in {Intent.CONFIRM, Intent.CANCEL}:
        return command.intent or Intent.UNKNOWN, 1.0
    if command is not None and command.intent is not None:
        is_plain = all(chunk.names_something for chunk in reading.chunks) or is_coverage(reading.tokens)
        return (command.intent, 1.0) if is_plain else _UNSURE
    if not reading.tokens and not reading.names.has_any and Cue.SIZE not in reading.cues:
        return Intent.UNKNOWN, 0.0
    named = naming_tokens(reading.chunks)
    names_sale = Side.SELL in sides_of_trades(reading)
    strength = confirmation_strength(reading.tokens, named=named, pending=context.pending, names_sale=names_sale)
    is_agreement = strength is ConfirmationStrength.AGREEMENT or (not named and is_trade(reading.tokens))
    if context.is_card_last and is_agreement:
        strength = ConfirmationStrength.ASSENT
    match strength:
        case ConfirmationStrength.EXPLICIT | ConfirmationStrength.ASSENT:
            return Intent.CONFIRM, _CONFIDENCE_OF_CONFIRMATION[strength][context.pending > 0]
        case ConfirmationStrength.AGREEMENT | ConfirmationStrength.WEAK:
            return Intent.UNKNOWN, 0.45
    return _conclude(body, reading, context, named)


def _conclude(body: str, reading: MessageReading, context: Surroundings, named: frozenset[int]) -> tuple[Intent, float]:
    """Return the intent of a message that is neither a command nor a confirmation."""
    is_open = context.pending > 0 and Cue.UNDONE not in reading.cues  # "what if I had not cancelled?" decides nothing
    verdict = _verdict_on_some(body, reading, named) if is_open else None
    if verdict is not None:
        return verdict
    concluded = weigh_by_examples(reading, *conclude_intent(reading.cues))
    is_taken_back = concluded[0] is Intent.DECIDE and _takes_itself_back(body, reading.chunks)
    is_of_placed = not reading.cues & _REQUESTS and names_placed_order(body, reading.chunks)
    if concluded[0] is Intent.DECIDE and (is_taken_back or is_of_placed):
        concluded = _UNSURE if is_taken_back else _OF_PLACED_ORDER
    concluded = _UNSURE if context.pending and _agrees_on_condition(reading) else concluded
    concluded = _UNSURE_CANCELLATION if _cancels_and_confirms(concluded[0], reading.chunks) else concluded
    if not context.pending or find_coverage(reading.tokens) is None:
        return concluded
    if cancels_several(reading.tokens, named=named):
        return _CANCELLATION_OF_SEVERAL
    # "Cancel all but the Google one" says more than that all are cancelled.
    return _UNSURE_CANCELLATION if concluded[0] is Intent.CANCEL else concluded


def _agrees_on_condition(reading: MessageReading) -> bool:
    """Return whether a message begins with a yes, and makes it depend on something: "yes if it is still at that"."""
    agrees = bool(reading.chunks) and bool(reading.chunks[0].cues & {Cue.ASSENT, Cue.CONFIRM})
    return agrees and Cue.CONDITION in reading.cues and not reading.is_question


def _cancels_and_confirms(intent: Intent, chunks: Sequence[Chunk]) -> bool:
    """Return whether a cancellation confirms too: 取消，不，确认; "don't confirm, cancel" does not."""
    cancels = any(Cue.CANCEL in chunk.cues and Cue.CONFIRM not in chunk.cues for chunk in chunks)
    pairs = zip((None, *chunks), chunks, strict=False)
    confirms = any(Cue.CONFIRM in two.cues and not (one and one.cues & {Cue.NOT}) for one, two in pairs)
    return intent is Intent.CANCEL and cancels and confirms


def _verdict_on_some(body: str, reading: MessageReading, named: frozenset[int]) -> tuple[Intent, float] | None:
    """Return the verdict on one of the pending decisions, or on all but some; None: the message is none."""
    if find_excepted(reading.tokens, named=named):
        return _CONFIRMATION_OF_OTHERS
    if denies_revocation(body) and Cue.CANCEL_NEGATED not in reading.cues:
        return _UNSURE
    if revokes_order(body, reading.chunks):
        return _REVOCATION
    return _CANCELLATION_OF_SEVERAL if cancels_named(reading.tokens, named=named) else None


def excepted_shares(reading: MessageReading) -> tuple[str, ...]:
    """Return the shares that a confirmation of all others names: "confirm all but IBM"."""
    named = naming_tokens(reading.chunks)
    return reading.names.symbols if find_excepted(reading.tokens, named=named) >= named else ()


def _takes_itself_back(body: str, chunks: Sequence[Chunk]) -> bool:
    """Return whether a last sentence takes back the order before it: "buy 10 IBM. Actually no"."""
    before, _, last = body.rstrip(" .!?").rpartition(". ")
    before, last = (before, last) if before else body.rstrip(" .!?").rpartition("? ")[::2]
    is_refusal = last.lower() in _REFUSALS
    return bool(before) and (is_refusal or revokes_order(last, [each for each in chunks if each.start > len(before)]))


def naming_tokens(chunks: Sequence[Chunk]) -> frozenset[int]:
    """Return the indices of the tokens that name a known instrument."""
    naming: set[int] = set()
    at = 0
    for chunk in chunks:
        if chunk.instrument is not None and not chunk.is_misspelt:  # what confirms tolerates no mistakes
            naming |= set(range(at, at + len(chunk.tokens)))
        at += len(chunk.tokens)
    return frozenset(naming)


def takes_back(body: str, reading: MessageReading) -> bool:
    """Return whether a message that speaks of waiting takes the order back all the same: 取消吧，以后再说."""
    is_cancelled = Cue.CANCEL in reading.cues and Cue.CANCEL_NEGATED not in reading.cues
    return is_cancelled or revokes_order(body, reading.chunks)
