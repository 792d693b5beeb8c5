import Foundation
import Media
import MediaFixture
import Testing

/// Sources whose colour tags change in the middle.
@Suite struct MidstreamColorsTests {
  /// A change of colour tags between two halves of the same size and pixel format.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var first: PictureSource
    var second: PictureSource
  }

  private static func half(
    _ matrix: String, range: String = "limited", _ tags: [(String, String)]
  ) -> PictureSource {
    PictureSource(
      name: "half.ts", filters: ",scale=out_color_matrix=\(matrix):out_range=\(range)",
      pixelFormat: "yuv420p10le", tags: tags.map { .init($0, $1) })
  }

  private static let bt709 = half("bt709", [("colorspace", "bt709")])

  static let changes = [
    Change(
      testDescription: "matrix", first: bt709, second: half("bt601", [("colorspace", "smpte170m")])),
    Change(
      testDescription: "range", first: bt709,
      second: half("bt709", range: "full", [("colorspace", "bt709"), ("color_range", "pc")])),
    Change(
      testDescription: "SDR to HLG", first: bt709,
      second: half(
        "bt2020",
        [
          ("colorspace", "bt2020nc"), ("color_primaries", "bt2020"), ("color_trc", "arib-std-b67"),
        ])),
    Change(
      testDescription: "PQ to SDR",
      first: half(
        "bt2020",
        [("colorspace", "bt2020nc"), ("color_primaries", "bt2020"), ("color_trc", "smpte2084")]),
      second: bt709),
  ]

  /// Values of all planes in the centre of each quadrant, per frame of a clip.
  private func colors(_ fixture: Fixture, _ path: String, as name: String) throws -> [[Int]] {
    let info = try MediaInfo.probe(path)
    var found: [[Int]] = []
    let clip = try fixture.render(path, 0, info.duration, name: name)
    try Fixture.frames(clip) { frame, _ in
      found.append(
        [1, 3].flatMap { y in
          [1, 3].flatMap { x in
            (0..<3).map { plane in
              let size =
                plane == 0 ? (frame.width, frame.height) : (frame.width / 2, frame.height / 2)
              return Int(frame.sample(plane: plane, x: size.0 * x / 4, y: size.1 * y / 4))
            }
          }
        })
    }
    return found
  }

  @Test(arguments: changes)
  func eachHalfIsConvertedByItsOwnColourTags(change: Change) throws {
    let fixture = try Fixture()
    let (first, second) = (change.first, change.second)
    let one = try #require(try first.make(fixture, duration: 0.6))
    let both = fixture.folder + "/both.ts"
    let parts = [fixture.folder + "/1.ts", fixture.folder + "/2.ts"]
    try FileManager.default.moveItem(atPath: one, toPath: parts[0])
    let other = try #require(try second.make(fixture, duration: 0.6))
    try FileManager.default.moveItem(atPath: other, toPath: parts[1])
    let list = fixture.folder + "/list.txt"
    try AtomicFile.write(Array(parts.map { "file '\($0)'\n" }.joined().utf8), to: list)
    guard
      try FFmpegProgram.ffmpeg([
        "-y", "-f", "concat", "-safe", "0", "-i", list, "-c", "copy", both,
      ]) != nil
    else { return }
    let found = try colors(fixture, both, as: "both.mp4")
    let alone = try parts.enumerated().map {
      try colors(fixture, $0.element, as: "\($0.offset).mp4")
    }
    try #require(found.count >= 28 && alone.allSatisfy { $0.count >= 14 })
    // Each half has 15 frames. Compare the middle of each and the frames around the change.
    for (number, half, place) in [(7, 0, 7), (14, 0, 14), (16, 1, 1), (22, 1, 7)] {
      for (value, expected) in zip(found[number], alone[half][place]) {
        // Two encodings of the same frame differ by up to 3.
        #expect(
          abs(value - expected) <= 3, "picture \(number): \(found[number]), \(alone[half][place])")
      }
    }
  }
}
