"""Pauses requests to a model whose server has failed several times in a row.

The `circuitbreaker` package is not used: it counts a cancelled request as a success, lets all waiting requests be the
trial at once, and reads a clock that a test cannot set.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.model_errors import (
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
PAUSE_SECONDS: Final = 30.0  # default
_LONG_WAIT_SECONDS: Final = 10.0  # a server that had this long to answer has failed, however long the request may take
_SERVER_ERRORS: Final = (
    ModelUnreachableError,
    ModelRateLimitedError,
    ModelQuotaError,
    ModelRefusedKeyError,
    ModelBrokenOffError,
)
_LENGTH_REASON: Final = "length"  # `why` of an answer that ended at the requested length
# `why` of complete answers that cannot be used: errors of the model, not of its server.
_MODEL_REASONS: Final = frozenset({None, "empty", "no such tool", "not of the form"})


@dataclass(slots=True)
class _CircuitState:
    failures: int = 0  # in a row
    opened_at: float | None = None  # None: closed, requests are sent
    is_trial_under_way: bool = False  # after the pause, one request tests whether the server answers again


class CircuitBreaker:
    """Implements `bot.ports.ChatModel` by another one, whose models are all behind one base URL.

    `pause`: seconds for which no request is sent after too many failures. `now`: in seconds; None: the event loop's.
    """

    def __init__(
        self, model: ChatModel, *, pause: float = PAUSE_SECONDS, now: Callable[[], float] | None = None
    ) -> None:
        self._model = model
        self._pause = pause
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._circuits: dict[str, _CircuitState] = {}

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Send the request unless the circuit is open. Raises: ModelPausedError: it is open; ModelError."""
        circuit = self._circuits.setdefault(request.options.model, _CircuitState())
        is_trial = self._begin_request(circuit)
        started_at = self._now()
        try:
            answer = await self._model.ask(request, show=show)
        except ModelError as error:
            if _blames_server(error, request, started_at):
                circuit.failures += 1
                if circuit.failures >= FAILURE_THRESHOLD:
                    circuit.opened_at = self._now()
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


def _blames_server(error: ModelError, request: ModelRequest, started_at: float) -> bool:
    """Return whether the error is a failure of the server. Other errors change nothing: only an answer resets it."""
    if isinstance(error, ModelTimeoutError):
        until = request.caller.deadline
        allowed = request.options.timeout if until is None else until - started_at
        return allowed >= min(request.options.timeout, _LONG_WAIT_SECONDS)
    why = error.facts.get("why")
    if isinstance(error, ModelGarbledError):
        return why not in _MODEL_REASONS
    return isinstance(error, _SERVER_ERRORS) and why != _LENGTH_REASON
