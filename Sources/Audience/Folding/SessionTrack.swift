/// The usable gaze of a session in half a second.
struct BinLook {
  /// The median position.
  var x: Double, y: Double
  var weight: Double
  /// The single look nearest to the middle of the half second.
  var glance: PicturePoint
}

/// One session in half-second bins.
struct SessionTrack {
  /// Whether somebody watched in each bin.
  var isWatching: [Bool]
  /// What the usable gaze of a bin comes to.
  var looks: [BinLook?]
  /// What the face shows, as `AudienceRow.levels`.
  var faces: [SIMD8<UInt8>]

  /// The rows of several passes of one viewer, each side of the first pass that knows it.
  ///
  /// Of two passes the viewer looked at one place in either: the mean of both is no look, and the
  /// surer counts, eyes before a head.
  ///
  /// - Parameter tracks: of one video.
  /// - Returns: a row a bin, `nil` where nobody watched; `nil` without a track.
  static func rows(of tracks: [SessionTrack]) -> [AudienceRow?]? {
    guard let first = tracks.first else { return nil }
    return first.isWatching.indices.map { bin in
      let look = tracks.compactMap { $0.looks[bin] }.max { $0.weight < $1.weight }
      let face = tracks.lazy.map { $0.faces[bin] }.first { $0[7] != 0 }
      guard look != nil || face != nil || tracks.contains(where: { $0.isWatching[bin] }) else {
        return nil
      }
      var row = AudienceRow(
        position: look.map { PicturePoint(x: $0.x, y: $0.y) }, weight: look?.weight ?? 1,
        scores: nil)
      if let face { row.levels = face }
      if let glance = look?.glance { row.glance(at: glance) }
      return row
    }
  }
}
