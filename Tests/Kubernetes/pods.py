#!/usr/bin/env python3
"""The containers of jobs/kubernetes/night.yaml, run as the manifest has them, by bwrap.

Each has the image's root, read-only, the volumes that it mounts and nothing else of this machine: no
network, no capability, the user of its pod. `kubectl` is played: what it creates runs here likewise.
A fault of the night's, as a source that is replaced, is a function that is called before its Job's
pods start.
"""

import os
import pathlib
import subprocess
import threading

import yaml

PATIENCE = 600


class Night:
    """A manifest, an image that was unpacked, and a folder with a folder a claim."""

    def __init__(self, manifest, image, here):
        documents = [d for d in yaml.safe_load_all(open(manifest, encoding="utf-8")) if d]
        self.documents = {d["kind"]: d for d in documents}
        self.pod = self.documents["CronJob"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
        self.image, self.here, self.started = image, pathlib.Path(here), 0
        self.conditions = ""  # how the rendering Job ended
        self.counting = threading.Lock()

    def run(self, before_work=lambda: None):
        """The night's containers in their order, until one fails: its name and its code."""
        for container in self.pod["initContainers"] + self.pod["containers"]:
            code = self.container(container["name"], before_work)
            if code != 0:
                return container["name"], code
        return None, 0

    def container(self, name, before_work=lambda: None):
        """One container of the night's pod; its code."""
        found = next(c for c in self.pod["initContainers"] + self.pod["containers"]
                     if c["name"] == name)
        print(f"--- {name}", flush=True)
        if "kubectl" not in found["image"]:
            return self.start(self.pod, found)
        kubectl = Kubectl(self, before_work)
        return self.start(self.pod, found, kubectl.mounts())

    def start(self, pod, container, mounts=(), environment=()):
        """Runs a container of a pod to its end; its code."""
        with self.counting:
            self.started += 1
            own = self.here / "pods" / str(self.started)
            own.mkdir(parents=True)
            volumes = {volume["name"]: volume for volume in pod["volumes"]}
            binds = [(self.volume(volumes[mount["name"]], own), mount["mountPath"],
                      mount.get("readOnly", False)) for mount in container.get("volumeMounts", [])]
            binds = sorted(binds, key=lambda bind: bind[1]) + list(mounts)
            for source, to, _ in binds:
                self.make_place(source, to)
        told = dict(value.split("=", 1) for value in self.image["config"]["Env"])
        told.update({variable["name"]: variable["value"] for variable in container.get("env", [])})
        told.update(environment)
        words = self.alone(pod["securityContext"], container["securityContext"])
        for name, value in told.items():
            words += ["--setenv", name, value]
        for source, to, is_closed in binds:
            words += ["--ro-bind" if is_closed else "--bind", source, to]
        words += container["command"] + container.get("args", [])
        return subprocess.run(["bwrap", *words], timeout=PATIENCE, check=False).returncode

    def alone(self, pod, own):
        """The image, its user and its rights, before anything is mounted into it."""
        assert pod["runAsNonRoot"] and own["readOnlyRootFilesystem"]
        assert own["capabilities"]["drop"] == ["ALL"] and not own["allowPrivilegeEscalation"]
        return ["--unshare-all", "--die-with-parent", "--clearenv", "--cap-drop", "ALL",
                "--uid", str(pod["runAsUser"]), "--gid", str(pod["runAsGroup"]),
                "--ro-bind", str(self.here / "root"), "/", "--proc", "/proc", "--dev", "/dev"]

    def make_place(self, source, to):
        """What is mounted needs a file or folder to cover, which a runtime makes in the image."""
        place = self.here / "root" / to.lstrip("/")
        if os.path.isdir(source):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.touch()

    def volume(self, volume, own):
        """The folder that stands for a volume: one a claim, one a pod for what is its own."""
        if "persistentVolumeClaim" in volume:
            return str(self.here / volume["persistentVolumeClaim"]["claimName"])
        folder = own / volume["name"]
        folder.mkdir()
        if "configMap" in volume:
            for name, text in self.documents["ConfigMap"]["data"].items():
                (folder / name).write_text(text)
        return str(folder)


class Kubectl:
    """Answers what a container asks by a command of that name: a line in, a code and lines out."""

    STAND_IN = ('#!/bin/sh\nprintf "%s\\n" "$*" >/kube/asked\n'
                '{ read -r code; cat; } </kube/answered\nexit "$code"\n')

    def __init__(self, night, before_work):
        self.night, self.before_work = night, before_work
        self.folder = night.here / f"kube-{night.started}"
        self.folder.mkdir()
        for name in ("asked", "answered"):
            os.mkfifo(self.folder / name)
        (self.folder / "kubectl").write_text(self.STAND_IN)
        (self.folder / "kubectl").chmod(0o755)
        threading.Thread(target=self.serve, daemon=True).start()

    def mounts(self):
        return [(str(self.folder), "/kube", False),
                (str(self.folder / "kubectl"), "/usr/bin/kubectl", True)]

    def serve(self):
        while True:
            with open(self.folder / "asked", encoding="utf-8") as asked:
                words = asked.readline().split()
            print("kubectl", *words, flush=True)
            code, text = self.answer(words)
            with open(self.folder / "answered", "w", encoding="utf-8") as answered:
                answered.write(f"{code}\n{text}")

    def answer(self, words):
        if words == ["delete", "job", "gazecut-work", "--ignore-not-found"]:
            return 0, ""
        if words == ["create", "-f", "/template/work.yaml"]:
            self.before_work()
            self.night.conditions = self.work()
            return 0, "job.batch/gazecut-work created\n"
        if words == ["get", "job", "gazecut-work", "-o", "jsonpath={.status.conditions[*].type}"]:
            return 0, self.night.conditions
        return 1, ""

    def work(self):
        """Runs the Indexed Job's pods, each once more than a failure is allowed."""
        job = yaml.safe_load(self.night.documents["ConfigMap"]["data"]["work.yaml"])["spec"]
        pod, limit, failures = job["template"]["spec"], job["backoffLimit"], 0
        waiting = list(range(job["completions"]))
        at_once = threading.Semaphore(os.cpu_count() or 1)
        codes = {}

        def one(index):
            with at_once:
                codes[index] = self.night.start(
                    pod, pod["containers"][0], environment={"JOB_COMPLETION_INDEX": str(index)})

        while waiting:
            threads = [threading.Thread(target=one, args=(index,)) for index in waiting]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            waiting = [index for index in waiting if codes[index] != 0]
            failures += len(waiting)
            if failures > limit:
                return "FailureTarget Failed"
        return "SuccessCriteriaMet Complete"
