import Importers
import Settings
import Testing
@testable import Ingest

/// The input sources under `timelines:` in gazecut.yaml.
@Suite struct InputSourcesTests {
  private func places(_ yaml: String) throws -> [WatchedFolder] {
    let loader = try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: [:])
    return try InputSourceFactory.all(loader.places, in: "/lib").compactMap { $0 as? WatchedFolder }
  }

  @Test func timelinesFolderOfTheLibraryIsTheDefault() throws {
    let place = try #require(try places("run.report: off\n").first)
    #expect(place.folder == "/lib/timelines" && place.pattern.text == "{video}/{viewer}")
    #expect(place.reading == InputSourceOptions(format: "auto"))
    #expect(try places("timelines: []\n").isEmpty && places("timelines:\n").isEmpty)
  }

  @Test func folderListedTwiceIsAnError() throws {
    let twice = "timelines:\n  - {folder: a}\n  - {folder: /lib/a}\n"
    let error = #expect(throws: SettingsError.self) { try places(twice) }
    #expect("\(String(describing: error))".contains("listed twice"))
    // The same folder with another pattern contains other files.
    let patterns = #"[{folder: a}, {folder: a, pattern: "{video}/{date}/{viewer}"}]"#
    #expect(try places("timelines: \(patterns)\n").count == 2)
  }

  @Test func entryCanHaveTheOptionsOfImport() throws {
    let yaml = """
      timelines:
        - folder: /srv/gaze
          pattern: "{video}/{viewer}.csv"
          format: table
          map: {time: "t_us:us", x: x_px, y: y_px, gaze: pixels 1280x720}
          label: [age=child, class=3b]
        - {folder: boxes, pattern: "{video}.npy", format: yolo, labels: [dog, cat], fps: 2}
        - {folder: ours, format: table, preset-file: ours.json, offset: -1.5}
      """
    let found = try places(yaml)
    #expect(found.map(\.folder) == ["/srv/gaze", "/lib/boxes", "/lib/ours"])
    #expect(
      found[0].reading.values[.map] == "time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720")
    #expect(found[0].reading.labels == ["age=child", "class=3b"])
    #expect(found.map(\.origin) == [2, 7, 8].map { "gazecut.yaml:\($0)" })
    #expect(found[1].reading.values == [.labels: "dog,cat", .fps: "2"])
    #expect(found[2].reading.values == [.presetFile: "/lib/ours.json", .offset: "-1.5"])
  }

  @Test func databaseIsAnInputSource() throws {
    let yaml = """
      timelines:
        - {database: "odbc:DSN=app", format: seetube, query: SELECT 1}
        - database: sqlite:app.sqlite
          format: table
          map: {time: t, x: x, y: y, viewer: who}
          video: trip
          query: SELECT * FROM look WHERE id > :since
          since: id
          overlap: 100
          whole: true
      """
    let loader = try SettingsLoader(yaml: yaml, path: "gazecut.yaml", environment: [:])
    let places = try InputSourceFactory.all(loader.places, in: "/lib").compactMap {
      $0 as? DatabaseInput
    }
    #expect(places.map(\.name) == ["odbc:DSN=app", "sqlite:/lib/app.sqlite"])
    #expect(places.map(\.root) == [nil, "/lib/app.sqlite"])
    #expect(places[1].reading.values == [.map: "time=t,x=x,y=y,viewer=who", .video: "trip"])
    let items = try [1.0, 2.0].map { try #require(try places[0].items(now: $0).first) }
    // Each run queries the database again, and its identity stays the same.
    #expect(items[0].identity == items[1].identity && items[0].token != items[1].token)
  }

  @Test func passwordIsNotPrinted() throws {
    let yaml = "timelines:\n  - {database: \"odbc:DSN=a;PWD=geheim\", format: seetube}\n"
    #expect { try places(yaml) } throws: {
      "\($0)".hasPrefix("gazecut.yaml:2: database: a database address")
        && !"\($0)".contains("geheim")
    }
  }

  @Test(arguments: [
    ("timelines: here\n", 1, "must be a list"),
    ("timelines: [here]\n", 1, "an entry of timelines must be written as"),
    ("timelines:\n  - pattern: \"{video}\"\n", 2, "needs a folder"),
    ("timelines:\n  - folder: a\n    patern: \"{video}\"\n", 3, "did you mean 'pattern'?"),
    ("timelines:\n  - folder: a\n    pattern: \"{vido}\"\n", 3, "is unknown"),
    ("timelines:\n  - folder: a\n    format: tabel\n", 3, "did you mean 'table'?"),
    ("timelines:\n  - folder: a\n    format: yolo\n    player: 8x4\n", 4, "has no option player"),
    ("timelines:\n  - folder: a\n    fps: fast\n", 3, "fps 'fast' is not a number"),
    ("timelines:\n  - folder: a\n    preset: tobi\n", 3, "tobi"),
    ("timelines:\n  - folder: a\n    video: trip\n", 3, "already contains {video}"),
    ("timelines:\n  - {folder: a, pattern: x, video: \"a b\"}\n", 2, "is not a valid video ID"),
    ("timelines:\n  - folder: a\n    viewer-from: folder\n", 3, "is not a key"),
    ("timelines:\n  - folder: a\n    map: {a: [1]}\n", 3, "value of the wrong kind"),
    ("timelines:\n  - database: mysql:a\n    format: seetube\n", 2, "sqlite:PATH"),
    ("timelines:\n  - database: odbc:DSN=a\n    query: SELECT 1\n", 3, "seetube or table"),
    (
      "timelines:\n  - database: odbc:DSN=a\n    format: seetube\n    query: SELECT 1\n    since: u\n",
      4, "WHERE COLUMN > :since"
    ),
    (
      "timelines:\n  - database: odbc:DSN=a\n    format: seetube\n    query: SELECT 1\n    overlap: x\n",
      5, "a number"
    ),
    (
      "timelines:\n  - database: odbc:DSN=a\n    format: seetube\n    query: SELECT 1\n    whole: x\n",
      5, "true or false"
    ),
    (
      "timelines:\n  - database: odbc:DSN=a\n    format: seetube\n    query: SELECT 1\n    map: time=a\n",
      5, "has no option map"
    ),
    ("timelines:\n  - database: odbc:DSN=a\n    folder: b\n", 3, "is not a key"),
    ("timeline:\n  - folder: a\n", 1, "did you mean 'timelines'?"),
  ])
  func errorsContainTheLineNumber(yaml: String, line: Int, words: String) {
    #expect { try places(yaml) } throws: {
      "\($0)".hasPrefix("gazecut.yaml:\(line): ") && "\($0)".contains(words)
    }
  }
}
