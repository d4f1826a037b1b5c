"""The entry points that every platform's adapter calls with incoming messages, presses and commands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.messaging.departures import Departures
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.outside_turns import AdjustFormBuilder, AppHome, MemoryFormBuilder
from bot.messaging.inbound.thread_opener import ThreadOpener
from bot.ports import DirectMessages
from bot.turns.presses import PressHandler


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundGateway:
    """Entry points of the core for adapters.

    An adapter stores what came in through `intake`, then acknowledges it. A message is answered by a runner; a press
    goes to `press_handler` and a command without a thread to `thread_opener` at once.
    """

    intake: Intake
    press_handler: PressHandler
    thread_opener: ThreadOpener
    adjust_form_builder: AdjustFormBuilder
    memory_form_builder: MemoryFormBuilder
    app_home: AppHome
    departures: Departures
    direct_messages: DirectMessages
    suggest_symbols: Callable[[str], Sequence[tuple[str, str]]]  # text typed so far -> (label, symbol) pairs
