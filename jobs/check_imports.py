"""Complains of what Package.swift and the files' imports say differently of who uses whom.

The compiler finds every module that happens to be built already, so that a wall which Package.swift
raises holds in a first build alone, and there only by chance.

    swift package dump-package | python3 jobs/check_imports.py
"""

import json
import pathlib
import re
import sys

IMPORT = re.compile(r"^(?:@\w+ |\w+ )*import (?:struct |enum )?(\w+)", re.M)


def folder(target):
    root = "Tests" if target["type"] == "test" else "Sources"
    return pathlib.Path(target.get("path") or f"{root}/{target['name']}")


def declared(target):
    for dependency in target["dependencies"]:
        yield next(value[0] for value in dependency.values() if isinstance(value, list))


targets = json.load(sys.stdin)["targets"]
known = {target["name"] for target in targets}
known |= {name for target in targets for name in declared(target)}
complaints = []
for target in targets:
    allowed = set(declared(target))
    used = set()
    for file in sorted(folder(target).rglob("*.swift")):
        for name in IMPORT.findall(file.read_text()):
            used.add(name)
            if name in known and name not in allowed:
                complaints.append(f"{file}: Package.swift does not let {target['name']} use {name}")
    # A module of fixtures, or the program that a suite starts, need not be imported to be needed.
    if target["type"] == "regular":
        for name in sorted(allowed - used):
            complaints.append(f"Package.swift: {target['name']} does not import {name}")
print("\n".join(complaints), file=sys.stderr)
sys.exit(bool(complaints))
