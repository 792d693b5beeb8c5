import EditDecisions
import Foundation
import TestMaterial
import Testing

@testable import CutLists

/// The documents, read by programs that are not ours.
@Suite struct WitnessTests {
  static let canRead = Outside.succeeds(Outside.python, ["-c", "import opentimelineio"])
  static let noReader = Comment(
    rawValue: "SKIPPED: opentimelineio is missing; pip install opentimelineio "
      + "otio-cmx3600-adapter, or name a python that has them in TEST_PYTHON")

  /// A short with every layout, of a source whose clock begins at one hour.
  let list = CutList(
    ListMaterial.moment, of: ListMaterial.source(timecode: "01:00:00:00"),
    canvas: ListMaterial.short)

  @Test(.enabled(if: canRead, noReader))
  func openTimelineIOReadsCutsAndWindows() throws {
    let script = """
      import json, sys, opentimelineio as otio
      t = otio.adapters.read_from_file(sys.argv[1])
      assert t.duration().value == 375, t.duration()
      v1, v2, a1 = t.tracks
      fit = min(1080 / 1280, 1920 / 720)
      for track in (v1, a1):
          print(" ".join(f"{c.source_range.start_time.value:g}+{c.source_range.duration.value:g}"
                         for c in track))
      assert all(otio.opentime.RationalTime.is_valid_timecode_rate(c.source_range.duration.rate)
                 for c in v1)
      clip = v1[0]
      keys = {p["Parameter ID"]: p for p in clip.effects[0].metadata["Resolve_OTIO"]["Parameters"]}
      zoom = keys["transformationZoomX"]["Parameter Value"]
      for frame, key in sorted(keys["transformationPan"]["Key Frames"].items(), key=lambda k: int(k[0])):
          k = zoom * fit
          centre = 540 + key["Value"] * 1280 * fit
          width = 1080 / k
          print(frame, round(640 - (centre - 540) / k - width / 2, 1), round(width, 1))
      """
    let path = try Outside.file("list.otio", ExportFormat.otio.text(list))
    let lines = try Outside.run(Outside.python, ["-c", script, path]).split(separator: "\n")
    let cuts = "108599+120 108719+90 108809+60 108869+105"
    #expect(lines.prefix(2) == [Substring(cuts), Substring(cuts)])
    // The pan from 100 at 21 s to 700 at 23 s, at the frames nearest its ends.
    #expect(lines.contains("0 100.0 405.0") && lines.contains("119 700.0 405.0"))
  }

  @Test(.enabled(if: canRead, noReader), arguments: [false, true])
  func theCMX3600AdapterReadsTheEDL(isDrop: Bool) throws {
    let source = ListMaterial.source(timecode: isDrop ? "01:00:00;00" : "01:00:00:00")
    let list = CutList(ListMaterial.moment, of: source, canvas: ListMaterial.short)
    let script = """
      import sys, opentimelineio as otio
      t = otio.adapters.read_from_file(sys.argv[1], rate=30000/1001)
      for track in t.tracks:
          print(track.kind, " ".join(f"{c.source_range.start_time.value:g}+{c.source_range.duration.value:g}"
                                     for c in track), track[0].media_reference.target_url)
      """
    let path = try Outside.file("list.edl", ExportFormat.edl.text(list))
    let lines = try Outside.run(Outside.python, ["-c", script, path]).split(separator: "\n")
    let first = source.clock.frame
    #expect(first == (isDrop ? 107_892 : 108_000))
    let cuts = list.cuts.map { "\(first + $0.frames.lowerBound)+\($0.frames.count)" }
      .joined(separator: " ")
    #expect(lines.count == 3)
    #expect(lines.first.map(String.init) == "Video \(cuts) /srv/media/bbb.webm")
  }

  @Test(
    .enabled(
      if: (try? SharedData.file("fcpxml/fcpxml-1.10.dtd")) != nil
        && Outside.succeeds("xmllint", ["--version"]),
      "SKIPPED: xmllint, or Apple's DTD, is missing; put it in ../shared/data/fcpxml"))
  func fcpxmlIsValidByApplesDefinition() throws {
    let dtd = try SharedData.file("fcpxml/fcpxml-1.10.dtd").path
    var squeezed = ListMaterial.source(timecode: "01:00:00;00", path: "/srv/ä & <b>.mov")
    squeezed.stored = PixelSize(width: 960, height: 720)
    squeezed.isVariable = true
    for source in [ListMaterial.source(), squeezed] {
      let text = ListMaterial.export(source).stream(.fcpxml)
      let path = try Outside.file("list.fcpxml", text)
      try Outside.run("xmllint", ["--noout", "--dtdvalid", dtd, path])
    }
  }

  @Test(
    .enabled(
      if: Outside.succeeds(Outside.python, ["-c", "import fcpxml.writer"]),
      "SKIPPED: fcp-mcp-server is missing; pip install fcp-mcp-server"))
  func anotherReaderOfFCPXMLFindsTheKeys() throws {
    let script = """
      import sys
      from fcpxml.writer import FCPXMLModifier
      from fcpxml.keyframes import KeyframeEditor
      print(KeyframeEditor(FCPXMLModifier(sys.argv[1])).list_keyframes())
      """
    let path = try Outside.file("list.fcpxml", ExportFormat.fcpxml.text(list))
    let text = try Outside.run(Outside.python, ["-c", script, path])
    #expect(text.contains("46.875") && text.contains("-36.458333"))
  }

  @Test(
    .enabled(
      if: Outside.succeeds("ffprobe", ["-version"]),
      "SKIPPED: ffprobe is missing; install Debian's ffmpeg"))
  func ffprobeReadsTheChapters() throws {
    let text = try #require(ListMaterial.export().documents(.vtt).first?.text)
    let path = try Outside.file("list.vtt", text)
    let packets = try Outside.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", path])
    #expect(packets.hasPrefix("20.000000,12.500000"))
  }
}

/// Programs outside the product.
enum Outside {
  static let python = ProcessInfo.processInfo.environment["TEST_PYTHON"] ?? "python3"

  private static let folder: String = {
    let folder = NSTemporaryDirectory() + "gazecut-lists-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }()

  static func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(UUID().uuidString)-\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
    (try? run(program, arguments)) != nil
  }

  /// What a program prints.
  ///
  /// - Throws: when it fails, with what it complained of.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let errors = "\(folder)/\(UUID().uuidString).err"
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = pipe
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unreadable(
        description: "\(program): \((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
    }
    return String(decoding: output, as: UTF8.self)
  }
}
