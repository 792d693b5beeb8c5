import Foundation
import TestMaterial
import Testing

/// Files of detectors may be larger than memory.
@Suite(.waitsForPrograms) struct DetectionMemoryTests {
  /// Memory limit of the import in kilobytes.
  ///
  /// gazecut needs half of it; reading a whole frame would need two to eight times as much.
  private static let limit = 200_000

  /// The largest accepted grid, 1024 × 1024 cells of zeros.
  ///
  /// With two classes no cell is a box; with one class every cell is a box.
  @Test(arguments: [(classes: "a,b", anchors: 8, boxes: 0), ("a", 1, 10)])
  func largeDetectionGridsAreReadInLittleMemory(_ classes: String, anchors: Int, boxes: Int) throws
  {
    let library = try TestLibrary()
    let depth = anchors * (5 + classes.split(separator: ",").count)
    try write(depth: depth, to: library.path("grid.npy"))
    let outcome = try Program.start(
      "/bin/sh",
      [
        "-c", "ulimit -d \(Self.limit) && exec \"$0\" \"$@\"", Program.path, "import", "yolo",
        "grid.npy", "--check", "--video", "walk", "--labels", classes, "--anchors",
        Array(repeating: "1,1", count: anchors).joined(separator: ","),
      ], in: library.folder, environment: [:]
    ).wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("walk: \(boxes) boxes"), "\(outcome.output)")
  }

  /// Writes one frame of zeros as a sparse file.
  private func write(depth: Int, to path: String) throws {
    var header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1024, 1024, \(depth)), }"
    header += String(repeating: " ", count: 117 - header.count) + "\n"
    let head = [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + header.utf8
    try Data(head).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(head.count + 1024 * 1024 * depth * 4))
    try file.close()
  }
}
