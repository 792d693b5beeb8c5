package import Audience

package struct RealGaze: Sendable {
  package var clip: String
  /// Time of the last recorded sample in seconds of play time.
  package var duration: Double
  /// One entry per viewer, in order of time.
  package var viewers: [[Point]]

  package struct Point: Hashable, Sendable {
    /// Play time in seconds.
    package var time: Double
    package var position: PicturePoint
    /// Whether the eye tracker detected the eye.
    package var isTracked: Bool
    /// Fixation or saccade according to experts; pursuit counts as fixation.
    package var movement: EyeMovement
  }

  /// The six clips of `data/gaze`.
  package static let clips = ["golf", "street", "doves", "bridge_2", "sea", "roundabout"]

  /// Reads one of `clips`: 250 Hz, pixels of 1280 by 720.
  package static func gazeCom(_ clip: String) throws -> RealGaze {
    try RealGaze(
      clip: clip, path: "gaze/\(clip).csv.gz", width: 1280, height: 720,
      isTracked: { GzipText.number($0[4]) >= 0.5 },
      movement: { movement(label: $0[7], fixations: [1, 3], saccades: [2]) })
  }

  /// Reads a recording of `data/lund`: 500 Hz, pixels of 720 by 576; blinks count as not tracked.
  package static func lund(_ clip: String) throws -> RealGaze {
    try RealGaze(
      clip: clip, path: "lund/\(clip).gaze.csv.gz", width: 720, height: 576,
      isTracked: { GzipText.number($0[4]) != 5 },
      movement: { movement(label: $0[4], fixations: [1, 4], saccades: [2, 3]) })
  }

  private init(
    clip: String, path: String, width: Double, height: Double,
    isTracked: ([ArraySlice<UInt8>]) -> Bool, movement: ([ArraySlice<UInt8>]) -> EyeMovement
  ) throws {
    var order: [ArraySlice<UInt8>: Int] = [:]
    var viewers: [[Point]] = []
    try GzipText.rows(of: SharedData.file(path)) { fields in
      guard fields.count >= 5 else { return }
      let index = order[fields[0], default: viewers.count]
      if index == viewers.count {
        order[fields[0]] = index
        viewers.append([])
      }
      let position = PicturePoint(
        x: GzipText.number(fields[2]) / width, y: GzipText.number(fields[3]) / height)
      viewers[index].append(
        Point(
          time: GzipText.number(fields[1]) / 1_000_000, position: position,
          isTracked: isTracked(fields) && position.x.isFinite && position.y.isFinite,
          movement: movement(fields)))
    }
    self.clip = clip
    self.viewers = viewers.map { $0.sorted { $0.time < $1.time } }
    duration = viewers.joined().reduce(0) { max($0, $1.time) }
  }

  private static func movement(
    label: ArraySlice<UInt8>, fixations: Set<Double>, saccades: Set<Double>
  ) -> EyeMovement {
    let number = GzipText.number(label)
    if fixations.contains(number) { return .fixation }
    return saccades.contains(number) ? .saccade : .unknown
  }
}

extension RealGaze.Point {
  /// Whether it is tracked and inside the frame, with a margin of 2 %.
  package var isUsable: Bool {
    isTracked && (-0.02...1.02).contains(position.x) && (-0.02...1.02).contains(position.y)
  }
}
