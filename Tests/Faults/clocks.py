#!/usr/bin/env python3
"""Clocks that are wrong by centuries, on either side of a night."""
import datetime
import functools
import subprocess
import time
from pathlib import Path

# 0001 and 9999 are the ends of what a text of a date can say.
YEARS = [1, 1601, 1901, 1969, 1970, 2038, 2400, 4000, 9999]
# None before the year 1, and none whose nanoseconds exceed 64 bits: a preloaded clock ends waits
# at once there, and Linux lets no clock be set so far.
FURTHER = {"the year 60000": 1_830_000_000_000}
NIGHT = [["run"], ["status"], ["check"], ["explain", "walk"], ["report"], ["plan", "--to", "next"], ["forget", "planted-9"]]


@functools.cache
def shim(folder):
    library = folder / "clock.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def attacks(places):
    now = time.time()
    offs = {f"the year {year:04}": datetime.datetime(year, 6, 1, tzinfo=datetime.timezone.utc).timestamp() - now
            for year in YEARS} | {name: at - now for name, at in FURTHER.items()}
    for name, off in offs.items():
        yield f"a first night in {name}", "run", lambda library, off=off: first(places, library, off)
        yield f"a night, then {name}", "run", lambda library, off=off: then(places, library, off)


def wrong(places, off):
    return {"LD_PRELOAD": str(shim(places.folder)), "LD_FAULT_CLOCK": str(int(off))}


def first(places, library, off):
    """All that the wrong night wrote is read and used afterwards."""
    lost = tried(places, library, NIGHT[:3], "then", **wrong(places, off))
    return lost + tried(places, library, NIGHT, "now") + kept(library)


def then(places, library, off):
    """A wrong night finds all that a right one wrote, and so does the next."""
    places.must(library, ["run"])
    lost = tried(places, library, NIGHT[:-1], "then", **wrong(places, off))
    return lost + tried(places, library, NIGHT, "now") + kept(library)


def tried(places, library, commands, when, **more):
    lost = []
    for command in commands:
        code, out, error, seconds = places.program.run(library, *command, **more)
        # A plan may be there already; a wrong night may take a file for one that is being written.
        if code not in (0, 3, 73):
            lost.append(f"{when}, `{command[0]}` ends with {code} after {seconds:.0f} s: {(error or out).strip()[-300:]}")
    return lost


def kept(library):
    clips = list((library / "shorts/walk").glob("*.mp4"))
    return [] if len(clips) > 1 else ["the clips are gone"]
