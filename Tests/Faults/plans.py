#!/usr/bin/env python3
"""A plan's folder, which others write to: each field hostile, each name something else."""
import copy
import hashlib
import json
import os
import shutil
import socket

import small

FORGED = "2026-01-01T00:00:00Z FORGED"
NUMBERS = [-1, 0, 2**31, 2**40, 2**63 - 1, 2**63, 2**70, -2**63, -1e9, 1e300, 0.5, "7", None]
TEXTS = ["", "../../OUTSIDE/precious.mp4", "OUTSIDE/precious.mp4", "/etc/passwd", "..", "/",
         f"\x1b]0;title\x07\x1b[31mred\n{FORGED}\r\n{FORGED}", "\u0000", "x" * 100_000, "\u202e", 7, None]
OTHERS = [None, [], {}, "x", -1, [[]], True]
DOCUMENTS = ["plan.json", "index.jsonl", "videos/walk.json", "jobs/walk.jsonl", "decisions/walk.json", "results"]
NAMES = ["plan.json", "index.jsonl", "recorded.json", "videos", "videos/walk.json", "jobs", "jobs/walk.jsonl",
         "decisions", "decisions/walk.json", "results", "clips", "RESULT", "CLIP", "POSTER"]
PLANT = {
    "a link to a file": lambda path, outside: path.symlink_to(outside / "precious.mp4"),
    "a link to a folder": lambda path, outside: path.symlink_to(outside),
    "a link to nothing": lambda path, outside: path.symlink_to(outside / "nothing"),
    "a second name": lambda path, outside: os.link(outside / "precious.mp4", path),
    "a pipe": lambda path, outside: os.mkfifo(path),
    "a socket": lambda path, outside: bound(path),
    "a folder": lambda path, outside: path.mkdir(),
    "a device": lambda path, outside: os.mknod(path, 0o600 | 0o020000, os.makedev(1, 5)),
    "a sparse file": lambda path, outside: sparse(path),
}


def bound(path):
    here = os.getcwd()
    with socket.socket(socket.AF_UNIX) as end:
        os.chdir(path.parent)
        try:
            end.bind(path.name)
        finally:
            os.chdir(here)


def sparse(path):
    path.touch()
    os.truncate(path, 1 << 40)


def attacks(places):
    library = places.state("worked")
    for name in DOCUMENTS:
        lines = read(find(library / "tonight", name))
        for number, line in enumerate(lines[:1]):
            for place in fields(line):
                value = at(line, place)
                for hostile in values(value):
                    if hostile != value:
                        yield (f"hostile values in {name}", "record",
                               lambda library, name=name, number=number, place=place, hostile=hostile:
                               edited(places, library, name, number, place, hostile))
    for name in NAMES:
        for how in PLANT:
            yield how + " in a plan", "record", lambda library, name=name, how=how: planted(places, library, name, how)
    yield "the plan of another library", "record", lambda library: other(places, library)
    yield "a plan from before an erasure", "record", lambda library: replayed(places, library)
    yield "a plan put together of two", "record", lambda library: mixed(places, library)


def values(value):
    if isinstance(value, bool) or value is None or isinstance(value, (list, dict)):
        return OTHERS
    return TEXTS if isinstance(value, str) else NUMBERS


def fields(value, place=()):
    """The way to every field, in lists to those of the first."""
    if place:
        yield place
    if isinstance(value, dict):
        for key in value:
            yield from fields(value[key], (*place, key))
    elif isinstance(value, list) and value:
        yield from fields(value[0], (*place, 0))


def at(value, place):
    for key in place:
        value = value[key]
    return value


def find(plan, name):
    clips = sorted(path.name for path in (plan / "clips").iterdir())
    shorts = [name for name in clips if name.replace(".jpg", ".mp4") != name]
    named = {"RESULT": f"results/{shorts[0][:-4]}.json", "CLIP": f"clips/{shorts[0][:-4]}.mp4",
             "POSTER": f"clips/{shorts[0]}", "results": f"results/{shorts[0][:-4]}.json"}
    return plan / (named.get(name, name))


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def digest(data):
    return hashlib.sha256(data).hexdigest()


