import Audience

/// One face of a Firebase export at one instant, as it is read.
struct FirebaseFace {
  /// Both eyes below this are closed.
  private static let closed = 20.0

  /// Seconds on the device's own clock.
  private(set) var second = Double.nan
  private(set) var counter = 0.0
  private(set) var track = -1.0
  private(set) var smile = Double.nan
  private var left = Double.nan
  private var right = Double.nan
  private(set) var isFace = false

  var hasTime: Bool { second.isFinite }

  /// Whether the smile's score is none that there can be.
  var hasOddScore: Bool { smile < -1 || smile > 101 }

  /// Both eyes are closed; of open eyes the file says nothing.
  var isBlink: Bool { left < Self.closed && right < Self.closed }

  /// Takes one member; `false`, its value not yet read, when a face has no such member.
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
}

/// The faces of an export, 20 bytes each, and who they may be.
struct FirebaseFaces {
  /// One face, packed.
  struct Row {
    /// Seconds since the beginning of the day that counts.
    fileprivate let second: Float
    fileprivate let counter: Int32
    fileprivate let track: UInt32
    /// The place in the file: what nothing else orders keeps it.
    fileprivate let order: UInt32
    /// Half per cent; 255 where it was not scored.
    private let smile: UInt8
    private let isBlink: Bool

    fileprivate init(_ face: FirebaseFace, since: Double, track: UInt32, order: UInt32) {
      second = Float(face.second - since)
      counter = Int32(clamping: Int(max(-1e9, min(1e9, face.counter.rounded()))))
      self.track = track
      self.order = order
      smile = (0...101).contains(face.smile) ? UInt8(min(100, face.smile) * 2 + 0.5) : 255
      isBlink = face.isBlink
    }

    /// A blink where both eyes are closed.
    var gaze: Gaze { isBlink ? .blink : .notReported }

    /// The smile, where it was scored.
    var face: Face {
      guard smile <= 200 else { return .lost }
      var scores = KnownScores()
      scores.set(.happy, Double(smile) / 200)
      return .scores(scores.told())
    }
  }

  private var rows: [Row] = []
  private var tracks: [Double: UInt32] = [:]

  var count: Int { rows.count }

  /// Adds a face; its second is counted from `since`, less than two days before it.
  mutating func add(_ face: FirebaseFace, since: Double) {
    let track = tracks[face.track] ?? UInt32(tracks.count)
    tracks[face.track] = track
    rows.append(Row(face, since: since, track: track, order: UInt32(rows.count)))
  }

  /// Hands over each viewer's faces of each second, in order of time, the viewer who came first
  /// as 0.
  mutating func forEachSecond(
    _ body: (_ second: Double, _ viewer: Int, _ rows: [Row]) throws(ImportError) -> Void
  ) throws(ImportError) {
    rows.sort {
      ($0.second, $0.counter, $0.order) < ($1.second, $1.counter, $1.order)
    }
    let viewers = viewers()
    var rest = rows[...]
    while let first = rest.first {
      let second = rest.prefix { $0.second == first.second }
      let byViewer = Dictionary(grouping: second) { viewers[Int($0.track)] }
      for (viewer, rows) in byViewer.sorted(by: { $0.key < $1.key }) {
        try body(Double(first.second), viewer, rows)
      }
      rest = rest.dropFirst(second.count)
    }
  }

  /// Who each track may be.
  ///
  /// An id changes when a face leaves and returns: ids whose times do not overlap may be one
  /// viewer, who is then the one that left last; two at the same time are two.
  private func viewers() -> [Int] {
    var spans = [(first: Int, last: Int)?](repeating: nil, count: tracks.count)
    for (index, row) in rows.enumerated() {
      spans[Int(row.track)] = (spans[Int(row.track)]?.first ?? index, index)
    }
    let known = spans.enumerated().compactMap { track, span in span.map { (track, $0) } }
    var ends: [Int] = []
    var viewers = [Int](repeating: 0, count: tracks.count)
    for (track, span) in known.sorted(by: { $0.1.first < $1.1.first }) {
      let free = ends.indices.filter { ends[$0] < span.first }.max { ends[$0] < ends[$1] }
      if let free { ends[free] = span.last } else { ends.append(span.last) }
      viewers[track] = free ?? ends.count - 1
    }
    return viewers
  }
}
