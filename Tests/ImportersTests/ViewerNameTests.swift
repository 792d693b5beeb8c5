import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Names are read exactly or rejected, because two viewers must never become one.
@Suite struct ViewerNameTests {
  /// A table with one cell in Latin-1.
  private func latin(_ header: String, _ before: String) -> [UInt8] {
    Array((header + "\nanna,0,0.5\n" + before).utf8) + [0xE9] + Array("e,1,0.5\n".utf8)
  }

  @Test(arguments: [
    ("viewer", "viewer's name"), ("session", "session's name"), ("video", "video's id"),
  ])
  func nameThatIsNotUTF8IsRejected(_ role: String, _ what: String) throws {
    let file = try ImportFile(table: "time=t:s,happy=h,\(role)=n")
    let rejection = file.rejection(latin("n,t,h", "Zo"), name: "t.csv")
    #expect(rejection == "3: the \(what) is not UTF-8; save the table as UTF-8")
  }

  @Test(arguments: [
    (
      "time=t:s,happy=h,video=n", "n,t,h\nZora Secret,0,1\n",
      "2: the video's cell is not a valid ID;"
    ),
    ("time=t:s,happy=h", "Zora Secret,1,0.4\n", "1: the first row does not contain column names;"),
    ("time=1:s,happy=h", "Zora Secret,1,0.4\n", "1: there is no column 'h';"),
  ])
  func errorsDoNotPrintCells(_ map: String, _ text: String, _ beginning: String) throws {
    var file = try ImportFile(table: map)
    file.options.video = nil
    let rejection = file.rejection(text)
    #expect(rejection.hasPrefix(beginning) && !rejection.contains("Zora"), "\(rejection)")
  }

  @Test func missingViewerColumnOfAPresetIsReported() throws {
    let text = "Recording timestamp,Gaze point X (MCSnorm),Gaze point Y (MCSnorm)\n1000,0.5,0.5\n"
    let path = NSTemporaryDirectory() + "gazecut-viewers-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    func kinds(_ viewer: String?) throws -> [ImportWarning.Kind] {
      var options = ImportOptions(video: "v", viewer: viewer)
      options.preset = "tobii"
      let staged = try #require(ImportFormat.named("table")).stage(path, options)
      guard case .sessions(let sessions) = staged else { return [] }
      return try ImportCheck(sessions[0], videoDuration: nil, now: .now).oddities.map(\.kind)
    }
    #expect(try kinds(nil) == [.noViewers])
    #expect(try kinds("amy") == [])
  }

  @Test func tooLongNameIsRejected() throws {
    let long = String(repeating: "a", count: 257)
    let file = try ImportFile(table: "time=t:s,happy=h,viewer=n")
    #expect(file.rejection("n,t,h\n\(long),0,1\n").hasPrefix("2: the viewer's name is not valid;"))
  }

  @Test func namesAreNormalisedInTheSameWayEverywhere() throws {
    #expect(ViewerName.plain(" \tamy\u{A0}\n") == "amy")
    #expect(ViewerName.plain(String(repeating: "a", count: 256)) != nil)
    for bad in ["", "  ", String(repeating: "a", count: 257), "Zo\u{FFFD}e"] {
      #expect(ViewerName.plain(bad) == nil)
      var options = ImportOptions()
      #expect(throws: ImportOptionError.self) { try options.set(.viewer, to: bad) }
    }
    let text =
      #"{"gazecut":"timeline/1","video":"v","viewer":"  amy  "}"# + "\n"
      + #"{"t":1,"emotion":{"scores":{"happy":1}}}"#
    #expect(try ImportFile(format: "timeline").sessions(text)[0].viewer == "amy")
  }
}
