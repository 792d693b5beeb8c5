import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Titles from settings, from the command line, and as overrides.
@Suite(.waitsForPrograms) struct TitleTests {
  private func ids(_ library: TestLibrary) throws -> [String] {
    try library.decisions(of: "walk").moments.map(\.id)
  }

  @Test func titleOverrideReplacesTheTitleOfTheSettings() throws {
    let library = try TestLibrary.afterFirstRun()
    let plain = try ids(library)
    try library.write(
      "gazecut.yaml", TestLibrary.quickSettings + "\nvideos: {walk: {render.title: A walk}}\n")
    #expect(try library.gazecut("run").output.contains("1 clip rendered, 1 clip archived"))
    let titled = try ids(library)
    #expect(titled != plain)
    let wished = try library.gazecut("wish", "walk", "title", "Across the meadow")
    #expect(wished.status == 0, "\(wished.errors)")
    #expect(wished.output.contains("renders 1 clip"), "\(wished.output)")
    #expect(
      try library.gazecut("wish", "walk", "--list").output.contains("title Across the meadow"))
    let another = try library.gazecut("wish", "walk", "title", "Another")
    #expect(another.output.contains("title of all: \"Another\""), "\(another.errors)")
    #expect(try library.gazecut("wish", "walk", "--undo").status == 0)
    #expect(try library.gazecut("run").output.contains("1 clip rendered"))
    #expect(try ids(library) != titled && library.decisions(of: "walk").moments[0].why.wish == nil)
    // Without the override the archived clip is used again.
    #expect(try library.gazecut("wish", "walk", "--undo").status == 0)
    #expect(try library.gazecut("run").output.contains("1 clip kept"))
    #expect(try ids(library) == titled)
    let flagged = try library.gazecut("regenerate", "walk", "--title", "Once", "--dry-run")
    #expect(flagged.status == 0, "\(flagged.errors)")
  }

  @Test func titleOfOneClipOverridesTheTitleOfAll() throws {
    let library = try TestLibrary.afterFirstRun()
    let plain = try #require(try library.decisions(of: "walk").moments.first)
    #expect(try library.gazecut("wish", "walk", "title", "Of all").status == 0)
    let wished = try library.gazecut("wish", "walk", "title", "1", "She waves")
    #expect(wished.status == 0 && wished.output.contains("renders 1 clip"), "\(wished)")
    #expect(wished.output.contains("title 0:"))
    #expect(wished.output.contains("title of 1: \"She waves\"\n"), "\(wished.output)")
    #expect(wished.output.contains("Until then `gazecut export`"), "\(wished.output)")
    #expect(try library.gazecut("run").status == 0)
    let table = try library.gazecut("export", "walk", "--format", "csv")
    let rows = table.output.split(separator: "\r\n").dropFirst()
    #expect(table.status == 0 && !rows.isEmpty)
    #expect(rows.allSatisfy { $0.hasSuffix(",She waves") })
    let titled = try #require(try library.decisions(of: "walk").moments.first)
    #expect(titled.framing.line == "She waves" && titled.id != plain.id)
    #expect(titled.why.wish == nil && titled.start == plain.start && titled.end == plain.end)
    #expect(try library.gazecut("report").status == 0)
    #expect(try library.text("report/walk.html").contains(#""title": "She waves""#))
    // The written decisions can be edited and given back.
    let edited = try library.gazecut(
      "regenerate", "walk", "--decisions", library.path("shorts/walk/decisions.json"), "--dry-run")
    #expect(edited.status == 0 && edited.output.contains(/She\s+waves/), "\(edited.errors)")
    // A time that no clip shows, and a word that is no time.
    #expect(try library.gazecut("wish", "walk", "title", "0:39", "She waves").status == 65)
    #expect(try library.gazecut("wish", "walk", "title", "one", "She waves").status == 64)
    // A rank without a title, an empty title, and unquoted words.
    #expect(try library.gazecut("wish", "walk", "title", "1").status == 64)
    #expect(try library.gazecut("wish", "walk", "title", "1", "").status == 64)
    #expect(try library.gazecut("wish", "walk", "title", "two", "words", "apart").status == 64)
    #expect(try library.gazecut("wish", "walk", "title", "0:39 later").status == 64)
    #expect(try library.gazecut("wish", "walk", "--undo").status == 0)
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "walk").moments.first?.framing.line == nil)
  }

  @Test func titleWithoutAFontIsReportedAndLeftOut() throws {
    let library = try TestLibrary.afterFirstRun()
    let plain = try ids(library)
    let none = Unicode.Scalar(UInt32(0x5FFF0)).map { String($0) } ?? "?"
    let outcome = try library.gazecut("regenerate", "walk", "--title", "a\(none)")
    #expect(
      outcome.errors.contains("no installed font can draw the characters \(none) of the title"))
    #expect(try ids(library) == plain)
    // An override reports it at once. A missing symbol is left out, and the rest is shown.
    let wished = try library.gazecut("wish", "walk", "title", "a\(none)", "--dry-run")
    #expect(
      wished.errors.contains("no installed font can draw the characters \(none)"),
      "\(wished.errors)")
    let sign = "\u{10FFFD}"
    let signed = try library.gazecut("wish", "walk", "title", "Across \(sign)", "--dry-run")
    #expect(signed.errors.contains("characters \(sign) of the title"), "\(signed.errors)")
    #expect(signed.output.contains("renders 1 clip"), "\(signed.output)")
    // Such a title replaces the earlier one and is left out, rather than bring the earlier one
    // back.
    try library.gazecut("wish", "walk", "title", "1", "Short")
    try library.gazecut("wish", "walk", "title", "1", "a\(none)")
    #expect(try library.gazecut("run").status == 0)
    #expect(try library.decisions(of: "walk").moments.first?.framing.line == nil)
    // A title that is longer than two lines is reported too.
    let long = Array(repeating: "meadows", count: 16).joined(separator: " ")
    let cut = try library.gazecut("wish", "walk", "title", long, "--dry-run")
    #expect(
      cut.errors.contains("is cut off in shorts: two lines show \"meadows"), "\(cut.errors)")
  }

  /// Viewers smile near a cut.
  ///
  /// The clip starts at the cut, and is shorter if its scene is short.
  @Test(arguments: [false, true]) func clipStaysWithinItsScene(isBrief: Bool) throws {
    let library = try TestLibrary()
    try library.add(isBrief ? TestVideo.brief : TestVideo.silent, as: "walk")
    var audience = SimpleAudience.walk()
    audience.smiles = [13...18.5]
    #expect(try library.importAudience(audience).status == 0)
    #expect(try library.gazecut("run").status == 0)
    let moment = try #require(try library.decisions(of: "walk").moments.first)
    #expect(moment.start == 12 && moment.why.startReason == "a cut of the source", "\(moment)")
    // The scene continues after the reaction, but nothing happens in it.
    #expect(moment.end == (isBrief ? 20 : 19.5), "\(moment)")
    let shortened =
      isBrief ? "8.0 s, not 10.0, without the shot" : "7.5 s, not 10.0, without seconds"
    #expect(moment.why.shortened?.hasPrefix(shortened) == true, "\(moment.why)")
    let told = try library.gazecut("explain", "walk", "--at", "0:15")
    #expect(told.output.contains("short: "), "\(told.output)")
    // The clip has no frame of the previous shot.
    #expect(moment.framing.shots.count == 1, "\(moment)")
  }
}
