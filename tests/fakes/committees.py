"""Committees on the sample market whose members ask a made-up model, and what they ask of it."""

import json
from collections.abc import Callable
from typing import Any

from adapters.market.sample import SampleMarket
from bot.agents.model_client import ModelClient
from bot.domain.market.features import compute_features
from bot.domain.models.requests import ModelRequest
from bot.domain.trading.decision_request import DecisionRequest
from bot.engines.committee.engine import CommitteeEngine
from bot.model_errors import ModelError
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.committee_answers import committee_answer, member_of
from tests.fakes.decision_requests import decision_request
from tests.fakes.dual_answers import data_in, texts_of
from tests.fakes.model import FakeModel, options

Said = str | ModelError | dict[str, Any] | None
Script = Callable[[ModelRequest], str | ModelError]


def usual(request: ModelRequest) -> str:
    """Answer plausibly."""
    return committee_answer(texts_of(request))


def answers(change: Callable[[str, ModelRequest], Said] = lambda *_: None) -> Script:
    """Answer plausibly, but for what `change` returns for a member; a dictionary changes parts of an answer."""

    def script(request: ModelRequest) -> str | ModelError:
        changed = change(member(request), request)
        if isinstance(changed, dict):
            return json.dumps({**json.loads(usual(request)), **changed})
        return usual(request) if changed is None else changed

    return script


def member(request: ModelRequest) -> str:
    return member_of(request.messages[0].text)


def told(request: ModelRequest) -> dict[str, Any]:
    """Return the data of a request."""
    return data_in(texts_of(request))


def committee(model: FakeModel | None, **parts: Any) -> CommitteeEngine:  # noqa: ANN401 - any part of the engine
    clock = FixedClock()
    client = None if model is None else ModelClient(model, options)
    return CommitteeEngine(client=client, clock=clock, new_id=new_ids(clock), **parts)


async def sample_request(*symbols: str, **changes: Any) -> DecisionRequest:  # noqa: ANN401 - any field
    """A question about shares of the sample market."""
    snapshots = tuple([await SampleMarket().snapshot(symbol) for symbol in symbols])
    features = tuple(compute_features(each) for each in snapshots)
    return decision_request(*symbols, features=features, snapshots=snapshots, **changes)
