import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct YOLOImportTests {
  private func read(_ bytes: [UInt8], _ change: (inout ImportOptions) throws -> Void) throws
    -> ImportedDetections
  {
    var file = ImportFile(format: "yolo", options: ImportOptions(video: "v"))
    file.options.pictureSize = { _ in FrameSize(width: 800, height: 400) }
    try change(&file.options)
    guard case .detections(let result) = try file.read(bytes, name: "g.npy") else {
      throw ImportOptionError("sessions")
    }
    return result
  }

  /// Grids of 2 × 2 cells, two anchors and two classes, with scores near 0 unless `set` is used.
  private func npy(frames: Int, type: String = "<f4", _ set: (Int, inout [Double]) -> Void)
    -> [UInt8]
  {
    let depth = 14
    var header =
      "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(frames), 2, 2, \(depth)), }"
    header += String(repeating: " ", count: 117 - header.count) + "\n"
    var bytes = NumPyHeader.magic + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
    for frame in 0..<frames {
      var values = [Double](repeating: 0, count: 4 * depth)
      for cell in 0..<4 { for anchor in 0..<2 { values[cell * depth + anchor * 7 + 4] = -20 } }
      set(frame, &values)
      for value in values {
        if type == "<f8" {
          withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += Array($0) }
        } else {
          withUnsafeBytes(of: Float(value).bitPattern.littleEndian) { bytes += Array($0) }
        }
      }
    }
    return bytes
  }

  private func options(_ options: inout ImportOptions) throws {
    try options.set(.labels, to: "cat,dog")
    try options.set(.anchors, to: "0.5,0.5,1,1")
    try options.set(.fps, to: "2")
  }

  @Test(arguments: ["<f4", "<f8"]) func gridIsDecodedIntoBoxes(_ type: String) throws {
    // Second cell of the first row, first anchor: centre (1.5, 0.5) cells, size exp(0) · 0.5 cells.
    let bytes = npy(frames: 5, type: type) { _, values in
      values[14 + 4] = 20
      values[14 + 6] = 3
    }
    let result = try read(bytes, options)
    #expect(result.detections.map(\.time) == [0, 0.5, 1, 1.5, 2])
    #expect(result.detections.allSatisfy { $0.label == "dog" && $0.track == 1 })
    let box = result.detections[0].box
    #expect(box == PictureBox(x: 0.625, y: 0.125, width: 0.25, height: 0.25))
    // Softmax of 0 and 3.
    #expect(abs(result.detections[0].score - 1 / (1 + exp(-3.0))) < 1e-6)
  }

  @Test func boxesAreCorrectedForTheLetterbox() throws {
    let bytes = npy(frames: 4) { _, values in
      values[14 + 4] = 20
      values[14 + 6] = 9
    }
    let result = try read(bytes) {
      try options(&$0)
      try $0.set(.fit, to: "letterbox")
    }
    // A 2:1 frame fills the rows from 0.25 to 0.75; the box covers rows 0.125 to 0.375.
    #expect(result.detections[0].box == PictureBox(x: 0.625, y: 0, width: 0.25, height: 0.25))
  }

  @Test func objectsInFewerThanFourFramesAreSkipped() throws {
    let bytes = npy(frames: 6) { frame, values in
      // One object in three frames, and one object in the last four frames.
      if frame < 3 {
        values[4] = 20
        values[5] = 9
      }
      if frame >= 2 {
        values[42 + 4] = 20
        values[42 + 6] = 9
      }
    }
    let result = try read(bytes, options)
    #expect(result.detections.map(\.label) == ["dog", "dog", "dog", "dog"])
    #expect(result.detections.map(\.time) == [1, 1.5, 2, 2.5])
    #expect(result.skipped == ["box seen in fewer than four frames": 3])
  }

  @Test func overlappingAndSurplusBoxesAreSuppressed() {
    func box(_ score: Double, _ x: Double, _ label: String = "a") -> Detection {
      Detection(
        time: 0, label: label, score: score, box: PictureBox(x: x, y: 0, width: 0.2, height: 0.2),
        track: nil)
    }
    let kept = YOLOGrid.nonMaximumSuppression([
      box(0.5, 0.01), box(0.9, 0), box(0.6, 0.01, "b"), box(0.4, 0.5),
    ])
    #expect(kept.map(\.score) == [0.9, 0.6, 0.4])
    let many = (0..<30).map { box(0.9, Double($0)) }
    #expect(YOLOGrid.nonMaximumSuppression(many).count == 10)
  }

  @Test func trackContinuesAfterAMissedFrame() {
    func box(_ time: Double, _ x: Double) -> Detection {
      Detection(
        time: time, label: "a", score: 1, box: PictureBox(x: x, y: 0, width: 0.2, height: 0.2),
        track: nil)
    }
    var tracks = ObjectTracks()
    var confirmed: [Detection] = []
    for frame in 0..<8 {
      let time = Double(frame)
      tracks.add(frame == 5 ? [box(time, 0.7)] : [box(time, 0.02 * time), box(time, 0.7)])
      // A track is confirmed in its fourth frame. After that, its boxes are not held back.
      confirmed += tracks.drainConfirmedDetections()
      #expect(frame < 3 ? confirmed.isEmpty : confirmed.last?.time == time)
    }
    #expect(tracks.finish().isEmpty)
    let byTrack = Dictionary(grouping: confirmed) { $0.track }
    #expect(byTrack.count == 2 && tracks.brief == 0)
    #expect(byTrack.values.map(\.count).sorted() == [7, 8])
    #expect(confirmed.map(\.time) == confirmed.map(\.time).sorted())
  }

  @Test func jsonBoxesNeedFourFramesToo() throws {
    let lines = (0..<4).map {
      #"{"t":\#($0),"boxes":[{"label":"cat","score":0.9,"x":104,"y":104,"width":104,"height":104}]}"#
    }
    let header = #"{"gazecut":"detections/1","video":"v"}"#
    let bytes = Array((header + "\n" + lines.joined(separator: "\n")).utf8)
    let result = try read(bytes) { _ in }
    #expect(result.detections.map(\.track) == [1, 1, 1, 1])
    #expect(result.detections[0].box == PictureBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25))
    let short = Array((header + "\n" + lines.prefix(3).joined(separator: "\n")).utf8)
    #expect(try read(short) { _ in }.detections.isEmpty)
  }

  /// Objects are tracked in order of time, even if the file is unordered.
  @Test func framesCanBeInAnyOrder() throws {
    let lines = (0..<60).map {
      #"{"t":\#($0),"boxes":[{"label":"cat","score":0.9,"x":\#($0 * 2),"y":0,"width":9,"height":9}]}"#
    }
    let header = #"{"gazecut":"detections/1","video":"v"}"#
    func found(_ lines: [String]) throws -> [Detection] {
      try read(Array((header + "\n" + lines.joined(separator: "\n")).utf8)) { _ in }.detections
    }
    let ordered = try found(lines)
    #expect(ordered.count == 60 && Set(ordered.map(\.track)) == [1])
    #expect(try found(lines.reversed()) == ordered)
    let mixed = (0..<7).flatMap { rest in lines.indices.filter { $0 % 7 == rest } }
    #expect(try found(mixed.map { lines[$0] }) == ordered)
  }

  @Test func invalidFilesAreRejected() throws {
    let good = npy(frames: 4) { _, _ in }
    func rejection(_ bytes: [UInt8], _ change: (inout ImportOptions) throws -> Void) throws
      -> String
    {
      var file = ImportFile(format: "yolo", options: ImportOptions(video: "v"))
      try change(&file.options)
      return file.rejection(bytes)
    }
    #expect(try rejection(good) { _ in }.contains("give --labels a,b,c and --anchors"))
    #expect(try rejection(Array(good.dropLast(9)), options).contains("; copy the whole file"))
    #expect(try rejection(Array(good.prefix(20)), options).contains("the file is incomplete"))
    let wrong = try rejection(good) {
      try options(&$0)
      try $0.set(.labels, to: "cat")
    }
    #expect(wrong.contains("14 numbers per cell, but 2 anchors with 1 labels need 12;"))
    let bigEndian = String(decoding: good.dropFirst(10).prefix(117), as: UTF8.self)
      .replacing("<f4", with: ">f4")
    let swapped = good.prefix(10) + Array(bigEndian.utf8) + good.dropFirst(127)
    #expect(try rejection(Array(swapped), options).contains("the array has numbers of type >f4;"))
    let integers = npy(frames: 1, type: "<i8") { _, _ in }
    #expect(try rejection(integers, options).contains("the array has numbers of type <i8;"))
  }
}
