#!/usr/bin/env python3
"""Every export of a library's videos, each read by a program that is not gazecut.

    check.py GAZECUT --library FOLDER --video ID...            what was decided there
    check.py GAZECUT --samples MAKE-SAMPLES [--data FOLDER]    the sample, films, every kind of source

`--quick` leaves out melt and Chromium. It prints a line a timeline with how far the consumers'
windows are off, in pixels of the picture (at keys / at any frame), and ends with 1 where one
differs. A consumer that is not installed is named and left out.
"""
import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cases
import decided
import pixels
import readers

TIMELINES = ["otio", "mlt", "fcpxml", "xmeml", "edl"]


class Check:
    def __init__(self, gazecut, is_quick, dtd):
        self.gazecut, self.is_quick, self.dtd = gazecut, is_quick, dtd
        self.wrong, self.absent = [], set()
        self.has = {
            "opentimelineio": readers.otio, "otio-fcp-adapter": readers.has_fcp_adapter(),
            "fcp-mcp-server": readers.KeyframeEditor,
            "Apple's DTD of FCPXML 1.10": dtd, "xmllint": shutil.which("xmllint"),
            "melt": shutil.which("melt") and not is_quick,
            "chromium": shutil.which("chromium") and not is_quick}
        self.absent = [name for name, there in self.has.items() if not there]

    def video(self, library, video, told=()):
        """All formats of one video."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder)
            notes = {}
            for form in TIMELINES + ["vtt", "youtube", "csv"]:
                said = subprocess.run(
                    [str(self.gazecut), "export", video, "--format", form, "--to", str(out)],
                    env=cases.environment(library), capture_output=True, text=True, timeout=120)
                notes[form] = said.stderr
                if said.returncode:
                    self.wrong.append(f"{video} {form}: {said.stderr.strip()}")
            for words, forms in dict(told).items():
                for form in TIMELINES:
                    if (words in notes[form]) != (form in forms):
                        self.wrong.append(f"{video} {form}: '{words}' told: {words in notes[form]}")
            document = json.loads((library / f"shorts/{video}/decisions.json").read_text())
            source = decided.Source(self.source(library, document))
            for moment in document["moments"]:
                clip = library / f"shorts/{video}/{moment['id']}.mp4"
                size = decided.Source(clip).picture
                cuts = decided.short(moment, source, size)
                self.timeline(out, moment["id"], cuts, source, size, clip)
            if document["reel"]:
                size = decided.Source(library / f"shorts/{video}/highlights.mp4").picture
                self.timeline(out, f"{video}-highlights", decided.reel(document, source, size), source, size, None)
            self.chapters(out, video, document)
            self.held(f"{video}.csv", lambda: self.table(out / f"{video}.csv", video, document, source))

    def source(self, library, document):
        path = Path(document["video"]["source"])
        return path if path.is_absolute() else library / path

    def held(self, what, compare):
        """The words for the table; what is wrong is kept for the end."""
        try:
            return compare()
        except Exception as error:  # whatever a consumer throws, it did not read the document
            self.wrong.append(f"{what}: {type(error).__name__}: {error}")
            return "WRONG"

    def timeline(self, out, name, cuts, source, size, clip):
        def windows(reader, form, limit=0.101):
            path = out / f"{name}.{form}"
            return self.held(path.name, lambda: "%.2f/%.2f" % decided.compare(
                reader(path, source, size), cuts, source, limit))

        cells = [f"{name[:26]:26} {cuts[-1].at + cuts[-1].frames:5} {len(cuts):2} {float(source.rate):6.3f}"]
        if readers.otio:
            cells.append("otio " + windows(readers.resolve, "otio") + " " + windows(readers.premiere, "otio"))
        cells.append("mlt " + windows(readers.mlt, "mlt"))
        # Between the frames of an uneven source melt shows the next one, and players the last.
        if self.has["melt"] and clip and not source.is_uneven:
            cells.append(self.held(f"{name}.mlt", lambda: "melt %.1f px (%.0fx)" % pixels.compare(
                clip, out / f"{name}.mlt", cuts, size, out)))
        # Where a layer is split, keys lie between decided ones, and windows are rounded to tenths.
        cells.append("fcpxml " + windows(readers.fcpxml, "fcpxml", 0.16))
        if self.dtd and self.has["xmllint"]:
            fault = readers.valid(out / f"{name}.fcpxml", self.dtd)
            cells.append("DTD " + ("WRONG" if fault else "valid"))
            self.wrong += [f"{name}.fcpxml: {fault}"] if fault else []
        if self.has["otio-fcp-adapter"]:
            cells.append("xmeml " + windows(readers.xmeml, "xml"))
        if readers.otio:
            def edl():
                decided.compare([r[:3] + (None,) for r in readers.edl(out / f"{name}.edl", source)], cuts, source)
                return "edl same"
            cells.append(self.held(f"{name}.edl", edl))
        print("  ".join(cells), flush=True)

    def chapters(self, out, video, document):
        moments = sorted(document["moments"], key=lambda m: (m["start"], m["rank"]))
        ends = [m["start"] for m in moments[1:]] + [float("inf")]
        cues = [(m["start"], min(m["end"], end)) for m, end in zip(moments, ends)]
        path = out / f"{video}.vtt"

        def same(found):
            if len(found) != len(cues) or any(abs(a - b) > 0.0011 for p, q in zip(found, cues) for a, b in zip(p, q)):
                raise decided.Wrong(f"chapters {found}, decided {cues}")
            return f"{len(found)} chapters"

        cells = [f"{video[:26]:26}", "vtt: ffprobe " + self.held(path.name, lambda: same(readers.ffprobe(path)))]
        if self.has["chromium"]:
            cells.append("Chromium " + self.held(path.name, lambda: same([c[:2] for c in readers.chromium(path) or []])))
        lines = out / f"{video}.chapters.txt"
        starts = {int(c[0]) for c in cues} | {0}
        if lines.exists():
            def listed():
                times = readers.youtube(lines)
                if not set(times) <= starts:
                    raise decided.Wrong(f"lines at {times}")
                return f"{len(times)} lines"
            cells.append("youtube " + self.held(lines.name, listed))
        else:
            cells.append("youtube none (too few)")
        print("  ".join(cells), flush=True)

    def table(self, path, video, document, source):
        rows = [(r["moment"], float(r["shotStart"]), float(r["shotEnd"]), int(r["firstFrame"]),
                 int(r["frames"]), r["layout"]) for r in readers.table(path)]
        wanted = []
        for moment in document["moments"]:
            for cut, shot in zip(decided.short(moment, source, (9, 16)), moment["framing"]["shots"]):
                wanted.append((moment["id"], shot["start"], shot["end"], cut.first, cut.frames, shot["layout"]))
        if rows != wanted:
            self.wrong.append(f"{video}.csv: {rows}, decided {wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gazecut", type=Path)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--video", nargs="+", default=[], metavar="ID")
    parser.add_argument("--samples", type=Path, metavar="MAKE-SAMPLES")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    data = asked.data.resolve() if asked.data and asked.data.is_dir() else None
    dtd = data / "fcpxml/fcpxml-1.10.dtd" if data else None
    check = Check(asked.gazecut, asked.quick, dtd if dtd and dtd.exists() else None)
    for name in check.absent:
        print(f"SKIPPED: {name} is " + ("left out" if asked.quick else "missing"))
    print("clip, frames, shots, rate; windows off in picture pixels, at keys / at any frame "
          "(otio: as Resolve, as Premiere)")
    for video in asked.video:
        check.video(asked.library, video)
    if asked.samples:
        with tempfile.TemporaryDirectory(prefix="gazecut-exports-") as folder:
            everything(check, asked.gazecut, asked.samples, data, Path(folder))
    print("\n".join(f"WRONG: {fault}" for fault in check.wrong) or "every consumer read what was decided")
    sys.exit(1 if check.wrong else 0)


def everything(check, gazecut, make_samples, data, folder):
    (folder / "kinds").mkdir()
    for library, video, told in cases.kinds(gazecut, folder / "kinds"):
        check.video(library.folder, video, told)
    library, video = cases.sample(gazecut, make_samples, folder)
    check.video(library.folder, video)
    if not data:
        return print("SKIPPED: real films are missing; put them in ../shared/data or set SHARED_DATA")
    for library, video in cases.films(gazecut, data, folder):
        check.video(library.folder, video)


if __name__ == "__main__":
    main()
