/// The usable gaze of a session in half a second.
struct BinLook {
  /// The median position.
  var x: Double, y: Double
  /// The mean weight.
  var weight: Double
  /// The single look nearest to the middle of the half second.
  var glance: PicturePoint
}

/// One session, or one viewer's sessions together, in half-second bins.
struct SessionTrack {
  /// Whether somebody watched in each bin.
  var isWatching: [Bool]
  /// What the usable gaze of a bin comes to.
  var looks: [BinLook?]
  /// Strengths of sustained reactions, a lane a class; not a number where nothing is known.
  var strengths: [SIMD8<Float>]
  /// Whether the classes of which nothing is known were never among the strongest.
  var areStrongest: Bool

  /// Forgets a bin: nobody watched.
  mutating func clear(_ bin: Int) {
    isWatching[bin] = false
    looks[bin] = nil
    strengths[bin] = SIMD8(repeating: .nan)
  }

  /// The rows of several passes of one viewer, averaged where they overlap.
  ///
  /// - Parameter tracks: of one video.
  /// - Returns: a row a bin, `nil` where nobody watched; `nil` without a track.
  static func rows(of tracks: [SessionTrack]) -> [AudienceRow?]? {
    guard let first = tracks.first else { return nil }
    return first.isWatching.indices.map { bin in
      guard tracks.count > 1 else {
        return row(isWatching: first.isWatching[bin], first.looks[bin], first.face(bin))
      }
      return row(
        isWatching: tracks.contains { $0.isWatching[bin] },
        BinLook.mean(tracks.compactMap { $0.looks[bin] }) ?? first.looks[bin],
        FaceStrengths.mean(tracks.compactMap { $0.face(bin) }))
    }
  }

  @inline(__always)
  private func face(_ bin: Int) -> FaceStrengths? {
    FaceStrengths(known: strengths[bin], areStrongest: areStrongest)
  }

  @inline(__always)
  private static func row(
    isWatching: Bool, _ look: BinLook?, _ face: FaceStrengths?
  ) -> AudienceRow? {
    guard isWatching || look != nil || face != nil else { return nil }
    var row = AudienceRow(
      position: look.map { PicturePoint(x: $0.x, y: $0.y) }, weight: look?.weight ?? 1,
      strengths: face.map { EmotionVector(lanes: $0.lanes) }, told: face?.told ?? .all,
      areStrongest: face?.areStrongest ?? false)
    if let glance = look?.glance { row.glance(at: glance) }
    return row
  }
}

extension BinLook {
  /// The mean of the looks of several passes, by their weights; `nil` where they weigh nothing.
  fileprivate static func mean(_ looks: [BinLook]) -> BinLook? {
    let total = looks.reduce(0) { $0 + $1.weight }
    guard total > 0, let first = looks.first else { return nil }
    return BinLook(
      x: looks.reduce(0) { $0 + $1.x * $1.weight } / total,
      y: looks.reduce(0) { $0 + $1.y * $1.weight } / total,
      weight: total / Double(looks.count), glance: first.glance)
  }
}
