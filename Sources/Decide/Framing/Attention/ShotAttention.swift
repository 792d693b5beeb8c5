import Audience
import EditDecisions
import Support

/// A range of the moment between two cuts of the source, or a part of one if wishes divide it.
struct SourceShot: Hashable, Sendable {
  var start: Double, end: Double
}

/// The gaze or detections by which the window of a shot is planned.
struct ShotAttention: Hashable, Sendable {
  /// Points to follow, in order of time; empty without gaze and detections.
  var looks: [Looks]
  /// Indices of the timeline's time bins with gaze on this shot.
  var bins: Range<Int>
  /// Whether `looks` are gaze points; otherwise they are made from detections.
  var isGaze: Bool
  /// Name of the detected object that `looks` follow; `nil` if they are gaze or empty.
  var subject: String?
  /// The object that attracts most of the clustered gaze.
  var stealer: DominantObject?
  /// The time bins that `looks` were made from.
  var lookBins = 0..<0
  /// The main gaze cluster of each time bin; away from cuts it includes both neighbouring bins.
  var clusters: [Int: MainCluster] = [:]
  /// The bins whose gaze, with that of their two neighbours, has no cluster.
  var scattered: Set<Int> = []
}

extension MomentFramer {
  /// The shots of the source inside the moment, in order; empty for an empty range.
  func sourceShots() -> [SourceShot] {
    let start = Written.seconds(request.start)
    let end = Written.seconds(request.end)
    guard start.isFinite, end.isFinite, start < end else { return [] }
    let cuts = cuts.filter { $0 > start + frameSeconds / 2 && $0 < end - frameSeconds / 2 }
    var shots = [SourceShot(start: start, end: end)]
    for cut in cuts where cut > shots[shots.count - 1].start + frameSeconds / 2 {
      shots[shots.count - 1].end = cut
      shots.append(SourceShot(start: cut, end: end))
    }
    return shots
  }

  private var cuts: [Double] { request.cuts.filter(\.isFinite).map(Written.seconds).sorted() }

  /// Duration of a frame in seconds.
  var frameSeconds: Double {
    let rate = request.frameRate.value
    return rate.isFinite && rate > 0 ? 1 / rate : 0.04
  }

  /// The time in seconds from which gaze counts for a shot.
  ///
  /// Gaze in the first 0.5 s after a cut still belongs to the shot before. A bin that overlaps
  /// these 0.5 s is skipped too.
  func settled(in shot: SourceShot) -> Double {
    let cut = cuts.last { $0 <= shot.start + frameSeconds / 2 } ?? -.infinity
    return cut + 1.5 * TimeBins.length
  }

  /// The gaze on a shot, or its detections if there is no gaze.
  ///
  /// If the shot continues outside its range here, one time bin on either side counts too. Its
  /// first and last bin are then as reliable as its middle. A shot that is too short for that uses
  /// `lateBins`.
  func attention(in shot: SourceShot) -> ShotAttention {
    let timeline = request.timeline
    let (second, settled) = (TimeBins.length, settled(in: shot))
    let detections = Array(request.detections.seen(from: shot.start, to: shot.end))
    let bins = timeline.bins(from: max(shot.start, settled), to: shot.end)
    let next = cuts.first { $0 > shot.start + frameSeconds / 2 } ?? .infinity
    var wider = timeline.bins(
      from: max(shot.start - second, settled), to: min(shot.end + second, max(shot.end, next)))
    var looks = timeline.looks(inBins: wider, along: axis)
    if looks.isEmpty {
      wider = lateBins(of: shot)
      looks = timeline.looks(inBins: wider, along: axis)
    }
    guard looks.isEmpty else {
      let stealer = SceneStealerSearch(timeline: timeline, axis: axis)
        .stealer(inBins: bins, among: detections)
      return ShotAttention(
        looks: looks, bins: bins, isGaze: true, stealer: stealer, lookBins: wider,
        clusters: clusters(inBins: wider, stealer), scattered: scattered(inBins: wider))
    }
    let subject = subject(of: detections)
    return ShotAttention(
      looks: looksLike(detections.filter { $0.name == subject }), bins: bins, isGaze: false,
      subject: subject, stealer: nil)
  }

