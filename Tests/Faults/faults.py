#!/usr/bin/env python3
"""What a night survives, counted: a table fault x step x outcome. Ends with 1 where one was lost.

    faults.py GAZECUT [--quick] [--only NAME...] [--all-errors] [--sample COUNT]

Without ends of its own it takes an hour on two cores. `--sample` takes so many of its
attacks, evenly, and is what the suite runs.
"""
import argparse
import collections
import itertools
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import calls
import clocks
import databases
import media
import mounts
import plans
import rooms
import signals
import small
import sources
import specials


def attacks(places, quick, all_errors):
    """Every kind of attack, by name: what is tried, where, and how."""
    steps = ["run"] if quick else list(small.STEPS)
    return {
        "kills": lambda: signals.kills(places, 16 if quick else 208),
        "stops": lambda: signals.stops(places, 1 if quick else 4),
        "workers": lambda: signals.workers(places, 1 if quick else 4),
        "rooms": lambda: rooms.lacks(places),
        "sources": lambda: sources.surprises(places, 1 if quick else 12),
        "mounts": lambda: mounts.deaths(places, 1 if quick else len(mounts.WAYS), 1 if quick else 12),
        "databases": lambda: databases.damages(places, 9 if quick else 120),
        "media": lambda: itertools.chain(
            media.broken(places, 20 if quick else 240), media.hostile(places)),
        "clocks": lambda: clocks.attacks(places),
        "plans": lambda: plans.attacks(places),
        "specials": lambda: specials.attacks(places),
        "memory": lambda: calls.out_of_memory(
            places, ["run"] if quick else ["run", "plan", "work"], every=23 if quick else 3),
        "calls": lambda: calls.faults(places, steps, every=23 if quick else 1, all_errors=all_errors),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gazecut", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--all-errors", action="store_true", help="each error at every call, not in turn")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", nargs="+", default=[])
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="gazecut-faults-"))
    try:
        places = small.Places(asked.gazecut.resolve(), folder)
        wrong = tried(places, asked)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if wrong else 0)


def tried(places, asked):
    table, wrong = collections.OrderedDict(), []

    def one(case):
        number, (fault, step, attack) = case
        state = small.STEPS[step][0] if step in small.STEPS else "imported"
        library = places.begin(state, f"case-{number}")
        try:
            lost = attack(library)
        except Exception as error:  # an attack that cannot be made says nothing of the program
            lost = [f"the attack itself failed: {type(error).__name__}: {error}"]
        shutil.rmtree(library, ignore_errors=True)
        return fault, step, lost

    with ThreadPoolExecutor(2) as pool:
        for name, make in attacks(places, asked.quick, asked.all_errors).items():
            if asked.only and name not in asked.only:
                continue
            began = time.monotonic()
            cases = list(enumerate(make()))
            if asked.sample and asked.sample < len(cases):
                part = len(cases) / asked.sample
                cases = [cases[int((turn + 0.5) * part)] for turn in range(asked.sample)]
            for fault, step, lost in pool.map(one, cases):
                row = table.setdefault((fault, step), [0, 0])
                row[0] += 1
                row[1] += not lost
                for text in lost:
                    print(f"LOST {fault}, {step}: {text}", file=sys.stderr, flush=True)
                    wrong.append(text)
            print(f"{name}: {len(cases)} attacks in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    width = max(len(fault) for fault, _ in table)
    print(f"{'fault':{width}}  {'step':10}  tries  nothing lost")
    for (fault, step), (count, whole) in table.items():
        print(f"{fault:{width}}  {step:10}  {count:5}  {whole:5}{'' if count == whole else '  <- LOST'}")
    total, whole = (sum(row[i] for row in table.values()) for i in (0, 1))
    print(f"{total} attacks, nothing lost in {whole}")
    return wrong


main()
