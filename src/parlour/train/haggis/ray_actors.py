"""Self-play on Ray: on this machine, or on the cluster that RAY_ADDRESS names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ray

from parlour.arena.ray_runner import connect
from parlour.train.haggis.self_play import play

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from parlour.train.haggis.self_play import Samples, Task


class RayActors:
    """Actors on other machines; Ray retries the task of a lost worker."""

    def __init__(self, workers: int) -> None:
        """`workers` is for this machine; a cluster has its own number."""
        connect(workers)
        self.task = ray.remote(play)
        self.begun: list[ray.ObjectRef] = []

    def submit(self, tasks: Sequence[Task]) -> list[Future[Samples]]:
        self.begun = [self.task.remote(task) for task in tasks]
        return [reference.future() for reference in self.begun]

    def close(self) -> None:
        for reference in self.begun:
            ray.cancel(reference, force=True)
