extension FormatGuide {
  static let table = FormatGuide(
    name: "table",
    purpose: """
      any table with a header: CSV, TSV, text with semicolons, or JSON rows. Which
      column is what says a preset, a preset of your own, or --map.
      """,
    example: """
      viewer,t_us,x_px,y_px,conf,happy
      avocet,31020000,524,231,0.95,0.92
      read by --map 'time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer,happy=happy'
      """,
    notes: [
      "time is play time; its unit is s, ms, us, ns, clock (00:01:31.020) or frame@25. Where the "
        + "column's own name ends with a unit (t_us, timestamp [ns]), that is taken.",
      "Times that count from another moment: --offset adds seconds, --map start=first makes the "
        + "first row of each viewer 0, --started-at T is for times since 1970.",
      "gaze=normalised, or pixels with the size of the picture. Where the points lie in a player, "
        + "on a screen or in a camera's image, give --player, --screen or --picture instead.",
      "One file may hold many viewers by a viewer column; else the viewer is --viewer, else the "
        + "file's name without its ending.",
      "--map goes over a preset: --preset tobii --map viewer=Participant.",
      "Try first with --check: it tells the rate, the share of usable gaze, and what looks odd.",
    ],
    commands: [
      "gazecut import table export.tsv --preset tobii --check",
      "gazecut import table gaze.csv --video trip --map 'time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720'",
      "gazecut formats show tobii > ours.json",
      "gazecut import table export.tsv --preset-file ours.json",
    ])

  static let sqlite = FormatGuide(
    name: "sqlite",
    purpose: """
      any SQLite database: the result of a SELECT is the table. The file is only
      read.
      """,
    example: """
      CREATE TABLE look (person INTEGER, ms INTEGER, x REAL, y REAL, happy REAL)
      read by --query 'SELECT person AS viewer, ms / 1000.0 AS time, x, y, happy FROM look'
      """,
    notes: [
      "Columns named time (seconds), x, y (shares of the picture), conf, blink, viewer, session, "
        + "video and an emotion need nothing else; others are named with --map, as for table.",
      "A query that gives no row for ten minutes, more rows than the file has bytes (a million are "
        + "always allowed), or a value of over 1 MiB is refused; Ctrl-C stops it.",
      "NULL stands for nothing known. Write ms / 1000.0: without the point SQLite divides to whole "
        + "seconds.",
    ],
    commands: [
      "gazecut import sqlite lab.db --video trip --query 'SELECT who AS viewer, t AS time, x, y FROM look'"
    ])
}
