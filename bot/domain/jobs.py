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

    Args:
        job_id: The id of the job.
        tenant_id: The tenant.
        key: Of a conversation, whose writers have locked it, so that none waits for another: `index_key_of_turn`.
            The sweeper's is the tenant.
        at: Now.
    """
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=INDEX_EPISODES,
        key=key,
        arguments={"tenant_id": str(tenant_id)},
        created_at=at,
    )


def index_key_of_turn(conversation_id: ConversationId, *, number: int) -> str:
    """Return the key of the job after turn `number`.

    Two keys in turn: the job of the turn before may have looked already, and must not keep this one from being written.
    """
    return f"{conversation_id}/{number % 2}"


def embed_episodes_job(job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job:
    """Return the job that adds the vectors that a tenant's indexed episodes lack; the sweeper's key is the tenant."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=EMBED_EPISODES,
        key=key,
        arguments={"tenant_id": str(tenant_id)},
        created_at=at,
    )


def group_talk_job(job_id: UUID, *, tenant_id: TenantId, conversation_id: ConversationId, at: datetime) -> Job:
    """Return the job that makes episodes of what people said to each other in a conversation."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=GROUP_TALK,
        key=str(conversation_id),
        arguments={"tenant_id": str(tenant_id), "conversation_id": str(conversation_id)},
        created_at=at,
    )


def hide_channel_job(job_id: UUID, *, tenant_id: TenantId, channel: str, at: datetime) -> Job:
    """Return the job that hides the episodes of a channel that has become private."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=HIDE_CHANNEL,
        key=channel,
        arguments={"tenant_id": str(tenant_id), "channel": channel},
        created_at=at,
    )


def summarise_conversation_job(
    job_id: UUID, *, tenant_id: TenantId, conversation_id: ConversationId, at: datetime
) -> Job:
    """Return the job that brings a conversation's summary up to date."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=SUMMARISE_CONVERSATION,
        key=str(conversation_id),
        arguments={"tenant_id": str(tenant_id), "conversation_id": str(conversation_id)},
        created_at=at,
    )


def note_turn_job(job_id: UUID, *, tenant_id: TenantId, turn_id: TurnId, at: datetime) -> Job:
    """Return the job that lets a model note what is worth keeping of an answered message."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=NOTE_TURN,
        key=str(turn_id),
        arguments={"tenant_id": str(tenant_id), "turn_id": str(turn_id)},
        created_at=at,
    )
