import Foundation
import SampleAudience
import TestMaterial
import Testing

/// `gazecut cite` prints what a methods section needs as JSON.
@Suite(.waitsForPrograms) struct CiteTests {
  @Test func citePrintsVersionsCountsAndDefinitions() throws {
    let meadow = try MeadowLibrary("xdf", "eev", "curve")
    let environment = ["GAZECUT_LIBRARY": meadow.library.folder]
    let outcome = try Program.run(["cite", "meadow"], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // People read the output, so lines are short.
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count < 600 })
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "gazecut.methods/1")
    let audience = try #require(document["audience"] as? [String: Any])
    let people = RecordedViewer.meadow
    #expect(audience["viewers"] as? Int == people.count)
    #expect(audience["formats"] as? [String: Int] == ["xdf": people.count, "table": people.count])
    #expect(audience["excludedViewers"] is [String: Int])
    let curves = try #require(audience["curves"] as? [String: [String: Int]])
    #expect(curves == ["most-replayed": ["points": 100, "counted": 4300]])
    let settings = try #require(document["settings"] as? [String: String])
    #expect(settings["selection.minimumViewers"] == "5")
    let definitions = try #require(document["definitions"] as? [[String: Any]])
    let names = Set(definitions.compactMap { $0["name"] as? String })
    // Every column of a series and every setting has a definition.
    let series = try Program.run(
      ["explain", "meadow", "--series", "csv"], environment: environment
    ).output.prefix { $0 != "\n" }
    #expect(series.split(separator: ",").allSatisfy { names.contains(String($0)) })
    #expect(names.isSuperset(of: settings.keys))
    #expect(!people.contains { outcome.output.contains($0.name) })
    // The JSON of `status --sessions` is the same without the definitions.
    let sessions = try Program.run(
      ["status", "--sessions", "meadow", "--format", "json"], environment: environment)
    #expect(sessions.status == 0 && !sessions.output.contains("definitions"))
    #expect(sessions.output.contains(#""schema":"gazecut.methods/1""#))
    #expect(try Program.run(["cite", "nowhere"], environment: environment).status == 66)
    // A curve is listed by the label of its file and removed by that label.
    let listed = try Program.run(["status", "--sessions", "meadow"], environment: environment)
    #expect(listed.output.contains("Engagement curves (counts"), "\(listed)")
    let told = try Program.run(["explain", "meadow"], environment: environment).output
    #expect(told.contains("curve: YouTube's most replayed, 100 points, one every 1.0 s"), "\(told)")
    #expect(!listed.output.contains("meadow.info"), "\(listed)")
    let curve = try #require(listed.output.firstMatch(of: /most replayed.*(file-[0-9a-f]{8})/)?.1)
    let gone = try Program.run(
      ["remove", "meadow", "--file", String(curve)], environment: environment)
    #expect(gone.status == 0 && gone.output.contains("Removed one curve of"), "\(gone)")
    let after = try Program.run(["status", "--sessions", "meadow"], environment: environment)
    #expect(!after.output.contains("Curves") && after.output.contains("xdf"))
  }

  /// Figures of fewer viewers than the minimum are withheld, and decisions are included once there
  /// are some.
  @Test func citePrintsDecisionsAndWithholdsSmallCounts() throws {
    let meadow = try MeadowLibrary("table")
    func citeSection(_ key: String) throws -> [String: Any] {
      let outcome = try meadow.library.gazecut("cite", "meadow")
      let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      return (document as? [String: Any])?[key] as? [String: Any] ?? [:]
    }
    #expect(try citeSection("decisions").isEmpty)
    #expect(try meadow.library.gazecut("run").status == 0)
    let count = RecordedViewer.meadow.count
    #expect(try citeSection("decisions")["viewers"] as? Int == count)
    // One viewer with five sessions is still one viewer, so the format is not listed.
    for session in 0..<5 {
      let header =
        #"{"gazecut": "timeline/1", "video": "meadow", "session": "s\#(session)", "viewer": "one", "#
        + #""picture": {"x": 0, "y": 0, "width": 1, "height": 1}}"#
      let samples = (0..<20).map {
        #"{"t": \#(20 * session + $0), "gaze": {"x": 0.5, "y": 0.5, "tracking": "SUCCESS"}}"#
      }
      try meadow.library.write("s.jsonl", ([header] + samples).joined(separator: "\n"))
      let taken = try meadow.library.gazecut("import", "timeline", "s.jsonl")
      #expect(taken.status == 0, "\(taken)")
    }
    #expect(try citeSection("audience")["sessions"] as? Int == count + 5)
    #expect(try citeSection("audience")["formats"] as? [String: Int] == ["table": count])
    let settings = meadow.library.folder + "/gazecut.yaml"
    let few =
      try String(contentsOfFile: settings, encoding: .utf8)
      + "\nselection: {minimumViewers: \(count + 2)}\n"
    try Data(few.utf8).write(to: URL(fileURLWithPath: settings))
    let audience = try citeSection("audience")
    #expect(audience["fewerThan"] as? Int == count + 2, "\(audience)")
    #expect(audience["viewers"] == nil && audience["samples"] == nil)
    #expect(audience["formats"] as? [String: Int] == [:])
    #expect(try citeSection("decisions")["viewers"] == nil)
  }
}
