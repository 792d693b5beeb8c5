"""Programs of the Swift toolchain that are not on the path."""
import json
import subprocess
from pathlib import Path


def beside_the_compiler(name):
    """The toolchain's own program: that of another LLVM does not read what its compiler writes."""
    told = subprocess.run(
        ["swift", "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout
    return Path(json.loads(told)["paths"]["runtimeResourcePath"]).parents[1] / "bin" / name
