"""The background jobs. Their dotted names are wire format: a renamed job is a new one.

Each takes ids by name, ignores arguments that a newer caller adds, and may run twice and in any order.
"""

import atexit
from collections.abc import Awaitable, Callable
from uuid import UUID

from bot.bootstrap.services import Services, open_services
from workers.background_jobs import ApplicationHost, BackgroundJob, background_job

_host = ApplicationHost(open_services)  # one application for all jobs of a worker process, opened by the first
atexit.register(_host.close_app)

_Service = Callable[..., Awaitable[object]]


def _job(name: str, service: Callable[[Services], _Service], *further: str) -> BackgroundJob[Services]:
    """Return the job called `name`, which hands the tenant's id and `further` arguments to a service."""

    async def work(services: Services, **arguments: str) -> None:
        given = {each: arguments[each] for each in ("tenant_id", *further)}
        await service(services)(*(value if each == "channel" else UUID(value) for each, value in given.items()))

    work.__name__ = name
    return background_job(_host)(work)


summarise_conversation = _job("summarise_conversation", lambda to: to.summarise, "conversation_id")  # if it is due
index_episodes = _job("index_episodes", lambda to: to.index_episodes)
index_episode = _job("index_episode", lambda to: to.index_episodes)  # of older versions, which had one per episode
embed_episodes = _job("embed_episodes", lambda to: to.embed_episodes)  # that lack vectors, as of another embedder
group_talk = _job("group_talk", lambda to: to.group_talk, "conversation_id")
hide_channel = _job("hide_channel", lambda to: to.hide_channel, "channel")  # that has become private
prune_episodes = _job("prune_episodes", lambda to: to.prune_episodes)
settle_results = _job("settle_results", lambda to: to.settle_results)
run_schedule = _job("run_schedule", lambda to: to.run_schedule)
write_reflections = _job("write_reflections", lambda to: to.write_reflections)
erase_person = _job("erase_person", lambda to: to.erase_person, "erasure_id")  # a part; it writes the job of the next
note_turn = _job("note_turn", lambda to: to.note_turn, "turn_id")
