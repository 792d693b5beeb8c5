import EditDecisions
import Foundation
import TestMaterial
import Testing

@testable import CutLists

/// Exports are read by programs of others.
@Suite struct ExternalReaderTests {
  /// A clip with every layout, of a source whose timecode starts at one hour.
  private static func decisions(_ timecode: String = "01:00:00:00") -> RandomDecisions {
    let source = ListMaterial.source(timecode: timecode)
    let list = EditTimeline(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    return RandomDecisions(moment: ListMaterial.moment, list: list)
  }

  private static func reader(
    _ list: EditTimeline, _ program: OTIOReader.Program = .resolve
  ) -> OTIOReader {
    OTIOReader(
      setting: ReaderSetting(
        picture: list.source.picture, canvas: list.canvas, clock: list.source.clock.frame),
      program: program)
  }

  /// Returns the file at `path` as OpenTimelineIO reads it and writes it again.
  private static func convertedByOTIO(_ path: String, _ options: [String] = []) throws -> String {
    let result = path + ".read.otio"
    let process = try ExternalProgram("otioconvert").run(["-i", path, "-o", result] + options)
    try #require(process.status == 0, "\(process.errors)")
    return try String(contentsOfFile: result, encoding: .utf8)
  }

  private static func file(_ name: String, _ text: String) throws -> String {
    let folder = NSTemporaryDirectory() + "gazecut-lists-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    return folder + "/" + name
  }

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("otioconvert"),
      "\(ExternalProgram.absence(of: "otioconvert"))"), arguments: OTIOReader.Program.allCases)
  func openTimelineIOReadsCutsAndCrops(program: OTIOReader.Program) throws {
    let decisions = Self.decisions()
    let path = try Self.file("list.otio", ExportFormat.otio.text(decisions.list))
    let read = try Self.reader(decisions.list, program).read(
      try Self.convertedByOTIO(path))
    try decisions.check(read, "\(program)")
  }

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("otioconvert"),
      "\(ExternalProgram.absence(of: "otioconvert"))"), arguments: ["01:00:00:00", "01:00:00;00"])
  func cmx3600AdapterReadsTheEDL(timecode: String) throws {
    let decisions = Self.decisions(timecode)
    let path = try Self.file("list.edl", ExportFormat.edl.text(decisions.list))
    let text = try Self.convertedByOTIO(
      path, ["-a", "rate=\(decisions.list.rate.value)"])
    try decisions.check(try Self.reader(decisions.list).read(text), "edl", atKeys: nil)
    #expect(text.contains("\"target_url\": \"/srv/media/bbb.webm\""))
  }

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("xmllint"), "\(ExternalProgram.absence(of: "xmllint"))"),
    .enabled(
      if: (try? SharedData.file("fcpxml/fcpxml-1.10.dtd")) != nil,
      "SKIPPED: Apple's DTD is missing; put it in ../shared/data/fcpxml"))
  func fcpxmlIsValidByApplesDTD() throws {
    let dtd = try SharedData.file("fcpxml/fcpxml-1.10.dtd").path
    var squeezed = ListMaterial.source(timecode: "01:00:00;00", path: "/srv/ä & <b>.mov")
    squeezed.stored = PixelSize(width: 960, height: 720)
    squeezed.isVariable = true
    for source in [ListMaterial.source(), squeezed] {
      let path = try Self.file("all.fcpxml", ListMaterial.export(source).stream(.fcpxml))
      let process = try ExternalProgram("xmllint").run(["--noout", "--dtdvalid", dtd, path])
      #expect(process.status == 0, "\(process.errors)")
    }
  }

  @Test func ffprobeReadsTheChapters() throws {
    let text = try #require(ListMaterial.export().documents(.vtt).first?.text)
    let path = try Self.file("list.vtt", text)
    let process = try ExternalProgram("ffprobe").run(
      ["-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", path])
    #expect(process.output.hasPrefix("20.000000,12.500000"), "\(process.errors)")
  }
}
