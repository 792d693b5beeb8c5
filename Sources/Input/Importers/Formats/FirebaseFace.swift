import Audience

/// One face of a Firebase export at one time.
struct FirebaseFace {
  /// The eye-open score, in per cent, below which an eye counts as closed.
  private static let closed = 20.0

  /// Time in seconds on the device's clock.
  private(set) var second = Double.nan
  /// The app's running number of the sample, if there is one.
  private(set) var counter: Double?
  private(set) var track: Double?
  /// The user, from the face itself or from its branch, if known.
  var user: String?
  private(set) var smile = Double.nan
  private var left = Double.nan
  private var right = Double.nan
  private(set) var isFace = false

  /// Whether the smile score is outside 0 to 100 per cent by more than rounding.
  var hasOddScore: Bool { smile < -1 || smile > 101 }

  /// Whether both eyes are closed; open eyes give no gaze.
  var isBlink: Bool { left < Self.closed && right < Self.closed }

  /// Reads one member; returns `false`, and leaves its value unread, if faces have no such member.
  mutating func take(_ key: Bytes, _ reader: inout JSONReader) throws(ImportError) -> Bool {
    switch key {
    case "timestamp":
      second = try reader.text()?.text.flatMap(ClockDate.init)?.seconds ?? .nan
      // A branch can also have a timestamp, so it does not make an object a face.
      return true
    case "uid", "userId", "viewerId":
      user = try reader.text()?.text.flatMap { $0.isEmpty ? nil : $0 }
      return true
    case "counter": counter = try reader.number()
    case "trackingId": track = try reader.number()
    case "smileProb": smile = try reader.number() ?? .nan
    case "leftEyeOpenProb": left = try reader.number() ?? .nan
    case "rightEyeOpenProb": right = try reader.number() ?? .nan
    default: return false
    }
    isFace = true
    return true
  }
}

/// All faces of an export (20 bytes each), and their assignment to viewers.
struct FirebaseFaceCollection {
  /// One face in packed form.
  struct Row {
    fileprivate let second: Float
    fileprivate let counter: Int32
    fileprivate let track: UInt32
    fileprivate let order: UInt32
    /// The smile score in half per cent, 0 to 200; 255 for none.
    fileprivate let smile: UInt8
    fileprivate let isBlink: Bool

    fileprivate init(_ face: FirebaseFace, since: Double, track: UInt32, order: UInt32) {
      second = Float(face.second - since)
      counter = face.counter.map { Int32(clamping: Int(max(-1e9, min(1e9, $0.rounded())))) } ?? .min
      self.track = track
      self.order = order
      smile = (0...101).contains(face.smile) ? UInt8(min(100, face.smile) * 2 + 0.5) : 255
      isBlink = face.isBlink
    }

    var gaze: Gaze { isBlink ? .blink : .notReported }

    /// The smile as a score for happiness; lost if there is no score.
    var face: Face {
      guard smile <= 200 else { return .lost }
      var scores = EmotionScores()
      scores.set(.happy, Double(smile) / 200)
      return .scores(scores.told())
    }
  }

  /// A viewer: a user of the export, and the number of the person in front of that user's camera.
  struct Viewer {
    let user: String?
    let number: Int
  }

  /// The faces that share a tracking ID, a user and a branch.
  private struct Track: Hashable {
    let branch: Int
    let user: String?
    let id: Double?
  }

  private var rows: [Row] = []
  private var tracks: [Track] = []
  private var trackIndices: [Track: UInt32] = [:]
  private var branches: [[FirebaseKey]] = []
  private var branchIndices: [[FirebaseKey]: Int] = [:]
  /// The index of each track's viewer; `nil` if it cannot be known.
  private var viewerOfTrack: [Int?] = []

  var count: Int { rows.count }

  /// The number of a branch, which is an object or a list with faces.
  mutating func branch(_ path: [FirebaseKey]) -> Int {
    let index = branchIndices[path] ?? branches.count
    if index == branches.count {
      branches.append(path)
      branchIndices[path] = index
    }
    return index
  }

  /// Adds a face; its time is stored in seconds after `since`.
  mutating func add(_ face: FirebaseFace, in branch: Int, since: Double) {
    let track = Track(branch: branch, user: face.user, id: face.track)
    let index = trackIndices[track] ?? UInt32(tracks.count)
    if index == tracks.count {
      tracks.append(track)
      trackIndices[track] = index
    }
    rows.append(Row(face, since: since, track: index, order: UInt32(rows.count)))
  }

  /// Sorts the faces by time, and removes copies.
  ///
  /// If the export contains users, faces without a user are removed too. `skips` counts both.
  mutating func order(_ skips: inout SkipCounts) {
    rows.sort { ($0.second, $0.counter, $0.order) < ($1.second, $1.counter, $1.order) }
    if tracks.contains(where: { $0.user != nil }) {
      let count = rows.count
      rows.removeAll { tracks[Int($0.track)].user == nil }
      skips.add(.noUser, count - rows.count)
    }
    // Equal records are copies only if they have a counter. Keep the record of the larger branch.
    let sizes = rows.reduce(into: [Int: Int]()) {
      $0[tracks[Int($1.track)].branch, default: 0] += 1
    }
    func size(_ row: Row) -> Int { sizes[tracks[Int(row.track)].branch] ?? 0 }
    var kept: [Row] = []
    kept.reserveCapacity(rows.count)
    var first = 0
    for row in rows {
      if let last = kept.last, last.second != row.second || last.counter != row.counter {
        first = kept.count
      }
      let copy = kept[first...].firstIndex { isSame($0, row) }
      guard row.counter > .min, let copy else {
        kept.append(row)
        continue
      }
      skips.add(.repeated)
      if size(row) > size(kept[copy]) { kept[copy] = row }
    }
    rows = kept
  }