def reseal(plan):
    """What who has no key can make right again after an edit: the digest of jobs and decisions."""
    try:
        path = plan / "videos/walk.json"
        video = json.loads(path.read_text())
        both = (digest((plan / name).read_bytes()) for name in ("jobs/walk.jsonl", "decisions/walk.json"))
        video["digest"] = digest("".join(both).encode())
        path.write_text(json.dumps(video) + "\n")
    except (OSError, ValueError, TypeError):
        pass


def guarded(library):
    """Every file that neither `work` nor `record` may touch, and its bytes."""
    outside = library.parent / (library.name + "-outside")
    def isOurs(name):
        return name in ("tonight", "shorts", "tmp", "gazecut.lock") or name.startswith("gazecut.sqlite")

    inside = contents(library)
    return untouched(outside) | {path: there for path, there in inside.items()
                                if not isOurs(os.path.relpath(path, library).split("/")[0])}


def contents(root):
    """Every file below a folder: its bytes, mode and number of names; of a sparse one its size."""
    found = {}
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            there = path.stat()
            data = digest(path.read_bytes()) if there.st_size < 1 << 30 else there.st_size
            found[str(path)] = (data, there.st_mode, there.st_nlink)
        else:
            found[str(path)] = "no file"
    return found


def untouched(outside):
    """Bytes and modes; a second name may go."""
    return {path: there[:2] for path, there in contents(outside).items()}


def begin(library):
    """A folder beside the library, with files that nothing may touch."""
    outside = library.parent / (library.name + "-outside")
    shutil.rmtree(outside, ignore_errors=True)
    outside.mkdir()
    for name in ("precious.mp4", "precious.jpg", "precious.json"):
        (outside / name).write_text("precious\n")
    return outside


def edited(places, library, name, number, place, hostile):
    outside = begin(library)
    path = find(library / "tonight", name)
    lines = read(path)
    if isinstance(hostile, str):
        hostile = hostile.replace("OUTSIDE", outside.name if hostile.startswith("..") else str(outside))
    at(lines[number], place[:-1])[place[-1]] = copy.deepcopy(hostile)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    if name != "videos/walk.json":
        reseal(library / "tonight")
    return met(places, library, outside)


def planted(places, library, name, how):
    outside = begin(library)
    path = find(library / "tonight", name)
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    PLANT[how](path, outside)
    return met(places, library, outside)


def other(places, library):
    outside = begin(library)
    (library / "gazecut.key").write_text("ab" * 32 + "\n")
    (library / "gazecut.key").chmod(0o600)
    # 78: the key does not fit the library.
    return met(places, library, outside, accepted=(78,))


def replayed(places, library):
    """Its figures rest on somebody who is gone."""
    outside = begin(library)
    places.program.run(library, "forget", "planted-3")
    lost = met(places, library, outside)
    return lost + [f"{name} was recorded" for name in small.outcome(library)]


def mixed(places, library):
    outside = begin(library)
    kept = library / "tmp" / "first"
    shutil.copytree(library / "tonight", kept)
    shutil.rmtree(library / "tonight")
    places.program.run(library, "plan", "--to", "tonight")
    shutil.copy(kept / "videos/walk.json", library / "tonight/videos/walk.json")
    shutil.rmtree(kept)
    lost = met(places, library, outside)
    return lost + [f"{name} was recorded" for name in small.outcome(library)]


def met(places, library, outside, accepted=()):
    """Works and records; what went wrong but a refusal."""
    before, lost = guarded(library), []
    for command in (["work", "tonight"], ["record", "tonight"], ["status"]):
        code, out, error, _ = places.program.run(library, *command)
        if code not in (0, 3, 65, 66, 73, *accepted):
            lost.append(f"`{command[0]}` ends with {code}: {error.strip()[-300:]}")
        if "\x1b" in out + error or any(line.startswith(FORGED) for line in (out + error).splitlines()):
            lost.append(f"`{command[0]}` prints what it was given: {(out + error)!r:.300}")
    after = guarded(library)
    lost += [f"{name} was changed" for name in sorted(set(before) | set(after)) if before.get(name) != after.get(name)]
    lost += [f"{path} is a link" for path in (library / "shorts").rglob("*")
             if path.is_symlink() and path.parent.name != "latest"]
    shutil.rmtree(outside, ignore_errors=True)
    return lost
