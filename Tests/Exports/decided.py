#!/usr/bin/env python3
"""What was decided, worked out from the decision document and the source, apart from gazecut."""
import json
import math
import subprocess
from fractions import Fraction

USUAL = [Fraction(*r) for r in [(24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1),
                                (50, 1), (60000, 1001), (60, 1)]]


class Source:
    """A file, as ffprobe tells it."""

    def __init__(self, path):
        self.path = str(path)
        told = json.loads(subprocess.run(
            ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", self.path],
            check=True, capture_output=True, timeout=60).stdout)
        video = next(s for s in told["streams"] if s["codec_type"] == "video")
        width, height = video["width"], video["height"]
        aspect = video.get("sample_aspect_ratio", "1:1").split(":")
        if aspect[0] != "0":
            width = round(width * int(aspect[0]) / int(aspect[1]))
        turn = next((d["rotation"] for d in video.get("side_data_list", []) if "rotation" in d), 0)
        self.picture = (height, width) if turn % 180 else (width, height)
        average, grid = (Fraction(video[n]) for n in ("avg_frame_rate", "r_frame_rate"))
        # Where frames come at uneven times, the grid that they lie on counts.
        self.is_uneven = abs(grid / average - 1) > 0.02
        self.rate = counted(grid if self.is_uneven else average)
        clocks = [s.get("tags", {}).get("timecode") for s in told["streams"]]
        self.timecode = next((c for c in clocks if c), None)

    @property
    def nominal(self):
        return round(self.rate)

    @property
    def clock_step(self):
        """Frames of a usual clock for one of the source: 2 of 25 at 12.5."""
        return next((n for n in range(1, 6) if self.rate * n in USUAL), 1)

    @property
    def is_drop(self):
        return bool(self.timecode) and ";" in self.timecode

    @property
    def clock(self):
        """The number of the first frame, by SMPTE 12M."""
        if not self.timecode:
            return 0
        h, m, s, f = (int(p) for p in self.timecode.replace(";", ":").split(":"))
        dropped = self.nominal // 15 * (h * 60 + m - (h * 60 + m) // 10) if self.is_drop else 0
        return ((h * 60 + m) * 60 + s) * self.nominal + f - dropped


def counted(rate):
    """The rate of clips: 60 a second at most, on a usual one where that is near."""
    rate /= max(1, math.ceil(float(rate) / 60 - 0.001))
    near = min(USUAL, key=lambda usual: abs(usual - rate))
    return near if abs(near / rate - 1) <= 0.005 else rate


def nearest(time, rate):
    return math.floor(time * float(rate) + 0.5 + 1e-4)


class Cut:
    """A stretch of a timeline: frames of the source, and panes, each with its keyframes."""

    def __init__(self, first, end, at, layout="whole", panes=()):
        self.first, self.end, self.at = first, end, at
        self.layout, self.panes = layout, list(panes)

    @property
    def frames(self):
        return self.end - self.first


class Pane:
    """A window of the picture, and the part of the canvas that it fills: (x, y, width, height)."""

    def __init__(self, keyframes, target):
        self.keyframes, self.target = keyframes, target

    def window(self, time, picture):
        keys = self.keyframes
        after = next((i for i, k in enumerate(keys) if k["t"] >= time), len(keys))
        if after == 0 or after == len(keys):
            key = keys[min(after, len(keys) - 1)]
            x, y, w, h = key["x"], key["y"], key["width"], key["height"]
        else:
            a, b = keys[after - 1], keys[after]
            share = (time - a["t"]) / (b["t"] - a["t"])
            x, y, w, h = (a[n] + (b[n] - a[n]) * share for n in ("x", "y", "width", "height"))
        w, h = min(w, picture[0]), min(h, picture[1])
        return (min(max(0, x), picture[0] - w), min(max(0, y), picture[1] - h), w, h)


