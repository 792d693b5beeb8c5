#!/usr/bin/env python3
"""What other people do to files while a night runs."""
import os
import random
import shutil
import time

import signals
import small


def surprises(places, turns):
    chance = random.Random(7)
    ways = {
        "a source cut short": lambda library: os.truncate(library / "videos/walk.mp4", 60_000),
        "a source replaced": lambda library: shutil.copyfile(places.other, library / "videos/walk.mp4"),
        "a source deleted": lambda library: (library / "videos/walk.mp4").unlink(missing_ok=True),
        "the output folder removed": lambda library: shutil.rmtree(library / "shorts", ignore_errors=True),
    }
    for name, way in ways.items():
        for turn in range(turns):
            at = chance.random()
            yield name, "run", lambda library, way=way, at=at: surprised(places, library, way, at)
    for turn in range(turns):
        at = chance.random()
        yield "two nights at once", "run", lambda library, at=at: twice(places, library, at)
        yield "a night during an import", "import", lambda library, at=at: beside_import(places, library, at)


def surprised(places, library, way, at):
    source = (library / "videos/walk.mp4").read_bytes()
    times = os.stat(library / "videos/walk.mp4")
    at *= places.seconds("run")
    mark, process = signals.begun(places, "run", library)
    time.sleep(at)
    way(library)
    lost = []
    error = small.ended(process, mark)
    if error is None:
        return ["hung"]
    if process.returncode < 0 or process.returncode == 70:
        lost.append(f"died ({process.returncode}): {error[-300:]}")
    # The source comes back as it was, and the clips with it.
    (library / "videos/walk.mp4").write_bytes(source)
    os.utime(library / "videos/walk.mp4", ns=(times.st_atime_ns, times.st_mtime_ns))
    # What somebody removed after it was made is made again, and a person's retired ones are told.
    return lost + places.losses("run", library, after=[["run"], ["run"]], is_alone=False)


def twice(places, library, at):
    mark, first = signals.begun(places, "run", library)
    time.sleep(at * places.seconds("run"))
    code, out, error, _ = places.program.run(library, "run")
    if small.ended(first, mark) is None:
        return ["hung"]
    lost = []
    if first.returncode not in (0, 75) or code not in (0, 75):
        lost.append(f"ended with {first.returncode} and {code}: {error.strip()[-300:]}")
    return lost + places.losses("run", library)


def beside_import(places, library, at):
    mark, process = signals.begun(places, "import", library)
    time.sleep(at * places.seconds("import"))
    code, out, error, _ = places.program.run(library, "run")
    if small.ended(process, mark) is None:
        return ["hung"]
    lost = []
    if process.returncode != 0 or code not in (0, 3, 75, 65):
        lost.append(f"ended with {process.returncode} and {code}: {error.strip()[-300:]}")
    return lost + places.losses("import", library, is_alone=False)
