#!/usr/bin/env python3
"""What programs that are not gazecut read out of its documents."""
import csv
import json
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

try:
    import opentimelineio as otio
except ImportError:
    otio = None
try:
    from fcpxml.keyframes import KeyframeEditor
    from fcpxml.writer import FCPXMLModifier
except ImportError:
    KeyframeEditor = None


def fit(source, canvas):
    """The place of a clip that nobody moved."""
    scale = min(canvas[0] / source.picture[0], canvas[1] / source.picture[1])
    return (scale, canvas[0] / 2, canvas[1] / 2)


def clips(path, source, effects, step=1, **options):
    """The cuts of a timeline as opentimelineio reads it; every video track is a layer.

    `step` of its frames are one of the source.
    """
    timeline = otio.adapters.read_from_file(str(path), **options)
    cuts = {}
    for track in timeline.video_tracks():
        for item in track:
            if not isinstance(item, otio.schema.Clip):
                continue
            if abs(item.source_range.start_time.rate - float(source.rate * step)) > 1e-9:
                raise ValueError(f"a rate of {item.source_range.start_time.rate}")
            times = [item.range_in_parent().start_time, item.source_range.start_time,
                     item.source_range.duration]
            at, start, length = (int(time.value / step) for time in times)
            first = start - source.clock
            cut = cuts.setdefault((at, first, first + length), [])
            if effects:
                cut.append(effects(item, start))
    return [(first, end, at, layers if effects else None)
            for (at, first, end), layers in sorted(cuts.items())]


def resolve(path, source, canvas):
    """As DaVinci Resolve: zoom of the fitted picture, pan and tilt in shares of its size."""
    scale, x, y = fit(source, canvas)

    def effects(item, _):
        found = [e for e in item.effects if e.metadata.get("Resolve_OTIO", {}).get("Name") == "Transform"]
        if not found:
            return {0: (scale, x, y)}
        values = {p["Parameter ID"]: p for p in found[0].metadata["Resolve_OTIO"]["Parameters"]}
        frames = {0} | {int(f) for p in values.values() for f in p["Key Frames"]}

        def value(name, frame):
            keys = values[name]["Key Frames"]
            return keys[str(frame)]["Value"] if str(frame) in keys else values[name]["Parameter Value"]

        return {f: (value("transformationZoomX", f) * scale,
                    x + value("transformationPan", f) * source.picture[0] * scale,
                    y - value("transformationTilt", f) * source.picture[1] * scale) for f in frames}

    return clips(path, source, effects)


def premiere(path, source, canvas):
    """As Premiere: per cent of the picture's pixels, shares of the frame, frames of the source."""

    def effects(item, start):
        found = [e for e in item.effects
                 if e.metadata.get("PremierePro_OTIO", {}).get("MatchName") == "AE.ADBE Motion"]
        if not found:  # A clip that nobody moved is shown pixel by pixel, not fitted.
            return {0: (1.0, canvas[0] / 2, canvas[1] / 2)}
        values = {p["DisplayName"]: p for p in found[0].metadata["PremierePro_OTIO"]["Parameters"]}
        keys = {name: {int(k["Position"].value) - start: k["Value"] for k in p.get("Keyframes", [])}
                for name, p in values.items()}

        def value(name, frame):
            return keys[name][frame] if frame in keys[name] else (
                values[name]["StartValue"]["Value"] if "StartValue" in values[name] else None)

        frames = set(keys["Scale"]) | set(keys["Position"]) or {0}
        return {f: (value("Scale", f) / 100, value("Position", f)["X"] * canvas[0],
                    value("Position", f)["Y"] * canvas[1]) for f in frames}

    return clips(path, source, effects)


def has_fcp_adapter():
    return otio is not None and "fcp_xml" in otio.adapters.available_adapter_names()


