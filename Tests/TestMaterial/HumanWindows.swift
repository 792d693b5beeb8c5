/// What six people chose to show of a clip: for each frame a window of 120 by 360 pixels.
package struct HumanWindows: Sendable {
  /// Width of the picture the windows lie in, pixels.
  package static let pictureWidth = 640.0
  /// Height of the picture, pixels.
  package static let pictureHeight = 360.0
  /// Frames a second; the data does not say, the source is mostly at this rate.
  package static let frameRate = 30.0

  /// The clip's number.
  package var clip: Int
  /// By person and frame, the window's left and right edge, pixels.
  package var edges: [[ClosedRange<Double>]]

  /// Reads the clips 1 to 100, in order.
  ///
  /// - Throws: `SharedDataMissing`, or what reading throws.
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
