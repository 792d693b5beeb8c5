/// The crops that six people chose for a clip: 120 by 360 pixels for each frame.
package struct HumanWindows: Sendable {
  /// Frame width in pixels.
  package static let pictureWidth = 640.0
  /// Frame height in pixels.
  package static let pictureHeight = 360.0
  /// Frames per second; not in the data, but most sources have this rate.
  package static let frameRate = 30.0

  package var clip: Int
  /// The left and right edge of the crop in pixels, by person and frame.
  package var edges: [[ClosedRange<Double>]]

  /// Reads the clips 1 to 100, in order.
  package static func all() throws -> [HumanWindows] {
    var clips: [Int: [Int: [ClosedRange<Double>]]] = [:]
    let file = try SharedData.file("retargetvid/windows_001-100.csv.gz")
    try GzipText.rows(of: file) { fields in
      guard fields.count >= 6 else { return }
      let numbers = fields.map(GzipText.number)
      let edges = min(numbers[3], numbers[5])...max(numbers[3], numbers[5])
      clips[Int(numbers[0]), default: [:]][Int(numbers[1]), default: []].append(edges)
    }
    return clips.sorted { $0.key < $1.key }.map { clip, people in
      HumanWindows(clip: clip, edges: people.sorted { $0.key < $1.key }.map(\.value))
    }
  }
}
