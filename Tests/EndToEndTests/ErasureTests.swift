import EditDecisions
import Foundation
import TestMaterial
import Testing

/// `disclose` lists what is stored of a viewer, and `forget` erases it.
@Suite(.waitsForPrograms) struct ErasureTests {
  /// The files of a library that contain a text.
  private func files(of library: TestLibrary, containing text: String) throws -> [String] {
    let below = FileManager.default.enumerator(atPath: library.folder)
    var found: [String] = []
    while let name = below?.nextObject() as? String {
      // Clips and images are large and contain no text.
      guard !name.hasSuffix(".mp4"), !name.hasSuffix(".jpg") else { continue }
      let data = FileManager.default.contents(atPath: library.path(name)) ?? Data()
      if data.range(of: Data(text.utf8)) != nil { found.append(name) }
    }
    return found
  }

  private struct Disclosure: Decodable {
    struct Session: Decodable {
      struct Samples: Decodable {
        struct Span: Decodable { var from, to: Double }
        var count: Int
        var seconds: Span
      }
      var video, pseudonym: String
      var labels: [String: String]
      var samples: Samples
    }
    struct Decisions: Decodable { var video: String }
    struct Aggregate: Decodable { var video, kind: String }
    var schema: String
    var pseudonyms: [String]
    var isRefusedAtImport: Bool
    var sessions: [Session]
    var decisions: [Decisions]
    var folded: [Aggregate]
  }

