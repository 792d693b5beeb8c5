#!/usr/bin/env python3
"""A database that a disk or a hand has changed."""
import os
import random
import shutil
import sqlite3

import small

NAME, KEY = "gazecut.sqlite", "gazecut.key"


def damages(places, count):
    chance = random.Random(8)
    size = (places.state("done") / NAME).stat().st_size
    for turn in range(count):
        if turn % 3 == 0:
            at = chance.randrange(size)
            yield "a database cut short", "regenerate", lambda library, at=at: cut(places, library, at)
        else:
            places_of = sorted({chance.randrange(size) for _ in range(1 + turn % 8)})
            value = chance.randrange(1, 256)
            yield ("bytes of a database flipped", "regenerate",
                   lambda library, at=places_of, value=value: flip(places, library, at, value))
    yield "another program's database", "regenerate", lambda library: foreign(places, library)
    yield "a later version's database", "regenerate", lambda library: later(places, library)
    yield "a lost key", "regenerate", lambda library: key(places, library, None)
    yield "a foreign key", "regenerate", lambda library: key(places, library, os.urandom(32))


def cut(places, library, at):
    os.truncate(library / NAME, at)
    return met(places, library)


def flip(places, library, at, value):
    data = bytearray((library / NAME).read_bytes())
    for place in at:
        data[place] ^= value
    (library / NAME).write_bytes(data)
    return met(places, library)


def foreign(places, library):
    (library / NAME).unlink()
    with sqlite3.connect(library / NAME) as database:
        database.execute("CREATE TABLE notes (text)")
    return met(places, library, must_refuse=True)


def later(places, library):
    with sqlite3.connect(library / NAME) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('9999')")
    return met(places, library)


def key(places, library, text):
    if text is None:
        (library / KEY).unlink()
    else:
        (library / KEY).write_bytes(text)
    # Without its key a library must not take in anybody under another pseudonym.
    code, out, error, _ = places.program.run(library, *places.words(small.STEPS["import"][1]))
    lost = [] if code not in (0, 70) and error.strip() else [f"import with another key: {code} {error[-200:]}"]
    return lost + met(places, library)


def met(places, library, must_refuse=False):
    """Each command ends by itself with words; no clip changes; put back, all is well."""
    lost = []
    clips = small.outcome(library)
    for command in (["status"], ["explain", "walk"], ["check"], ["run"]):
        code, out, error, _ = places.program.run(library, *command)
        if code == "hung" or code < 0 or code == 70:
            lost.append(f"`{command[0]}`: {code}: {error.strip()[-300:]}")
        if code != 0 and not error.strip():
            lost.append(f"`{command[0]}` ended with {code} and no word")
        if must_refuse and code == 0:
            lost.append(f"`{command[0]}` took it for its own")
    there = small.outcome(library)
    gone = [name for name in clips if name.endswith(".mp4")
            and clips[name] not in there.values()]
    lost += [f"{name} is gone" for name in gone]
    for name in [NAME, KEY, NAME + "-wal", NAME + "-shm"]:
        (library / name).unlink(missing_ok=True)
    for name in [NAME, KEY]:
        shutil.copy2(places.state("done") / name, library / name)
    return lost + places.losses("regenerate", library, after=[["check", "--repair"], ["regenerate", "walk"]])
