import EditDecisions
import Foundation
import TestMaterial
import Testing

/// What is held of a viewer, and that nothing of it stays when the viewer is forgotten.
@Suite(.waitsForPrograms) struct ErasureTests {
  /// The files of a library that hold these bytes.
  private func files(of library: TestLibrary, holding text: String) throws -> [String] {
    let below = FileManager.default.enumerator(atPath: library.folder)
    var found: [String] = []
    while let name = below?.nextObject() as? String {
      // The night's pictures are large and hold no text.
      guard !name.hasSuffix(".mp4"), !name.hasSuffix(".jpg") else { continue }
      let data = FileManager.default.contents(atPath: library.path(name)) ?? Data()
      if data.range(of: Data(text.utf8)) != nil { found.append(name) }
    }
    return found
  }

  private struct Held: Decodable {
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
    struct Folded: Decodable { var video, kind: String }
    var schema: String
    var pseudonyms: [String]
    var isRefusedAtImport: Bool
    var sessions: [Session]
    var decisions: [Decisions]
    var folded: [Folded]
  }

  private func held(_ viewer: String, in library: TestLibrary) throws -> Held {
    let outcome = try library.gazecut("disclose", viewer)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains(viewer), "the name is not repeated")
    return try JSONDecoder().decode(Held.self, from: Data(outcome.output.utf8))
  }

  @Test func aViewerIsDisclosedThenErasedEverywhere() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "zachary", "--label", "age=child")
    try library.gazecut("run")
    try library.gazecut("report")
    #expect(FileManager.default.fileExists(atPath: library.path("report/walk.html")))
    let viewer = "zachary-3"
    let before = try held(viewer, in: library)
    #expect(before.schema == "gazecut.viewer/1" && !before.isRefusedAtImport)
    #expect(before.sessions.map(\.video) == ["walk"] && before.decisions.map(\.video) == ["walk"])
    #expect(before.folded.map(\.kind) == ["audience", "viewerRows"])
    #expect(before.sessions[0].labels == ["age": "child"])
    #expect(before.sessions[0].samples.count == 160)
    #expect(before.sessions[0].samples.seconds.to == 39.75)
    let pseudonym = try #require(before.pseudonyms.first)
    #expect(try files(of: library, holding: pseudonym) == ["gazecut.sqlite"])
    #expect(try !files(of: library, holding: "reactingShare").isEmpty)

    let told = try library.gazecut("forget", viewer)
    try #require(told.status == 0, "\(told.errors)")
    let pages = library.path("report")
    #expect(!FileManager.default.fileExists(atPath: pages + "/walk.html"))
    let index = try String(contentsOfFile: pages + "/index.html", encoding: .utf8)
    #expect(index.contains("walk") && !index.contains("walk.html"))
    // Names, pseudonyms, and the figures of decisions that the viewer was part of.
    for trace in [
      viewer, pseudonym, before.sessions[0].pseudonym, "reactingShare", "reactingViewers",
      #""held""#, #""score""#,
    ] {
      #expect(try files(of: library, holding: trace).isEmpty, "\(trace)")
    }
    let after = try held(viewer, in: library)
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
      #expect(try files(of: library, holding: trace).isEmpty, "\(trace)")
    }
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("disclose", "nobody-at-all").status == 66)
  }

  @Test func aPinKeepsItsClipsAndLosesItsFigures() throws {
    let library = try TestLibrary.watched()
    try library.gazecut("regenerate", "walk", "--moment", "16-22")
    let clips = library.shorts(of: "walk")
    try #require(clips.count == 1)
    try library.gazecut("forget", "viewer-3")
    // What is not known is left out: a score of 0.00 would be a figure.
    for trace in ["reactingShare", "reactingViewers", "gazeKept", #""score""#] {
      #expect(try files(of: library, holding: trace).isEmpty, "\(trace)")
    }
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(!night.errors.contains("by hand"), "\(night.errors)")
    #expect(library.shorts(of: "walk") == clips)
    #expect(try files(of: library, holding: "reactingShare").isEmpty)
    #expect(try library.gazecut("check").status == 0)
    #expect(try library.gazecut("run").output.contains("nothing new"))
  }

  @Test func aScheduledImportNamesNoFilesOfViewers() throws {
    let library = try TestLibrary()
    try library.write("zachary.csv", "t,happy\n1,0.5\n2,0.5\n")
    try library.write("yolanda.csv", "t,happy\n1,7\n")
    let files = ["zachary.csv", "yolanda.csv"]
    func take(_ options: [String], _ environment: [String: String] = [:]) throws -> Program.Outcome
    {
      try Program.run(
        ["import", "table", "--video", "walk", "--map", "time=t", "--map", "happy=happy"]
          + options + files,
        in: library.folder,
        environment: ["GAZECUT_LIBRARY": library.folder].merging(environment) { $1 })
    }
    for outcome in [
      try take(["--quiet"]), try take(["--json-log"]), try take([], ["INVOCATION_ID": "1"]),
    ] {
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("file 2 (sha256 "), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("yolanda"), "\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).contains("zachary"), "\(outcome.output)")
    }
    #expect(try take([]).errors.contains("yolanda.csv"))
  }

  /// What an erasure wrote before it was cut short is not taken for a person's hand.
  @Test func anErasureThatWasCutShortIsDoneAgain() throws {
    let whole = try TestLibrary.afterItsNight()
    #expect(try whole.gazecut("forget", "viewer-3").status == 0)
    let record = try #require(
      whole.files("shorts/walk").first { $0.hasPrefix("walk-") && $0.hasSuffix(".json") })

    let cut = try TestLibrary.afterItsNight()
    try cut.write("shorts/walk/" + record, whole.text("shorts/walk/" + record))
    #expect(try cut.gazecut("forget", "viewer-3").status == 0)
    for library in [whole, cut] { #expect(try library.gazecut("run").status == 0) }
    for folder in ["shorts/walk", "shorts/walk/.retired"] {
      #expect(cut.files(folder) == whole.files(folder))
    }
  }
}
