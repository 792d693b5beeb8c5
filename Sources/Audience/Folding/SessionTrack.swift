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
  /// Strengths of sustained reactions.
  var strengths: [FaceStrengths?]

  /// Several passes of one viewer, averaged where they overlap.
  static func merged(_ tracks: [SessionTrack]) -> SessionTrack? {
    guard var merged = tracks.first, tracks.count > 1 else { return tracks.first }
    for bin in merged.isWatching.indices {
      merged.isWatching[bin] = tracks.contains { $0.isWatching[bin] }
      let looks = tracks.compactMap { $0.looks[bin] }
      let total = looks.reduce(0) { $0 + $1.weight }
      if total > 0, let first = looks.first {
        merged.looks[bin] = BinLook(
          x: looks.reduce(0) { $0 + $1.x * $1.weight } / total,
          y: looks.reduce(0) { $0 + $1.y * $1.weight } / total,
          weight: total / Double(looks.count), glance: first.glance)
      }
      let faces = tracks.compactMap { $0.strengths[bin] }
      if !faces.isEmpty {
        merged.strengths[bin] = FaceStrengths.mean(faces)
      }
    }
    return merged
  }

  /// Forgets a bin: nobody watched.
  mutating func clear(_ bin: Int) {
    isWatching[bin] = false
    looks[bin] = nil
    strengths[bin] = nil
  }

  /// The rows of the bins; `nil` where nobody watched.
  func rows() -> [AudienceRow?] {
    isWatching.indices.map { bin in
      guard isWatching[bin] || looks[bin] != nil || strengths[bin] != nil else { return nil }
      let face = strengths[bin]
      var row = AudienceRow(
        position: looks[bin].map { PicturePoint(x: $0.x, y: $0.y) },
        weight: looks[bin]?.weight ?? 1,
        strengths: face.map { EmotionVector(lanes: $0.lanes) }, told: face?.told ?? .all,
        areStrongest: face?.areStrongest ?? false)
      if let glance = looks[bin]?.glance { row.glance(at: glance) }
      return row
    }
  }
}
