import Audience
import Foundation
import SampleAudience
import TestMaterial
import Testing

@testable import Importers

@Suite struct XDFImportTests {
  /// A stream as pyxdf 1.17.5 reads it: the number of samples, some times by index, and the values
  /// of the last sample.
  private struct PyxdfReference: Sendable {
    let file: String
    let stream: String
    let count: Int
    let times: [Int: Double]
    let last: [Double]
  }

  private static let references = [
    PyxdfReference(
      file: "clock_resets", stream: "BioSemi", count: 27_815,
      times: [
        0: 810.0297917608109, 1: 810.0405169108678, 6953: 884.601760106703,
        12_875: 948.1160987438916, 12_876: 1221.9948569409985, 20_000: 1298.8668176995734,
        27_814: 1383.1842659544168,
      ], last: [0.8726794719696045, 0.06416607648134232, 0.6837652325630188]),
    PyxdfReference(
      file: "minimal", stream: "SendDataC", count: 9,
      times: [0: 4.999999999999998, 4: 5.399999999999998, 8: 5.799999999999996],
      last: [15, 25, 35]),
    PyxdfReference(
      file: "empty_streams", stream: "Data stream: test stream 0 counter", count: 10,
      times: [0: 91725.21392546585, 5: 91730.21392136865, 9: 91734.21391809087], last: [9]),
  ]

