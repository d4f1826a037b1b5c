"""Background jobs. Each is built in one place, so that all writers use the same name, key and arguments."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.ids import ConversationId, TenantId, TurnId

INDEX_EPISODES = "index_episodes"
EMBED_EPISODES = "embed_episodes"
GROUP_TALK = "group_talk"
HIDE_CHANNEL = "hide_channel"
SUMMARISE_CONVERSATION = "summarise_conversation"
NOTE_TURN = "note_turn"
PRUNE_EPISODES = "prune_episodes"
SETTLE_RESULTS = "settle_results"
RUN_SCHEDULE = "run_schedule"
ERASE_PERSON = "erase_person"
WRITE_REFLECTIONS = "write_reflections"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One background job, written to the outbox by the transaction that makes it due. Its arguments are ids only."""

    id: UUID
    tenant_id: TenantId
    name: str  # the function in `workers.jobs`: "summarise_conversation", "index_episodes"
    key: str  # at most one unfinished job per (tenant, name, key)
    arguments: dict[str, str]
    created_at: datetime


def index_episodes_job(job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job:
    """Return the job that makes a tenant's episodes searchable.

    Its key is of a conversation (`index_key_of_turn`), whose writers have locked it, so that none waits for another;
    the sweeper's is the tenant.
    """
    return _job(job_id, INDEX_EPISODES, tenant_id, key=key, at=at)


def index_key_of_turn(conversation_id: ConversationId, *, number: int) -> str:
    """Return the key of the job after turn `number`.

    Two keys in turn: the job of the turn before may have looked already, and must not keep this one from being written.
    """
    return f"{conversation_id}/{number % 2}"


def embed_episodes_job(job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job:
    """Return the job that adds the vectors that a tenant's indexed episodes lack; the sweeper's key is the tenant."""
    return _job(job_id, EMBED_EPISODES, tenant_id, key=key, at=at)


def group_talk_job(job_id: UUID, *, tenant_id: TenantId, conversation_id: ConversationId, at: datetime) -> Job:
    """Return the job that makes episodes of what people said to each other in a conversation."""
    return _job(job_id, GROUP_TALK, tenant_id, key=conversation_id, at=at, conversation_id=conversation_id)


def hide_channel_job(job_id: UUID, *, tenant_id: TenantId, channel: str, at: datetime) -> Job:
    """Return the job that hides the episodes of a channel that has become private."""
    return _job(job_id, HIDE_CHANNEL, tenant_id, key=channel, at=at, channel=channel)


def summarise_conversation_job(
    job_id: UUID, *, tenant_id: TenantId, conversation_id: ConversationId, at: datetime
) -> Job:
    """Return the job that brings a conversation's summary up to date."""
    return _job(job_id, SUMMARISE_CONVERSATION, tenant_id, key=conversation_id, at=at, conversation_id=conversation_id)


def erase_person_job(job_id: UUID, *, tenant_id: TenantId, erasure_id: UUID, part: str, at: datetime) -> Job:
    """Return the job that does a part of a confirmed erasure; `part` tells it from the one that has written it."""
    return _job(job_id, ERASE_PERSON, tenant_id, key=f"{erasure_id}{part}", at=at, erasure_id=erasure_id)


def note_turn_job(job_id: UUID, *, tenant_id: TenantId, turn_id: TurnId, at: datetime) -> Job:
    """Return the job that lets a model note what is worth keeping of an answered message."""
    return _job(job_id, NOTE_TURN, tenant_id, key=turn_id, at=at, turn_id=turn_id)


def prune_episodes_job(job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job:
    """Return the job that deletes a tenant's episodes that are older than they are kept."""
    return _job(job_id, PRUNE_EPISODES, tenant_id, key=key, at=at)


def settle_results_job(job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job:
    """Return the job that stores the actual results of a tenant's decisions that are settled."""
    return _job(job_id, SETTLE_RESULTS, tenant_id, key=key, at=at)


def run_schedule_job(job_id: UUID, *, tenant_id: TenantId, at: datetime) -> Job:
    """Return the job that does what the events of a live market's sessions make due for a tenant."""
    return _job(job_id, RUN_SCHEDULE, tenant_id, key=tenant_id, at=at)


def write_reflections_job(job_id: UUID, *, tenant_id: TenantId, at: datetime) -> Job:
    """Return the job that writes what is learnt of a tenant's decisions that have just been settled."""
    return _job(job_id, WRITE_REFLECTIONS, tenant_id, key=job_id, at=at)


def _job(job_id: UUID, name: str, tenant_id: TenantId, *, key: object, at: datetime, **arguments: object) -> Job:
    """Return a job of a tenant; ids become text."""
    named = {argument: str(value) for argument, value in {"tenant_id": tenant_id, **arguments}.items()}
    return Job(id=job_id, tenant_id=tenant_id, name=name, key=str(key), arguments=named, created_at=at)
