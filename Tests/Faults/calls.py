#!/usr/bin/env python3
"""Calls that fail: the n-th write, fsync, rename or open of a step. Kills at the n-th rename."""
import errno
import functools
import os
import signal
import struct
import subprocess
from pathlib import Path

import small

CALLS = ["write", "fsync", "rename", "open"]
SHORT = 0
KILL = -signal.SIGKILL
ERRORS = {
    "write": [errno.ENOSPC, SHORT, errno.EIO, errno.EINTR], "fsync": [errno.EIO, errno.ENOSPC],
    "rename": [errno.ENOSPC, errno.EIO], "open": [errno.EMFILE, errno.EIO]}


@functools.cache
def shim(folder):
    library = folder / "shim.so"
    source = Path(__file__).with_name("shim.c")
    subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def environment(library, shim, **more):
    counts = library / "tmp-counts"
    counts.write_bytes(bytes(8 * len(CALLS)))
    return counts, {"LD_PRELOAD": str(shim), "LD_FAULT_COUNTS": str(counts), "LD_FAULT_UNDER": str(library), **more}


def counted(places, shim, step, **more):
    """How often each call comes in a step."""
    library = places.begin(small.STEPS[step][0], f"counted-{step}")
    counts, told = environment(library, shim, **more)
    code, _, error, _ = places.program.run(library, *places.words(small.STEPS[step][1]), **told)
    assert code == 0, error
    return dict(zip(CALLS, struct.unpack(f"{len(CALLS)}q", counts.read_bytes())))


def faults(places, steps, every=1, all_errors=False):
    """Every n (or every so many-th), errors in turn, or each of them."""
    library = shim(places.folder)
    for step in steps:
        for call, count in counted(places, library, step).items():
            for n in range(1, count + 1, every):
                kinds = ERRORS[call]
                for code in kinds if all_errors else [kinds[n // every % len(kinds)]]:
                    name = errno.errorcode[code] if code else "short"
                    yield (f"{name} of a{'n' if call == 'open' else ''} {call}", step,
                           lambda there, step=step, call=call, n=n, code=code:
                           fail(places, library, step, there, call, n, code))
                if call == "rename":
                    # What random instants hardly meet: a file is whole and has no name yet.
                    yield ("SIGKILL at a rename", step,
                           lambda there, step=step, n=n: fail(places, library, step, there, "rename", n, KILL))


def fail(places, shim, step, library, call, n, code):
    counts, told = environment(
        library, shim, LD_FAULT_CALL=str(CALLS.index(call)), LD_FAULT_AT=str(n), LD_FAULT_ERRNO=str(code))
    ended, out, error, _ = places.program.run(library, *places.words(small.STEPS[step][1]), **told)
    counts.unlink()
    lost = []
    where = f"{call} {n}"
    if ended == "hung":
        lost.append(f"{where}: hung")
    elif code != KILL and (ended < 0 or ended == 70):
        lost.append(f"{where}: died ({ended}): {error.strip()[-300:]}")
    elif code in (SHORT, errno.EINTR) and ended != 0:
        lost.append(f"{where}: what is no failure ended with {ended}: {error.strip()[-300:]}")
    elif ended > 0 and not error.strip():
        lost.append(f"{where}: ended with {ended} and no word")
    return lost + [f"{where}: {text}" for text in places.losses(step, library)]


def out_of_memory(places, steps, every=1):
    """SIGKILL of a worker, as for want of memory, at every n-th write: once more, alone."""
    library = shim(places.folder)
    for step in steps:
        count = counted(places, library, step, LD_FAULT_WHO="worker")["open"]
        for n in range(1, count + 1, every):
            yield ("SIGKILL of a worker that opens", step,
                   lambda there, step=step, n=n: kill_worker(places, library, step, there, n))


def kill_worker(places, shim, step, library, n):
    counts, told = environment(
        library, shim, LD_FAULT_CALL=str(CALLS.index("open")), LD_FAULT_AT=str(n), LD_FAULT_ERRNO=str(KILL),
        LD_FAULT_WHO="worker")
    ended, out, error, _ = places.program.run(library, *places.words(small.STEPS[step][1]), **told)
    counts.unlink()
    lost = []
    if ended != 0:
        lost.append(f"open {n}: the second try ended with {ended}: {error.strip()[-300:]}")
    # That it ended well says that it was tried again; who reads a mark again says nothing.
    return lost + [f"open {n}: {text}" for text in places.losses(step, library)]