def xmeml(path, source, canvas):
    """Motion of Final Cut Pro 7 XML: per cent of the picture's pixels, shares of the canvas."""
    step = source.clock_step

    def effects(item, start):
        found = [e.metadata["fcp_xml"] for e in item.effects
                 if e.metadata.get("fcp_xml", {}).get("effectid") == "basic"]
        if not found:  # A clip that nobody moved is shown pixel by pixel, not fitted.
            return {0: (1.0, canvas[0] / 2, canvas[1] / 2)}
        values = {}
        for parameter in found[0]["parameter"]:
            keys = parameter.get("keyframe", [])
            keys = [keys] if hasattr(keys, "keys") else keys  # One alone is no list.
            values[parameter["parameterid"]] = (
                {int(k["when"]) // step + source.clock - start: k["value"] for k in keys},
                parameter["value"])

        def value(name, frame):
            keys, static = values[name]
            return keys.get(frame, static)

        return {f: (float(value("scale", f)) / 100,
                    (float(value("center", f)["horiz"]) + 0.5) * canvas[0],
                    (float(value("center", f)["vert"]) + 0.5) * canvas[1])
                for f in set(values["scale"][0]) | set(values["center"][0]) or {0}}

    return clips(path, source, effects, step, adapter_name="fcp_xml")


def edl(path, source):
    """The CMX 3600 adapter; it must be told the rate."""
    step = source.clock_step
    return clips(path, source, None, step, rate=float(source.rate * step))


def mlt(path, source, canvas):
    """Rectangles of MLT's `affine`; whether melt shows them is seen in its pictures."""
    root = ET.parse(path).getroot()
    producers = {p.get("id"): p for p in root.iter("producer")}
    cuts = {}
    for playlist in root.iter("playlist"):
        if not playlist.get("id").startswith("playlist"):
            continue
        at = 0
        for item in playlist:
            if item.tag == "blank":
                at += int(item.get("length"))
            if item.tag != "entry":
                continue
            first, last = int(item.get("in")), int(item.get("out"))
            keys = rectangles(producers[item.get("producer")], source, canvas)
            if keys:
                cuts.setdefault((at, first, last + 1), []).append(keys)
            at += last + 1 - first
    return [(first, end, at, layers) for (at, first, end), layers in sorted(cuts.items())]


def rectangles(producer, source, canvas):
    """`None` for the blurred ground."""
    keys = {0: fit(source, canvas)}
    for node in producer.iter("filter"):
        told = {p.get("name"): p.text for p in node.iter("property")}
        if told["mlt_service"] == "avfilter.gblur":
            return None
        if told["mlt_service"] == "affine":
            keys = {}
            for key in told["transition.rect"].split(";"):
                frame, box = key.split("=")
                x, y, w, h, _ = (float(n) for n in box.split())
                keys[int(frame)] = (w / source.picture[0], x + w / 2, y + h / 2)
    return keys


def seconds(text):
    return Fraction(text.removesuffix("s"))


def whole(text, rate):
    frames = seconds(text) * rate
    if frames.denominator != 1:
        raise ValueError(f"{text} is no whole frame")
    return int(frames)


def fcpxml(path, source, canvas):
    """Cuts by their attributes; keys by fcp-mcp-server, whose clock is the clip's own."""
    root = ET.parse(path).getroot()
    told = {}
    if KeyframeEditor:
        told = {c["clip_path"].split("/", 2)[2]: c["properties"]
                for c in KeyframeEditor(FCPXMLModifier(str(path))).list_keyframes()["clips"]}
    nodes = {id(root.find(where)): properties for where, properties in told.items()}

    def keys(node):
        scale, x, y = fit(source, canvas)
        found = nodes[id(node)]
        values = {}
        for name in ("position", "scale"):
            static = found[name]["static_value"] or ("0 0" if name == "position" else "1 1")
            values[name] = {whole(k["time"], source.rate): k["value"] for k in found[name]["keyframes"]}
            values[name].setdefault(0, [float(n) for n in static.split()])
        at = lambda name, frame: values[name].get(frame, values[name][0])
        return {f: (at("scale", f)[0] * scale, x + at("position", f)[0] / 100 * canvas[1],
                    y - at("position", f)[1] / 100 * canvas[1])
                for f in set(values["position"]) | set(values["scale"])}

    cuts = []
    for clip in root.find(".//spine"):
        start = whole(clip.get("start"), source.rate)
        length, at = whole(clip.get("duration"), source.rate), whole(clip.get("offset"), source.rate)
        layers = [] if clip.find("filter-video") is not None or not told else [keys(clip)]
        lanes = {}
        for part in clip.findall("asset-clip") if told else []:
            own = whole(part.get("start"), source.rate)
            lane = lanes.setdefault(part.get("lane"), {})
            lane.update({frame + own - start: place for frame, place in keys(part).items()})
        layers += [lanes[lane] for lane in sorted(lanes)]
        first = start - source.clock
        cuts.append((first, first + length, at, layers if told else None))
    return cuts


def valid(path, dtd):
    said = subprocess.run(["xmllint", "--noout", "--dtdvalid", str(dtd), str(path)],
                          capture_output=True, text=True, timeout=60)
    return said.stderr.strip() if said.returncode else None


def ffprobe(path):
    """The seconds of each cue."""
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "json",
         str(path)], check=True, capture_output=True, timeout=60).stdout
    return [(float(p["pts_time"]), float(p["pts_time"]) + float(p["duration_time"]))
            for p in json.loads(said)["packets"]]


PLAYER = """<!doctype html><meta charset="utf-8"><video><track kind="chapters" src="data:text/vtt;base64,%s">
</video><pre></pre><script>
const element = document.querySelector('track');
element.addEventListener('load', () => { document.querySelector('pre').textContent = JSON.stringify(
  [...element.track.cues].map((cue) => [cue.startTime, cue.endTime, cue.id])); });
element.track.mode = 'hidden';
</script>"""


def chromium(path):
    """Start, end and id of each cue of a track, as a browser has them."""
    import base64
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "player.html"
        page.write_text(PLAYER % base64.b64encode(Path(path).read_bytes()).decode())
        # `timeout` ends the browser with all processes of its group, should it hang.
        said = subprocess.run(
            ["timeout", "--kill-after=5", "60", "chromium", "--headless=new", "--no-sandbox",
             "--disable-gpu", f"--user-data-dir={folder}/profile", "--virtual-time-budget=5000",
             "--dump-dom", f"file://{page}"], capture_output=True, text=True, timeout=90).stdout
    found = re.search(r"<pre>(.*?)</pre>", said, re.S)
    return [tuple(cue) for cue in json.loads(found[1])] if found and found[1] else None


def youtube(path):
    """Seconds of each line, by YouTube's rules: from 0:00, ascending, three lines or more."""
    lines = Path(path).read_text().splitlines()
    times = []
    for line in lines:
        clock = re.match(r"(?:(\d+):)?(\d+):(\d\d) \S", line)
        times.append(int(clock[1] or 0) * 3600 + int(clock[2]) * 60 + int(clock[3]))
    if len(times) < 3 or times[0] or any(b - a < 10 for a, b in zip(times, times[1:])):
        raise ValueError(f"no chapters for YouTube: {times}")
    return times


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
