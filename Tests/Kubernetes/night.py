#!/usr/bin/env python3
"""What is asked of jobs/kubernetes/night.yaml: night.py MANIFEST FOLDER IMAGE-NAME."""

import fcntl
import json
import os
import pathlib
import re
import shutil
import sys

import kubernetes_validate
import yaml

from pods import Night

manifest, here, archive = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
library, plan = here / "gazecut-library", here / "gazecut-plans" / "tonight"


def step(words):
    print("===", words, flush=True)


def expect(holds, words):
    if not holds:
        print("FAILED:", words, file=sys.stderr)
        sys.exit(1)


step("against the schema of the API")
documents = [d for d in yaml.safe_load_all(open(manifest, encoding="utf-8")) if d]
inner = [yaml.safe_load(text) for d in documents if d["kind"] == "ConfigMap"
         for text in d["data"].values()]
for document in documents + inner:
    version = kubernetes_validate.validate(document, "1.30", strict=True)
    print(f"{document['kind']} {document['metadata']['name']}: valid ({version})")
work = next(d for d in inner if d["kind"] == "Job")["spec"]
expect(work["completionMode"] == "Indexed", "the Job is not Indexed")
pod = work["template"]["spec"]["containers"][0]
expect(f'--shard "$JOB_COMPLETION_INDEX/{work["completions"]}"' in pod["args"][0],
       "the shards are not as many as the pods")
expect("library" not in {m["name"] for m in pod["volumeMounts"]},
       "a pod that renders must not see the library")

image = json.loads((here / "image.json").read_text())
expect(image["config"]["Entrypoint"] == ["gazecut"], "the image does not start gazecut")
expect(re.fullmatch(r"[1-9]\d*:[1-9]\d*", image["config"]["User"]), "the image's user is root")
night = Night(manifest, image, here)
version = archive.split("_")[1]
expect(f"image: registry.example/gazecut:{version}\n" in open(manifest, encoding="utf-8").read(),
       f"the manifest does not name the image of {version}")

step("one machine, in the image")
volumes = [{"name": "all", "persistentVolumeClaim": {"claimName": "whole"}},
           {"name": "sources", "persistentVolumeClaim": {"claimName": "gazecut-sources"}},
           {"name": "scratch", "emptyDir": {}}]
alone = dict(night.pod["containers"][0], command=image["config"]["Entrypoint"], args=["run"],
             volumeMounts=[{"name": "all", "mountPath": "/library"},
                           {"name": "sources", "mountPath": "/library/videos", "readOnly": True},
                           {"name": "scratch", "mountPath": "/tmp"}])
expect(night.start(dict(night.pod, volumes=volumes), alone) == 0, "gazecut run")

step("a night in which a source is replaced before it is rendered")
source, aside = here / "gazecut-sources" / "second.mp4", here / "second.mp4"


def replace():
    shutil.copy2(source, aside)
    with open(source, "ab") as file:
        file.write(b"more")


failed, code = night.run(before_work=replace)
expect((failed, code) == ("record", 3), f"{failed} ended with {code}, record should with 3")
expect(night.conditions.endswith("Complete"), f"the Job ended {night.conditions}")
results = [json.loads(path.read_text()) for path in (plan / "results").iterdir()]
expect({result["status"] for result in results} == {0, 65}, "not just one video's jobs failed")
expect(not (plan / "recorded.json").exists(), "it is recorded, though a video is not done")
shutil.copy2(aside, source)
aside.unlink()

step("the night after: what a recording cannot take stays")
left = sorted(path.name for path in plan.rglob("*"))
holder = os.open(library, os.O_RDONLY)
fcntl.flock(holder, fcntl.LOCK_EX)
code = night.container("plan")
expect(code != 0, "the night went on while the library was held")
expect(sorted(path.name for path in plan.rglob("*")) == left, "what was rendered is gone")
os.close(holder)

step("the night after that does what failed")
failed, code = night.run()
expect(code == 0, f"{failed} ended with {code}")
expect((plan / "recorded.json").exists(), "the plan was not recorded")

step("every file against those of one machine")


def told(path):
    """An index tells when each clip was made, which no two nights share."""
    text = path.read_bytes()
    return re.sub(rb', "since": "[^"]*"', b"", text) if path.name == "index.json" else text


def files(folder):
    return {str(path.relative_to(folder)): told(path)
            for path in (folder / "shorts").rglob("*") if path.is_file()}


whole, own = files(here / "whole"), files(library)
expect(len(whole) >= 16, f"only {len(whole)} files")
expect(whole == own, f"not alike: {sorted(n for n in {*whole, *own} if whole.get(n) != own.get(n))}")
print(f"{len(whole)} files of two videos are the same to the byte")
