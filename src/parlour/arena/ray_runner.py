"""Jobs on Ray: on this machine, or on the cluster that RAY_ADDRESS names."""

from __future__ import annotations

import os
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

import ray

from parlour.arena.bout import run_job
from parlour.arena.runner import AHEAD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.arena.job import Job
    from parlour.arena.runner import Results


class RayRunner:
    """Runs jobs as Ray tasks; Ray retries the task of a lost worker."""

    def __init__(self, workers: int) -> None:
        """`workers` is for this machine; a cluster has its own number."""
        self.workers = workers

    def map(self, jobs: Iterable[Job]) -> Results:
        """Results in the order of the jobs."""
        connect(self.workers)
        task = ray.remote(run_job)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[ray.ObjectRef] = deque()
        try:
            for job in jobs:
                waiting.append(task.remote(job))
                if len(waiting) == ahead:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)


def connect(workers: int) -> None:
    """Start Ray here or join a cluster, once; workers get the module path of this process."""
    if ray.is_initialized():
        return
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    environment = {"env_vars": {"PYTHONPATH": paths}}
    if "RAY_ADDRESS" in os.environ:
        ray.init(runtime_env=environment, log_to_driver=False)
        return
    ray.init(num_cpus=workers, include_dashboard=False, runtime_env=environment, log_to_driver=False)
