#!/usr/bin/env python3
"""Runs a command while a folder is a mount that never answers; as root, in mounts of its own.

    unshare -m dead_mount.py FOLDER COMMAND...

What is mounted is a FUSE file system whose other end is this process, and it answers nothing: whoever
asks waits in the kernel, as on an NFS disk whose server is gone.
"""
import ctypes
import os
import subprocess
import sys


def main(folder, command):
    kernel = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={kernel},rootmode=40000,user_id=0,group_id=0".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"dead", os.fsencode(folder), b"fuse", 0, options) != 0:
        sys.exit(f"cannot mount: {os.strerror(ctypes.get_errno())}")
    sys.exit(subprocess.call(command))


main(sys.argv[1], sys.argv[2:])
