#!/usr/bin/env python3
"""Sources on mounts that die, that never answer a read, and that are taken away."""
import os
import random
import shutil
import sys
from pathlib import Path

import small

# SourceDisks.patience, a second to find the mount, and a small night on a machine that is busy.
DEAD = 30 + 1 + 30
WAYS = {  # where the mount is, what is in it, and what leads there
    "a dead mount below videos": ("videos/nas", "trip.mp4", None),
    "a dead mount that settings name": ("nas", "trip.mp4", "videos: {trip: {source: nas/trip.mp4}}\n"),
    "a dead mount that a link leads to": ("nas", "film.mp4", ("videos/trip.mp4", "../nas/film.mp4")),
}


def deaths(places, ways, turns):
    """Dead mounts, in so many of the ways; and unmounted sources, at so many instants.

    Where there is one way only, a mount dies once: each death takes half a minute.
    """
    if os.geteuid() != 0 or not os.path.exists("/dev/fuse"):
        print("SKIPPED mounts: they take root and /dev/fuse", file=sys.stderr, flush=True)
        return
    for name in list(WAYS)[:ways]:
        yield name, "run", lambda library, way=WAYS[name]: dead(places, library, *way, dies_again=ways > 1)
    yield "a mount whose files are never read", "run", lambda library: unread(places, library)
    chance = random.Random(11)
    for turn in range(turns):
        at = chance.random()
        yield "sources unmounted", "run", lambda library, at=at: unmounted(places, library, at)


def dead(places, library, folder, film, leads, dies_again):
    """Two videos, one on a mount that does not answer: the other is done, and nothing is lost."""
    mount = library / folder
    mount.mkdir()
    if isinstance(leads, str):
        (library / "gazecut.yaml").write_text(small.SETTINGS + leads)
    elif leads:
        (library / leads[0]).symlink_to(leads[1])
    small.make_audience(library / "trips", "trip", seed=2)
    files = [str(file) for file in sorted((library / "trips").iterdir())]
    places.must(library, ["import", "timeline", *files])
    lost = night(places, library, mount, "the first night", places.end("run"))
    # The mount comes back: what could not be done is done.
    shutil.copy2(library / "videos/walk.mp4", mount / film)
    lost += answered(places, library, "the night after")
    done = small.outcome(library)
    if not any(name.startswith("shorts/trip/") and name.endswith(".mp4") for name in done):
        lost.append("the video of the mount that came back has no clip")
    if dies_again:
        # Clips that were made stay.
        lost += night(places, library, mount, "the third night", done)
        lost += answered(places, library, "the last night")
        if small.outcome(library) != done:
            lost.append("the last night changed what was there")
    code, out, error, _ = places.program.run(library, "check")
    return lost if code == 0 else lost + [f"check: {code} {(out + error).strip()[-300:]}"]


def unread(places, library):
    """A source that can be looked at and never be read: who reads it cannot even be killed."""
    mount = library / "videos/nas"
    mount.mkdir()
    shutil.copy2(library / "videos/walk.mp4", mount / "trip.mp4")
    small.make_audience(library / "trips", "trip", seed=2)
    files = [str(file) for file in sorted((library / "trips").iterdir())]
    places.must(library, ["import", "timeline", *files])
    lost = night(places, library, mount, "the first night", places.end("run"), "silent_reads.py")
    return lost + answered(places, library, "the night after")


def night(places, library, mount, name, expected, server="dead_mount.py"):
    """A night while a mount is dead."""
    within = ["unshare", "-m", sys.executable, str(Path(__file__).with_name(server)), str(mount)]
    code, _, error, seconds = places.program.run(library, "run", within=within)
    lost = []
    if code != 3 and not (code == 74 and expected == small.outcome(library)):
        lost.append(f"{name} ended with {code}: {error.strip()[-300:]}")
    if "does not respond: check its mount" not in error:
        lost.append(f"{name} does not say what is dead: {error.strip()[-300:]}")
    if seconds > DEAD:
        lost.append(f"{name} was held for {seconds:.0f} s")
    if small.outcome(library) != expected:
        lost.append(f"{name} left other clips than it should")
    return lost


def answered(places, library, name):
    code, out, error, _ = places.program.run(library, "run")
    return [] if code == 0 else [f"{name} ended with {code}: {(error or out).strip()[-300:]}"]


def unmounted(places, library, at):
    """Sources on a disk that is taken away in the middle; the next night has them again."""
    script = ('mount -t tmpfs tmpfs "$1/videos" && cp -a "$2/." "$1/videos" || exit 99; '
              '{ sleep "$3"; umount -l "$1/videos"; } >&- 2>&- & shift 3; exec "$@"')
    held = library.parent / (library.name + "-videos")
    shutil.copytree(library / "videos", held)
    code, _, error, _ = places.program.run(
        library, "run",
        within=["unshare", "-m", "sh", "-c", script, "sh", str(library), str(held), f"{at * places.seconds('run'):.2f}"])
    shutil.rmtree(held)
    lost = []
    if code == "hung" or code < 0 or code in (70, 99):
        lost.append(f"ended with {code}: {error.strip()[-300:]}")
    elif code != 0 and "walk" not in error:
        lost.append(f"ended with {code} and does not say which video: {error.strip()[-300:]}")
    return lost + places.losses("run", library)
