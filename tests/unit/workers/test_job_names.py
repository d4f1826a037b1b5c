import pytest

from workers.background_jobs import JOBS_MODULE, find_job


@pytest.mark.parametrize(
    "name", ["workers.jobs.summarise_conversation", "workers.jobs.index_episodes", "workers.jobs.index_episode"]
)
def test_name_in_an_old_queue_then_it_still_is_a_job(name: str) -> None:
    module, _, job = name.rpartition(".")

    assert module == JOBS_MODULE
    assert find_job(job, jobs_module=module).__name__ == job
