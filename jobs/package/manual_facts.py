"""Facts for the manual pages that the program's parser does not have: environment, files, links.

A row has a name, its meaning, and the commands that use it (None: every command that opens a
library).
"""

# Commands that render clips, and commands that write to the library.
RENDERING = {"run", "regenerate", "work", "record", "plan"}
WRITING = RENDERING | {"check", "remove", "forget", "report", "mark"}

ENVIRONMENT = [
    ("GAZECUT_LIBRARY",
     "The folder of the library, if there is no --config. Without both, gazecut uses the nearest "
     "parent folder that contains gazecut.yaml.", None),
    ("GAZECUT_SECTION_NAME",
     "One setting: for example, GAZECUT_SELECTION_COUNT=3 sets selection.count. It overrides "
     "gazecut.yaml, and --set overrides it. gazecut.yaml(5) lists the variable of each setting.",
     None),
    ("SLURM_ARRAY_TASK_ID",
     "Together with SLURM_ARRAY_TASK_MIN, _STEP and _COUNT: the shard of the plan to render, if "
     "--shard is not given.",
     {"work"}),
    ("TMPDIR",
     "The folder for data of an import that do not fit into memory. The default is /var/tmp.",
     {"import"}),
    ("FONTCONFIG_FILE",
     "Together with FONTCONFIG_PATH, XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_CACHE_HOME: where to "
     "look for the fonts of captions.", {"run", "regenerate", "work", "explain"}),
    ("INVOCATION_ID",
     "Set by systemd, whose journal then stores the log. gazecut prints a number and a hash "
     "instead of file names that may identify a viewer.", {"run", "import", "intake"}),
]

FILES = [
    ("gazecut.yaml", "The settings. The folder that contains this file is the library.", None),
    ("gazecut.sqlite",
     "The database: sessions, statistics computed from them, decisions and past runs. While it is "
     "open, gazecut.sqlite-wal and gazecut.sqlite-shm are in the same folder.", None),
    ("gazecut.key",
     "The key that turns names of viewers into pseudonyms. Only its owner can read it. Keep a "
     "copy, but not together with the database.",
     {"import", "forget", "disclose", "backup", "init"}),
    ("gazecut.erased",
     "Keyed hashes (HMAC) of erased viewers, as in the database. Keep its newest copy with the "
     "key. Then erased viewers stay erased after you restore a backup.",
     {"import", "forget", "backup"}),
    ("gazecut.lock", "The lock of the library. It names the command that holds it.",
     WRITING - {"work"}),
    ("videos/", "The source videos, unless library.videos names another folder.",
     RENDERING | {"import", "explain", "init"}),
    ("timelines/",
     "Recordings of viewers: one folder per video, one file per viewer. The setting timelines: "
     "can name other folders.",
     {"run", "plan", "intake", "init"}),
    ("shorts/VIDEO/ID.mp4",
     "A clip, with its poster (.jpg), its metadata (.json) and, if the source has subtitles, its "
     "captions (.srt).", WRITING),
    ("shorts/VIDEO/highlights.mp4",
     "The highlight reel. highlights.json maps its times to the source.", WRITING),
    ("shorts/VIDEO/decisions.json",
     "The edit decisions. To change them, edit a copy and render it with gazecut regenerate "
     "--decisions.", WRITING),
    ("shorts/VIDEO/index.json",
     "All clips with names that do not change between runs: rank, time range, file, date. The "
     "format is printed by gazecut schema index.", WRITING),
    ("shorts/VIDEO/latest/",
     "Links by rank: 1.mp4 is the best clip, 1.jpg its poster. A link always leads to a complete "
     "clip.",
     WRITING),
    ("shorts/VIDEO/.retired/",
     "Archived clips that are no longer selected. They are deleted after library.keepRetired "
     "days.", WRITING),
    ("report/index.html", "The report. Each video has a page in the same folder.",
     {"run", "record", "report"}),
    ("plan.json",
     "In the folder of a plan: its description. The same folder has the jobs and their results.",
     {"plan", "work", "record"}),
]

SEE_ALSO = {
    "init": ["intake", "import", "run"], "intake": ["import", "run", "status"],
    "import": ["intake", "formats", "status"], "formats": ["import"],
    "run": ["explain", "plan", "regenerate", "report"], "plan": ["record", "run", "work"],
    "work": ["plan", "record"], "record": ["plan", "work"],
    "regenerate": ["explain", "run"], "wish": ["restore", "run"], "restore": ["status", "wish"],
    "mark": ["report", "status"], "explain": ["regenerate", "report"],
    "report": ["explain", "mark", "status"],
    "export": ["schema", "run"], "status": ["check", "cite", "report", "restore"],
    "cite": ["explain", "status"],
    "check": ["backup", "status"], "backup": ["check"], "schema": ["export", "status"],
    "forget": ["disclose", "prune"], "disclose": ["forget"], "prune": ["forget"],
    "remove": ["forget", "prune"], "doctor": ["status"],
}
