#!/usr/bin/env python3
"""Signals: to the whole group at any instant, to one worker, to the command itself."""
import os
import random
import re
import signal
import time
from pathlib import Path

import small

# How long a command may take to stop when it is asked to.
STOPPING = 2.0


def kills(places, count):
    """SIGKILL at random instants over every step: of all at once, or of the command alone."""
    chance = random.Random(5)
    per_step = -(-count // len(small.STEPS))
    for step in small.STEPS:
        for turn in range(per_step):
            at = chance.random() * 1.02
            everything = turn % 2 == 0
            yield ("SIGKILL of all" if everything else "SIGKILL of the command", step,
                   lambda library, step=step, at=at, everything=everything:
                   kill(places, step, library, at, everything))


def begun(places, step, library):
    mark = f"{library.name}-{time.monotonic()}"
    command = places.words(small.STEPS[step][1])
    return mark, places.program.start(library, *command, mark=mark)


def kill(places, step, library, at, everything):
    at *= places.seconds(step)
    mark, process = begun(places, step, library)
    time.sleep(at)
    if everything:
        # Whoever was just being started is in no list that was made before.
        while small.kill_all(mark):
            pass
    else:
        process.kill()
    if small.ended(process, mark) is None:
        return ["hung"]
    if not everything:
        # Workers see that whoever started them is gone.
        if not gone(mark):
            small.kill_all(mark)
            return ["a worker outlived its run"]
    return places.losses(step, library)


def gone(mark, seconds=15):
    end = time.monotonic() + seconds
    while small.marked(mark):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def stops(places, turns):
    """SIGINT and SIGTERM at each step: the code of it, in time, and nothing lost."""
    chance = random.Random(6)
    for step in small.STEPS:
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            for _ in range(turns):
                at = chance.random()
                yield (signal.Signals(number).name, step,
                       lambda library, step=step, at=at, number=number, code=code:
                       stop(places, step, library, at, number, code))


def stop(places, step, library, at, number, code):
    at *= places.seconds(step)
    mark, process = begun(places, step, library)
    time.sleep(at)
    asked, was_handled = time.monotonic(), handles(process.pid, number)
    process.send_signal(number)
    lost = []
    if small.ended(process, mark) is None:
        lost.append(f"{signal.Signals(number).name} did not end it")
    took = time.monotonic() - asked
    # What was done already ends as done; the dynamic loader knows no handlers yet.
    if process.returncode not in (0, code, -number):
        lost.append(f"ended with {process.returncode}")
    if process.returncode == -number and was_handled:
        lost.append(f"{at:.2f} s after its start the signal ended it without a code of its own")
    if took > STOPPING:
        lost.append(f"took {took:.1f} s to stop")
    if not gone(mark):
        small.kill_all(mark)
        lost.append("a worker outlived its run")
    return lost + places.losses(step, library)


def handles(pid, number):
    """Whether a process has a handler for a signal yet."""
    caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(), re.M)
    return caught is not None and bool(int(caught[1], 16) >> number - 1 & 1)


def workers(places, turns):
    """A signal to one worker fails its job, not the night."""
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, signal.SIGSTOP):
        for turn in range(turns):
            for step in ("run", "work"):
                yield (f"{signal.Signals(number).name} to a worker", step,
                       lambda library, step=step, number=number, turn=turn:
                       hit_worker(places, step, library, number, turn))


def hit_worker(places, step, library, number, turn):
    mark, process = begun(places, step, library)
    chance = random.Random(turn)
    end = time.monotonic() + small.PATIENCE
    hit = None
    while hit is None and process.poll() is None and time.monotonic() < end:
        for pid in small.marked(mark):
            try:
                command = open(f"/proc/{pid}/cmdline", "rb").read()
            except OSError:
                continue
            if pid != process.pid and b"worker" in command:
                hit = pid
        time.sleep(0.005)
    time.sleep(chance.random() * 0.3)
    if hit is not None:
        try:
            os.kill(hit, number)
        except ProcessLookupError:
            hit = None
    lost = []
    if number == signal.SIGSTOP and hit is not None:
        # Nobody waits here for minutes of silence: the run is asked to stop, and has to.
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
    if small.ended(process, mark) is None:
        return ["a worker held the night for good"]
    if process.returncode < 0:
        lost.append(f"the run itself died of {-process.returncode}")
    if not gone(mark):
        small.kill_all(mark)
        lost.append("a worker outlived its run")
    return lost + places.losses(step, library)
