import Audience
package import Foundation

/// Writes importable `timeline` files with the real gaze of a clip and planted reactions.
///
/// The faces are invented, because there is no open recording of viewers' expressions.
package struct TimelineFiles: Sendable {
  package var gaze: RealGaze
  /// The ID of the simulated video.
  package var videoID: String
  /// Length of the video in seconds; a shorter clip is repeated.
  package var duration: Double
  /// Frame size of the video in pixels, the unit of positions in the files.
  package var width: Double, height: Double
  /// Ranges in seconds in which most viewers are happy, with a delay of 0.5 s.
  package var reactions: [ClosedRange<Double>]
  package var reactingShare = 0.75
  /// Samples per second.
  package var rate = 10.0

  package init(
    gaze: RealGaze, videoID: String, duration: Double, width: Double, height: Double,
    reactions: [ClosedRange<Double>]
  ) {
    self.gaze = gaze
    self.videoID = videoID
    self.duration = duration
    self.width = width
    self.height = height
    self.reactions = reactions
  }

  /// Writes one file per viewer: `viewer-01.jsonl` and so on.
  ///
  /// The folder is created if it does not exist.
  @discardableResult
  package func write(to folder: URL) throws -> [URL] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try gaze.viewers.indices.map { viewer in
      let file = folder.appendingPathComponent(String(format: "viewer-%02d.jsonl", viewer + 1))
      try text(ofViewer: viewer).write(to: file, atomically: true, encoding: .utf8)
      return file
    }
  }

  /// The file of one viewer: a header line, then one line per sample.
  package func text(ofViewer viewer: Int) -> String {
    var random = SeededGenerator(seed: UInt64(viewer + 1))
    let isReacting = random.unit() < reactingShare
    var lines = [header(viewer: viewer)]
    for step in 0..<Int(duration * rate) {
      let time = Double(step) / rate
      let happy = happiness(at: time, isReacting: isReacting, using: &random)
      lines.append(
        String(format: "{\"t\":%.3f,", time) + gazeText(ofViewer: viewer, at: time)
          + String(
            format: ",\"emotion\":{\"state\":\"SUCCESS\",\"scores\":{\"happy\":%.3f,"
              + "\"neutral\":%.3f}}}", happy, 0.96 - happy))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func header(viewer: Int) -> String {
    let name = gaze.clip + String(format: "-%02d", viewer + 1)
    return "{\"gazecut\":\"timeline/1\",\"video\":\"\(videoID)\",\"session\":\"s-\(name)\","
      + "\"viewer\":\"v-\(name)\",\"picture\":{\"x\":0,\"y\":0,"
      + String(format: "\"width\":%.0f,\"height\":%.0f}}", width, height)
  }

  private func happiness(
    at time: Double, isReacting: Bool, using random: inout SeededGenerator
  ) -> Double {
    let noise = random.unit() * 0.06
    let lag = 0.5
    let isHappy = isReacting && reactions.contains { $0.contains(time - lag) }
    return (isHappy ? 0.8 : 0.04) + noise
  }

  private func gazeText(ofViewer viewer: Int, at time: Double) -> String {
    let looped = gaze.duration > 0 ? time.truncatingRemainder(dividingBy: gaze.duration) : 0
    guard let point = gaze.point(ofViewer: viewer, at: looped), point.isTracked else {
      return "\"gaze\":{\"x\":null,\"y\":null,\"tracking\":\"FACE_MISSING\","
        + "\"movement\":\"UNKNOWN\",\"screen\":\"UNKNOWN\"}"
    }
    let isInside = (0...1).contains(point.position.x) && (0...1).contains(point.position.y)
    let movement =
      switch point.movement {
      case .fixation: "FIXATION"
      case .saccade: "SACCADE"
      case .unknown: "UNKNOWN"
      }
    let place = String(
      format: "\"x\":%.1f,\"y\":%.1f", point.position.x * width, point.position.y * height)
    return "\"gaze\":{\(place),\"tracking\":\"SUCCESS\",\"movement\":\"\(movement)\","
      + "\"screen\":\"\(isInside ? "INSIDE_OF_SCREEN" : "OUTSIDE_OF_SCREEN")\"}"
  }
}

extension RealGaze {
  /// The last sample before a time, unless it is older than 0.1 s.
  func point(ofViewer viewer: Int, at time: Double) -> Point? {
    let points = viewers[viewer]
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let index = max(0, low - 1)
    guard index < points.count, abs(points[index].time - time) < 0.1 else { return nil }
    return points[index]
  }
}
