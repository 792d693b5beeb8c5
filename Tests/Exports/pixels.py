#!/usr/bin/env python3
"""Whether melt's picture of a timeline is the short's: same frame, within half a pixel."""
import os
import subprocess
from operator import add, sub


def render(project, result):
    """Lets melt render a document without a window, nor threads, which drop frames."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", DISPLAY=":99")
    call = ["melt", str(project), "-silent", "-consumer", f"avformat:{result}", "vcodec=ffv1",
            "acodec=pcm_s16le", "real_time=0"]
    for limit in (120, 240):  # It hangs now and then on a machine that has other work.
        try:
            return subprocess.run(call, env=environment, capture_output=True, check=True, timeout=limit)
        except subprocess.TimeoutExpired:
            pass
    raise TimeoutError("melt hung twice")


def count(path):
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
         "stream=nb_read_packets", "-of", "csv=p=0", str(path)],
        check=True, capture_output=True, text=True, timeout=120).stdout
    return int(said.strip().split(",")[0])


def grey(path, frames, size):
    """Some frames as bytes of grey, by their number."""
    frames = sorted(frames)
    chosen = "+".join(f"eq(n\\,{f})" for f in frames)
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", str(path), "-vf", f"select='{chosen}'",
         "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        check=True, capture_output=True, timeout=240).stdout
    length = size[0] * size[1]
    return {f: raw[i * length:(i + 1) * length] for i, f in enumerate(frames)}


def fault(a, b, size, box, move):
    """The mean difference of two pictures inside a box, the second moved by half pixels."""
    (x0, y0, x1, y1), width = box, size[0]
    (left, half_x), (up, half_y) = (divmod(int(2 * m), 2) for m in move)
    total = points = 0
    for y in range(y0, y1, max(1, (y1 - y0) // 60)):
        row = a[y * width + x0:y * width + x1]
        place = (y + up) * width + left
        one = b[place + x0:place + x1]
        other = place + half_y * width + half_x
        two = b[other + x0:other + x1]
        total += sum(map(abs, map(sub, map(add, row, row), map(add, one, two)))) / 2
        points += len(row)
    return total / points


MOVES = [(0, 0)] + [(sign * d, 0) for d in (0.5, 1, 1.5) for sign in (-1, 1)] \
    + [(0, sign * d) for d in (0.5, 1, 1.5) for sign in (-1, 1)]


def match(ours, theirs, frame, size, box):
    """How far melt's picture lies off: frames, pixels; and how plainly.

    A picture that rests looks alike a frame or half a pixel away. So the nearest place counts that
    is hardly worse (a twentieth, and a tenth of a level of grey, which is what crf 12 leaves of it)
    than the best; `plainly` is how much worse one and a half pixels or a frame away are than it.
    """
    found = {}
    for other in (0, -1, 1):
        if theirs.get(frame + other):
            for move in MOVES:
                found[other, move] = fault(ours[frame], theirs[frame + other], size, box, move)
    enough = min(found.values()) * 1.05 + 0.1
    near = min((k for k, v in found.items() if v <= enough), key=lambda k: (abs(k[0]), max(map(abs, k[1]))))
    far = [v for (other, move), v in found.items() if other or max(map(abs, move)) == 1.5]
    return near[0], max(map(abs, near[1])), min(far) / max(0.02, found[near])


def compare(short, project, cuts, size, folder):
    """The worst of first, middle and last frame of every shot."""
    result = folder / (project.stem + ".mkv")
    render(project, result)
    length = cuts[-1].at + cuts[-1].frames
    if (count(result), count(short)) != (length, length):
        raise ValueError(f"melt shows {count(result)} frames, the short {count(short)}, decided {length}")
    asked = {c: sorted({c.at, c.at + c.frames // 2, c.at + c.frames - 1}) for c in cuts}
    ours = grey(short, {f for c in cuts for f in asked[c]}, size)
    around = {g for c in cuts for f in asked[c] for g in (f - 1, f, f + 1) if 0 <= g < length}
    theirs = grey(result, around, size)
    result.unlink()
    worst = 0.0
    plainly = []
    for cut in cuts:
        for pane in cut.panes:
            x, y, w, h = pane.target
            box = (int(x) + 4, int(y) + 4, int(x + w) - 4, int(y + h) - 4)
            for frame in asked[cut]:
                off, moved, plain = match(ours, theirs, frame, size, box)
                # A short's fitted picture is of even height on an even row, as its chroma asks: up
                # to a pixel from where it was decided, which is where melt shows it.
                if off or moved > (1 if cut.layout == "fit" else 0.5):
                    raise ValueError(
                        f"melt shows another picture at {frame} ({cut.layout}): {off} frames, {moved} px off")
                worst = max(worst, moved)
                plainly.append(plain)
    return worst, sorted(plainly)[len(plainly) // 2]
