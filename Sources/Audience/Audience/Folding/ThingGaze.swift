/// Where the things that a detector found are, time bin by time bin.
package struct ThingBoxes: Sendable {
  /// A detection counts for a bin if it is this close to the middle of the bin, in seconds.
  static let reach = HalfSeconds.length

  /// By name and by bin, the box nearest in time and how far it is, in seconds.
  private(set) var boxes: [String: [Int: (away: Double, box: PictureBox)]] = [:]
  private let binCount: Int

  /// Nothing was detected yet.
  package init(binCount: Int) { self.binCount = binCount }

  /// Adds a detection; of two that are equally near the first counts.
  package mutating func add(_ detection: Detection) {
    guard detection.time.isFinite, detection.time >= 0 else { return }
    let name = detection.name
    let bin = HalfSeconds.index(at: detection.time)
    for near in max(0, bin - 1)...(bin + 1) where near < binCount {
      let away = abs(detection.time - HalfSeconds.middle(of: near))
      guard away <= Self.reach, away < boxes[name]?[near]?.away ?? .infinity else { continue }
      boxes[name, default: [:]][near] = (away, detection.box)
    }
  }
}

/// What viewers did with one thing in the picture, summed over viewers.
package struct WatchedThing: Hashable, Sendable {
  package var name: String
  /// Seconds for which it is in the picture.
  package var visible = 0.0
  /// Play time at which it appears, seconds.
  package var appears = 0.0
  /// Viewers with gaze while it is in the picture.
  package var viewers = 0
  /// How many of them looked at it.
  package var lookers = 0
  /// Time bins of viewers with gaze while it is in the picture.
  var gazeBins = 0
  /// Time bins of viewers who look at it.
  var lookedBins = 0
  /// Seconds from its appearance to the first gaze point on it, one per viewer who looked, in any
  /// order.
  var firstLooks: [Double] = []
  /// Viewers who looked at it and whose face was visible while they did.
  package var lookersWithFace = 0
  /// How many of them reacted while they looked at it.
  package var reacting = 0

  /// Share of the gaze points that lie on it while it is in the picture, 0…1.
  package var gazeShare: Double { Double(lookedBins) / Double(max(1, gazeBins)) }
  /// Median seconds from its appearance to the first gaze point; `nil` if nobody looked.
  package var firstLook: Double? { firstLooks.isEmpty ? nil : median(firstLooks) }
  /// Mean seconds that a viewer who looked at it spent on it.
  package var dwell: Double {
    Double(lookedBins) * HalfSeconds.length / Double(max(1, lookers))
  }
}

/// The gaze of an audience on the things in the picture.
struct ThingGaze: Sendable {
  private let boxes: [(name: String, byBin: [(bin: Int, box: PictureBox)])]
  private(set) var things: [WatchedThing]

  init(_ boxes: ThingBoxes) {
    self.boxes = boxes.boxes.sorted { $0.key < $1.key }.map { name, byBin in
      (name, byBin.sorted { $0.key < $1.key }.map { (bin: $0.key, box: $0.value.box) })
    }
    things = self.boxes.map { name, byBin in
      var thing = WatchedThing(name: name)
      thing.visible = Double(byBin.count) * HalfSeconds.length
      thing.appears = byBin.first.map { HalfSeconds.start(of: $0.bin) } ?? 0
      return thing
    }
  }

  /// Adds a viewer.
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
      things[index].viewers += 1
      things[index].gazeBins += gaze
      guard let first else { continue }
      things[index].lookers += 1
      things[index].lookedBins += looked
      things[index].firstLooks.append(HalfSeconds.start(of: first) - things[index].appears)
      if hasFace { things[index].lookersWithFace += 1 }
      if isReacting { things[index].reacting += 1 }
    }
  }
}
