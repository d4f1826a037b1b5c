"""Later work, named in one place: who writes a job and who finds it missing write the same one."""

from datetime import datetime
from uuid import UUID

from bot.domain.conversation.turns import Job
from bot.domain.ids import ConversationId, TenantId

INDEX_EPISODE = "index_episode"
SUMMARISE_CONVERSATION = "summarise_conversation"


def index_episode(job_id: UUID, *, tenant_id: TenantId, episode_id: UUID, at: datetime) -> Job:
    """Return the job that gives an episode its embedding."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=INDEX_EPISODE,
        key=str(episode_id),
        arguments={"tenant_id": str(tenant_id), "episode_id": str(episode_id)},
        created_at=at,
    )


def summarise_conversation(job_id: UUID, *, tenant_id: TenantId, conversation_id: ConversationId, at: datetime) -> Job:
    """Return the job that brings a conversation's summary up to date."""
    return Job(
        id=job_id,
        tenant_id=tenant_id,
        name=SUMMARISE_CONVERSATION,
        key=str(conversation_id),
        arguments={"tenant_id": str(tenant_id), "conversation_id": str(conversation_id)},
        created_at=at,
    )
