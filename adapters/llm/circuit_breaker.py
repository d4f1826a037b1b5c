"""Leaves a model alone for a while whose server has failed several times in a row.

Our own, and not the `circuitbreaker` package's: that one takes a cancelled request for a success, lets every waiting
request be the trial at once, and reads a clock that a test cannot set.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.errors import (
    ModelBrokenOffError,
    ModelError,
    ModelGarbledError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelTimeoutError,
    ModelUnreachableError,
)
from bot.ports import ChatModel, TextSink

FAILURE_THRESHOLD: Final = 5  # in a row
PAUSE_SECONDS: Final = 30.0  # seconds, where nothing else is said
_LONG_WAIT_SECONDS: Final = 10.0  # seconds: who had as long to answer has failed, whatever else we had planned
_SERVER_ERRORS: Final = (
    ModelUnreachableError,
    ModelRateLimitedError,
    ModelQuotaError,
    ModelRefusedKeyError,
    ModelBrokenOffError,
)
_LENGTH_REASON: Final = "length"  # why an answer was broken off that is as long as was asked for
_MODEL_REASONS: Final = frozenset(
    {None, "empty", "no such tool", "not of the form"}
)  # why an answer that did come is of no use


@dataclass(slots=True)
class _CircuitState:
    """Of one model."""

    failures: int = 0  # in a row
    opened_at: float | None = None  # None: it is asked
    is_trial_under_way: bool = False  # one request finds out whether it answers again


class CircuitBreaker:
    """A ChatModel before another one, whose models all stand behind one base URL.

    Args:
        model: Is asked as long as its server answers.
        pause: For how many seconds it is left alone.
        now: The clock, in seconds; None: the event loop's.
    """

    def __init__(
        self, model: ChatModel, *, pause: float = PAUSE_SECONDS, now: Callable[[], float] | None = None
    ) -> None:
        self._model = model
        self._pause = pause
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._circuits: dict[str, _CircuitState] = {}

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """As `bot.ports.ChatModel.ask`. Raises: ModelPausedError: it is not asked."""
        circuit = self._circuits.setdefault(request.options.model, _CircuitState())
        is_trial = self._begin_request(circuit)
        began = self._now()
        try:
            answer = await self._model.ask(request, show=show)
        except ModelError as error:
            if _blames_server(error, request, began):
                self._note_failure(circuit)
            raise
        finally:
            circuit.is_trial_under_way = circuit.is_trial_under_way and not is_trial
        circuit.failures, circuit.opened_at = 0, None
        return answer

    def _begin_request(self, circuit: _CircuitState) -> bool:
        """Return whether this request is the trial. Raises: ModelPausedError."""
        if circuit.opened_at is None:
            return False
        if circuit.is_trial_under_way or self._now() < circuit.opened_at + self._pause:
            raise ModelPausedError
        circuit.is_trial_under_way = True
        return True

    def _note_failure(self, circuit: _CircuitState) -> None:
        circuit.failures += 1
        if circuit.failures >= FAILURE_THRESHOLD:
            circuit.opened_at = self._now()


def _blames_server(error: ModelError, request: ModelRequest, began: float) -> bool:
    """Return whether the server has failed. What does not blame it says nothing: only an answer clears it."""
    if isinstance(error, ModelTimeoutError):
        until = request.caller.until
        given = request.options.timeout if until is None else until - began
        return given >= min(request.options.timeout, _LONG_WAIT_SECONDS)
    why = error.facts.get("why")
    if isinstance(error, ModelGarbledError):
        return why not in _MODEL_REASONS
    return isinstance(error, _SERVER_ERRORS) and why != _LENGTH_REASON
