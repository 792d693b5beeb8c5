#!/usr/bin/env python3
"""Three nights on MariaDB and PostgreSQL, with rows added, changed and deleted in between, each
held against one import of files of the same: nights.py GAZECUT FOLDER (of the servers' sockets)."""
import csv
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

GAZECUT, HERE = sys.argv[1], pathlib.Path(sys.argv[2])
SECRET = "geheim"
VIEWERS = ["Анна 😀", "O'Neil", "dunlin", "finch", "heron", "linnet", "plover", "siskin"]
MAP = "time=t:s,x=x,y=y,gaze=normalised,happy=smile,viewer=who,session=visit"
CLASSES = ["happy", "neutral", "surprise"]
checks = 0


def check(holds, what, detail=""):
    global checks
    if not holds:
        sys.exit(f"FAILED: {what}\n{detail}")
    checks += 1


# --- What the application holds: the truth, written to both databases and to files.

def review(number, night, seconds=40):
    """A review of the 2023 service, and when it was written."""
    chance = random.Random(number * 1000 + night)
    infos = [{"playTime": second,
              "gazeInfo": {"x": round(chance.uniform(0, 1), 3), "y": round(chance.uniform(0, 1), 3),
                           "trackingState": "SUCCESS", "screenState": "INSIDE_OF_SCREEN"},
              "emotionInfo": {"classification": chance.choice(CLASSES),
                              "confidencePercentage": round(chance.uniform(40, 100), 1)}}
             for second in range(1, seconds)]
    return {"id": number, "videoId": "meadow", "reviewerId": VIEWERS[number % len(VIEWERS)],
            "watchingInfos": json.dumps(infos, ensure_ascii=False),
            "updated": f"2026-01-0{night} 20:{number:02d}:00"}


def looks(visit, night, seconds):
    """The rows of one visit: a sample a row, in quarters of a second."""
    chance = random.Random(f"{visit} {night}")
    return [{"who": VIEWERS[visit % len(VIEWERS)], "visit": f"v{visit}", "t": step / 4,
             "x": round(chance.uniform(0, 1), 4), "y": round(chance.uniform(0, 1), 4),
             "smile": round(chance.uniform(0, 1), 3), "night": night} for step in range(seconds * 4)]


class Nights:
    """The rows of each night: `reviews` by id, `samples` in the order of their ids."""

    def __init__(self):
        self.reviews, self.samples, self.next_id = {}, [], 1
        self.gone = {}

    def add_samples(self, rows):
        for row in rows:
            self.samples.append(row | {"id": self.next_id})
            self.next_id += 1

    def first(self):
        for number in range(1, 11):
            self.reviews[number] = review(number, 1)
        # One review of several megabytes.
        self.reviews[11] = review(11, 1, seconds=20000)
        for visit in range(1, 7):
            self.add_samples(looks(visit, 1, 30))

    def second(self):
        for number in range(12, 16):
            self.reviews[number] = review(number, 2)
        self.reviews[3] = review(3, 2, seconds=55)
        # Written late, by a clock that is a quarter of an hour behind.
        self.reviews[16] = review(16, 1) | {"updated": "2026-01-01 19:56:00"}
        self.gone["review"] = self.reviews.pop(5)
        self.add_samples(looks(7, 2, 30))
        # A visit that goes on, whose first rows came last night.
        self.add_samples([row | {"t": row["t"] + 30} for row in looks(2, 2, 10)])
        # A visit that was deleted stays as it is in the library.
        self.gone["visit"] = [row for row in self.samples if row["visit"] == "v4"]
        self.samples = [row for row in self.samples if row["visit"] != "v4"]

    def third(self):
        self.reviews[12] = review(12, 3)
        # Changed: written anew under other ids.
        self.samples = [row for row in self.samples if row["visit"] != "v6"]
        self.add_samples(looks(6, 3, 45))

    def everything(self):
        """What a library should hold in the end: deletions change nothing there."""
        reviews = list(self.reviews.values()) + [self.gone["review"]]
        return reviews, self.samples + self.gone["visit"]


# --- Two servers.

