import TestMaterial
import Testing

@testable import Importers

/// IDs of sessions get a tag, so that files of two devices may have the same name.
@Suite struct SessionTagTests {
  @Test(arguments: [
    ("firebase", [:], "firebase"), ("table", ["preset": "pupil"], "pupil"),
    ("table", ["preset-file": "mine/ours.json"], "ours"),
    ("table", ["map": "time=t,x=x,y=y"], "gaze"), ("table", ["map": "time=t,happy=h"], "emotion"),
    ("table", ["map": "time=t,x=x,y=y,happy=h"], "table"),
    ("sqlite", ["query": "SELECT 1"], "sqlite"),
  ])
  func tagNamesTheFormatOrContentOfTheFile(
    _ name: String, _ given: [String: String], _ tag: String
  ) throws {
    var options = ImportOptions()
    for (option, text) in given {
      try options.set(#require(ImportOption(rawValue: option)), to: text)
    }
    #expect(options.sessionTag(for: try #require(ImportFormat.named(name))) == tag)
  }

  @Test func idsFromTheFileNameEndWithTheTag() throws {
    var file = ImportFile(format: "table")
    file.options.video = "v"
    try file.options.set(.map, to: "time=t,happy=h,viewer=who")
    file.options.sessionTag = "emotion"
    let read = try file.sessions("t,h,who\n1,1,a\n1,1,b\n", name: "all.csv")
    #expect(read.map(\.session) == ["all.emotion", "all-2.emotion"])
  }

  @Test func idsInsideTheFileGetNoTag() throws {
    var file = ImportFile(format: "timeline")
    file.options.sessionTag = "timeline"
    let text =
      #"{"gazecut":"timeline/1","video":"v","session":"s-1"}"# + "\n"
      + #"{"t":1,"emotion":{"scores":{"sad":1}}}"#
    #expect(try file.sessions(text)[0].session == "s-1")
  }
}
