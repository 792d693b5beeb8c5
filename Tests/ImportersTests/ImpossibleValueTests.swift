import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Impossible values of trackers and classifiers are counted, and not used.
@Suite struct ImpossibleValueTests {
  private let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"# + "\n"

  private func session(_ lines: String...) throws -> ImportedSession {
    try ImportFile(format: "timeline").sessions(header + lines.joined(separator: "\n"))[0]
  }

  @Test func negativeScoreIsUnknown() throws {
    let odd = try session(#"{"t":1,"emotion":{"scores":{"happy":-1,"neutral":0.4}}}"#)
    #expect(odd.skipped == ["score outside 0…1": 1])
    guard case .scores(let scores) = odd.samples[0].face else { return #expect(Bool(false)) }
    // The negative score is treated as missing.
    #expect(scores.told == EmotionSet([.neutral]))
    let none = try session(
      #"{"t":1,"emotion":{"scores":{"happy":-1}}}"#, #"{"t":2,"emotion":{"scores":{"happy":1}}}"#)
    #expect(none.samples[0].face == .lost)
  }

  @Test func scoreAboveOneIsCounted() throws {
    #expect(
      try session(#"{"t":1,"emotion":{"scores":{"happy":1.3}}}"#).skipped == [
        "score outside 0…1": 1
      ])
    #expect(try session(#"{"t":1,"emotion":{"scores":{"happy":1.004}}}"#).skipped.isEmpty)
  }

  @Test func gazeFarOutsideTheFrameIsLost() throws {
    let odd = try session(
      #"{"t":1,"gaze":{"x":1e300,"y":0.5}}"#, #"{"t":2,"gaze":{"x":0.5,"y":-7}}"#,
      #"{"t":3,"gaze":{"x":3.5,"y":0.5}}"#)
    #expect(odd.skipped == ["gaze far off the picture": 2])
    #expect(odd.samples.map { $0.gaze == .lost } == [true, true, false])
  }

  @Test func tooSmallPlayerIsReported() throws {
    let text = (0..<60).map { #"{"t":\#($0),"gaze":{"x":\#($0 * 7),"y":120}}"# }
    let near = (0..<3).map { #"{"t":\#(60 + $0),"gaze":{"x":\#($0),"y":1}}"# }
    let file = ImportFile(format: "timeline")
    let path = NSTemporaryDirectory() + "gazecut-odd-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = (text + near).joined(separator: "\n")
    try Data((header + lines).utf8).write(to: URL(fileURLWithPath: path))
    let format = try #require(ImportFormat.named("timeline"))
    guard case .sessions(let sessions) = try format.stage(path, file.options) else { return }
    let check = try ImportCheck(sessions[0], videoDuration: 63, now: .now)
    #expect(check.oddities.map(\.kind).contains(.offPicture))
    // If no gaze point is near the frame, the file is rejected.
    let rejection = file.rejection(header + text.joined(separator: "\n"))
    #expect(rejection.contains("check the size of the player, screen or picture"))
  }

  /// Pixels that are read as fractions are far outside the frame; another size does not help.
  @Test(arguments: [("normalised", true), ("pixels 1x1", false)])
  func pixelsReadAsFractionsAreReported(_ unit: String, _ isNamed: Bool) throws {
    let path = NSTemporaryDirectory() + "gazecut-odd-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = (0..<60).map { "\($0),\(300 + $0 * 7),120\n" }
    try Data(("t,x,y\n" + rows.joined()).utf8).write(to: URL(fileURLWithPath: path))
    var options = ImportOptions(video: "v")
    try options.set(.map, to: "time=t,x=x,y=y,gaze=\(unit)")
    let format = try #require(ImportFormat.named("table"))
    let words =
      "they look like pixels but are read as fractions of the frame (normalised): "
      + "give --map 'gaze=pixels WxH' with x and y"
    let rejection = try #require(throws: ImportError.self) { try format.stage(path, options) }
    #expect(rejection.problem.contains("gaze far off the picture 60"))
    #expect(rejection.remedy.contains(words) == isNamed, "\(rejection)")
    // If some values could be fractions, the check of the import prints the same advice.
    let more = rows + (0..<5).map { "\(60 + $0),0.5,0.\($0)\n" }
    try Data(("t,x,y\n" + more.joined()).utf8).write(to: URL(fileURLWithPath: path))
    guard case .sessions(let sessions) = try format.stage(path, options) else { return }
    let odd = try ImportCheck(sessions[0], videoDuration: 65, now: .now).oddities
      .first { $0.kind == .offPicture }
    #expect(try #require(odd).description.contains(words) == isNamed, "\(String(describing: odd))")
  }
}
