#!/usr/bin/env python3
"""The smallest library in which a night does all that a night does, and what it looks like done."""
import functools
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

# What a process that an attack started carries: nothing of it outlives the attack.
MARK = "LD_FAULT_MARK"
# Nothing here takes so long; a program that does hangs, and hanging is a finding.
PATIENCE = 120

SETTINGS = """\
run: {report: off, workers: 1}
render: {width: 90, height: 160, preset: ultrafast, crf: 30}
intake: {settle: 0}
"""


def ended(process, mark):
    """What a process said on standard error until it ended; `None` if it hung and was killed."""
    try:
        return process.communicate(timeout=PATIENCE)[1].decode(errors="replace")
    except subprocess.TimeoutExpired:
        kill_all(mark)
        process.communicate()
        return None


class Program:
    """The program under attack, and whatever it started."""

    def __init__(self, gazecut, under=None):
        self.gazecut, self.under = str(gazecut), under

    def environment(self, library, mark="calm", **more):
        # Settings of whoever runs this are none of the library's.
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GAZECUT_")}
        return {**kept, "GAZECUT_LIBRARY": str(library), MARK: mark, "TMPDIR": str(library / "tmp"), **more}

    def start(self, library, *arguments, mark="calm", before=None, within=(), **more):
        return subprocess.Popen(
            [*within, self.gazecut, *arguments], cwd=library, env=self.environment(library, mark, **more),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=before)

    def run(self, library, *arguments, **how):
        """Code, standard output and error, seconds; the code is "hung" where patience ended."""
        began = time.monotonic()
        mark = how.setdefault("mark", f"{os.getpid()}-{began}")
        process = self.start(library, *arguments, **how)
        try:
            out, error = process.communicate(timeout=PATIENCE)
            code = process.returncode
        except subprocess.TimeoutExpired:
            kill_all(mark)
            out, error = process.communicate()
            code = "hung"
        return code, out.decode(errors="replace"), error.decode(errors="replace"), time.monotonic() - began


def marked(mark):
    """Processes that carry a mark, whatever session they are in."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            if wanted in Path(f"/proc/{entry}/environ").read_bytes().split(b"\0"):
                found.append(int(entry))
        except OSError:
            pass  # gone meanwhile
    return found


def kill_all(mark):
    """Kills all that carry a mark; how many there were."""
    found = marked(mark)
    for pid in found:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return len(found)


def make_video(path, seconds=40):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s=160x90:r=10:d={seconds}",
         "-f", "lavfi", "-i", f"anoisesrc=a=0.1:seed=5:d={seconds}", "-c:v", "libx264", "-preset", "ultrafast",
         "-g", "20", "-c:a", "aac", "-b:a", "32k", "-pix_fmt", "yuv420p", str(path)], check=True, timeout=60)


def make_audience(folder, video, viewers=10, seconds=40, seed=1):
    """Viewers who smile from second 14 to 24, eyes on one thing; elsewhere they look about."""
    folder.mkdir(parents=True)
    chance = random.Random(seed)
    for viewer in range(viewers):
        lines = [json.dumps({
            "gazecut": "timeline/1", "video": video, "session": f"s{viewer}", "viewer": f"planted-{viewer}",
            "picture": {"x": 0, "y": 0, "width": 1, "height": 1}})]
        for step in range(seconds * 4):
            t = step / 4
            smiles = 14.5 < t < 24.5
            x, y = (0.3, 0.5) if 14.25 < t < 24.25 else (chance.random(), chance.random())
            happy = (0.85 if smiles else 0.03) + chance.random() * 0.05
            lines.append(json.dumps({
                "t": t, "gaze": {"x": round(min(0.99, x + chance.random() * 0.03), 4),
                                 "y": round(min(0.99, y + chance.random() * 0.03), 4), "tracking": "SUCCESS"},
                "emotion": {"state": "SUCCESS",
                            "scores": {"happy": round(happy, 3), "neutral": round(1 - happy, 3)}}}))
        (folder / f"viewer-{viewer}.jsonl").write_text("\n".join(lines) + "\n")


def copy(library, name):
    """A library as it stands, to the nanosecond, in a folder beside it."""
    there = library.parent / name
    shutil.rmtree(there, ignore_errors=True)
    subprocess.run(["cp", "-a", str(library), str(there)], check=True)
    return there


def outcome(library):
    """What a person would miss: each file of the output with its bytes, and each video's state."""
    files = {
        str(path.relative_to(library)): hashlib.sha256(told(path)).hexdigest()
        for path in sorted((library / "shorts").rglob("*")) if path.is_file() and not path.is_symlink()}
    # A link that leads nowhere is one that differs.
    links = {
        str(path.relative_to(library)): os.readlink(path) + ("" if path.exists() else " (leads nowhere)")
        for path in sorted((library / "shorts").rglob("*")) if path.is_symlink()}
    return files | links


def told(path):
    """A file's bytes; of an index all but the time at which each clip was made."""
    text = path.read_bytes()
    return re.sub(rb', "since": "[^"]*"', b"", text) if path.name == "index.json" else text


def unfinished(library):
    """Files that were under way when something ended."""
    return [
        str(path.relative_to(library)) for path in library.rglob("*")
        if path.name.startswith(".tmp") or "tmp" == path.parent.name]


