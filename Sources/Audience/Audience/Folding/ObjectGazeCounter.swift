/// The boxes of detected objects per time bin.
package struct ObjectBoxesByBin: Sendable {
  /// A detection counts for a bin if it is this close to the middle of the bin, in seconds.
  static let reach = TimeBins.length

  /// For each object and time bin, the box nearest in time and its distance in seconds.
  private(set) var boxes: [String: [Int: (away: Double, box: PictureBox)]] = [:]
  private let binCount: Int

  package init(binCount: Int) { self.binCount = binCount }

  /// Adds a detection; if two are equally near to a time bin, the first one is used.
  package mutating func add(_ detection: Detection) {
    guard detection.time.isFinite, detection.time >= 0 else { return }
    let name = detection.name
    let bin = TimeBins.index(at: detection.time)
    for near in max(0, bin - 1)...(bin + 1) where near < binCount {
      let away = abs(detection.time - TimeBins.middle(of: near))
      guard away <= Self.reach, away < boxes[name]?[near]?.away ?? .infinity else { continue }
      boxes[name, default: [:]][near] = (away, detection.box)
    }
  }
}

/// The gaze on one object, summed over all viewers.
package struct ObjectGazeSummary: Hashable, Sendable {
  package var name: String
  /// Seconds for which it is in the frame.
  package var visible = 0.0
  /// Play time at which it appears, in seconds.
  package var appears = 0.0
  /// Viewers with gaze while it is in the frame.
  package var viewers = 0
  /// Number of these viewers who looked at it.
  package var viewersWhoLooked = 0
  /// Number of viewer time bins with gaze while it is in the frame.
  var gazeBins = 0
  /// Number of viewer time bins with gaze on it.
  var binsWithGazeOnObject = 0
  /// Seconds from its appearance to the first gaze point on it, one element per viewer who looked.
  var firstLooks: [Double] = []
  /// Viewers who looked at it with a visible face.
  package var lookersWithFace = 0
  /// Number of these viewers who reacted while they looked at it.
  package var reacting = 0

  /// Share of the gaze points on it while it is in the frame, 0…1.
  package var gazeShare: Double { Double(binsWithGazeOnObject) / Double(max(1, gazeBins)) }
  /// Median seconds from its appearance to the first gaze point; `nil` if nobody looked.
  package var firstLook: Double? { firstLooks.isEmpty ? nil : median(firstLooks) }
  /// Mean seconds that a viewer looked at it, without viewers who never did.
  package var dwell: Double {
    Double(binsWithGazeOnObject) * TimeBins.length / Double(max(1, viewersWhoLooked))
  }
}

struct ObjectGazeCounter: Sendable {
  private let boxes: [(name: String, byBin: [(bin: Int, box: PictureBox)])]
  private(set) var objects: [ObjectGazeSummary]

  init(_ boxes: ObjectBoxesByBin) {
    self.boxes = boxes.boxes.sorted { $0.key < $1.key }.map { name, byBin in
      (name, byBin.sorted { $0.key < $1.key }.map { (bin: $0.key, box: $0.value.box) })
    }
    objects = self.boxes.map { name, byBin in
      ObjectGazeSummary(
        name: name, visible: Double(byBin.count) * TimeBins.length,
        appears: byBin.first.map { TimeBins.start(of: $0.bin) } ?? 0)
    }
  }

  mutating func add(_ viewer: ViewerBins, _ series: ViewerSeries) {
    for (index, (_, byBin)) in boxes.enumerated() {
      var (gaze, looked, isReacting, hasFace) = (0, 0, false, false)
      var first: Int?
      for (bin, box) in byBin {
        guard let place = viewer.row(bin)?.position else { continue }
        gaze += 1
        guard box.contains(place) else { continue }
        looked += 1
        first = first ?? bin
        hasFace = hasFace || series.values[bin] != ReactionSeries.unknown
        isReacting = isReacting || series.reacts(bin)
      }
      guard gaze > 0 else { continue }
      objects[index].viewers += 1
      objects[index].gazeBins += gaze
      guard let first else { continue }
      objects[index].viewersWhoLooked += 1
      objects[index].binsWithGazeOnObject += looked
      objects[index].firstLooks.append(TimeBins.start(of: first) - objects[index].appears)
      if hasFace { objects[index].lookersWithFace += 1 }
      if isReacting { objects[index].reacting += 1 }
    }
  }
}
