/// An engagement curve: counts by a platform over a video's play time, for all viewers together.
package struct EngagementCurve: Hashable, Sendable, Codable {
  /// The platform and metric that a curve was exported from.
  package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    case mostReplayed = "most-replayed"
    case retention = "youtube-retention"
    /// How well each part keeps viewers, as a rank among videos of similar length.
    case relativeRetention = "youtube-relative-retention"
    case muxHeatmap = "mux-heatmap"
    case muxHotspots = "mux-hotspots"
    case bunny = "bunny-heatmap"
    case peerTube = "peertube-retention"
    case youTubeChat = "youtube-chat"
    case twitchChat = "twitch-chat"

    package var words: String {
      switch self {
      case .mostReplayed: "YouTube's most replayed"
      case .retention: "YouTube's retention"
      case .relativeRetention: "YouTube's relative retention"
      case .muxHeatmap: "Mux's heat map"
      case .muxHotspots: "Mux's hotspots"
      case .bunny: "bunny.net's heat map"
      case .peerTube: "PeerTube's retention"
      case .youTubeChat: "YouTube's chat"
      case .twitchChat: "Twitch's chat"
      }
    }
  }

  package struct Point: Hashable, Sendable, Codable {
    /// Bounds of the range, in seconds or as shares of the video (`isShare`).
    package var start, end: Double
    /// Count in the source's unit, at least 0.
    package var value: Double

    package init(start: Double, end: Double, value: Double) {
      (self.start, self.end, self.value) = (start, end, value)
    }
  }

  /// Seconds between the points of a curve that was made from a chat.
  package static let chatStep = 1.0
  /// Seconds in which a person who writes several chat messages counts once.
  package static let chatPause = 5.0

  /// Whether the values are numbers of people, as in curves from chats.
  package var countsPeople: Bool { [.youTubeChat, .twitchChat].contains(source) }

  package var source: Source
  /// The points in order of their starts.
  package var points: [Point]
  /// Whether starts and ends are shares of the video's length (0…1) instead of seconds.
  package var isShare: Bool
  /// Number of views or people that were counted; `nil` if the source does not report it.
  package var people: Int?

  package init(source: Source, points: [Point], isShare: Bool, people: Int? = nil) {
    (self.source, self.points, self.isShare, self.people) = (source, points, isShare, people)
  }

  /// A description for messages: source, number of points, time step, number of people counted.
  package func words(inVideoOf duration: Double) -> String {
    let tenths = (step(inVideoOf: duration) * 10).rounded() / 10
    return "\(source.words), \(points.count) points, one every \(tenths) s, "
      + (people.map { "\($0) counted" } ?? "number of people unknown")
  }

  /// Median seconds between points, at least one time bin (0.5 s).
  package func step(inVideoOf duration: Double) -> Double {
    let lengths = points.map { ($0.end - $0.start) * (isShare ? duration : 1) }.sorted()
    return max(TimeBins.length, lengths.isEmpty ? 0 : lengths[lengths.count / 2])
  }

  /// Shares of viewers who watch (0…1), one per time bin; `nil` if this is not a retention curve.
  ///
  /// A share is `nil` where the curve is unknown. Values above 1, for parts that people watch
  /// again, count as 1.
  package func watchingShares(inVideoOf duration: Double, count: Int) -> [Double?]? {
    let whole: Double
    switch source {
    case .retention: whole = 1
    case .peerTube: whole = 100
    default: return nil
    }
    let (values, known) = binValues(inVideoOf: duration, count: count)
    return values.indices.map { known.contains($0) ? min(1, values[$0] / whole) : nil }
  }

  /// The curve's value in each of `count` time bins of a video, and the range of bins it covers.
  ///
  /// Values in gaps and outside the curve are 0. `duration` is in seconds.
  package func binValues(
    inVideoOf duration: Double, count: Int
  ) -> (values: [Double], known: Range<Int>) {
    let scale = (isShare ? duration : 1) / TimeBins.length
    var values = [Double](repeating: 0, count: count)
    for point in points {
      let (start, end) = (max(0, point.start * scale), min(point.end * scale, Double(count)))
      guard start < end else { continue }
      for bin in Int(start)..<Int(end.rounded(.up)) {
        values[bin] += point.value * (min(end, Double(bin + 1)) - max(start, Double(bin)))
      }
    }
    // Exclude time bins that the curve covers only partly: their values would be too low.
    let first = min(Double(count), max(0, points.first?.start ?? 0) * scale - 1e-6).rounded(.up)
    let last = min(Double(count), (points.map(\.end).max() ?? 0) * scale + 1e-6).rounded(.down)
    return (values, Int(first)..<max(Int(first), Int(last)))
  }
}
