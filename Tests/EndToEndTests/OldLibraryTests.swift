import CSQLite
import EditDecisions
import Foundation
import Hashing
import TestMaterial
import Testing

/// What an older gazecut folded is folded anew once, and the command says so; what it decided and
/// made stays as it is.
@Suite(.waitsForPrograms) struct OldLibraryTests {
  private func change(_ library: TestLibrary, _ statement: String) {
    var database: OpaquePointer?
    #expect(sqlite3_open(library.path("gazecut.sqlite"), &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close(database) == SQLITE_OK)
  }

  @Test func foldingAnewIsSaid() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(), prefix: "viewer")
    let decided = try library.gazecut("explain", "walk")
    #expect(decided.status == 0, "\(decided.errors)")
    let first = try library.gazecut("run")
    #expect(first.status == 0 && !first.errors.contains("again"), "\(first.errors)")
    // As the step that brings an old library up to date leaves what it folded.
    change(library, "UPDATE audience SET key = ''")
    let again = try library.gazecut("regenerate", "walk", "--dry-run", "--format", "json")
    #expect(
      again.errors.contains(
        "aggregating the audience again: an older gazecut stored it in another form"),
      "\(again.errors)")
    #expect(again.output == (try library.text("shorts/walk/decisions.json")))
  }

  /// A document or a clip's record as it was written under `gazecut.decisions/1`.
  private static func aged(_ text: String) throws -> String {
    var text = text.replacing("gazecut.decisions/2", with: "gazecut.decisions/1")
    text.replace(try Regex(#""(reactingViewers|held|resamples)": [0-9.]+, "#), with: "")
    text.replace(
      #""sustainedSeconds""#,
      with: #""reactingShareLow": 0.42, "gatheredShare": 0.90, "gatheredByChance": 0.30, "#
        + #""sustainedSeconds""#)
    text.replace(
      try Regex(#""sure": [0-9.]+, "#),
      with: #""sure": 0.90, "startSpread": 0.0, "endSpread": 0.5, "#)
    return text
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// Makes a library's decisions, pins and records what the version before would have left.
  private func age(_ library: TestLibrary, videos: [String]) throws {
    for video in videos {
      let folder = "shorts/\(video)/"
      let decisions = try Self.aged(library.text(folder + "decisions.json"))
      let text = Self.quoted(String(decisions.dropLast()))
      // One that says nothing new would prove nothing.
      try #require(decisions.contains("gatheredShare"), "\(decisions)")
      try library.write(folder + "decisions.json", decisions)
      change(
        library,
        "UPDATE videoState SET decisions = \(text), "
          + "pinText = CASE WHEN pinText IS NULL THEN NULL ELSE \(text) END "
          + "WHERE video = '\(video)'")
      for clip in library.shorts(of: video) {
        let record = folder + clip.replacing(".mp4", with: ".json")
        let before = try library.text(record)
        let after = try Self.aged(before)
        try library.write(record, after)
        change(
          library,
          "UPDATE clip SET sideFiles = replace(sideFiles, '\(SHA256.hex(before))', "
            + "'\(SHA256.hex(after))')")
      }
    }
  }

  /// Every clip and reel with its size and time.
  private func clips(of library: TestLibrary) throws -> [String: String] {
    try library.snapshot().filter { $0.key.hasSuffix(".mp4") }
  }

  @Test func whatTheVersionBeforeDecidedStays() throws {
    let library = try TestLibrary.watched()
    try library.add(TestVideo.silent, as: "stroll")
    var audience = SimpleAudience.walk()
    audience.video = "stroll"
    try library.importAudience(audience, prefix: "stroller")
    try #require(try library.gazecut("wish", "walk", "never", "0:00-0:02").status == 0)
    try #require(try library.gazecut("run").status == 0)
    let edited = try Self.aged(library.text("shorts/stroll/decisions.json"))
    try #require(
      try library.gazecut("regenerate", "stroll", "--moment", "0:15-0:30").status == 0)
    try age(library, videos: ["walk", "stroll"])
    let made = try clips(of: library)

    let checked = try library.gazecut("check")
    #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    let night = try library.gazecut("run")
    #expect(night.status == 0 && night.output.contains("nothing new"), "\(night.output)")
    for command in [
      ["status", "walk"], ["explain", "walk"], ["export", "walk", "--format", "csv"], ["report"],
    ] {
      let said = try Program.run(command, environment: ["GAZECUT_LIBRARY": library.folder])
      #expect(said.status == 0, "\(command): \(said.errors)")
    }
    #expect(try clips(of: library) == made)

    // The pin holds, and so do the wish and every clip where all is decided anew.
    change(library, "UPDATE videoState SET fingerprint = 'another ' || fingerprint")
    let later = try library.gazecut("run")
    #expect(later.status == 0 && !later.errors.contains("by hand"), "\(later.errors)")
    #expect(later.output.contains("is pinned by a person"), "\(later.output)")
    let again = try library.gazecut("regenerate", "stroll")
    #expect(again.status == 0 && !again.errors.contains("by hand"), "\(again.errors)")
    #expect(try clips(of: library) == made)
    for video in ["walk", "stroll"] {
      let text = try library.text("shorts/\(video)/decisions.json")
      #expect(text.hasPrefix(#"{"schema": "gazecut.decisions/2""#), "\(text)")
      #expect(!text.contains("gathered"), "\(text)")
    }
    #expect(try library.gazecut("wish", "walk", "--list").output.contains("never"))
    #expect(try library.gazecut("check").status == 0)

    // What a person edited then is rendered: the seconds of the night, whose clip was retired.
    try library.write("edited.json", edited)
    let outcome = try library.gazecut("regenerate", "stroll", "--decisions", "edited.json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let ids = try DecisionDocument(json: Data(edited.utf8)).moments.map(\.id)
    #expect(library.shorts(of: "stroll") == ids.map { $0 + ".mp4" }.sorted())
  }

  /// Another gazecut would frame it a little otherwise: as good as what is there is no reason to
  /// make a clip anew, and other settings are.
  @Test func anotherRendererIsSaidAndWhatComesOutTheSameStays() throws {
    let library = try TestLibrary.afterItsNight()
    let made = try clips(of: library)
    change(library, "UPDATE videoState SET fingerprint = replace(fingerprint, '/', '/1')")
    #expect(try library.gazecut("status").output.contains("due: another gazecut renders"))
    let dry = try library.gazecut("run", "--dry-run").output
    #expect(dry.contains("walk is due: another gazecut renders"), "\(dry)")
    #expect(!dry.contains("to render"), "\(dry)")
    let night = try library.gazecut("run")
    #expect(night.status == 0 && night.output.contains("1 clip kept"), "\(night.output)")
    #expect(try clips(of: library) == made)
  }

  @Test func aClipOfAnotherGazecutStandsWhileItIsAsGood() throws {
    let library = try TestLibrary.watched()
    let slower = "framing.maximumSpeed=0.1"
    try #require(try library.gazecut("regenerate", "walk", "--set", slower).status == 0)
    let made = try clips(of: library)
    change(library, "UPDATE videoState SET fingerprint = '1 ' || fingerprint")
    let night = try library.gazecut("run")
    #expect(night.status == 0, "\(night.errors)")
    #expect(try clips(of: library) == made)
    #expect(try library.text("shorts/walk/decisions.json").contains(#""since": "#))

    try #require(try library.gazecut("regenerate", "walk", "--set", slower).status == 0)
    change(
      library,
      "UPDATE videoState SET fingerprint = rtrim(fingerprint, '0123456789abcdef') || 'another'")
    try #require(try library.gazecut("run").status == 0)
    #expect(try clips(of: library) != made)
  }
}
