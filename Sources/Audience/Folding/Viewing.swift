/// One pass of a viewer through a video, as one device or two recorded it.
///
/// A tracker that knows only gaze and a camera that knows only the face are two records of one
/// pass: the lids that one saw blank the gaze of the other. Two records that both know gaze, or
/// both know the face, are two passes.
struct Viewing {
  /// The records of the pass.
  private(set) var records: [SampleColumns]

  /// Sorts a viewer's sessions into passes.
  ///
  /// - Parameter sessions: oldest first; the first record of gaze alone goes with the first
  ///   record of a face alone, the second with the second.
  /// - Returns: the passes, in the order of their oldest records.
  static func passes(of sessions: [SampleColumns]) -> [Viewing] {
    var passes: [Viewing] = []
    var waiting: [Side: [Int]] = [:]
    for session in sessions {
      guard let side = Side(session) else {
        passes.append(Viewing(records: [session]))
        continue
      }
      if let partner = waiting[side.other]?.first {
        waiting[side.other]?.removeFirst()
        passes[partner].records.append(session)
      } else {
        waiting[side, default: []].append(passes.count)
        passes.append(Viewing(records: [session]))
      }
    }
    return passes
  }

  /// The side that a record knows when it does not know the other.
  private enum Side: Hashable {
    case gaze, face

    var other: Side { self == .gaze ? .face : .gaze }

    init?(_ columns: SampleColumns) {
      var knowsGaze = false
      var knowsFace = false
      for state in columns.states {
        knowsGaze = knowsGaze || SampleColumns.knowsGaze(state)
        knowsFace = knowsFace || SampleColumns.knowsFace(state)
        if knowsGaze, knowsFace { return nil }
      }
      guard knowsGaze != knowsFace else { return nil }
      self = knowsGaze ? .gaze : .face
    }
  }
}
