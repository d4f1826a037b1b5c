"""Leaves a model alone for a while whose server has failed several times in a row.

Our own, and not the `circuitbreaker` package's: that one takes a cancelled request for a success, lets every waiting
request be the trial at once, and reads a clock that a test cannot set.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.domain.models import ModelAnswer, ModelRequest
from bot.errors import (
    ModelBudgetError,
    ModelError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from bot.ports import ChatModel, Show

FAILURES: Final = 5  # in a row
PAUSE: Final = 30.0  # seconds
_PATIENCE: Final = 10.0  # seconds: who had as long to answer has failed, whatever else we had planned
_OF_THE_SERVER: Final = (ModelUnreachableError, ModelRateLimitedError, ModelQuotaError)


@dataclass(slots=True)
class _Circuit:
    """Of one model."""

    failures: int = 0  # in a row
    opened_at: float | None = None  # None: it is asked
    is_tried: bool = False  # one request finds out whether it answers again


class Breaker:
    """A ChatModel before another one, whose models all stand behind one base URL.

    Args:
        model: Is asked as long as its server answers.
        now: The clock, in seconds; None: the event loop's.
    """

    def __init__(self, model: ChatModel, *, now: Callable[[], float] | None = None) -> None:
        self._model = model
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._circuits: dict[str, _Circuit] = {}

    async def ask(self, request: ModelRequest, *, show: Show | None = None) -> ModelAnswer:
        """As `bot.ports.ChatModel.ask`. Raises: ModelPausedError: it is not asked."""
        circuit = self._circuits.setdefault(request.options.model, _Circuit())
        is_trial = self._entered(circuit)
        began = self._now()
        try:
            answer = await self._model.ask(request, show=show)
        except ModelError as error:
            self._note(circuit, _blames_server(error, request, began))
            raise
        finally:
            circuit.is_tried = circuit.is_tried and not is_trial
        self._note(circuit, blames=False)
        return answer

    def _entered(self, circuit: _Circuit) -> bool:
        """Return whether this request is the trial. Raises: ModelPausedError."""
        if circuit.opened_at is None:
            return False
        if circuit.is_tried or self._now() < circuit.opened_at + PAUSE:
            raise ModelPausedError
        circuit.is_tried = True
        return True

    def _note(self, circuit: _Circuit, blames: bool | None) -> None:  # noqa: FBT001 - three-valued
        """Take down how a request ended; None: it says nothing of the server."""
        if blames is None:
            return
        circuit.failures = circuit.failures + 1 if blames else 0
        circuit.opened_at = self._now() if circuit.failures >= FAILURES else None


def _blames_server(error: ModelError, request: ModelRequest, began: float) -> bool | None:
    """Return whether the server has failed; None: that cannot be told."""
    if isinstance(error, ModelBudgetError):
        return None
    if not isinstance(error, ModelTimeoutError):
        return isinstance(error, _OF_THE_SERVER)
    until = request.caller.until
    given = request.options.timeout if until is None else until - began
    return True if given >= min(request.options.timeout, _PATIENCE) else None
