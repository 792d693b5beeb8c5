import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Figures of too few viewers, of subsets, and of time series.
@Suite(.waitsForPrograms) struct MinimumGroupRuleTests {
  private func output(_ library: TestLibrary, _ arguments: [String]) throws -> String {
    let outcome = try Program.run(
      arguments, in: library.folder, environment: ["GAZECUT_LIBRARY": library.folder])
    return outcome.output + outcome.errors
  }

  @Test func noCommandPrintsFiguresOfFourViewers() throws {
    let library = try TestLibrary.withAudience(viewers: 4)
    let second = ["explain", "walk", "--at", "0:20"]
    let commands = [
      ["run", "--dry-run"], ["run", "--dry-run", "--format", "json"],
      ["run", "--dry-run", "--format", "vtt"], ["run", "--json-log"], second,
      second + ["--format", "json"], ["explain", "walk"], ["explain", "walk", "--format", "json"],
      ["regenerate", "walk", "--moment", "16-22"],
      [
        "explain", "walk", "--overlay", library.path("looks.mp4"), "--at", "0:20", "--format",
        "json",
      ],
    ]
    for command in commands {
      let text = try output(library, command)
      for word in [
        "happy", "of the visible faces react", "fit into one 9:16 window", "reactingShare",
        "reactingViewers",
        #""held""#, "4 viewers",
      ] {
        #expect(!text.contains(word), "\(command): \(word) in \(text)")
      }
      #expect(
        !text.contains(#""viewers": "#) && !text.contains(#""more": "#), "\(command): \(text)")
      #expect(!text.contains(#""score": "#), "\(command): \(text)")
    }
    for name in library.files("shorts/walk") where name.hasSuffix(".json") {
      #expect(try !library.text("shorts/walk/" + name).contains("viewers\""))
    }
    // Every time bin has its time and no figure.
    for line in try output(library, ["explain", "walk", "--series", "csv"]).split(separator: "\n")
      .dropFirst() where !line.contains(": ")
    {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells.dropFirst().allSatisfy { $0.isEmpty || $0 == "0" }, "\(line)")
    }
  }

