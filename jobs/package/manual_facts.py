"""What the manual pages tell and the parser does not know: environment, files, other pages.

A row is a name, what it is, and the commands that use it (None: all that open a library).
"""

# Commands that take clips from one place to the other.
RENDERING = {"run", "regenerate", "work", "record", "plan"}
WRITING = RENDERING | {"check", "remove", "forget", "report", "mark"}

ENVIRONMENT = [
    ("GAZECUT_LIBRARY",
     "The library's folder, where --config does not name one. Without both it is the nearest "
     "folder upwards that holds gazecut.yaml.", None),
    ("GAZECUT_SECTION_NAME",
     "A setting: GAZECUT_SELECTION_COUNT=3 is selection.count. It stands over gazecut.yaml, and "
     "--set over it. The settings' page names each one's variable.", None),
    ("SLURM_ARRAY_TASK_ID",
     "With _MIN, _STEP and _COUNT the part of a plan that is rendered, where --shard is not given.",
     {"work"}),
    ("TMPDIR",
     "Where an import keeps what does not fit into memory; without it /var/tmp.", {"import"}),
    ("FONTCONFIG_FILE",
     "With FONTCONFIG_PATH, XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_CACHE_HOME where fonts for "
     "captions are looked for.", {"run", "regenerate", "work", "explain"}),
    ("INVOCATION_ID",
     "Set by systemd: the log is then kept by others, so that files whose names may tell who "
     "watched are called by number and content.", {"run", "import", "intake"}),
]

FILES = [
    ("gazecut.yaml", "The settings; the folder that holds it is the library.", None),
    ("gazecut.sqlite",
     "The database: sessions, what was folded from them, decisions, nights. Beside it, while it "
     "is open, gazecut.sqlite-wal and gazecut.sqlite-shm.", None),
    ("gazecut.key",
     "The key by which names become pseudonyms, readable by its owner only. Keep a copy apart "
     "from the database.", {"import", "forget", "disclose", "backup", "init"}),
    ("gazecut.erased",
     "The keyed marks of viewers who were erased, as the database has them. Keep its newest copy "
     "with the key: a restored backup brings nobody back.", {"import", "forget", "backup"}),
    ("gazecut.lock", "Who works on the library, and on what.", WRITING - {"work"}),
    ("videos/", "The sources, unless library.videos names another folder.",
     RENDERING | {"import", "explain", "init"}),
    ("timelines/",
     "What viewers did, a folder a video and a file a viewer, unless timelines: names other places.",
     {"run", "plan", "intake", "init"}),
    ("shorts/VIDEO/ID.mp4",
     "A short, with its poster (.jpg), its record (.json) and, where the source has them, its "
     "captions (.srt).", WRITING),
    ("shorts/VIDEO/highlights.mp4", "The reel, with the map of its time (.json).", WRITING),
    ("shorts/VIDEO/decisions.json",
     "The edit decisions. Edit a copy, and gazecut regenerate --decisions renders it.", WRITING),
    ("shorts/VIDEO/index.json",
     "The clips by names that stay: rank, seconds, file, since when; gazecut schema index.", WRITING),
    ("shorts/VIDEO/latest/",
     "Links by rank: 1.mp4 is the best clip, 1.jpg its poster. They always lead to a whole clip.",
     WRITING),
    ("shorts/VIDEO/.retired/",
     "Clips that are no longer decided, for library.keepRetired days.", WRITING),
    ("report/index.html", "The report, with a page a video beside it.",
     {"run", "record", "report"}),
    ("plan.json",
     "In a plan's folder: what the plan is; beside it the jobs, and what became of them.",
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