  /// The time bins that are mostly about a short shot: from 0.3 s after its start to 0.4 s after
  /// its end.
  ///
  /// Eyes arrive at a new shot late and stay on its last place after its end. A viewer's gaze point
  /// in a bin is a median, so half of the bin is enough.
  private func lateBins(of shot: SourceShot) -> Range<Int> {
    let cut = cuts.last { $0 <= shot.start + frameSeconds / 2 }
    let next = cuts.first { $0 >= shot.end - frameSeconds / 2 }
    let start = cut == nil ? shot.start : shot.start + constants.arrivalSeconds
    let end = next == nil ? shot.end : shot.end + constants.lingerSeconds
    let half = TimeBins.length / 2
    guard end - start >= half else { return 0..<0 }
    return request.timeline.bins(from: start, to: end)
  }

  /// The main cluster of each time bin.
  ///
  /// Near a cut many viewers look elsewhere, and a face that they leave would be cut at the
  /// window's edge. So near a cut, or if a detector found the object, distance counts as much as
  /// coverage.
  private func clusters(
    inBins bins: Range<Int>, _ stealer: DominantObject?
  ) -> [Int: MainCluster] {
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return bins.reduce(into: [:]) { found, bin in
      let middle = TimeBins.middle(of: bin)
      let isNear = cuts.contains { abs($0 - middle) < constants.nearSeconds }
      // If the distance counts as much as coverage, it must use the same time bin as coverage.
      let reach = isNear ? 0 : 1
      let near = (bin - reach..<bin + reach + 1).clamped(to: bins)
      guard var cluster = search.mainCluster(inBins: near) else { return }
      cluster.box = stealer?.boxes[bin].flatMap { isNarrow($0) ? $0 : nil }
      cluster.worth =
        isNear || stealer != nil
        ? cluster.share : constants.offsetPrice * cluster.share * cluster.share
      found[bin] = cluster
    }
  }

  /// The bins among some without a gaze cluster in them and their two neighbours.
  private func scattered(inBins bins: Range<Int>) -> Set<Int> {
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return Set(
      bins.filter { search.gatherings(inBins: ($0 - 1..<$0 + 2).clamped(to: bins)).isEmpty })
  }

  /// Whether a box fits into the largest window.
  func isNarrow(_ box: PictureBox) -> Bool {
    let range = axis.interval(of: box)
    return range.upperBound - range.lowerBound <= axis.windowShare
  }

  /// The name of the object detected longest and largest; faces come first.
  ///
  /// All untracked detections with the same label count as one object.
  private func subject(of detections: [Detection]) -> String? {
    let faces = detections.filter { $0.label.lowercased().contains("face") }
    let seen = Dictionary(grouping: faces.isEmpty ? detections : faces, by: \.name)
    let sums = seen.mapValues { $0.reduce(0) { $0 + weight(of: $1) } }.filter { $0.value > 0 }
    return sums.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Weight of a detection: its score times the side of a square with the box's area.
  private func weight(of detection: Detection) -> Double {
    let box = detection.box
    let weight = detection.score * (max(0, box.width) * max(0, box.height)).squareRoot()
    return weight.isFinite ? weight : 0
  }

  /// Detections as weighted points at the middles of their boxes.
  private func looksLike(_ detections: [Detection]) -> [Looks] {
    var byTime: [Double: [Looks.Look]] = [:]
    for detection in detections {
      let weight = weight(of: detection)
      let position = axis.coordinate(of: detection.box.center)
      guard weight > 0, position.isFinite else { continue }
      byTime[detection.time, default: []].append(
        Looks.Look(position: min(1, max(0, position)), weight: weight))
    }
    return byTime.sorted { $0.key < $1.key }.map { Looks(time: $0.key, entries: $0.value) }
  }
}