  /// An emotion that no session contains has no figure, not 0.
  @Test func emotionsMissingFromTheFilesHaveEmptyCells() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "walk")
    let rows = (0..<12).flatMap { viewer in
      (0..<160).map {
        "v\(viewer),\(Double($0) / 4),.5,.5\(viewer),\(50..<70 ~= $0 ? ".9" : ".1")\(viewer)"
      }
    }
    try library.write("faces.csv", "v,t,x,y,happy\n" + rows.joined(separator: "\n") + "\n")
    let taken = try library.gazecut(
      "import", "table", "faces.csv", "--video", "walk", "--map",
      "viewer=v,time=t,x=x,y=y,gaze=normalised,happy=happy")
    #expect(taken.status == 0, "\(taken.errors)")
    let csv = try library.gazecut("explain", "walk", "--series", "csv").output
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let header = try #require(csv.first).map(String.init)
    func cells(_ name: String) throws -> [Double?] {
      let column = try #require(header.firstIndex(of: name))
      return csv.dropFirst().map { Double($0[column]) }
    }
    #expect(try cells("happy").compactMap { $0 }.max() ?? 0 > 0.6)
    #expect(try cells("surprise").allSatisfy { $0 == nil })
  }

  @Test func seriesHasOneRowPerTimeBin() throws {
    let library = try TestLibrary.withAudience()
    let csv = try library.gazecut("explain", "walk", "--series", "csv").output
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let header = try #require(csv.first).map(String.init)
    #expect(csv.count == 81 && csv.allSatisfy { $0.count == header.count })
    func cell(_ row: Int, _ name: String) throws -> Double? {
      Double(csv[row + 1][try #require(header.firstIndex(of: name))])
    }
    // The smile includes 20 s and not 5 s.
    #expect(try cell(40, "start") == 20 && cell(40, "watching") == 10 && cell(40, "moment") == 1)
    #expect(try cell(40, "happy") ?? 0 > 0.6 && cell(10, "happy") ?? 1 < 0.05)
    // Counts are rounded: twelve viewers become 10, none becomes 1, and all becomes all but one.
    #expect(try cell(40, "reactingShare") ?? 0 > 0.6 && cell(10, "reacting") == 1)
    #expect(try cell(40, "held") == 0.9 && cell(10, "held") ?? 1 < 0.9)
    #expect(try cell(40, "evidence") ?? 0 > 0 && cell(10, "evidence") == nil)
    #expect(try cell(10, "moment") == nil)
    // All viewers stay, printed as 9 of 10.
    #expect(try cell(0, "staying") == 0.9 && cell(70, "staying") == 0.9)

    let json = try library.gazecut("explain", "walk", "--series", "json").output
    struct Line: Decodable { var start: Double; var watching: Int?; var happy, score: Double? }
    let lines = try json.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.count == 80 && lines[40].watching == 10)
    let happy = try cell(40, "happy")
    #expect(lines[40].happy == happy)
    #expect(try library.gazecut("explain", "walk", "--series", "csv", "--at", "3").status == 64)
    #expect(try library.gazecut("explain", "walk", "--series", "xml").status == 64)
  }

  /// Gaze on detected objects is printed only for enough viewers.
  @Test func thingsTableListsGazeOnDetections() throws {
    for viewers in [12, 4] {
      let library = try TestLibrary.withAudience(viewers: viewers)
      let boxes = (0..<80).map {
        #"{"t":\#(Double($0) / 2),"boxes":[{"label":"=all","score":1,"x":0,"y":0,"width":100,"#
          + #""height":100}]}"#
      }
      let head =
        #"{"gazecut":"detections/1","video":"walk","source":"x","image":{"width":100,"height":100}}"#
      try library.write("boxes.jsonl", ([head] + boxes).joined(separator: "\n") + "\n")
      let taken = try library.gazecut("import", "detections", library.path("boxes.jsonl"))
      try #require(taken.status == 0, "\(taken.errors)")
      let csv = try library.gazecut("explain", "walk", "--things", "csv").output
        .split(separator: "\n")
        .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      try #require(csv.count == 2 && csv[0].count == csv[1].count, "\(csv)")
      func cell(_ name: String) -> String { csv[0].firstIndex(of: name).map { csv[1][$0] } ?? "" }
      // A spreadsheet would treat this name as a formula.
      #expect(cell("thing") == "'=all" && cell("visible") == "40.0")
      let figures = ["viewers", "lookers", "gazeShare", "firstLook", "dwell", "reacting"]
      #expect(figures.allSatisfy { cell($0).isEmpty == (viewers < 5) }, "\(csv)")
      guard viewers > 5 else { continue }
      #expect(cell("viewers") == "10" && cell("lookers") == "0.90" && cell("firstLook") == "0.0")
      let json = try library.gazecut("explain", "walk", "--things", "json").output
      #expect(json.contains(#""thing": "=all""#) && json.contains(#""gazeShare": 0."#), "\(json)")
    }
    #expect(try Program.run(["explain", "x", "--things", "csv", "--at", "3"]).status == 64)
  }

  @Test func compareHidesSmallSubsets() throws {
    let library = try AudienceSubsetTests.library()
    let text = try library.gazecut("explain", "walk", "--compare", "age").output
    #expect(
      text.contains("age=child, 8 viewers") && text.contains("age=adult, 6 viewers"), "\(text)")
    #expect(text.contains("others, fewer than 5 viewers"))
    #expect(!text.contains("senior") && !text.contains("3 viewers"), "\(text)")
    #expect(text.contains("differ most:") && text.contains("of age=child"))

    struct Comparison: Decodable {
      struct Part: Decodable {
        struct Moment: Decodable { var coreStart, coreEnd: Double }
        var value: String
        var viewers: Int
        var moments: [Moment]
      }
      struct Difference: Decodable { var start: Double; var scores: [String: Double] }
      var schema: String
      var hasOthers: Bool
      var parts: [Part]
      var shared: [Part.Moment]
      var differences: [Difference]
    }
    let json = try library.gazecut("explain", "walk", "--compare", "age", "--format", "json").output
    // Their smiles are at different times, so they share no moment.
    #expect(json.contains(#""shared": []"#), "\(json)")
    let told = try JSONDecoder().decode(Comparison.self, from: Data(json.utf8))
    #expect(told.schema == "gazecut.comparison/1" && told.hasOthers)
    #expect(told.parts.map(\.value) == ["adult", "child"] && told.parts.map(\.viewers) == [6, 8])
    #expect(told.parts[0].moments.first?.coreStart ?? 0 > 20)
    #expect(told.parts[1].moments.first?.coreEnd ?? 40 < 18)
    let most = try #require(told.differences.first)
    #expect(Set(most.scores.keys) == ["adult", "child"])

    let unknown = try library.gazecut("explain", "walk", "--compare", "shoe")
    #expect(unknown.status == 65 && unknown.errors.contains("its labels are age"))
  }

  /// Of the selected subset, six viewers are young, six are old, and three are in between.
  @Test func compareUsesOnlyTheSelectedSubset() throws {
    let library = try TestLibrary(
      yaml: TestLibrary.quickSettings + "\nselection:\n  viewers: side=left\n")
    try library.add(TestVideo.silent, as: "walk")
    for (age, side, count) in [
      ("young", "left", 6), ("old", "left", 6), ("middle", "left", 3), ("middle", "right", 5),
    ] {
      let outcome = try library.importAudience(
        .walk(viewers: count, seed: UInt64(count)), prefix: age + side, "--label", "age=\(age)",
        "--label", "side=\(side)")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let told = try library.gazecut("explain", "walk", "--compare", "age")
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.output.contains("age=young, 6 viewers") && told.output.contains("age=old, 6"))
    #expect(told.output.contains("others, fewer than 5 viewers") && !told.output.contains("middle"))
  }
}
