"""Gives up what an engine must not have, and becomes the engine: `python -I -S sandbox.py PARENT CPU COMMAND…`.

Run as a file in a process of its own, with nothing but the standard library: a function that runs between fork and
exec is unsafe in a program with threads. What the system does not offer is left out.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

GIGABYTE: Final = 1 << 30
LIMITS: Final = {
    resource.RLIMIT_AS: 8 * GIGABYTE,
    resource.RLIMIT_DATA: 2 * GIGABYTE,
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_FSIZE: GIGABYTE // 16,
    resource.RLIMIT_CORE: 0,
}
"""Addresses count more than memory: engines in JavaScript reserve several gigabytes of them."""
PR_SET_PDEATHSIG: Final = 1
CLONE_NEWUSER: Final = 0x10000000
CLONE_NEWNET: Final = 0x40000000
NOT_FOUND: Final = 127


def main(parent: str, cpu_seconds: str, *command: str) -> None:
    """Limit this process, and become the engine, unless the parent has ended meanwhile."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        leave_network(libc)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != int(parent):
            return
    for kind, most in {**LIMITS, resource.RLIMIT_CPU: int(cpu_seconds)}.items():
        _, hard = resource.getrlimit(kind)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (limit, limit))
    try:
        os.execvp(command[0], command)  # noqa: S606 - the command that the user named
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(NOT_FOUND)


def leave_network(libc: ctypes.CDLL) -> None:
    """Move to a namespace without a network, where the system lets this user make one."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET) == 0 or libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
        return
    own = Path("/proc/self")
    with suppress(OSError):
        (own / "setgroups").write_text("deny")
        (own / "gid_map").write_text(f"{group} {group} 1")
        (own / "uid_map").write_text(f"{user} {user} 1")


if __name__ == "__main__":
    main(*sys.argv[1:])