  private func disclosure(of viewer: String, in library: TestLibrary) throws -> Disclosure {
    let outcome = try library.gazecut("disclose", viewer)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains(viewer), "the name is not repeated")
    return try JSONDecoder().decode(Disclosure.self, from: Data(outcome.output.utf8))
  }

  @Test func forgetErasesEveryTraceOfAViewer() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "zachary", "--label", "age=child")
    try library.gazecut("run")
    try library.gazecut("report")
    #expect(FileManager.default.fileExists(atPath: library.path("report/walk.html")))
    let viewer = "zachary-3"
    let before = try disclosure(of: viewer, in: library)
    #expect(before.schema == "gazecut.viewer/1" && !before.isRefusedAtImport)
    #expect(before.sessions.map(\.video) == ["walk"] && before.decisions.map(\.video) == ["walk"])
    #expect(before.folded.map(\.kind) == ["audience", "viewerRows"])
    #expect(before.sessions[0].labels == ["age": "child"])
    #expect(before.sessions[0].samples.count == 160)
    #expect(before.sessions[0].samples.seconds.to == 39.75)
    let pseudonym = try #require(before.pseudonyms.first)
    #expect(try files(of: library, containing: pseudonym) == ["gazecut.sqlite"])
    #expect(try !files(of: library, containing: "reactingShare").isEmpty)

    let told = try library.gazecut("forget", viewer)
    try #require(told.status == 0, "\(told.errors)")
    let pages = library.path("report")
    #expect(!FileManager.default.fileExists(atPath: pages + "/walk.html"))
    let index = try String(contentsOfFile: pages + "/index.html", encoding: .utf8)
    #expect(index.contains("walk") && !index.contains("walk.html"))
    // Names, pseudonyms, and figures of decisions that include the viewer.
    for trace in [
      viewer, pseudonym, before.sessions[0].pseudonym, "reactingShare", "reactingViewers",
      #""held""#, #""score""#,
    ] {
      #expect(try files(of: library, containing: trace).isEmpty, "\(trace)")
    }
    let after = try disclosure(of: viewer, in: library)
    #expect(after.sessions.isEmpty && after.decisions.isEmpty && after.isRefusedAtImport)

    let night = try library.gazecut("run")
    #expect(night.status == 0 && !night.output.contains("nothing new"), "\(night.output)")
    #expect(try library.decisions(of: "walk").audience.viewers == 11)
    let said = try [
      ["status"], ["status", "--sessions", "walk"], ["explain", "walk"], ["check"], ["doctor"],
      ["explain", "walk", "--at", "0:20", "--format", "json"], ["run", "--dry-run"],
      ["export", "walk", "--format", "csv"],
    ].map { try Program.run($0, environment: ["GAZECUT_LIBRARY": library.folder]) }
    for outcome in said + [told, night] {
      let text = outcome.output + outcome.errors
      #expect(!text.contains("zachary") && !text.contains(pseudonym), "\(text)")
    }
    for trace in [viewer, pseudonym] {
      #expect(try files(of: library, containing: trace).isEmpty, "\(trace)")
    }
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("disclose", "nobody-at-all").status == 66)
  }

  @Test func forgetKeepsLockedClipsAndRemovesTheirFigures() throws {
    let library = try TestLibrary.withManualChoice()
    let clips = library.clips(of: "walk")
    try library.gazecut("forget", "viewer-3")
    // Erased figures are omitted; a score of 0.00 would be a figure.
    for trace in ["reactingShare", "reactingViewers", "gazeKept", #""score""#] {
      #expect(try files(of: library, containing: trace).isEmpty, "\(trace)")
    }
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(!night.errors.contains("by hand"), "\(night.errors)")
    #expect(library.clips(of: "walk") == clips)
    #expect(try files(of: library, containing: "reactingShare").isEmpty)
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  /// Twelve viewers behave the same, so the crop does not change without one of them.
  ///
  /// Only the metadata is rewritten.
  @Test func forgetRewritesOnlyMetadataWhenTheClipIsUnchanged() throws {
    let library = try TestLibrary.afterFirstRun()
    let clips = library.clips(of: "walk")
    let record = "shorts/walk/" + clips[0].dropLast(4) + ".json"
    let before = try library.text(record)
    let dry = try library.gazecut("forget", "viewer-3", "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was changed"), "\(dry.errors)")
    #expect(
      dry.output.contains("walk: would be rendered again")
        && dry.output.contains(clips[0].dropLast(4)))
    #expect(try library.text(record) == before)
    #expect(try library.gazecut("forget", "viewer-3").status == 0)
    let night = try library.gazecut("run")
    #expect(night.output.contains("1 clip kept"), "\(night.output)")
    #expect(library.clips(of: "walk") == clips && library.files("shorts/walk/.retired").isEmpty)
    // A file edited by hand is kept and reported.
    try library.write(record, library.text(record) + "\n")
    let again = try library.gazecut("forget", "viewer-4")
    #expect(
      again.output.contains(record), "\(again.output)")
    try FileManager.default.removeItem(atPath: library.path(record))
    #expect(try library.gazecut("run").status == 0)
    let after = try library.text(record)
    #expect(after != before && after.contains("reactingShare"))
  }

  /// The viewer left before the laugh, so no figure of its clip includes them.
  @Test func clipIsKeptIfTheForgottenViewerDidNotWatchIt() throws {
    let library = try TestLibrary.withAudience()
    var early = SimpleAudience.walk(viewers: 1, seed: 7)
    early.duration = 8
    #expect(try library.importAudience(early, prefix: "early").status == 0)
    #expect(try library.gazecut("run").status == 0)
    let dry = try library.gazecut("forget", "early-0", "--dry-run").output
    #expect(dry.contains("walk: no clip would be rendered again"), "\(dry)")
  }

  @Test func forgetFromFileReportsUnknownViewersByLine() throws {
    let library = try TestLibrary.withAudience()
    try library.write("names.txt", "\u{FEFF}viewer-1\r\n\r\n viewer-2 \r\nviewer-1\r\n")
    let dry = try library.gazecut("forget", "--from", "names.txt", "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("in walk"), "\(dry.errors)")
    #expect(try library.gazecut("forget", "--from", "names.txt").status == 0)
    #expect(try library.gazecut("status", "--format", "json").output.contains(#""viewers":10"#))
    // The same list can be read again on every run.
    let again = try library.gazecut("forget", "--from", "names.txt")
    #expect(again.status == 0 && again.output.contains("forgotten before"), "\(again)")

    try library.write("more.txt", "viewer-3\nzachary\nviewer-4\n")
    let some = try library.gazecut("forget", "--from", "more.txt")
    #expect(some.status == 66 && some.errors.contains("1 of 3"), "\(some.errors)")
    #expect(some.errors.contains("line 2") && !some.errors.contains("zachary"))
    #expect(try library.gazecut("status", "--format", "json").output.contains(#""viewers":8"#))

    try library.write("bad.txt", "viewer-5\nza\u{FFFD}chary\n")
    let bad = try library.gazecut("forget", "--from", "bad.txt")
    #expect(bad.status == 65 && bad.errors.contains("bad.txt:2"), "\(bad.errors)")
    #expect(!bad.errors.contains("chary"))
    #expect(try library.gazecut("status", "--format", "json").output.contains(#""viewers":8"#))
    #expect(try library.gazecut("forget", "--from", "nowhere.txt").status == 66)
    #expect(try library.gazecut("forget").status == 64)
    #expect(try library.gazecut("forget", "viewer-5", "--from", "names.txt").status == 64)
    let piped = try Program.runTool(
      "sh",
      [
        "-c", "echo viewer-6 | GAZECUT_LIBRARY='\(library.folder)' '\(Program.path)' forget -",
      ])
    #expect(piped.status == 0 && piped.output.contains("walk"), "\(piped.errors)")
  }

  @Test func importedPathsArePrintedOnlyToATerminal() throws {
    let library = try TestLibrary()
    try library.write("zachary.csv", "t,happy\n1,0.5\n2,0.5\n")
    try library.write("yolanda.csv", "t,happy\n1,7\n")
    let files = ["zachary.csv", "yolanda.csv"]
    let words =
      ["import", "table", "--video", "walk", "--map", "time=t", "--map", "happy=happy"] + files
    func runImport(_ options: String...) throws -> Program.Outcome {
      try Program.run(
        words + options, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder])
    }
    for outcome in [try runImport(), try runImport("--quiet"), try runImport("--json-log")] {
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("file 2 (sha256 "), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("yolanda"), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("zachary"), "\(outcome.output)")
    }
    // The path is withheld even if the file names another viewer and was imported before.
    for viewer in ["u1", "u2"] {
      let rows = ["who,t,happy", "\(viewer),1,0.\(viewer.dropFirst())", "\(viewer),2,0"]
      try library.write("xenia.csv", rows.joined(separator: "\n") + "\n")
      let outcome = try Program.run(
        [
          "import", "table", library.path("xenia.csv"), "--video", "walk",
          "--map", "viewer=who,time=t,happy=happy",
        ], environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 0 && outcome.output.hasPrefix("file 1 (sha256 "), "\(outcome)")
      #expect(!(outcome.output + outcome.errors).contains("xenia"), "\(outcome)")
    }
    for command in [["status", "--sessions", "walk"], ["disclose", "u1"]] {
      let outcome = try Program.run(
        command, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(outcome.status == 0 && !outcome.output.contains("xenia"), "\(outcome)")
    }
    for name in ["gazecut.sqlite", "gazecut.sqlite-wal"] {
      let stored = FileManager.default.contents(atPath: library.path(name)) ?? Data()
      #expect(stored.range(of: Data("xenia".utf8)) == nil)
    }
    // A terminal shows names; Python provides a pseudo-terminal.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let terminal = try ExternalProgram("python3").run(
      ["-c", "import pty, sys; pty.spawn(sys.argv[1:])", Program.path] + Array(words.dropLast(2))
        + files.map(library.path), environment: ["PATH": path, "GAZECUT_LIBRARY": library.folder])
    #expect(terminal.output.contains("yolanda.csv"), "\(terminal)")
  }

  /// A file that an interrupted erasure wrote is not taken for an edit by hand.
  @Test func forgetCompletesAnInterruptedErasure() throws {
    let whole = try TestLibrary.afterFirstRun()
    #expect(try whole.gazecut("forget", "viewer-3").status == 0)
    let record = try #require(
      whole.files("shorts/walk").first { $0.hasPrefix("walk-") && $0.hasSuffix(".json") })

    let cut = try TestLibrary.afterFirstRun()
    try cut.write("shorts/walk/" + record, whole.text("shorts/walk/" + record))
    #expect(try cut.gazecut("forget", "viewer-3").status == 0)
    for library in [whole, cut] { #expect(try library.gazecut("run").status == 0) }
    for folder in ["shorts/walk", "shorts/walk/.retired"] {
      #expect(cut.files(folder) == whole.files(folder))
    }
  }
}
