"""The conversation core with a language model, and a model that fails after a partial answer."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.language_services import LanguageServices
from bot.agents.model_client import ModelClient
from bot.agents.prose_agent import ProseAgent
from bot.agents.reader_agent import ReaderAgent
from bot.bootstrap.conversation import ConversationCore
from bot.context.policy import Policy
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import Claim
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.engines.registry import EngineParts, build_engines
from bot.model_errors import ModelError
from bot.ports import ChatModel, TextSink
from bot.turns.analyses.runs import StoredJournals
from tests.fakes.core import LEASE, SERVING, Talk
from tests.fakes.core_ports import RecordingProgress
from tests.fakes.model import FakeModel, Script, models, options
from tests.fakes.queues import FakeAnalysisLeases


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


@dataclass
class TalkWithCommittee:
    """A workspace whose committees ask a model, each in a run of its own."""

    talk: Talk
    leases: FakeAnalysisLeases
    model: FakeModel

    async def claim(self, owner: str = "one", ttl: timedelta = LEASE) -> Claim | None:
        return next(iter(await self.leases.claim_turns(owner=owner, scope=SERVING, ttl=ttl)), None)

    async def work(self) -> Reply:
        """Work on the run that waits longest until it has ended, and return its answer."""
        claim = await self.claim()
        assert claim is not None
        await self.talk.manager.answer_turn(claim)
        return self.talk.reply(claim.turn)


def talk_with_committee(script: Script, *, policy: Policy | None = None) -> TalkWithCommittee:
    """Return a workspace in which a model that answers by `script` decides, by committees too."""
    talk = Talk(policy)
    client, model = models(script)
    parts = EngineParts(
        clock=talk.clock,
        new_id=talk.new_id,
        client=client,
        allowed_hosts=frozenset(),
        journals=StoredJournals(talk.stores, talk.ports.instruments),
    )
    services = LanguageServices(reader=None, prose=ProseAgent(client, frozenset()), knowledge=KnowledgeAgent(client))
    talk.core = ConversationCore(replace(talk.ports, engines=build_engines(parts), language_services=services))
    talk.handlers = dict(talk.core.handlers)
    talk.manager = talk.core.manager(talk.handlers)
    talk.presses = talk.core.press_handler
    return TalkWithCommittee(talk, FakeAnalysisLeases(talk.memory, clock=talk.clock), model)


def talk_with_model(model: ChatModel, *, allowed: frozenset[str] = frozenset()) -> TalkWithModel:
    """Return a workspace in which `model` comments, answers, talks, and reads what is not sure."""
    talk, asking = Talk(), ModelClient(model, options)
    language_services = LanguageServices(
        reader=ReaderAgent(asking), prose=ProseAgent(asking, allowed), knowledge=KnowledgeAgent(asking)
    )
    talk.core = ConversationCore(replace(talk.ports, language_services=language_services))
    talk.handlers = dict(talk.core.handlers)
    talk.manager = talk.core.manager(talk.handlers)
    return TalkWithModel(talk, talk.progress)