  /// Files of the project of pyxdf, with clock offsets, a clock reset and jitter.
  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: references.indices)
  func timesAndValuesMatchPyxdf(_ index: Int) throws {
    let reference = Self.references[index]
    var options = ImportOptions(video: "v")
    try options.set(.stream, to: reference.stream)
    let file = try SharedData.file("lab/\(reference.file).xdf").path
    let context = ImportContext(file: file, options: options)
    let rows = try XDFRows(
      context, columns: { Set($0.names.map(ColumnName.canonical)) }, needsStart: false)
    var count = 0
    var last: [Double] = []
    while try rows.next() {
      last = rows.cells.compactMap(\.number)
      if let time = reference.times[count] {
        #expect(abs(try #require(last.first) - time) < 1e-6, "\(count)")
      }
      count += 1
    }
    #expect(count == reference.count)
    #expect(zip(last.dropFirst(), reference.last).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  /// The expected values are the times of pyxdf for `XXX` in a stream with a clock reset.
  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
  func markerTimesMatchPyxdf() throws {
    var options = ImportOptions(video: "v")
    try options.set(.stimulus, to: "XXX")
    let context = ImportContext(
      file: try SharedData.file("lab/clock_resets.xdf").path, options: options)
    let recording = try XDFRecording(context)
    let learned = try XDFTimingPass(context, recording.streams)
    #expect(learned.starts.count == 33)
    let expected = [812.9279042048147, 824.2974557474954, 853.4681757776998]
    #expect(zip(learned.starts, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(abs(try #require(learned.starts.last) - 1380.8194507223984) < 1e-6)
  }

  /// Two seconds of gaze at 10 Hz, without every second time, on a clock 100 s behind the recorder.
  private static func recording(_ markers: [(time: Double, text: String)]) -> [UInt8] {
    var writer = XDFWriter()
    writer.stream(
      7, ("Eyes", "Gaze", "float32"), rate: 10, labels: ["norm_pos_x", "norm_pos_y", "confidence"])
    writer.stream(8, ("Script", "Markers", "string"), rate: 0, labels: ["m"])
    writer.samples(
      7,
      (0..<20).map { step in
        (step.isMultiple(of: 2) ? 50 + Double(step) / 10 : nil, [Float(step) / 20, 0.75, 1])
      })
    writer.offset(7, at: 50, 100)
    writer.offset(7, at: 55, 100)
    if !markers.isEmpty { writer.markers(8, markers) }
    return writer.bytes
  }

  @Test func videoStartsAtTheMarker() throws {
    var file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    let marker = [(time: 150.5, text: "films/trip.mp4")]
    guard case .sessions(let found) = try file.read(Self.recording(marker), name: "anna.xdf")
    else { return }
    let session = try #require(found.first)
    #expect(found.count == 1 && session.viewer == "anna" && session.samples.count == 15)
    let first = try #require(session.samples.first)
    #expect(first.time == 0)
    guard case .at(let point, .full, _) = first.gaze else { return #expect(Bool(false)) }
    // y runs upwards in norm_pos_y.
    #expect(abs(point.x - 0.25) < 0.001 && abs(point.y - 0.25) < 0.001)
    // Compressed, like .xdfz of LabRecorder.
    guard
      case .sessions(let packed) = try file.read(
        StoredGzip.bytes(Self.recording(marker)), name: "anna.xdfz")
    else { return }
    #expect(packed.first?.samples == session.samples)
    try file.options.set(.stimulus, to: "another")
    #expect(
      file.rejection(Self.recording(marker)).hasPrefix(
        " none of 1 markers is called 'another'; give --stimulus"))
    file.options = ImportOptions(video: "other")
    #expect(file.rejection(Self.recording(marker)).contains("none of 1 markers is its ID"))
  }

  @Test func videoShownTwiceBecomesTwoSessions() throws {
    let file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    let markers = [(time: 150.2, text: "trip"), (time: 151.0, text: "trip")]
    guard case .sessions(let found) = try file.read(Self.recording(markers), name: "anna.xdf")
    else { return }
    #expect(found.map(\.session) == ["anna", "anna-2"])
    #expect(found.map(\.samples.count) == [8, 10])
    #expect(found.allSatisfy { $0.viewer == "anna" && $0.samples.first?.time == 0 })
  }

  @Test func ambiguousStreamMustBeNamed() throws {
    var writer = XDFWriter()
    for (id, name) in [(UInt32(1), "left seat"), (2, "right seat")] {
      writer.stream(id, (name, "Gaze", "float32"), rate: 0, labels: ["x", "y"])
      writer.samples(id, [(1, [Float(id) / 10, 0.5]), (2, [Float(id) / 10, 0.5])])
    }
    var file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    try file.options.set(.map, to: "start=first,x=x,y=y,gaze=normalised")
    #expect(
      file.rejection(writer.bytes)
        == " 2 streams are possible; choose one with --stream NAME, its type or its number; streams are "
        + "'left seat' (Gaze), 'right seat' (Gaze)")
    try file.options.set(.stream, to: "nobody")
    #expect(file.rejection(writer.bytes).hasPrefix(" no stream is called 'nobody'; choose"))
    for word in ["right seat", "2"] {
      try file.options.set(.stream, to: word)
      guard case .sessions(let found) = try file.read(writer.bytes) else { return }
      guard case .at(let point, _, _)? = found.first?.samples.first?.gaze else { return }
      #expect(abs(point.x - 0.2) < 0.001)
    }
  }

  @Test func streamOfTextIsRejected() throws {
    var file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    try file.options.set(.stream, to: "Script")
    let rejection = file.rejection(Self.recording([(150.5, "trip")]))
    #expect(rejection.hasPrefix(" the stream 'Script' contains no numbers;"), "\(rejection)")
    #expect(rejection.contains("--stimulus"))
  }

  /// Each name is compared with all names before it, which must not take quadratic time.
  @Test(.timeLimit(.minutes(1))) func thousandsOfChannelsAreReadQuickly() throws {
    var writer = XDFWriter()
    let labels = (0..<12_000).map { "channel of an array, row \($0 / 100), column \($0 % 100)" }
    writer.stream(7, ("Array", "Gaze", "float32"), rate: 0, labels: ["x", "y", "X"] + labels)
    writer.samples(7, [(1, [0.5, 0.25, 0] + Array(repeating: 0, count: labels.count))])
    var file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    try file.options.set(.map, to: "start=first,x=x,y=y,gaze=normalised")
    guard case .sessions(let found) = try file.read(writer.bytes) else { return }
    #expect(found.first?.samples.count == 1)
  }

  /// Eight chunks of 1 s of gaze with a boundary in the middle, and the ends of the chunks.
  private static func chunked() -> (bytes: [UInt8], ends: [Int]) {
    var writer = XDFWriter()
    writer.stream(
      7, ("Eyes", "Gaze", "float32"), rate: 10, labels: ["norm_pos_x", "norm_pos_y", "confidence"])
    writer.stream(8, ("Script", "Markers", "string"), rate: 0, labels: ["m"])
    writer.markers(8, [(50, "trip")])
    var ends: [Int] = []
    for second in 0..<8 {
      if second == 4 {
        writer.chunk(
          5,
          [
            0x43, 0xA5, 0x46, 0xDC, 0xCB, 0xF5, 0x41, 0x0F, 0xB3, 0x0E, 0xD5, 0x46, 0x73, 0x83,
            0xCB,
            0xE4,
          ])
      }
      writer.samples(7, (0..<10).map { (50 + Double(second) + Double($0) / 10, [0.5, 0.5, 1]) })
      ends.append(writer.bytes.count)
    }
    return (writer.bytes, ends)
  }

  private func staged(_ bytes: [UInt8]) throws -> StagedSession {
    let path = NSTemporaryDirectory() + "gazecut-xdf-\(UUID().uuidString).xdf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let format = try #require(ImportFormat.named("xdf"))
    guard case .sessions(let found) = try format.stage(path, ImportOptions(video: "trip")) else {
      throw ImportOptionError("no session")
    }
    return try #require(found.first)
  }

  /// If a recorder crashes, its last chunk is incomplete.
  @Test func truncatedRecordingIsReadUpToTheLastWholeChunk() throws {
    let (bytes, ends) = Self.chunked()
    let whole = try staged(bytes)
    #expect(whole.samples.count == 80 && whole.damage == nil)
    for cut in [1, 20, 100] {
      let crashed = try staged(Array(bytes.dropLast(cut)))
      #expect(crashed.samples.count == 70)
      let damage = try #require(crashed.damage)
      #expect(damage.contains("\(ends[6]) of \(bytes.count - cut) bytes were read"), "\(damage)")
      let odd = try ImportCheck(crashed, videoDuration: 60, now: .now).oddities.map(\.kind)
      #expect(odd == [.damaged] || odd.contains(.damaged))
    }
    // Compressed, like .xdfz of LabRecorder.
    let packed = StoredGzip.bytes(bytes)
    #expect(try staged(packed.dropLast(40)).damage != nil)
  }

  /// A damaged disk can leave zeros in the middle of a file.
  @Test func damageSkipsDataUpToTheNextBoundaryOnly() throws {
    var (bytes, ends) = Self.chunked()
    for index in ends[1]..<ends[1] + 60 { bytes[index] = 0 }
    let read = try staged(bytes)
    #expect(read.samples.count == 60)
    #expect(try #require(read.damage).contains("at byte \(ends[1]): no valid chunk begins here"))
    // If a sample is longer than its chunk, only the rest of that chunk is skipped.
    (bytes, ends) = Self.chunked()
    bytes[ends[5] - 21 * 3] = 77
    let sample = try staged(bytes)
    #expect(sample.samples.count > 70 && sample.samples.count < 80)
    #expect(try #require(sample.damage).contains("1 chunk of samples cannot be read"))
  }

  /// A damaged file is either read or rejected with an `ImportError`.
  @Test func damagedFilesDoNotCrash() throws {
    let good = Self.recording([(150.5, "trip")])
    let file = ImportFile(format: "xdf", options: ImportOptions(video: "trip"))
    var generator = SeededGenerator(seed: 34)
    var rejected = 0
    for _ in 0..<300 {
      var bytes = good
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &generator))
      }
      do {
        _ = try file.read(bytes)
      } catch is ImportError {
        rejected += 1
      }
    }
    #expect(rejected > 30)
  }
}
