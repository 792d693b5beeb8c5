#!/usr/bin/env python3
"""Too little of something: disk, inodes, rights, memory, descriptors; and a clock that jumps."""
import resource
import shutil

import small

# What a shortage may end with: said, and with a code of its own; a night that did without is done.
FAILED = {3, 73, 74, 77, 78, 69, 66, 65, 75}


def lacks(places):
    assert shutil.which("unshare"), "small disks are mounted in a space of their own"
    for step in ("import", "run", "work", "record"):
        for size in (50, 150, 400, 900):
            for room in rooms_of(step):
                yield (f"a disk of {size} kB for {room}", step,
                       lambda library, step=step, room=room, size=size:
                       on_disk(places, step, library, room, f"size={size}k"))
        for room in rooms_of(step):
            yield (f"few inodes for {room}", step,
                   lambda library, step=step, room=room: on_disk(places, step, library, room, "nr_inodes=4"))
            yield (f"{room} read-only", step,
                   lambda library, step=step, room=room: on_disk(places, step, library, room, "ro"))
        for name, limit, values in (
                ("address space", resource.RLIMIT_AS, (400 << 20, 1100 << 20, 1500 << 20)),
                ("open files", resource.RLIMIT_NOFILE, (12, 24, 48)),
                ("file size", resource.RLIMIT_FSIZE, (4 << 10, 64 << 10, 256 << 10))):
            for value in values:
                yield (f"little {name}", step,
                       lambda library, step=step, limit=limit, value=value:
                       under_limit(places, step, library, limit, value))
    if shutil.which("faketime"):
        for step in small.STEPS:
            for shift in ("-400d", "+400d"):
                yield (f"a clock {shift}", step,
                       lambda library, step=step, shift=shift: at_time(places, step, library, shift))


def rooms_of(step):
    return {"import": ["library", "tmp"], "run": ["library", "shorts", "tmp"],
            "work": ["tonight", "tmp"], "record": ["library", "shorts"]}[step]


def judged(places, step, library, code, error, after=None):
    lost = []
    if code == "hung":
        lost.append("hung")
    elif code < 0:
        lost.append(f"died of signal {-code}: {error.strip()[-200:]}")
    elif code != 0 and code not in FAILED:
        lost.append(f"ended with {code}: {error.strip()[-300:]}")
    elif code != 0 and not error.strip():
        lost.append(f"ended with {code} and no word")
    return lost + places.losses(step, library, after)


def on_disk(places, step, library, room, options):
    """The step in a space of mounts where one folder is small; what it wrote is copied back."""
    folder = library if room == "library" else library / room
    held = library.parent / (library.name + "-held")
    folder.mkdir(exist_ok=True)
    # A database, and what stands beside it, is moved onto the small disk as far as there is room.
    if options == "ro":
        script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"; cd "$2"; shift 4; exec "$@"'
        end = ""
    else:
        script = ('cp -a "$1" "$3" && mount -t tmpfs -o "$4",mode=777 tmpfs "$1" && cp -a "$3/." "$1" 2>/dev/null '
                  '|| exit 99; cd "$2"; back=$3; room=$1; shift 4; "$@"; code=$?; '
                  'rm -rf "$back"; cp -a "$room" "$back" 2>/dev/null; exit $code')
        end = "copied"
    command = ["unshare", "-m", "sh", "-c", script, "sh", str(folder), str(library), str(held), options]
    code, out, error, _ = places.program.run(library, *places.words(small.STEPS[step][1]), within=command)
    if code == 99:
        # What is there already does not fit: no night can begin there.
        shutil.rmtree(held, ignore_errors=True)
        return []
    if end:
        shutil.rmtree(folder)
        shutil.move(held, folder)
    return judged(places, step, library, code, error)


def under_limit(places, step, library, limit, value):
    code, out, error, _ = places.program.run(
        library, *places.words(small.STEPS[step][1]),
        before=lambda: resource.setrlimit(limit, (value, value)))
    lost = []
    # The dynamic loader itself wants some descriptors and memory; what it says is not the
    # program's.
    if isinstance(code, int) and code in (127, -6) and "shared libraries" in error:
        code = 74
    return lost + judged(places, step, library, code, error)


def at_time(places, step, library, shift):
    """Before and after it the clock is right: a library written in the future must live on."""
    code, out, error, _ = places.program.run(
        library, *places.words(small.STEPS[step][1]), within=["faketime", "-f", shift])
    if code != 0:
        return [f"ended with {code}: {error.strip()[-300:]}"]
    return judged(places, step, library, code, error)
