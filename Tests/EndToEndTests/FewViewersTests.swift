import EditDecisions
import Foundation
import Support
import TestMaterial
import Testing

/// Changes one viewer of an audience of minimum size and compares everything that is published.
///
/// The outputs of all commands that report on an audience and all files of a run are compared
/// (`outputs`). Left out are commands that list what is stored (`disclose`, `status --sessions`,
/// imports) and the confidence of a moment, which depends on random draws of viewers.
///
/// The suite compares one change with one command of each kind; `make test-disclosure` compares
/// all.
@Suite(.waitsForPrograms) struct FewViewersTests {
  /// How the data of one viewer is changed.
  private enum Change: String {
    case none, withoutFace, withoutGaze
    /// The face shows no emotion at any time.
    case calm
    /// The gaze is in a corner at all times.
    case away

    func applied(to line: Substring) -> String {
      let number = line.contains("0.") ? line.count % 7 : 0
      return switch self {
      case .none: String(line)
      case .withoutFace: String(line.replacing(/,"emotion":.*/, with: "}"))
      case .withoutGaze: String(line.replacing(/"gaze":\{[^}]*\},/, with: ""))
      case .calm: String(line.replacing(/"happy":[0-9.]+/, with: "\"happy\":0.03\(number)"))
      case .away:
        String(
          line.replacing(
            /"x":[0-9.]+,"y":[0-9.]+,"t/, with: "\"x\":0.9\(number),\"y\":0.9,\"t"))
      }
    }
  }

  /// A library of five viewers; the changes apply to the last ones.
  private func library(_ changes: Change..., evidence: String) throws -> TestLibrary {
    let library = try TestLibrary(
      yaml: """
        selection: {evidence: \(evidence)}
        run: {metrics: night.prom}
        render: {width: 90, height: 160, preset: ultrafast, loudness: off, exports: [otio, mlt]}
        """)
    try library.add(TestVideo.silent, as: "walk")
    let files = try SimpleAudience.walk(viewers: 5).write(into: library.path("timelines"))
    for (change, file) in zip(changes.reversed(), files.reversed()) {
      let lines = try String(contentsOfFile: file, encoding: .utf8)
        .split(separator: "\n").map(change.applied)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
    }
    let taken = try Program.run(
      ["import", "timeline"] + files, environment: ["GAZECUT_LIBRARY": library.folder])
    try #require(taken.status == 0, "\(taken.errors)")
    return library
  }

  private static let runsAllCases =
    ProcessInfo.processInfo.environment["GAZECUT_TESTS_ALL_ATTACKS"] != nil

  private static let commands = shortList + (runsAllCases ? longList : [])

  /// One command of each kind, including a run.
  private static let shortList: [[String]] = [
    ["run", "--dry-run"], ["run", "--json-log"], ["status", "--format", "json"],
    ["status", "walk"], ["explain", "walk"], ["explain", "walk", "--format", "json"],
    ["plan", "--to", "plan"], ["explain", "walk", "--series", "csv"],
    ["explain", "walk", "--compare", "age"], ["explain", "walk", "--at", "0:20"],
    ["explain", "walk", "--at", "0:20", "--format", "json"], ["export", "walk", "--format", "csv"],
    ["explain", "walk", "--overlay", "looks.mp4", "--at", "0:20"],
    ["regenerate", "walk", "--moment", "0:16-0:26", "--dry-run", "--format", "json"],
  ]

  /// The other forms of these commands.
  private static let longList: [[String]] =
    [
      ["report"], ["status"], ["status", "walk", "--retired"], ["wish", "walk", "--list"],
      ["check"], ["doctor"], ["explain", "walk", "--series", "json"],
      ["explain", "walk", "--things", "csv"],
      ["regenerate", "walk", "--moment", "0:16-0:26", "--dry-run"],
    ]
    + ["json", "otio", "mlt", "fcpxml", "xmeml", "edl", "vtt"].map {
      ["run", "--dry-run", "--format", $0]
    }
    + ["json", "otio", "mlt", "fcpxml", "xmeml", "edl", "vtt", "youtube"].map {
      ["export", "walk", "--format", $0]
    }
    + ["5", "35"].flatMap { at in
      [[], ["--format", "json"]].map { ["explain", "walk", "--at", "0:" + at] + $0 }
    }

  /// Everything that is published of a library, by command or file name.
  private func outputs(of library: TestLibrary) throws -> [String: String] {
    var told: [String: String] = [:]
    for command in Self.commands {
      let outcome = try Program.run(
        command, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder])
      told[command.joined(separator: " ")] = outcome.output + outcome.errors
    }
    for folder in ["shorts", "report", "plan"] {
      let below = FileManager.default.enumerator(atPath: library.path(folder))
      while let name = below?.nextObject() as? String {
        let path = folder + "/" + name
        guard let data = FileManager.default.contents(atPath: library.path(path)) else { continue }
        told[path] = String(data: data, encoding: .utf8) ?? SHA256.hex(data)
      }
    }
    for name in ["night.prom", "looks.mp4"] {
      let data = try #require(FileManager.default.contents(atPath: library.path(name)))
      told[name] = String(data: data, encoding: .utf8) ?? SHA256.hex(data)
    }
    // Paths, times and durations depend on the machine.
    told = told.mapValues { text in
      text.replacing(library.folder, with: "")
        .replacing((library.folder as NSString).lastPathComponent, with: "")
        .replacing(/"library": ?"[0-9a-f]{16}"/, with: "")
        .replacing(/"id": ?"[0-9a-f]{20,32}"/, with: "")
        .replacing(/in [0-9.]+ s\b/, with: "")
        .replacing(/UTC<.th><td class="number">\d+/, with: "")
        .replacing(/20\d\d-\d\d-\d\d[T ][0-9:.]+Z?/, with: "")
        .replacing(/"(seconds|modified|bytes)": ?"?[0-9.]+"?/, with: "")
        .replacing(/gazecut_\w*(seconds|time|bytes)\w*(\{[^}]*\})? .*/, with: "")
        .replacing(/[0-9a-f]{64}/, with: "")
        .replacing(/confidence  [0-9.]+ \(found again by \d+/, with: "confidence")
        .replacing(/sure(<.dt><dd>|"?:? )[0-9.]+( \(found again by \d+)?/, with: "sure")
        .replacing(#/<b>\d+ %</b> repeatable/#, with: "repeatable")
        .replacing(#/(\d\.\d\d) +\d+ % +/#) { $0.1 + "  " }
    }
    // Clips are rendered in parallel, so the order of log lines varies.
    let log = "run --json-log"
    told[log] = told[log]?.split(separator: "\n").sorted().joined(separator: "\n")
    return told
  }

  private func expectSame(_ one: TestLibrary, _ other: TestLibrary, _ comment: Comment) throws {
    let (told, others) = (try outputs(of: one), try outputs(of: other))
    #expect(Set(told.keys) == Set(others.keys), comment)
    for (place, text) in told where text != others[place] {
      let lines = zip(text.split(separator: "\n"), (others[place] ?? "").split(separator: "\n"))
      let first = lines.first { $0.0 != $0.1 }
      Issue.record("\(comment) \(place): \(first.map { "\($0.0)\n\($0.1)" } ?? "")")
    }
  }

  /// Only four faces are visible, so no output depends on what one of them shows.
  @Test(arguments: runsAllCases ? ["gaze", "both"] : ["gaze"])
  func facesOfFourViewersAreNeverPublished(
    evidence: String
  ) throws {
    let smiling = try library(.none, .withoutFace, evidence: evidence)
    let calm = try library(.calm, .withoutFace, evidence: evidence)
    try expectSame(smiling, calm, "\(evidence)")
    let text = try smiling.gazecut("explain", "walk").output
    #expect(!text.contains("mostly") && !text.contains(" react at a time"), "\(text)")
  }

  /// Only four viewers have gaze, so no output, not even a crop, depends on where one of them
  /// looks.
  @Test(arguments: runsAllCases ? ["emotion", "both"] : ["emotion"])
  func gazeOfFourViewersIsNeverPublished(
    evidence: String
  ) throws {
    let there = try library(.none, .withoutGaze, evidence: evidence)
    let away = try library(.away, .withoutGaze, evidence: evidence)
    try expectSame(there, away, "\(evidence)")
    guard evidence == "emotion" else { return }
    let moment = try #require(try there.decisions(of: "walk").moments.first)
    #expect(moment.framing.gazeKept == nil && moment.why.held == nil)
    #expect(moment.why.framedBy?.hasPrefix("too few looks: the whole picture for ") == true)
    #expect(try there.gazecut("run", "--dry-run").output.contains("too few looks"))
    #expect(moment.why.emotion == "happy" && moment.why.viewers == 5)
  }

  /// If all five viewers have gaze and faces, no share is 0 or 1, which would reveal what each
  /// viewer did.
  @Test(arguments: runsAllCases ? [Change.calm, .away, .none] : [.calm])
  private func publishedSharesAreNeverNoneOrAll(change: Change) throws {
    let library = try library(change, evidence: "both")
    var found: [String: Int] = [:]
    func check(_ key: String, _ value: Double, _ place: String) {
      let people = ["reacting", "reactingViewers", "viewers in reacting"]
      let range = people.contains(key) ? 1.0...4.0 : 0.2...0.8
      #expect(range.contains(value), "\(change) \(place): \(key) \(value)")
      found[key, default: 0] += 1
    }
    func search(_ value: Any, in key: String, _ place: String) {
      let shares: Set = ["score", "reactingShare", "reactingViewers", "held", "gazeKept", "share"]
      if let list = value as? [Any] { list.forEach { search($0, in: key, place) } }
      guard let object = value as? [String: Any] else { return }
      for (name, value) in object {
        if let number = value as? Double {
          if shares.contains(name) || name == "reacting" { check(name, number, place) }
          if key == "reacting", name == "viewers" { check("viewers in reacting", number, place) }
          if key == "emotions" { check("emotions", number, place) }
        }
        search(value, in: name, place)
      }
    }
    for (place, text) in try outputs(of: library) {
      for line in [Substring(text)] + text.split(separator: "\n") {
        let json = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        json.map { search($0, in: "", place) }
      }
      for match in text.matches(
        of: /(\d+) % of the visible faces|(\d+) % of (?:the )?gaze inside|\((\d+) %\) react/)
      {
        let number = match.1 ?? match.2 ?? match.3
        check("%", (number.flatMap { Double($0) } ?? 0) / 100, place)
      }
      guard place.hasSuffix("csv"), place.hasPrefix("explain") else { continue }
      let rows = text.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }.filter { $0.count > 10 }
      let names = try #require(rows.first)
      for row in rows.dropFirst() {
        for (name, cell) in zip(names, row) {
          // The last time bin is empty because gaze is delayed.
          guard ["score", "reacting", "reactingShare", "held"].contains(name), !cell.isEmpty
          else { continue }
          check(String(name), try #require(Double(cell), "\(name)"), place)
        }
      }
    }
    // Series, explanations, decisions, metadata, pages and exports were checked.
    for key in ["score", "held", "reactingShare", "reacting", "share", "%"] {
      #expect(found[key] != nil, "\(key): \(found)")
    }
  }
}
