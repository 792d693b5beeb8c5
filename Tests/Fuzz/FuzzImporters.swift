import Foundation
import Importers

/// One way to read a file: a format with the options it needs.
private struct Reading {
  let format: ImportFormat
  let options: ImportOptions

  init?(_ name: String, _ given: [ImportOption: String] = [:]) {
    guard let format = ImportFormat.named(name) else { return nil }
    var options = ImportOptions { _ in PictureSize(width: 1280, height: 720) }
    for (option, text) in given { try? options.set(option, to: text) }
    self.format = format
    self.options = options
  }

  /// Every format, and every preset of `table`.
  ///
  /// Unsafe because options hold a closure; libFuzzer calls from one thread.
  nonisolated(unsafe) static let all: [Reading] =
    [
      Reading("timeline"), Reading("detections"), Reading("vision"), Reading("seetube"),
      Reading("curve", [.video: "v"]),
      Reading("seeyoutube", [.video: "v", .player: "844x390"]),
      Reading("firebase", [.video: "v", .startedAt: "2026-11-19T21:03:00"]),
      Reading("xdf", [.video: "v", .map: "start=first"]), Reading("bids", [.video: "v"]),
      Reading("arkit", [.video: "v", .screen: "834x1194"]),
      Reading(
        "yolo", [.video: "v", .labels: "face", .anchors: "1.2,2.1", .fps: "1", .fit: "letterbox"]),
      Reading("coco", [.video: "v", .fps: "25"]), Reading("mot", [.video: "v", .fps: "25"]),
      Reading(
        "table",
        [.video: "v", .map: "time=t_us:us,x=x_px,y=y_px,gaze=pixels 9x9,conf=conf,viewer=viewer"]),
      Reading(
        "sqlite",
        [.video: "v", .query: "SELECT person AS viewer, ms / 1e3 AS time, x, y FROM look"]),
      Reading("table", [.video: "v", .preset: "openface", .head: "60"]),
    ].compactMap { $0 }
    + TablePreset.texts.compactMap { preset in
      Reading(
        "table",
        [
          .video: "meadow", .preset: preset.name, .screen: "1280x720",
          .startedAt: "2026-11-19T21:03:00Z", .fps: "25",
        ])
    }
}

/// The file that each input is written to; in memory where the system has such a place.
private let path: String = {
  let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
  return "\(folder)/gazecut-fuzz-\(getpid())"
}()

/// Feeds an input to every format: each reads it or refuses it with an `ImportError`; a trap, a
/// hang or memory without bound is what libFuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  guard (try? input.write(to: URL(fileURLWithPath: path))) != nil else { return 0 }
  for reading in Reading.all {
    _ = try? reading.format.stage(path, reading.options)
  }
  _ = try? ImportFormat.recognise(path)
  // A preset of one's own is a file too.
  _ = try? TablePreset.load(path)
  return 0
}