class Maria:
    name, dsn = "MariaDB", "maria"
    reviews = """CREATE TABLE review (id BIGINT PRIMARY KEY, videoId VARCHAR(64),
        reviewerId VARCHAR(100), watchingInfos LONGTEXT, updated DATETIME)"""
    samples = """CREATE TABLE look (id INT PRIMARY KEY, who VARCHAR(100), visit VARCHAR(20),
        t DOUBLE, x DOUBLE, y DECIMAL(6,4), smile FLOAT)"""
    setting = ["Driver=MariaDB Unicode", f"Socket={HERE}/maria/socket", "Database=app", "User=reader"]
    quote = '`'

    def tell(self, sql, database="app"):
        return subprocess.run(
            ["mariadb", "--no-defaults", "--default-character-set=utf8mb4", "--user=root",
             f"--socket={HERE}/maria/socket", "--max-allowed-packet=64M", "--batch",
             "--skip-column-names", database],
            input=sql, text=True, check=True, capture_output=True).stdout

    def prepare(self):
        self.tell(f"""CREATE DATABASE app CHARACTER SET utf8mb4; SET GLOBAL max_allowed_packet=67108864;
            CREATE USER reader@localhost IDENTIFIED BY '{SECRET}';
            GRANT SELECT ON app.* TO reader@localhost;""", "mysql")

    def asleep(self):
        return "SELECT SLEEP(300) AS id, '' AS reviewerId, '' AS watchingInfos"

    def busy(self):
        return int(self.tell("SELECT COUNT(*) FROM information_schema.processlist "
                            "WHERE user = 'reader' AND info LIKE '%SLEEP%'"))


class Post:
    name, dsn = "PostgreSQL", "post"
    reviews = """CREATE TABLE review (id BIGINT PRIMARY KEY, "videoId" TEXT,
        "reviewerId" TEXT, "watchingInfos" JSON, updated TIMESTAMP)"""
    samples = """CREATE TABLE look (id INTEGER PRIMARY KEY, who TEXT, visit TEXT,
        t DOUBLE PRECISION, x DOUBLE PRECISION, y NUMERIC(6,4), smile REAL)"""
    setting = ["Driver=PostgreSQL Unicode", f"Servername={HERE}/post", "Database=app",
               "Username=reader"]
    quote = '"'

    def tell(self, sql, database="app"):
        return subprocess.run(
            ["psql", "--quiet", f"--host={HERE}/post", "--username=owner", f"--dbname={database}",
             "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"],
            input=sql, text=True, check=True, capture_output=True).stdout

    def prepare(self):
        self.tell("CREATE DATABASE app;", "postgres")
        self.tell(f"CREATE ROLE reader LOGIN PASSWORD '{SECRET}'; "
                 "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO reader;")

    def asleep(self):
        return "SELECT pg_sleep(300) AS id, '' AS \"reviewerId\", '' AS \"watchingInfos\""

    def busy(self):
        return int(self.tell("SELECT COUNT(*) FROM pg_stat_activity "
                            "WHERE usename = 'reader' AND query LIKE '%pg_sleep%' AND state = 'active'"))


def text(value):
    return "'" + str(value).replace("'", "''") + "'"


def inserted(server, table, rows, columns):
    # Doubled backslashes: only MariaDB reads them as escapes, and none is in these rows.
    names = ", ".join(server.quote + column + server.quote for column in columns)
    for start in range(0, len(rows), 500):
        values = ",\n".join("(" + ", ".join(text(row[column]) for column in columns) + ")"
                            for row in rows[start:start + 500])
        yield f"INSERT INTO {table} ({names}) VALUES {values};\n"


REVIEW = ["id", "videoId", "reviewerId", "watchingInfos", "updated"]
LOOK = ["id", "who", "visit", "t", "x", "y", "smile"]


def put(server, nights):
    """Makes the server's tables as the night has them, by what changed alone."""
    held = getattr(server, "held", ({}, {}))
    now = ({row["id"]: row for row in nights.reviews.values()},
           {row["id"]: row for row in nights.samples})
    sql = ["BEGIN;\n"]
    for table, columns, before, after in (("review", REVIEW, held[0], now[0]),
                                          ("look", LOOK, held[1], now[1])):
        gone = [key for key, row in before.items() if after.get(key) != row]
        for start in range(0, len(gone), 500):
            sql.append(f"DELETE FROM {table} WHERE id IN "
                       f"({', '.join(map(str, gone[start:start + 500]))});\n")
        sql += inserted(server, table, [row for key, row in after.items() if before.get(key) != row],
                        columns)
    server.tell("".join(sql) + "COMMIT;\n")
    server.held = now


# --- The library.

def gazecut(*words, expect=0, environment=None):
    done = subprocess.run([GAZECUT, *map(str, words)], text=True, capture_output=True,
                          env=environment or ENVIRONMENT, timeout=600)
    told = done.stdout + done.stderr
    check(done.returncode == expect, f"gazecut {words[0]} ended with {done.returncode}", told)
    check(SECRET not in told, "the secret is told", told)
    return told


ENVIRONMENT = os.environ | {"ODBCINI": str(HERE / "odbc.ini"), "LC_ALL": "C"}
ENVIRONMENT.pop("PGPASSWORD", None)


def library(name, yaml=""):
    folder = HERE / name
    gazecut("init", folder, "--quiet")
    (folder / "gazecut.yaml").write_text(yaml)
    if KEY.exists():
        shutil.copy2(KEY, folder / "gazecut.key")
    return folder


