import pytest

from bot.domain import jobs
from workers.background_jobs import JOBS_MODULE, find_job


@pytest.mark.parametrize(
    "name", ["workers.jobs.summarise_conversation", "workers.jobs.index_episodes", "workers.jobs.index_episode"]
)
def test_name_in_an_old_queue_then_it_still_is_a_job(name: str) -> None:
    module, _, job = name.rpartition(".")

    assert module == JOBS_MODULE
    assert find_job(job, jobs_module=module).__name__ == job


@pytest.mark.parametrize("name", [name for key, name in vars(jobs).items() if key.isupper() and isinstance(name, str)])
def test_name_that_is_written_then_a_worker_finds_the_job(name: str) -> None:
    assert find_job(name).__name__ == name
