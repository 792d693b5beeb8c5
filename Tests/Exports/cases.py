#!/usr/bin/env python3
"""Libraries to export from: the samples, two real films, and sources of every kind."""
import csv
import gzip
import json
import os
import random
import subprocess
from collections import defaultdict

SETTINGS = """run: {report: off}
selection: {%s}
render: {width: %d, height: %d, reelHeight: %d, preset: ultrafast, crf: %d, loudness: off}
"""
# Lines of two widths that move by more than the search reaches: no frame looks like another.
LINES = "lum='128+55*sin(X/4+N*0.7)+45*sin(Y/3-N*1.1)':cb=128:cr=128"


class Library:
    """A library, by its command line."""

    def __init__(self, gazecut, folder, chosen="", size=(180, 320), reel=180, crf=4):
        self.gazecut, self.folder = gazecut, folder
        self.call("init", str(folder), "--quiet")
        (folder / "gazecut.yaml").write_text(SETTINGS % (chosen, *size, reel, crf))

    def call(self, *arguments):
        said = subprocess.run([str(self.gazecut), *map(str, arguments)], capture_output=True, text=True,
                              timeout=900, env=environment(self.folder))
        if said.returncode:
            raise RuntimeError(f"gazecut {' '.join(map(str, arguments))}: {said.stderr.strip()}")
        return said


def environment(library):
    # What is set for gazecut outside must not decide here.
    own = {name: value for name, value in os.environ.items() if not name.startswith("GAZECUT_")}
    return dict(own, GAZECUT_LIBRARY=str(library))


def sample(gazecut, make_samples, folder):
    """The project's own sample, after a night."""
    subprocess.run([str(make_samples), "--quiet", str(folder / "made")], check=True, timeout=600)
    # As many lines as the source: a pixel of the short is one of the picture.
    library = Library(gazecut, folder / "library", size=(406, 720), reel=360, crf=12)
    (folder / "made/meadow.mp4").rename(library.folder / "videos/meadow.mp4")
    library.call("import", "timeline", *sorted((folder / "made/audience").iterdir()))
    library.call("run")
    return library, "meadow"


# File, seconds, picture, whose gaze, when they laugh, lines of the short.
FILMS = [("bbb_0_30.webm", 30, (1280, 720), "golf", (8, 13), 720),
         ("car.mp4", 30, (768, 432), "street", (6, 20), 432),
         ("chaplin.mp4", 9.6, (640, 360), "doves", (2, 8), 360)]


def films(gazecut, data, folder):
    """Real films under real gaze (of other footage, with invented laughter), after a night."""
    for name, seconds, picture, gaze, laughter, lines in FILMS:
        video = name.split(".")[0]
        here = folder / video
        here.mkdir()
        library = Library(gazecut, here / "library", "minimumLength: 5, maximumLength: 8",
                          size=(2 * round(lines * 9 / 32), lines), crf=12)
        (library.folder / f"videos/{name}").symlink_to(data / "videos" / name)
        audience = viewers(data / f"gaze/{gaze}.csv.gz", video, seconds, picture, laughter, here)
        library.call("import", "timeline", *audience)
        library.call("run")
        yield library, video


def viewers(path, video, seconds, picture, laughter, folder):
    """A timeline a viewer, ten samples a second; three of four laugh, half a second late."""
    looks = defaultdict(dict)
    with gzip.open(path, "rt") as file:
        for row in csv.DictReader(file):
            if float(row["conf"]) > 0:
                looks[row["viewer"]][int(row["t_us"]) // 100_000] = (
                    float(row["x_px"]) / 1280 * picture[0], float(row["y_px"]) / 720 * picture[1])
    chance = random.Random(1)
    files = []
    for number, (viewer, points) in enumerate(sorted(looks.items())):
        laughs = chance.random() < 0.75
        lines = [{"gazecut": "timeline/1", "video": video, "session": f"s{number}", "viewer": f"v{number}",
                  "picture": {"x": 0, "y": 0, "width": picture[0], "height": picture[1]}}]
        for step in range(int(seconds * 10)):
            point = points.get(step % (max(points) + 1))
            happy = (0.8 if laughs and laughter[0] < step / 10 - 0.5 < laughter[1] else 0.04) \
                + chance.random() * 0.06
            gaze = {"x": point[0], "y": point[1], "tracking": "SUCCESS"} if point \
                else {"x": None, "y": None, "tracking": "FACE_MISSING"}
            lines.append({"t": step / 10, "gaze": gaze, "emotion": {
                "state": "SUCCESS", "scores": {"happy": round(happy, 3), "neutral": round(0.96 - happy, 3)}}})
        file = folder / f"viewer-{number:02}.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)) + "\n")
        files.append(file)
    return files


