"""Understand a question that is about something else than a trade: a definition, a what-if, a comparison."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.glossary import Define
from bot.domain.conversation.requests.suppositions import MoveScope, StatedMove
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.language.commands import ParsedCommand
from bot.language.entities import find_entities
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.questions.comparison import find_comparison
from bot.language.questions.glossary import find_definition, find_word_behind_article
from bot.language.questions.move_words import (
    asks_for_view,
    asks_what_changes_view,
    find_move_scope,
    names_market,
    speaks_of_both,
    speaks_of_risk,
    supposes_move,
)
from bot.language.questions.price_moves import find_price_moves, usual_market_moves
from bot.language.questions.supposed_stakes import find_supposed_stake
from bot.language.understanding import Entities, Understanding

_WHAT_IF: Final = (Intent.FOLLOWUP, 0.97)
_DEFINITION: Final = (Intent.EXPLAIN, 0.97)
_COMPARISON: Final = (Intent.ANALYZE, 0.96)
_BOTH: Final = 2
_SUPPOSES: Final = frozenset({Cue.WHAT_IF, Cue.CONDITION})
_SUPPOSES_ALONE: Final = frozenset({Cue.WHAT_IF, Cue.PRICE_MOVE, Cue.OPEN_CHOICE})
_ASKS_AFTER: Final = frozenset({Cue.ABOUT, Cue.QUESTION})
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
_NOT_A_WHAT_IF: Final = frozenset(
    {Cue.CONDITIONAL_ORDER, Cue.WATCH, Cue.ORDER_TYPE, Cue.OPTION, Cue.WHY, Cue.REVIEW, Cue.IMPERATIVE}
)
_OF_SHARE: Final = frozenset({Cue.ANALYSE, Cue.ASPECT, Cue.STATE, Cue.OPINION, Cue.SIZE, Cue.SHOULD})
_NO_WORD: Final = frozenset({Cue.WHY, Cue.OBJECTION, Cue.CLAIM, Cue.POINT, Cue.DECISIONS, Cue.CONFIRM})


def understand_question(
    body: str,
    command: ParsedCommand | None,
    reading: MessageReading,
    context: Surroundings,
    *,
    language: Language,
) -> Understanding | None:
    """Return the understanding of a question for a definition, a what-if or a comparison; None: it is none of these.

    No number of such a question is the size of a trade.

    Args:
        body: The message, normalised, without a mention of the bot.
        command: What it is as a command; None: it is none.
        reading: Of the message, or of what follows the command.
        context: What was known before it was read.
        language: To answer in.
    """
    if definition := _definition(body, command, reading, context):
        return Understanding(*_DEFINITION, language, Entities(), is_question=True, definition=definition)
    entities = _without_sizes(find_entities(reading))
    common = Understanding(
        *_WHAT_IF,
        language,
        entities,
        is_question=True,
        suggests_otherwise=reading.suggests_otherwise,
        suggests_waiting=Cue.WAIT in reading.cues,
        denies_order=reading.denies_order,
        asks_scenario=True,
        command=command.name if command else None,
        arguments=command.arguments if command else (),
    )
    supposed = _what_if(common, reading, context.focus) if command is None else None
    return supposed if supposed is not None else _compared(common, body, command, reading, context)


def _what_if(common: Understanding, reading: MessageReading, focus: tuple[str, ...]) -> Understanding | None:
    """Return the understanding of a what-if with a price move, or of what would change the view; None: it is neither.

    Args:
        common: What holds of all such questions.
        reading: Of the message.
        focus: The shares that the conversation is about.
    """
    text, asks_what_if, named = reading.undated_text, _asks_what_if(reading), _named_shares(reading)
    moves = find_price_moves(text, named) if asks_what_if else ()
    scope = find_move_scope(text) if asks_what_if else MoveScope.SHARE
    if not moves and scope is not MoveScope.SHARE and not named and _supposes(reading):
        moves = usual_market_moves(text)
    moves = _of_both(moves, reading, focus)
    asks_view = _asks_what_changes_view(reading)
    if not moves and not asks_view:
        return None
    is_of_market = scope is MoveScope.MARKET and not named  # "the S&P" is no share there
    return replace(
        common,
        entities=replace(common.entities, symbols=()) if is_of_market else common.entities,
        price_moves=moves,
        move_scope=scope,
        supposed_stake=find_supposed_stake(text) if moves else None,
        asks_view=asks_view or asks_for_view(text),
    )


def _compared(
    common: Understanding,
    body: str,
    command: ParsedCommand | None,
    reading: MessageReading,
    context: Surroundings,
) -> Understanding | None:
    """Return the understanding of a comparison; None: the message, or what follows "/analyze", asks for none."""
    names = reading.names
    if (command is not None and command.name != "analyze") or (names.has_any and not names.symbols):
        return None
    comparison = find_comparison(body.lower(), cues=reading.cues, symbols=names.symbols, focus=context.focus)
    if comparison is None:
        return None
    intent, confidence = _COMPARISON
    return replace(common, intent=intent, confidence=confidence, comparison=comparison)


def asks_scenario(reading: MessageReading) -> bool:
    """Return whether a message supposes something, or asks about moves, a loss or the stop.

    "Should I confirm?" asks for advice. What asks nothing, and only says a time or a number, supposes nothing: "just
    after the close", 止损给我放26.
    """
    cues, is_of_risk = reading.cues, speaks_of_risk(reading.undated_text)
    if cues & _SUPPOSES_ALONE or (Cue.CONDITION in cues and is_of_risk):
        return True
    if Cue.SHOULD in cues:
        return False
    asks = bool(cues & _ASKS_AFTER)
    return asks if Cue.CONDITION in cues else is_of_risk and (asks or not reading.has_unused_number)


def _definition(
    body: str, command: ParsedCommand | None, reading: MessageReading, context: Surroundings
) -> Define | None:
    """Return what the message asks the meaning of; also of "/explain RSI"."""
    if command is not None:
        is_explain = command.is_typed and command.name == "explain"
        found = find_definition(f"explain {command.rest.lower()}", has_context=True) if is_explain else None
    else:
        found = find_definition(body.lower(), has_context=bool(context.focus or context.pending))
        if found is None and not reading.cues & _OF_SHARE:
            found = find_word_behind_article(body.lower())
    is_other = found is not None and found.word and (reading.names.has_any or reading.cues & _NO_WORD)
    return None if is_other else found


def _asks_what_if(reading: MessageReading) -> bool:
    """Return whether a message supposes something; "down 10 %?" does if it speaks of no trade.

    "Can you bring it down to $1,000?" speaks of the size.
    """
    cues = reading.cues
    if cues & _NOT_A_WHAT_IF or (Cue.CHANGE in cues and not cues & (_SUPPOSES | {Cue.PRICE_MOVE})):
        return False
    is_trade = bool(cues & _TRADES)
    return bool(cues & _SUPPOSES) or (not is_trade and (bool(cues & _ASKS_AFTER) or _supposes_move(reading)))


def _asks_what_changes_view(reading: MessageReading) -> bool:
    return not reading.cues & _NOT_A_WHAT_IF and asks_what_changes_view(reading.undated_text)


def _named_shares(reading: MessageReading) -> tuple[Chunk, ...]:
    """Return the chunks that name shares; the name of an index stands for the market, not for its fund."""
    named = (chunk for chunk in reading.chunks if chunk.instrument is not None)
    return tuple(each for each in named if not names_market(reading.undated_text[each.start : each.tokens[-1].end]))


def _supposes(reading: MessageReading) -> bool:
    return bool(reading.cues & _SUPPOSES) and not reading.cues & _TRADES


def _of_both(moves: tuple[StatedMove, ...], reading: MessageReading, focus: tuple[str, ...]) -> tuple[StatedMove, ...]:
    """Return moves of no share that is named as those of the two shares talked of, if both are meant."""
    is_meant = not reading.names.has_any and len(focus) > 1 and speaks_of_both(reading.undated_text)
    return tuple(replace(move, symbol=each) for each in focus[:_BOTH] for move in moves) if is_meant else moves


def _supposes_move(reading: MessageReading) -> bool:
    """Return whether a short message says a price move, of the share talked of or of one named first, and no more."""
    is_short = Cue.BRIEF in reading.cues and not reading.cues & {Cue.PAST, Cue.WAIT, Cue.LIMIT, Cue.CLAIM}
    return is_short and supposes_move(reading.undated_text, reading.chunks)


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
