/// Folds a video's sessions into its audience timeline, one viewer at a time, in any order.
///
/// Half-second rows of all viewers are held, 16 bytes a viewer and bin: where viewers come in an
/// order of their own, `AudienceFold` holds far less.
package struct TimelineFolder: Sendable {
  private let duration: Double
  private let aspect: Double
  private let settings: FoldSettings
  private var viewers: [FoldedViewer] = []

  /// Begins an empty timeline.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(duration: Double, aspect: Double, settings: FoldSettings = FoldSettings()) {
    self.duration = duration
    self.aspect = aspect
    self.settings = settings
  }

  /// Adds one viewer: all of that viewer's sessions, oldest first.
  package mutating func add(viewer sessions: [SampleColumns]) {
    viewers.append(
      AudienceFold(duration: duration, aspect: aspect, settings: settings).folding.fold(sessions))
  }

  /// The audience of the viewers added so far.
  package func folded() -> FoldedAudience {
    var fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    return folded(by: &fold)
  }

  /// The same with resampled audiences.
  package func resampled() -> (audience: FoldedAudience, resamples: AudienceResamples?) {
    var fold = AudienceFold(duration: duration, aspect: aspect, settings: settings)
    fold.isResampled = true
    let audience = folded(by: &fold)
    return (audience, fold.resamples)
  }

  /// The probability that each viewer reacts, half second by half second, in the order in which
  /// they were added; nothing of those without samples, and at most `TimelineSummary.mostDrawn` of
  /// them.
  package func reacting() -> [[Double]] {
    let rows = viewers.map { viewer -> [AudienceRow?] in
      guard case .rows(let rows) = viewer else {
        return Array(repeating: nil, count: HalfSeconds.count(for: duration))
      }
      return rows
    }
    return CrowdLearning(
      Array(rows.prefix(TimelineSummary.mostDrawn)), settings.model, aspect: aspect,
      binCount: HalfSeconds.count(for: duration)
    ).members().map { $0.reacting.map(Double.init) }
  }

  private func folded(by fold: inout AudienceFold) -> FoldedAudience {
    fold.add(
      viewers.count > TimelineSummary.mostDrawn ? ViewerOrder.shuffled(viewers) : viewers)
    return fold.finish()
  }

  /// The timeline of the viewers added so far.
  package func timeline() -> AudienceTimeline { folded().timeline }
}

/// An order of viewers by what they did, so that the order they were added in changes nothing.
///
/// Who is shifted by how much, which of many are looked at, and the last bits of sums all depend on
/// some order; names must not decide it, and the library's order is by chance.
enum ViewerOrder {
  /// The same viewers in an order of their own.
  static func sorted(_ viewers: [[AudienceRow?]]) -> [[AudienceRow?]] {
    viewers.sorted { $0.lexicographicallyPrecedes($1, by: precedes) }
  }

  /// The same viewers by a digest of what they did: of any number from the front, an even draw.
  static func shuffled(_ viewers: [FoldedViewer]) -> [FoldedViewer] {
    let keyed = viewers.map { (key: digest(of: $0), viewer: $0) }
    return keyed.sorted { $0.key < $1.key }.map(\.viewer)
  }

  private static func digest(of viewer: FoldedViewer) -> UInt64 {
    guard case .rows(let rows) = viewer else { return 0 }
    return digest(of: rows)
  }

  /// A digest of what a viewer did, which neither a name nor an order decides.
  static func digest(of rows: [AudienceRow?]) -> UInt64 {
    var digest = RunningDigest()
    for row in rows { digest.add(row) }
    return digest.value
  }

  /// No row comes before any row.
  private static func precedes(_ a: AudienceRow?, _ b: AudienceRow?) -> Bool {
    guard let b else { return false }
    guard let a else { return true }
    return a < b
  }
}
