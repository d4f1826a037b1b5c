"""A worker process for tests: `python -m tests.integration.workers.job_worker REDIS_URL`."""

import sys

from workers.process_supervisor import exit_with_parent
from workers.worker import run_worker

if __name__ == "__main__":
    exit_with_parent()
    run_worker(sys.argv[1])
