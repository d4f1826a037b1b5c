"""The background jobs. Their dotted names are wire format: a renamed job is a new one.

Each takes ids by name, ignores arguments that a newer caller adds (`**_newer`), and may run twice and in any order.
"""

import atexit
from uuid import UUID

from bot.bootstrap.services import Services, open_services
from bot.domain.ids import ConversationId, TenantId, TurnId
from workers.background_jobs import ApplicationHost, background_job

_host = ApplicationHost(open_services)  # one application for all jobs of a worker process, opened by the first
atexit.register(_host.close_app)


@background_job(_host)
async def summarise_conversation(services: Services, *, tenant_id: str, conversation_id: str, **_newer: object) -> None:
    """Bring one conversation's summary up to date; does nothing if it is not due."""
    await services.summarise(TenantId(UUID(tenant_id)), ConversationId(UUID(conversation_id)))


@background_job(_host)
async def index_episodes(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Index the episodes of one tenant that are not indexed yet, so that they can be found."""
    await services.index_episodes(TenantId(UUID(tenant_id)))


@background_job(_host)
async def embed_episodes(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Add the vectors that a tenant's episodes lack, as after a change of the embedder."""
    await services.embed_episodes(TenantId(UUID(tenant_id)))


@background_job(_host)
async def group_talk(services: Services, *, tenant_id: str, conversation_id: str, **_newer: object) -> None:
    """Make episodes of what people said to each other in one conversation."""
    await services.group_talk(TenantId(UUID(tenant_id)), ConversationId(UUID(conversation_id)))


@background_job(_host)
async def hide_channel(services: Services, *, tenant_id: str, channel: str, **_newer: object) -> None:
    """Keep the episodes of a channel that has become private in that channel."""
    await services.hide_channel(TenantId(UUID(tenant_id)), channel)


@background_job(_host)
async def prune_episodes(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Delete the episodes of one tenant that are older than they are kept."""
    await services.prune_episodes(TenantId(UUID(tenant_id)))


@background_job(_host)
async def settle_results(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Store what actually came of the decisions of one tenant that are settled by now."""
    await services.settle_results(TenantId(UUID(tenant_id)))


@background_job(_host)
async def run_schedule(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Do what the latest events of a live market's sessions make due for one tenant."""
    await services.run_schedule(TenantId(UUID(tenant_id)))


@background_job(_host)
async def write_reflections(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Write what is learnt of the decisions of one tenant whose forecast is settled."""
    await services.write_reflections(TenantId(UUID(tenant_id)))


@background_job(_host)
async def index_episode(services: Services, *, tenant_id: str, **_newer: object) -> None:
    """Do as `index_episodes`: the job of older versions, which had one per episode."""
    await services.index_episodes(TenantId(UUID(tenant_id)))


@background_job(_host)
async def erase_person(services: Services, *, tenant_id: str, erasure_id: str, **_newer: object) -> None:
    """Do a part of the erasure of a person, and write the job for the next one."""
    await services.erase_person(TenantId(UUID(tenant_id)), UUID(erasure_id))


@background_job(_host)
async def note_turn(services: Services, *, tenant_id: str, turn_id: str, **_newer: object) -> None:
    """Let a model note what is worth keeping of an answered message; does nothing if it has been noted."""
    await services.note_turn(TenantId(UUID(tenant_id)), TurnId(UUID(turn_id)))
