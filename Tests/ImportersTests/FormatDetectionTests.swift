import Foundation
import Testing

@testable import Importers

@Suite struct FormatDetectionTests {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("samples").path

  @Test func ambiguousAndUnknownContentIsRejected() throws {
    let error = #expect(throws: ImportError.self) {
      try ImportFormat.detectFormat("\(Self.samples)/meadow.yolo.jsonl")
    }
    #expect(error?.problem == "the content matches detections and yolo")
    let none = #expect(throws: ImportError.self) {
      try ImportFormat.detectFormat("\(Self.samples)/meadow.table.csv")
    }
    #expect(none?.problem == "no format matches the content of the file")
  }

  @Test func formatRejectsOptionsOfOtherFormats() throws {
    var options = ImportOptions(video: "v")
    try options.set(.player, to: "844x475")
    let format = try #require(ImportFormat.named("timeline"))
    let error = #expect(throws: ImportOptionError.self) { try format.check(options) }
    #expect(
      error?.description
        == "the format 'timeline' has no option --player; its options are --video --viewer --viewer-from "
        + "--label --recorded-at --offset")
  }

  @Test(arguments: [
    ("player", "844", "--player '844' is not a size;"),
    ("picture", "1,2", "--picture '1,2' is not"),
    ("offset", "soon", "--offset 'soon' is not a number"),
    ("offset", "1e300", "is more than 400 days"),
    ("query", " ", "--query is empty"),
    ("fps", "0", "--fps '0' is not a number of frames"),
    // All frames would have the same time, or a time after the longest video.
    ("fps", "1e300", "--fps '1e300' is not a number of frames"),
    ("fps", "1/1e300", "--fps '1/1e300' is not a number of frames"),
    ("anchors", "1,2,3", "--anchors '1,2,3' are not pairs"),
    ("labels", "a,,b", "has an empty name"),
    ("started-at", "noon", "--started-at 'noon' is not a time;"),
    ("fit", "crop", "--fit 'crop' is"),
    ("recorded-at", "noon", "--recorded-at 'noon' is not a time;"),
  ])
  func invalidOptionValuesAreRejected(_ option: String, _ text: String, _ part: String) throws {
    let option = try #require(ImportOption(rawValue: option))
    var options = ImportOptions()
    let error = #expect(throws: ImportOptionError.self) { try options.set(option, to: text) }
    #expect(error?.description.contains(part) ?? false)
  }
}
