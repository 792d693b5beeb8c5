/// What a platform counted of all who watched a video, over its play time; nothing of any one.
package struct AudienceCurve: Hashable, Sendable, Codable {
  package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    case mostReplayed = "most-replayed"
    case retention = "youtube-retention"
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
      case .muxHeatmap: "Mux's heat map"
      case .muxHotspots: "Mux's hotspots"
      case .bunny: "bunny.net's heat map"
      case .peerTube: "PeerTube's retention"
      case .youTubeChat: "YouTube's chat"
      case .twitchChat: "Twitch's chat"
      }
    }
  }

  /// What was counted over a stretch.
  package struct Point: Hashable, Sendable, Codable {
    /// Seconds of play time, or shares of the video.
    package var start, end: Double
    /// 0 or more, in a unit of the source's own.
    package var value: Double

    package init(start: Double, end: Double, value: Double) {
      (self.start, self.end, self.value) = (start, end, value)
    }
  }

  /// Seconds of one point of a chat.
  package static let chatStep = 1.0
  /// Seconds in which one person who writes counts once.
  package static let chatPause = 5.0

  /// Whether its values are people, each counted once in five seconds, as those of chats are.
  package var countsPeople: Bool { [.youTubeChat, .twitchChat].contains(source) }

  package var source: Source
  /// In order of their starts.
  package var points: [Point]
  /// Whether starts and ends are shares of the video's length, 0…1, and not seconds.
  package var isShare: Bool
  /// How many views, or people, were counted, where the source tells.
  package var people: Int?

  package init(source: Source, points: [Point], isShare: Bool, people: Int? = nil) {
    (self.source, self.points, self.isShare, self.people) = (source, points, isShare, people)
  }

  /// Who counted, how finely and how many, for a person to read.
  package func words(inVideoOf duration: Double) -> String {
    let tenths = (step(inVideoOf: duration) * 10).rounded() / 10
    return "\(source.words), \(points.count) points, one every \(tenths) s, "
      + (people.map { "\($0) counted" } ?? "of how many is not told")
  }

  /// Seconds from one point to the next: the median, and no less than a half second.
  package func step(inVideoOf duration: Double) -> Double {
    let lengths = points.map { ($0.end - $0.start) * (isShare ? duration : 1) }.sorted()
    return max(HalfSeconds.length, lengths.isEmpty ? 0 : lengths[lengths.count / 2])
  }

  /// The value of each half second of a video, 0 between points; none beyond the outer ones.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - count: how many half seconds it has.
  /// - Returns: values, and the half seconds that the curve is about.
  package func halfSeconds(
    inVideoOf duration: Double, count: Int
  ) -> (values: [Double], known: Range<Int>) {
    let scale = (isShare ? duration : 1) / HalfSeconds.length
    var values = [Double](repeating: 0, count: count)
    for point in points {
      let (start, end) = (max(0, point.start * scale), min(point.end * scale, Double(count)))
      guard start < end else { continue }
      for bin in Int(start)..<Int(end.rounded(.up)) {
        values[bin] += point.value * (min(end, Double(bin + 1)) - max(start, Double(bin)))
      }
    }
    // A half second of which the curve has only a part reads less than it was.
    let first = min(Double(count), max(0, points.first?.start ?? 0) * scale - 1e-6).rounded(.up)
    let last = min(Double(count), (points.map(\.end).max() ?? 0) * scale + 1e-6).rounded(.down)
    return (values, Int(first)..<max(Int(first), Int(last)))
  }
}