# Name, frames a second, what ffmpeg is told of the file, what a format must tell of it.
KINDS = [
    ("film", "24000/1001", [], {}),
    ("pal", "25", ["-timecode", "10:00:00:00"], {}),
    ("dropping", "30000/1001", ["-timecode", "01:00:00;00"], {}),
    ("fluent", "60000/1001", ["-timecode", "00:59:59:00"], {}),
    ("fast", "120", [], {}),
    ("turned", "30", ["-metadata:s:v", "rotate=90"], {"is rotated": ("otio", "xmeml", "edl")}),
    ("squeezed", "25", ["-aspect", "64:27"], {"not square": ("otio", "xmeml", "edl")}),
    ("uneven", "25", ["-vf", "select='not(eq(mod(n,5),3))'", "-fps_mode", "vfr"],
     {"variable frame rate": ("otio", "mlt", "fcpxml", "xmeml", "edl")}),
    ("barred", "25", [], {}),
    ("Ünï (1) 日本", "24", [], {}),
]


def kinds(gazecut, folder):
    """Sources that differ in rate, clock, turn, pixel and name, under every layout."""
    library = Library(gazecut, folder / "library")
    for index, (name, rate, options, told) in enumerate(KINDS):
        video = name if name.isascii() else f"named{index}"
        path = library.folder / f"videos/{name}.mov"
        draw(path, rate, options, folder)
        if video != name:
            with open(library.folder / "gazecut.yaml", "a", encoding="utf-8") as file:
                file.write(f"videos: {{{video}: {{source: 'videos/{path.name}'}}}}\n")
        document = folder / f"{video}.json"
        document.write_text(json.dumps(decisions(video, path)))
        library.call("regenerate", video, "--decisions", document)
        yield library, video, told


def draw(path, rate, options, folder):
    plain = folder / "plain.mov"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
         f"color=black:size=320x180:rate={rate}:duration=3,format=yuv420p,geq={LINES}", "-f", "lavfi",
         "-i", "sine=duration=3", "-preset", "ultrafast", "-crf", "4", "-c:v", "libx264", "-pix_fmt",
         "yuv420p", "-c:a", "aac", *(o for o in options if "-vf" in options), str(plain)],
        check=True, timeout=120)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", str(plain), "-c", "copy",
         *(o for o in options if "-vf" not in options), str(path)], check=True, timeout=60)


def decisions(video, path):
    """A pan, a stack with a zoomed lower pane, the whole picture, a window that closes in.

    Of the picture with bars only what lies between them is fitted.
    """
    from decided import Source
    width, height = Source(path).picture
    told = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "format=duration:stream=avg_frame_rate", "-of", "json",
         str(path)], check=True, capture_output=True, timeout=60).stdout)

    def window(t, x, y, size, shape=9 / 16):
        w, h = min(width, height * shape) * size, min(height, width / shape) * size
        return {"t": t, "x": round((width - w) * x, 1), "y": round((height - h) * y, 1),
                "width": round(w, 1), "height": round(h, 1)}

    shots = [
        {"start": 0.3, "end": 1.3, "cut": "source", "layout": "crop",
         "keyframes": [window(0.4, 0.2, 0.2, 0.95), window(1.2, 0.9, 0.6, 0.95)]},
        {"start": 1.3, "end": 1.8, "cut": "source", "layout": "stack",
         "panes": [{"keyframes": [window(1.3, 0.2, 0.3, 1, 9 / 8)]},
                   {"keyframes": [window(1.3, 0.9, 0.8, 0.6, 9 / 8)]}]},
        {"start": 1.8, "end": 2.1, "cut": "source", "layout": "fit"},
        {"start": 2.1, "end": 2.7, "cut": "framing", "layout": "crop",
         "keyframes": [window(2.15, 0.4, 0.5, 0.95), window(2.65, 0.6, 0.3, 0.6)]}]
    framing = {"gazeKept": None, "shots": shots}
    if video == "barred":
        framing["active"] = {"x": 0, "y": 20, "width": width, "height": height - 40}
    return {"schema": "gazecut.decisions/2",
            "video": {"id": video, "source": str(path), "duration": float(told["format"]["duration"]),
                      "width": width, "height": height, "frameRate": told["streams"][0]["avg_frame_rate"]},
            "audience": {"viewers": 5, "excluded": []}, "settings": "",
            "moments": [{"id": f"{video}-0", "rank": 1, "start": 0.3, "end": 2.7, "coreStart": 0.5,
                         "coreEnd": 2, "score": 1, "why": {"chosenBy": "person", "viewers": 5},
                         "framing": framing}],
            "rejected": [], "reel": [{"moment": f"{video}-0", "start": 0.3, "end": 2.7, "at": 0}]}