def panes(shot, framing, picture, canvas):
    width, height = canvas
    if shot["layout"] == "crop":
        return [Pane(shot["keyframes"], (0, 0, width, height))]
    if shot["layout"] == "stack":
        return [Pane(pane["keyframes"], (0, index * height / 2, width, height / 2))
                for index, pane in enumerate(shot["panes"])]
    shown = shot.get("part") or framing.get("active") or {"x": 0, "y": 0, "width": picture[0], "height": picture[1]}
    scale = min(width / shown["width"], height / shown["height"])
    w, h = shown["width"] * scale, shown["height"] * scale
    return [Pane([{"t": 0, **shown}], ((width - w) / 2, (height - h) / 2, w, h))]


def short(moment, source, canvas):
    """The cuts of a short."""
    rate, shots = source.rate, moment["framing"]["shots"]
    first = nearest(moment["start"], rate)
    edges = [nearest(s["start"], rate) for s in shots] + [nearest(moment["end"], rate)]
    return [Cut(a, b, a - first, shot["layout"],
                panes(shot, moment["framing"], source.picture, canvas))
            for shot, a, b in zip(shots, edges, edges[1:]) if a < b]


def reel(document, source, canvas):
    """The cuts of the reel, which shows the whole picture."""
    cuts, at = [], 0
    for entry in document["reel"]:
        first, end = nearest(entry["start"], source.rate), nearest(entry["end"], source.rate)
        cuts.append(Cut(first, end, at, "whole", panes(
            {"layout": "fit"}, {}, source.picture, canvas)))
        at += end - first
    return cuts


class Wrong(Exception):
    """What a consumer read is not what was decided."""


def compare(read, cuts, source, limit=0.101):
    """Holds what a consumer read against the decisions.

    `read` is a list of (first, end, at, layers); a layer maps a cut's frame to (scale, x, y), where
    the picture's centre lies on the canvas; `None` for layers where a format has none. Hands back
    the worst distance of a window's edge, in picture pixels, at keys and at any frame.
    """
    if [r[:3] for r in read] != [(c.first, c.end, c.at) for c in cuts]:
        raise Wrong(f"cuts {[r[:3] for r in read]}, decided {[(c.first, c.end, c.at) for c in cuts]}")
    at_keys = anywhere = 0
    for (_, _, _, layers), cut in zip(read, cuts):
        if layers is None:
            continue
        if len(layers) != len(cut.panes):
            raise Wrong(f"{len(layers)} layers, {len(cut.panes)} decided ({cut.layout})")
        for keys, pane in zip(layers, cut.panes):
            for frame in range(cut.frames):
                window = pane.window((cut.first + frame) / float(source.rate), source.picture)
                fault = distance(shown(place(keys, frame), pane.target, source.picture), window)
                anywhere = max(anywhere, fault)
                if frame in keys:
                    at_keys = max(at_keys, fault)
    if at_keys > limit or anywhere >= 0.5:
        raise Wrong(f"windows off by {at_keys:.2f} px at keys, {anywhere:.2f} px between")
    return at_keys, anywhere


def place(keys, frame):
    frames = sorted(keys)
    before = [f for f in frames if f <= frame]
    last = before[-1] if before else frames[0]
    after = [f for f in frames if f > frame]
    if last >= frame or not after:
        return keys[last]
    share = (frame - last) / (after[0] - last)
    return tuple(a + (b - a) * share for a, b in zip(keys[last], keys[after[0]]))


def shown(place, target, picture):
    """The part of the picture that fills `target`."""
    scale, x, y = place
    w, h = target[2] / scale, target[3] / scale
    return (picture[0] / 2 - (x - target[0] - target[2] / 2) / scale - w / 2,
            picture[1] / 2 - (y - target[1] - target[3] / 2) / scale - h / 2, w, h)


def distance(a, b):
    edges = lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
    return max(abs(p - q) for p, q in zip(edges(a), edges(b)))