KEY = HERE / "gazecut.key"


def held(folder):
    """All that is stored of viewers, whenever it came."""
    with sqlite3.connect(f"file:{folder}/gazecut.sqlite?mode=ro", uri=True) as database:
        return sorted(database.execute(
            "SELECT video, pseudonym, viewer, contentHash, sampleCount FROM session"))


def of_files(name, nights):
    """A library of files of the same rows, imported once."""
    folder = library(name)
    reviews, samples = nights.everything()
    for kind, rows, columns, options in (
            ("seetube", reviews, REVIEW, []),
            ("table", samples, LOOK, ["--map", MAP, "--video", "brook"])):
        path = HERE / f"{name}.{kind}.csv"
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)
        gazecut("import", kind, path, *options, "--config", folder, "--quiet")
    return folder


def places(server, looks_query, whole):
    q = server.quote
    columns = ", ".join(f"{q}{name}{q}" for name in REVIEW)
    return f"""
timelines:
  - database: "odbc:DSN={server.dsn}"
    format: seetube
    query: >-
      SELECT {columns} FROM review WHERE updated > :since ORDER BY updated LIMIT 4
    since: updated
  - database: "odbc:DSN={server.dsn}"
    format: table
    map: "{MAP}"
    video: brook
    query: >-
      {looks_query}
    since: id
    overlap: 50
    whole: {whole}
"""


PLAIN = "SELECT * FROM look WHERE id > :since ORDER BY id"
WHOLE = "SELECT * FROM look WHERE visit IN (SELECT visit FROM look WHERE id > :since) ORDER BY id"


def run(server):
    global KEY
    server.prepare()
    server.tell(server.reviews + ";" + server.samples + ";")
    if server.name == "MariaDB":
        server.tell("GRANT SELECT ON app.* TO reader@localhost;")
    nights = Nights()
    yamls = {"plain": places(server, PLAIN, "false"), "whole": places(server, WHOLE, "true")}
    folders = {way: library(f"{server.dsn}-{way}", yaml) for way, yaml in yamls.items()}
    for number, night in enumerate((nights.first, nights.second, nights.third), 1):
        night()
        put(server, nights)
        for way, folder in folders.items():
            told = gazecut("intake", "--config", folder)
            for viewer in VIEWERS:
                check(viewer not in told, "a viewer is told", told)
            before = held(folder)
            again = gazecut("intake", "--config", folder)
            check(held(folder) == before, f"{server.name}, night {number}: asked again", again)
            print(f"{server.name}, {way}, night {number}: {len(before)} sessions")
    # The key makes the pseudonyms; with the same one, the same library.
    for way, folder in folders.items():
        KEY = folder / "gazecut.key"
        wanted = held(of_files(f"{server.dsn}-{way}-files", nights))
        got = held(folder)
        differing = set(got) ^ set(wanted)
        check(got == wanted, f"{server.name}, {way}: not as one import of files", differing)
    KEY = HERE / "gazecut.key"
    interrupted(server)
    locked_out(server)


def interrupted(server):
    """Ctrl-C ends the query on the server, too."""
    folder = library(f"{server.dsn}-asleep", f"""
timelines:
  - {{database: "odbc:DSN={server.dsn}", format: seetube, query: {json.dumps(server.asleep())}}}
""")
    with subprocess.Popen([GAZECUT, "intake", "--config", folder], env=ENVIRONMENT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        wait(lambda: server.busy() == 1, "the query")
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    check(process.returncode == 130, f"Ctrl-C ended it with {process.returncode}", told)
    wait(lambda: server.busy() == 0, "the query's end")
    print(f"{server.name}: Ctrl-C ended the query")


def locked_out(server):
    """What the database refuses is told to whoever scheduled it, and gives no secret away."""
    wrong = HERE / "wrong.ini"
    wrong.write_text((HERE / "odbc.ini").read_text().replace(SECRET, SECRET + "x"))
    folder = library(f"{server.dsn}-wrong", places(server, PLAIN, "false"))
    told = gazecut("intake", "--config", folder, expect=3,
                   environment=ENVIRONMENT | {"ODBCINI": str(wrong)})
    check("cannot connect" in told, "a wrong password", told)
    print(f"{server.name}: a wrong password is told without it")


def wait(holds, what):
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"FAILED: waited in vain for {what}")
        time.sleep(0.1)


def main():
    servers = [Maria(), Post()]
    lines = []
    for server in servers:
        lines += [f"[{server.dsn}]", *server.setting, f"Password={SECRET}", ""]
    (HERE / "odbc.ini").write_text("\n".join(lines))
    (HERE / "odbc.ini").chmod(0o600)
    for server in servers:
        run(server)
    print(f"{checks} checks passed")


main()
