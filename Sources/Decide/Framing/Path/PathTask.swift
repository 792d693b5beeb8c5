import EditDecisions

/// A segment of a shot with the layout `crop`, and the window to move in it.
struct PathTask {
  /// Play time of the start and the end (exclusive), in seconds.
  let start: Double, end: Double
  /// The kind of cut at its start.
  var cut: ClipShot.ShotStart
  var attention: ShotAttention
  /// The window and the axis along which it moves.
  var window: WindowAxis
  var direction = Direction.only
  /// Whether the segment before, or after, is of the same shot but has another window size.
  var joinsBefore = false, joinsAfter = false

  /// Whether the window moves only along its axis, or is planned in two directions.
  enum Direction {
    case only, sideways, upright

    /// Share of the maximum speed, so that the combined speed does not exceed it (3² + 4² = 5²).
    var speedShare: Double {
      switch self {
      case .only: 1
      case .sideways: 0.8
      case .upright: 0.6
      }
    }
  }

  var seconds: Double { end - start }
  /// Whether deliberate cuts are allowed.
  ///
  /// They are not allowed next to a change of size. A vertical path cuts only where the horizontal
  /// one does.
  var mayCut: Bool { direction != .upright && !joinsBefore && !joinsAfter }
}
