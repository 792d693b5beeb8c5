#!/usr/bin/env python3
"""Media that are broken, and media that mean harm: each ends within its limits; others are done."""
import random
import resource
import struct
import subprocess
from pathlib import Path

import small

# Kilobytes that no process may take for a picture of 160 x 90 (Debian's libraries alone are
# 150,000).
MEMORY = 1_500_000
BATCH = 20


def broken(places, count):
    """Batches of damaged copies of one small source in every container, one whole among them."""
    chance = random.Random(9)
    for first in range(0, count, BATCH):
        seeds = [chance.random() for _ in range(min(BATCH, count - first))]
        yield ("damaged media", "night of 21", lambda library, seeds=seeds:
               night(places, library, [damaged(places, seed) for seed in seeds]))


def damaged(places, seed):
    chance = random.Random(seed)
    source = chance.choice(places.containers)
    data = bytearray(source.read_bytes())
    way = chance.randrange(4)
    if way == 0:
        data = data[:chance.randrange(1, len(data))]
    elif way == 1:
        for _ in range(chance.choice((1, 20, 2000))):
            data[chance.randrange(len(data))] = chance.randrange(256)
    elif way == 2:  # absurd headers: the first kilobytes say sizes, counts and times
        for _ in range(30):
            at = chance.randrange(min(3000, len(data) - 4))
            data[at:at + 4] = struct.pack(">I", chance.choice((0, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000)))
    else:
        at = chance.randrange(len(data))
        data[at:at + chance.randrange(1, 5000)] = b"\0" * chance.randrange(0, 9000)
    return source.suffix, bytes(data)


def hostile(places):
    """A night of each file that means harm."""
    for name, (suffix, data) in hostile_files(places).items():
        yield "hostile media", name, lambda library, data=data, suffix=suffix: night(places, library, [(suffix, data)])


def hostile_files(places):
    """Files that ask for others, for the network, or for all there is: suffix and bytes by name."""
    secret = places.folder / "secret.mp4"
    files = {
        "playlist of a file": (".mp4", f"#EXTM3U\n#EXTINF:2,\nfile:{secret}\n#EXT-X-ENDLIST\n"),
        "playlist of a server": (".mp4", "#EXTM3U\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n"),
        "playlist of itself": (".mp4", "#EXTM3U\n#EXTINF:2,\nhostile.mp4\n#EXT-X-ENDLIST\n"),
        "master playlist": (".mp4", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:/etc/passwd\n"),
        "playlist with a key": (".mp4", '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="file:/etc/passwd"\n#EXTINF:2,\na.ts\n'),
        "concat list": (".mp4", f"ffconcat version 1.0\nfile '{secret}'\n"),
        "concat of devices": (".mkv", "ffconcat version 1.0\nfile '/dev/zero'\n"),
        "session description": (".mp4", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n"),
        "dash manifest": (".mp4", f'<?xml version="1.0"?><MPD><Period><BaseURL>file:{secret}</BaseURL></Period></MPD>'),
        "image sequence": (".mp4", "%03d.png"),
        "avisynth script": (".avi", f'DirectShowSource("{secret}")'),
        "subtitle of a film": (".mkv", "WEBVTT\n\n00:00.000 --> 99:59:59.999\n" + "x" * 100_000),
        "ram file": (".mov", f"file://{secret}\n"),
        "asx": (".mp4", f'<asx><entry><ref href="file:{secret}"/></entry></asx>'),
        "redirecting mov": (".mov", moov_of(f"file:{secret}".encode())),
        "boxes in boxes": (".mp4", nested(4000)),
        "a billion samples": (".mp4", counts(0xFFFFFFF0)),
        "ebml of a terabyte": (".mkv", bytes.fromhex("1A45DFA3") + b"\x01" + b"\xff" * 7 + b"\0" * 500),
        "zeros": (".mp4", b"\0" * 300_000),
        "nothing": (".mp4", b""),
        "a large gif": (".mp4", b"GIF89a" + struct.pack("<HH", 65535, 65535) + b"\xf7\0\0" + b"\0" * 800),
        "a large png": (".mp4", b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 2**31 - 1, 2**31 - 1) + b"\x08\x06\0\0\0" + b"\0" * 99),
        "a sound alone": (".mp4", places.containers[-1].read_bytes()),
        "gzip": (".mp4", __import__("gzip").compress(b"\0" * 30_000_000)),
    }
    return {name: (suffix, text if isinstance(text, bytes) else text.encode())
            for name, (suffix, text) in files.items()}


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def moov_of(reference):
    alias = box(b"rdrf", struct.pack(">I", 0) + b"url " + struct.pack(">I", len(reference)) + reference)
    return box(b"ftyp", b"qt  \0\0\2\0qt  ") + box(b"moov", box(b"rmra", box(b"rmda", alias)))


def nested(depth):
    content = b""
    for _ in range(depth):
        content = box(b"moov", content)
    return box(b"ftyp", b"isom\0\0\2\0isom") + content


def counts(count):
    table = box(b"stsz", struct.pack(">III", 0, 1, count)) + box(b"stts", struct.pack(">IIII", 0, count, count, 1) * 3)
    return box(b"ftyp", b"isom\0\0\2\0isom") + box(b"moov", box(b"trak", box(b"mdia", box(b"minf", box(b"stbl", table)))))


def night(places, library, sources):
    """One night over what is given and one whole video, all with the same audience."""
    lost = []
    for number, (suffix, data) in enumerate(sources):
        (library / f"videos/v{number}{suffix}").write_bytes(data)
        audience = library / "tmp" / f"a{number}"
        small.make_audience(audience, f"v{number}")
        code, _, error, _ = places.program.run(
            library, "import", "timeline", *(str(file) for file in sorted(audience.iterdir())))
        if code != 0:
            lost.append(f"importing beside it ended with {code}: {error.strip()[-200:]}")
    small.shutil.rmtree(library / "tmp")
    (library / "tmp").mkdir()
    code, out, error, seconds = places.program.run(library, "run")
    if code == "hung" or code < 0 or code not in (0, 3, 65, 66, 69, 74, 77):
        lost.append(f"ended with {code} after {seconds:.0f} s: {error.strip()[-300:]}")
    if not (library / "shorts/walk").is_dir() or "walk" not in out:
        lost.append("the whole video was not done: " + out.strip()[-200:])
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if largest > MEMORY:
        lost.append(f"a process took {largest // 1000} MB")
    whole = places.end("run")
    for name, digest in small.outcome(library).items():
        if name.startswith("shorts/walk/") and whole.get(name) != digest:
            lost.append(f"{name} of the whole video differs")
    lost += [f"left over: {name}" for name in small.unfinished(library)]
    return lost
