"""What comes of an answer that is not of the form asked for."""

import json
from dataclasses import dataclass
from uuid import UUID

import pytest
from pydantic import BaseModel

from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.registry import DECISION
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller, ModelAnswer, ModelRequest, TokenUsage
from bot.model_errors import ModelGarbledError
from bot.ports import TextSink
from bot.prompts import Prompt
from tests.fakes.model import options


class Kind(BaseModel):
    word: str


@dataclass(frozen=True)
class UncheckedModel:
    """A model that looks at no form."""

    text: str

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        assert show is None
        model = request.options.model
        return ModelAnswer(text=self.text, model=model, tokens=TokenUsage(), latency=0.0)


ASK = AgentRequest(
    agent=DECISION, prompt=Prompt("Decide.", "decision@1"), messages=(), caller=Caller(tenant_id=TenantId(UUID(int=1)))
)


async def test_answer_of_the_form() -> None:
    answered = await ModelClient(UncheckedModel(json.dumps({"word": "hold"})), options).ask_structured(ASK, kind=Kind)
    assert answered.value == Kind(word="hold")


@pytest.mark.parametrize("text", ["", "no JSON", '{"word": 3}', "[" * 9_000, '{"word": ' * 9_000])
async def test_answer_of_another_form_is_the_models_fault(text: str) -> None:
    with pytest.raises(ModelGarbledError) as caught:
        await ModelClient(UncheckedModel(text), options).ask_structured(ASK, kind=Kind)
    assert caught.value.partial == text