# A step of a library's life: the state it begins in, what is attacked, and what a person does then.
# The import's files and the viewer are filled in; a second `forget` may find nobody.
STEPS = {
    "import": ("empty", ["import", "timeline", "AUDIENCE"], [["import", "timeline", "AUDIENCE"], ["run"]]),
    "intake": ("brought", ["intake"], [["intake"], ["run"]]),
    "run": ("imported", ["run"], [["run"]]),
    "plan": ("imported", ["plan", "--to", "tonight"],
             # A plan tells of a video that could not be planned; the night after it does that one.
             [["plan", "--to", "tonight"], ["work", "tonight"], ["record", "tonight"], ["run"]]),
    "work": ("planned", ["work", "tonight"], [["work", "tonight"], ["record", "tonight"]]),
    "record": ("worked", ["record", "tonight"], [["record", "tonight"]]),
    "regenerate": ("done", ["regenerate", "walk"], [["regenerate", "walk"]]),
    "forget": ("done", ["forget", "planted-3"], [["forget", "planted-3"], ["run"]]),
    "remove": ("done", ["remove", "walk"], [["remove", "walk"]]),
}
# What was done already when the attack came is no failure of the command that is given again; nor
# is it that a recording tells which video the plan told of as failed: the end of all is compared.
DONE_ALREADY = {"forget": ["has no such viewer"], "remove": ["no video", "has no sessions"],
                "record": ["recorded already", "not done"],
                "plan": ["contains a plan that is not recorded yet"]}


class Places:
    """A library in each of the states that a step begins in, and how each step ends undisturbed."""

    def __init__(self, gazecut, folder):
        self.program, self.folder = Program(gazecut), folder
        self.audience = folder / "audience"
        make_audience(self.audience, "walk")
        self.states, self.coming, self.making = {}, self.life(), threading.Lock()
        self.known, self.knowing = {}, threading.Lock()

    def life(self):
        """Each state in turn, one made from the other."""
        library = self.folder / "made"
        library.mkdir()
        self.must(library, ["init", "."])
        (library / "tmp").mkdir()
        (library / "gazecut.yaml").write_text(SETTINGS)
        make_video(library / "videos" / "walk.mp4")
        yield "empty", copy(library, "state-empty")
        brought = copy(library, "state-brought")
        shutil.copytree(self.audience, brought / "timelines" / "walk")
        yield "brought", brought
        for state, step in [("imported", "import"), ("planned", "plan"), ("worked", "work"), ("done", "record")]:
            self.must(library, STEPS[step][1])
            yield state, copy(library, f"state-{state}")

    def state(self, name):
        """A library in a state, which is not to be changed; what nothing asks for is not made."""
        with self.making:
            while name not in self.states:
                state, library = next(self.coming)
                self.states[state] = library
            return self.states[name]

    def calm(self, step):
        """A step undisturbed: how it ends, what each file was on the way there, and its seconds."""
        with self.knowing:
            if step not in self.known:
                state, attacked, after = STEPS[step]
                library = self.begin(state, f"calm-{step}")
                seen = [outcome(library)]
                seconds = self.must(library, attacked)
                seen.append(outcome(library))
                # The first command of what comes after is the attacked one again.
                for command in after[1:]:
                    self.must(library, command)
                end = outcome(library)
                self.known[step] = (end, seen + [end], seconds)
            return self.known[step]

    def end(self, step):
        return self.calm(step)[0]

    def seconds(self, step):
        return self.calm(step)[2]

    @functools.cached_property
    def other(self):
        """What a source may be replaced by."""
        make_video(self.folder / "other.mp4", seconds=30)
        return self.folder / "other.mp4"

    @functools.cached_property
    def containers(self):
        """One small source in every container, and its sound alone."""
        whole = self.state("empty") / "videos/walk.mp4"
        paths = [self.folder / f"walk.{ending}" for ending in ("mkv", "mov", "ts", "avi", "m4a")]
        for path in paths:
            parts = ["-vn"] if path.suffix == ".m4a" else []
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(whole), *parts, "-c", "copy", str(path)],
                           check=True, timeout=60)
        return [whole, *paths]

    def begin(self, state, name):
        return copy(self.state(state), name)

    def words(self, command):
        """A command with its files."""
        files = [str(file) for file in sorted(self.audience.iterdir())]
        return [word for part in command for word in (files if part == "AUDIENCE" else [part])]

    def must(self, library, command):
        code, out, error, seconds = self.program.run(library, *self.words(command))
        assert code == 0, f"undisturbed, `{command}` ended with {code}: {error or out}"
        return seconds

    def losses(self, step, library, after=None, is_alone=True):
        """What an attack on a step lost; an empty list is what is asked for.

        What another command made beside it is whole in its own way, and not looked at.
        """
        end, wholes, _ = self.calm(step)
        lost = []
        for name, digest in outcome(library).items():
            # A record may have been moved and not yet written without its figures, or the reverse.
            whole = {
                other for digests in wholes for path, other in digests.items()
                if Path(path).name == Path(name).name}
            if is_alone and digest not in whole and not Path(name).name.startswith(".tmp"):
                lost.append(f"{name} is not a whole file")
        code, out, error, _ = self.program.run(library, "check")
        if "database is intact" not in out:
            lost.append(f"check: {code} {(out + error).strip()}")
        for command in after or STEPS[step][2]:
            code, out, error, _ = self.program.run(library, *self.words(command))
            known = DONE_ALREADY.get(command[0], [])
            if code != 0 and not any(words in out + error for words in known):
                lost.append(f"then `{command[0]}` ends with {code}: {(error or out).strip()[-300:]}")
        there = outcome(library)
        # What another command made beside it, or of another source, may have been retired since.
        names = [name for name in sorted(set(there) | set(end)) if is_alone or "/.retired/" not in name]
        for name in names:
            if there.get(name) != end.get(name):
                how = "is missing" if name not in there else "is too many" if name not in end else "differs"
                lost.append(f"in the end {name} {how}")
        lost += [f"left over: {name}" for name in unfinished(library)]
        code, out, error, _ = self.program.run(library, "check")
        if code != 0:
            lost.append(f"check in the end: {code} {(out + error).strip()[-300:]}")
        return lost
