#!/usr/bin/env python3
"""Something else than a regular file under each name that gazecut opens."""
import functools
import shutil
import threading

import plans
import small

SETTINGS = small.SETTINGS.replace("report: off", "metrics: tonight.prom")
# Files of the library's own, which every night opens; CLIP stands for the first clip.
OWN = ["gazecut.yaml", "gazecut.key", "gazecut.sqlite", "gazecut.sqlite-wal", "gazecut.sqlite-shm", "gazecut.lock",
       "gazecut.erased", "wishes/walk.json", "wishes", "shorts", "shorts/walk", "shorts/walk/.retired",
       "shorts/walk/decisions.json", "shorts/index.json", "shorts/walk/CLIP.mp4", "shorts/walk/CLIP.json",
       "shorts/walk/CLIP.jpg", "report", "report/index.html", "report/walk.html", "report/stills", "tonight.prom",
       "videos", "videos/walk.mp4", "videos/walk.srt", "timelines", "timelines/walk",
       "timelines/walk/viewer-0.jsonl", "tmp"]
NIGHT = [["run"], ["status"], ["check"], ["doctor"], ["report"], ["explain", "walk"], ["wish", "walk", "--list"],
         ["plan", "--to", "tonight.plan"], ["backup", "copy.sqlite"]]
# Files that a person names, and the command that reads or writes each.
NAMED = {
    "timeline.jsonl": ["import", "timeline"], "any.bin": ["import", "auto"], "names.txt": ["forget", "--from"],
    "decisions.json": ["regenerate", "walk", "--decisions"], "preset.json": ["import", "table", "x.csv", "--preset-file"],
    "seats.csv": ["import", "table", "x.csv", "--preset", "openface", "--video", "walk", "--fps", "25", "--seats"],
    "copy.sqlite": ["backup"], "cuts": ["export", "walk", "--format", "otio", "--to"], "tonight": ["plan", "--to"],
    "worked": ["work"], "recorded": ["record"], "library": ["status", "--config"],
}
# A person may give a pipe, for which gazecut waits without a word until it is stopped.
WAITS = {"import", "forget", "regenerate"}
# What may hold a command up, or never end: all commands are tried on it, and two on all else.
ENDLESS = {"a pipe", "a device"}


def attacks(places):
    ready = threading.Lock()
    state = functools.cache(lambda: after_nights(places))

    def begin(library):
        with ready:
            return small.copy(state(), library.name)

    for name in OWN:
        for how in plans.PLANT:
            yield how + " in the library", "run", lambda library, name=name, how=how: planted(places, begin(library), name, how)
    for name in NAMED:
        for how in plans.PLANT:
            yield how + " given", NAMED[name][0], lambda library, name=name, how=how: given(places, library, name, how)


def after_nights(places):
    """A library in which all that a night may write was written."""
    library = places.begin("done", "after-nights")
    (library / "gazecut.yaml").write_text(SETTINGS)
    shutil.copytree(places.audience, library / "timelines/walk", dirs_exist_ok=True)
    (library / "videos/walk.srt").write_text("1\n00:00:01,000 --> 00:00:03,000\nTold\n")
    for command in (["forget", "planted-9"], ["run"], ["wish", "walk", "never", "0:01-0:03"], ["run"]):
        places.must(library, command)
    return library


def planted(places, library, name, how):
    outside = plans.begin(library)
    clip = next(path.stem for path in sorted((library / "shorts/walk").glob("*.mp4")))
    path = library / name.replace("CLIP", clip)
    remove(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    plans.PLANT[how](path, outside)
    return met(places, library, outside, NIGHT if how in ENDLESS else NIGHT[:2])


def given(places, library, name, how):
    outside = plans.begin(library)
    path = library / name
    plans.PLANT[how](path, outside)
    (library / "x.csv").write_text("t,happy\n1,1\n")
    command = [*NAMED[name], name]
    # Who reads a pipe may wait for what comes through it, and is stopped then.
    mayWait = command[0] in WAITS and how == "a pipe"
    return met(places, library, outside, [command], within=("timeout", "--preserve-status", "10") if mayWait else ())


def remove(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def met(places, library, outside, commands, within=()):
    """What went wrong but a refusal: a trap, a hang, or another file that was touched."""
    before = plans.untouched(outside)
    lost = []
    for command in commands:
        code, out, error, seconds = places.program.run(library, *command, within=within)
        if code == "hung" or code < 0 or code in (70, 132, 134, 139):
            lost.append(f"`{command[0]}` ends with {code} after {seconds:.0f} s: {error.strip()[-300:]}")
    after = plans.untouched(outside)
    lost += [f"{name} was changed" for name in sorted(set(before) | set(after)) if before.get(name) != after.get(name)]
    shutil.rmtree(outside, ignore_errors=True)
    return lost