  private func isSame(_ one: Row, _ other: Row) -> Bool {
    let (a, b) = (tracks[Int(one.track)], tracks[Int(other.track)])
    return one.smile == other.smile && one.isBlink == other.isBlink && a.id == b.id
      && a.user == b.user
  }

  /// The range of rows of each branch that has faces without a user.
  private var spans: [(branch: Int, rows: ClosedRange<Int>)] {
    var spans: [Int: ClosedRange<Int>] = [:]
    for (index, row) in rows.enumerated() where tracks[Int(row.track)].user == nil {
      let branch = tracks[Int(row.track)].branch
      spans[branch] = (spans[branch]?.lowerBound ?? index)...index
    }
    return spans.sorted { $0.value.lowerBound < $1.value.lowerBound }.map { ($0.key, $0.value) }
  }

  /// Whether several branches may be different people, and the export does not define it.
  var areBranchesUnclear: Bool {
    let found = spans.prefix(1000).map { branches[$0.branch] }
    return found.indices.contains { one in
      found[..<one].contains { FirebaseKey.mayBeTwoPeople(found[one], $0) }
    }
  }

  /// Whether two branches have faces at the same time, so that they must be different people.
  var doBranchesOverlap: Bool {
    let spans = spans
    return zip(spans, spans.dropFirst()).contains { $0.rows.upperBound >= $1.rows.lowerBound }
  }

  /// Whether one user has faces in several branches over the same seconds, as from two devices.
  ///
  /// They may be two people. One of them would then be stored under a name that nobody looks for.
  var doBranchesOfUserOverlap: Bool {
    var spans: [String: [Int: ClosedRange<Float>]] = [:]
    for row in rows {
      let track = tracks[Int(row.track)]
      guard let user = track.user else { continue }
      let first = spans[user]?[track.branch]?.lowerBound ?? row.second
      spans[user, default: [:]][track.branch] = first...row.second
    }
    return spans.values.contains { branches in
      let spans = branches.values.sorted { $0.lowerBound < $1.lowerBound }
      var end = -Float.infinity
      // Two consecutive ranges may have one second in common.
      return spans.contains { span in
        defer { end = max(end, span.upperBound) }
        return span.lowerBound < end
      }
    }
  }

  /// Calls `body` with each viewer's faces of each second, sorted by time.
  func forEachSecond(
    _ body: (_ second: Double, _ viewer: Int, _ rows: [Row]) throws(ImportError) -> Void
  ) throws(ImportError) {
    var rest = rows[...]
    while let first = rest.first {
      let second = rest.prefix { $0.second == first.second }
      let byViewer = Dictionary(grouping: second) { viewerOfTrack[Int($0.track)] ?? -1 }
      for (viewer, rows) in byViewer.sorted(by: { $0.key < $1.key }) where viewer >= 0 {
        try body(Double(first.second), viewer, rows)
      }
      rest = rest.dropFirst(second.count)
    }
  }

  /// Assigns each track to a viewer; the viewer who appears first has number 0.
  ///
  /// A tracking ID changes when a face leaves and returns. So tracks of one user that do not
  /// overlap in time count as one viewer, preferably the one who left last. Overlapping tracks are
  /// different viewers. A face without an ID belongs to the user's only viewer. If there are
  /// several, the face is skipped and counted.
  mutating func viewers(_ skips: inout SkipCounts) -> [Viewer] {
    var spans = [(first: Int, last: Int, count: Int)?](repeating: nil, count: tracks.count)
    for (index, row) in rows.enumerated() {
      let known = spans[Int(row.track)]
      spans[Int(row.track)] = (known?.first ?? index, index, (known?.count ?? 0) + 1)
    }
    let known = spans.enumerated().compactMap { track, span in span.map { (track, $0) } }
      .sorted { $0.1.first < $1.1.first }
    viewerOfTrack = Array(repeating: nil, count: tracks.count)
    var found: [Viewer] = []
    var ends: [Int] = []
    func add(_ user: String?, _ end: Int) -> Int {
      found.append(Viewer(user: user, number: found.count { $0.user == user }))
      ends.append(end)
      return found.count - 1
    }
    for (track, span) in known where tracks[track].id != nil {
      let user = tracks[track].user
      let free = found.indices.filter { found[$0].user == user && ends[$0] < span.first }
        .max { ends[$0] < ends[$1] }
      if let free { ends[free] = span.last }
      viewerOfTrack[track] = free ?? add(user, span.last)
    }
    for (track, span) in known where tracks[track].id == nil {
      let user = tracks[track].user
      let own = found.indices.filter { found[$0].user == user }
      guard own.count < 2 else {
        skips.add(.noTrackingID, span.count)
        continue
      }
      viewerOfTrack[track] = own.first ?? add(user, span.last)
    }
    return found
  }
}
