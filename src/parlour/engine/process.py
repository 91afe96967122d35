"""An engine as a process of its own: lines over its pipes, within limits, and no longer than this process."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour.engine.errors import EngineError
from parlour.engine.messages import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

SANDBOX: Final = Path(__file__).with_name("sandbox.py")
CPU_SECONDS: Final = 3600
"""What the system allows a process in all; an engine is replaced before it has used them."""
CHUNK: Final = 1 << 16
LONGEST_LOG: Final = 1_000_000
"""Bytes of its standard error that are kept, the latest."""
SHOWN_LOG: Final = 160
MOST_UNREAD: Final = 16_000_000
"""Bytes that wait for an engine that does not read."""
END_SECONDS: Final = 0.5
WRITABLE: Final = select.POLLOUT if hasattr(select, "poll") else 0
READABLE: Final = select.POLLIN | select.POLLHUP if hasattr(select, "poll") else 0


class EngineProcess:
    """A running engine."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the command; what is wrong with it shows when its first line is awaited."""
        if sys.platform == "win32":
            raise EngineError("engine/system", "engines as processes need Linux or macOS; here, use engine:ws://…")
        self.popen = subprocess.Popen(  # noqa: S603 - the command that the user named
            [sys.executable, "-I", "-S", str(SANDBOX), str(os.getpid()), str(CPU_SECONDS), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment(),
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        assert self.popen.stderr is not None
        self.input, self.output, self.log_output = (
            pipe.fileno() for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr)
        )
        self.outgoing = bytearray()
        self.incoming = bytearray()
        self.log = bytearray()
        self.poller = select.poll()
        for pipe in (self.input, self.output, self.log_output):
            os.set_blocking(pipe, False)
        self.poller.register(self.output, READABLE)
        self.poller.register(self.log_output, READABLE)
        atexit.register(self.kill)

    def send(self, lines: bytes) -> None:
        """Write lines; what the pipe does not take now is written while an answer is awaited."""
        self.outgoing += lines
        self.write()
        if self.outgoing:
            self.poller.register(self.input, WRITABLE)

    def write(self) -> None:
        """Write as much as the pipe takes; an engine that has closed its input shows when it is read."""
        try:
            while self.outgoing:
                del self.outgoing[: os.write(self.input, self.outgoing[:CHUNK])]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.outgoing.clear()

    def receive(self, deadline: float) -> bytes:
        """The next line, by a time of `monotonic`; or EngineError."""
        while True:
            line, found, rest = self.incoming.partition(b"\n")
            if found:
                self.incoming = rest
                return bytes(line)
            if len(self.outgoing) > MOST_UNREAD:
                raise EngineError("engine/deaf", f"left more than {MOST_UNREAD:,} bytes unread")
            if len(self.incoming) > LONGEST_LINE:
                raise EngineError("line/long", f"wrote a line of more than {LONGEST_LINE:,} bytes")
            self.exchange(deadline)

    def exchange(self, deadline: float) -> None:
        """Wait until there is something to read or room to write, and do it; EngineError at the deadline.

        A line that has arrived by then counts. An engine that always has something else to say is late all the same.
        """
        seconds = deadline - time.monotonic()
        for pipe, _ in self.poller.poll(max(0.0, seconds) * 1000):
            if pipe == self.input:
                self.write()
                if not self.outgoing:
                    self.poller.unregister(self.input)
            elif pipe == self.log_output:
                self.keep_log()
            else:
                self.read()
        if seconds <= 0 and b"\n" not in self.incoming:
            raise EngineError("engine/late", "did not answer in time")

    def read(self) -> None:
        """Read what the engine wrote; EngineError where it has closed its output."""
        data = os.read(self.output, CHUNK)
        if not data:
            raise EngineError("engine/ended", self.ending())
        self.incoming += data

    def keep_log(self) -> None:
        """Read standard error, and keep the latest of it."""
        data = os.read(self.log_output, CHUNK)
        self.log += data
        del self.log[:-LONGEST_LOG]
        if not data:
            self.poller.unregister(self.log_output)

    def ending(self) -> str:
        """How the engine ended, with the last line of its standard error."""
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(END_SECONDS)
        with suppress(BlockingIOError):
            for _ in range(LONGEST_LOG // CHUNK):  # a child may go on writing
                self.log += os.read(self.log_output, CHUNK)
        code = self.popen.returncode
        if code is None:
            how = "closed its output"
        else:
            how = f"ended with code {code}" if code >= 0 else f"was ended by {signal_name(-code)}"
        last = self.log.decode(errors="replace").strip().rpartition("\n")[2]
        return f"{how}: {last[:SHOWN_LOG]}" if last else how

    def cpu_ns(self) -> int:
        """CPU time that the engine has used, its children not counted; 0 where the system does not tell."""
        if sys.platform != "linux":
            return 0
        with suppress(OSError):
            return time.clock_gettime_ns(~self.popen.pid << 3 | 2)  # what clock_getcpuclockid(3) gives
        return 0

    def close(self, seconds: float) -> bool:
        """Close its input and wait for an engine to end, then kill it; whether it has ended by itself."""
        assert self.popen.stdin is not None
        self.popen.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(seconds)
        ended = self.popen.returncode is not None
        self.kill()
        return ended

    def kill(self) -> None:
        """End the engine and all that it has started."""
        atexit.unregister(self.kill)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            if pipe is not None:
                pipe.close()


def signal_name(number: int) -> str:
    """The name of a signal; the real-time ones have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def environment() -> dict[str, str]:
    """What an engine learns from its environment: where programs are, and that text is UTF-8."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
