"""What the adapter of a platform hands in to: one object, the same for every platform."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.thread_opener import ThreadOpener
from bot.ports import DirectMessages
from bot.presentation.adjust_form import AdjustFormBuilder
from bot.presentation.app_home import AppHome
from bot.turns.presses import PressHandler


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundGateway:
    """Everything is stored first (`intake`), then acknowledged, then, but for messages, handled at once."""

    intake: Intake
    press_handler: PressHandler
    thread_opener: ThreadOpener
    adjust_form_builder: AdjustFormBuilder
    app_home: AppHome
    direct_messages: DirectMessages
    suggest_symbols: Callable[[str], Sequence[tuple[str, str]]]  # what is typed so far -> what is shown, the symbol
