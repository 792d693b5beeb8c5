import Audience
import Importers
import Settings
import Support

/// Statistics of a detections file, and a warning if its times do not fit the video.
struct BoxFileSummary {
  private var count = 0
  private var labels: Set<String> = []
  private var tracks: Set<Int> = []
  /// The distinct times, in order.
  private var times: [Double] = []

  init(_ boxes: DetectionBuffer) throws {
    try boxes.forEach { part in
      count += part.count
      for box in part {
        labels.insert(box.label)
        if let track = box.track { tracks.insert(track) }
        // Boxes of one frame are usually adjacent in the file.
        if times.last != box.time { times.append(box.time) }
      }
    }
    times = Set(times).sorted()
  }

  var summary: String {
    let labels = labels.sorted()
    let more = labels.count > 8 ? " and \(labels.count - 8) more" : ""
    var line = count == 1 ? "1 box" : "\(count) boxes"
    if !labels.isEmpty { line += " (\(labels.prefix(8).joined(separator: ", "))\(more))" }
    let tracks = tracks.count
    if tracks > 0 { line += ", \(tracks.counted("track"))" }
    guard let first = times.first, let last = times.last else { return line }
    line += ", \(Self.words(first)) to \(Self.words(last)) s"
    return rate.map { "\(line), \(Self.words($0)) a second" } ?? line
  }

  /// The warning about times after the end of the video, with its remedy, if there is one.
  func timeWarning(videoDuration duration: Double?) -> String? {
    // A box of the last frame may have the time of its end, and rates are rounded.
    guard let duration, let last = times.last, last > duration * 1.01 + 0.5 else { return nil }
    return "the boxes end at \(Self.words(last)) s, but the video lasts \(Self.words(duration)) s:"
      + " check the video and --fps"
  }

  /// Distinct times per second, by the median interval; `nil` with fewer than two times.
  private var rate: Double? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    guard !steps.isEmpty, steps[steps.count / 2] > 0 else { return nil }
    return 1 / steps[steps.count / 2]
  }

  private static func words(_ value: Double) -> String { Setting.text(Rounding.span(value)) }
}
