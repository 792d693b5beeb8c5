import Audience

/// One face of a Firebase export at one instant.
struct FirebaseFace {
  /// Both eyes below this are closed.
  private static let closed = 20.0

  /// Seconds on the device's own clock.
  private(set) var second = Double.nan
  private var counter = 0.0
  private var track = -1.0
  private var smile = Double.nan
  private var left = Double.nan
  private var right = Double.nan
  /// Whether it has any member of a face.
  private(set) var isFace = false

  var hasTime: Bool { second.isFinite }

  /// A blink where both eyes are closed; of open eyes the file says nothing.
  var gaze: Gaze { left < Self.closed && right < Self.closed ? .blink : .notReported }

  /// The smile, where it was scored.
  var face: Face {
    guard (0...101).contains(smile) else { return .lost }
    var scores = KnownScores()
    scores.set(.happy, smile / 100)
    scores.giveRestToNeutral()
    return .scores(scores.vector)
  }

  /// Takes one member of an object.
  ///
  /// - Returns: `false` when a face has no such member; its value is then not yet read.
  mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) -> Bool {
    if key.matches("timestamp") {
      second = try reader.text()?.text.flatMap(WallClock.init)?.seconds ?? .nan
    } else if key.matches("counter") {
      counter = try reader.number() ?? 0
    } else if key.matches("trackingId") {
      track = try reader.number() ?? -1
    } else if key.matches("smileProb") {
      smile = try reader.number() ?? .nan
    } else if key.matches("leftEyeOpenProb") {
      left = try reader.number() ?? .nan
    } else if key.matches("rightEyeOpenProb") {
      right = try reader.number() ?? .nan
    } else {
      return false
    }
    isFace = true
    return true
  }

  /// Sorts faces by who they may be.
  ///
  /// An id changes when a face leaves and returns: ids whose times do not overlap may be one
  /// viewer, who is then the one that left last; two at the same time are two.
  ///
  /// - Returns: each viewer's faces in order of time; the viewer who came first comes first.
  static func viewers(of faces: [FirebaseFace]) -> [[FirebaseFace]] {
    let ordered = faces.indices.sorted {
      let (a, b) = (faces[$0], faces[$1])
      return (a.second, a.counter, Double($0)) < (b.second, b.counter, Double($1))
    }.map { faces[$0] }
    var spans: [Double: (first: Int, last: Int)] = [:]
    for (index, face) in ordered.enumerated() {
      spans[face.track, default: (index, index)].last = index
    }
    var ends: [Int] = []
    var viewers: [Double: Int] = [:]
    for (track, span) in spans.sorted(by: { $0.value.first < $1.value.first }) {
      let free = ends.indices.filter { ends[$0] < span.first }.max { ends[$0] < ends[$1] }
      if let free { ends[free] = span.last } else { ends.append(span.last) }
      viewers[track] = free ?? ends.count - 1
    }
    var result = [[FirebaseFace]](repeating: [], count: ends.count)
    for face in ordered { result[viewers[face.track] ?? 0].append(face) }
    return result
  }
}
