import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Values that no tracker and no classifier gives are counted, and never taken as they are.
@Suite struct OddValuesTests {
  private let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"# + "\n"

  private func session(_ lines: String...) throws -> ImportedSession {
    try ImportFile(format: "timeline").sessions(header + lines.joined(separator: "\n"))[0]
  }

  @Test func aScoreBelowNoneIsUnknown() throws {
    let odd = try session(#"{"t":1,"emotion":{"scores":{"happy":-1,"neutral":0.4}}}"#)
    #expect(odd.skipped == ["score outside 0…1": 1])
    guard case .scores(let scores) = odd.samples[0].face else { return #expect(Bool(false)) }
    // As if it were missing.
    #expect(scores.told == EmotionSet(.neutral))
    let none = try session(
      #"{"t":1,"emotion":{"scores":{"happy":-1}}}"#, #"{"t":2,"emotion":{"scores":{"happy":1}}}"#)
    #expect(none.samples[0].face == .lost)
  }

  @Test func aScoreAboveAllIsCounted() throws {
    #expect(
      try session(#"{"t":1,"emotion":{"scores":{"happy":1.3}}}"#).skipped == [
        "score outside 0…1": 1
      ])
    #expect(try session(#"{"t":1,"emotion":{"scores":{"happy":1.004}}}"#).skipped.isEmpty)
  }

  @Test func aGazePicturesAwayIsLost() throws {
    let odd = try session(
      #"{"t":1,"gaze":{"x":1e300,"y":0.5}}"#, #"{"t":2,"gaze":{"x":0.5,"y":-7}}"#,
      #"{"t":3,"gaze":{"x":3.5,"y":0.5}}"#)
    #expect(odd.skipped == ["gaze far off the picture": 2])
    #expect(odd.samples.map { $0.gaze == .lost } == [true, true, false])
  }

  @Test func aPlayerMuchTooSmallShows() throws {
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
    // Where no gaze at all is near, nothing can be used.
    let refusal = file.refusal(header + text.joined(separator: "\n"))
    #expect(refusal.contains("check the size of the player, screen or picture"))
  }

  /// Pixels that are read as shares of the picture lie pictures away, and no size mends that.
  @Test(arguments: [("normalised", true), ("pixels 1x1", false)])
  func pixelsInThePlaceOfSharesShow(_ unit: String, _ isNamed: Bool) throws {
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
    let refusal = try #require(throws: ImportError.self) { try format.stage(path, options) }
    #expect(refusal.problem.contains("gaze far off the picture 60"))
    #expect(refusal.remedy.contains(words) == isNamed, "\(refusal)")
    // Where a few of them may be shares, the check says the same.
    let more = rows + (0..<5).map { "\(60 + $0),0.5,0.\($0)\n" }
    try Data(("t,x,y\n" + more.joined()).utf8).write(to: URL(fileURLWithPath: path))
    guard case .sessions(let sessions) = try format.stage(path, options) else { return }
    let odd = try ImportCheck(sessions[0], videoDuration: 65, now: .now).oddities
      .first { $0.kind == .offPicture }
    #expect(try #require(odd).description.contains(words) == isNamed, "\(String(describing: odd))")
  }
}
