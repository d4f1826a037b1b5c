"""The conversation core with a language model, and a model that fails after a partial answer."""

from dataclasses import dataclass, field, replace

from bot.agents.intent_agent import IntentAgent
from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.language_services import LanguageServices
from bot.agents.model_client import ModelClient
from bot.agents.prose_agent import ProseAgent
from bot.bootstrap.conversation import ConversationCore
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.model_errors import ModelError
from bot.ports import ChatModel, TextSink
from tests.fakes.core import Talk
from tests.fakes.core_ports import RecordingProgress
from tests.fakes.model import options


@dataclass
class FailingModel:
    """A `ChatModel` that shows its partial answer and then fails."""

    error: ModelError
    requests: list[ModelRequest] = field(default_factory=list)

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        self.requests.append(request)
        if show is not None and self.error.partial:
            await show(self.error.partial)
        raise self.error


@dataclass
class TalkWithModel:
    """A workspace whose core has a model."""

    talk: Talk
    live: RecordingProgress  # what a person saw while it was written


def talk_with_model(model: ChatModel, *, allowed: frozenset[str] = frozenset()) -> TalkWithModel:
    """Return a workspace in which `model` comments, answers, talks, and classifies what the rules cannot."""
    talk, asking = Talk(), ModelClient(model, options)
    language_services = LanguageServices(
        intents=IntentAgent(asking), prose=ProseAgent(asking, allowed), knowledge=KnowledgeAgent(asking)
    )
    talk.core = ConversationCore(replace(talk.ports, language_services=language_services))
    talk.handlers = dict(talk.core.handlers)
    talk.manager = talk.core.manager(talk.handlers)
    return TalkWithModel(talk, talk.progress)
