import Audience
import EditDecisions

/// The gaze or detections by which the window of a shot is planned.
struct ShotAttention {
  /// Points to follow, in order of time; empty without gaze and detections.
  var points: [TimedPoints]
  /// Indices of the timeline's time bins with gaze on this shot.
  var bins: Range<Int>
  /// Whether `points` are gaze points; otherwise they are made from detections.
  var isGaze: Bool
  /// Name of the detected object that `points` follow; `nil` if they are gaze or empty.
  var subject: String?
  /// The object that attracts most of the clustered gaze.
  var dominant: DominantObject?
  /// The main gaze cluster of each time bin; away from cuts it includes both neighbouring bins.
  var clusters: [Int: MainCluster] = [:]
  /// The bins whose gaze, with that of their two neighbours, has no cluster.
  var scattered: Set<Int> = []

  /// The box of the dominant object in a time bin, if it fits into the window of an axis.
  func dominantBox(inBin bin: Int, fitting axis: WindowAxis) -> PictureBox? {
    dominant?.boxes[bin].flatMap { axis.interval(of: $0).width <= axis.windowShare ? $0 : nil }
  }
}

/// Finds the gaze or the detections that belong to each shot of a moment.
struct AttentionSearch {
  let request: FramingRequest
  let axis: WindowAxis
  let cuts: SourceCuts

  private var constants: FramingConstants { request.settings.constants }
  private var search: GazeClusterSearch {
    GazeClusterSearch(timeline: request.timeline, axis: axis)
  }

  /// The gaze on a shot, or its detections if there is no gaze.
  ///
  /// If the shot continues outside its range here, one time bin on either side counts too. Its
  /// first and last bin are then as reliable as its middle. A shot that is too short for that uses
  /// `lateBins`.
  func attention(in shot: SourceShot) -> ShotAttention {
    let (timeline, bin, settled) = (request.timeline, TimeBins.length, cuts.settled(in: shot))
    let detections = Array(request.detections.seen(from: shot.start, to: shot.end))
    let bins = timeline.bins(from: max(shot.start, settled), to: shot.end)
    let next = cuts.first(after: shot) ?? .infinity
    var wider = timeline.bins(
      from: max(shot.start - bin, settled), to: min(shot.end + bin, max(shot.end, next)))
    var points = timeline.points(inBins: wider)
    if points.isEmpty {
      wider = lateBins(of: shot)
      points = timeline.points(inBins: wider)
    }
    guard points.isEmpty else {
      let dominant = search.dominantObject(inBins: bins, among: detections)
      var attention = ShotAttention(points: points, bins: bins, isGaze: true, dominant: dominant)
      attention.clusters = clusters(inBins: wider, attention)
      attention.scattered = Set(
        wider.filter { search.clusters(inBins: ($0 - 1..<$0 + 2).clamped(to: wider)).isEmpty })
      return attention
    }
    let subject = subject(of: detections)
    return ShotAttention(
      points: middles(of: detections.filter { $0.name == subject }), bins: bins, isGaze: false,
      subject: subject)
  }

  /// The time bins mostly about a short shot: 0.3 s after its start to 0.4 s after its end.
  ///
  /// Eyes arrive at a new shot late and stay on its last place after its end. A viewer's gaze point
  /// in a bin is a median, so half of the bin is enough.
  private func lateBins(of shot: SourceShot) -> Range<Int> {
    let start = cuts.last(before: shot) == nil ? shot.start : shot.start + constants.arrivalSeconds
    let end = cuts.hasCut(after: shot) ? shot.end + constants.lingerSeconds : shot.end
    guard end - start >= TimeBins.length / 2 else { return 0..<0 }
    return request.timeline.bins(from: start, to: end)
  }

  /// The main cluster of each time bin.
  ///
  /// Near a cut many viewers look elsewhere, and a face that they leave would be cut at the
  /// window's edge. So there, and at detected objects, distance counts as much as coverage.
  private func clusters(
    inBins bins: Range<Int>, _ attention: ShotAttention
  ) -> [Int: MainCluster] {
    bins.reduce(into: [:]) { found, bin in
      let isNear = cuts.isNear(TimeBins.middle(of: bin), within: constants.nearSeconds)
      // If the distance counts as much as coverage, it must use the same time bin as coverage.
      let reach = isNear ? 0 : 1
      let near = (bin - reach..<bin + reach + 1).clamped(to: bins)
      guard var cluster = search.mainCluster(inBins: near) else { return }
      cluster.box = attention.dominantBox(inBin: bin, fitting: axis)
      cluster.worth =
        isNear || attention.dominant != nil
        ? cluster.share : constants.offsetPrice * cluster.share * cluster.share
      found[bin] = cluster
    }
  }

  /// The name of the object detected longest and largest; faces come first.
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
  private func middles(of detections: [Detection]) -> [TimedPoints] {
    var byTime: [Double: [GazePoint]] = [:]
    for detection in detections {
      let (weight, middle) = (weight(of: detection), detection.box.center)
      guard weight > 0, axis.coordinate(of: middle).isFinite else { continue }
      byTime[detection.time, default: []].append(GazePoint(place: middle, weight: weight))
    }
    return byTime.sorted { $0.key < $1.key }.map { TimedPoints(time: $0.key, points: $0.value) }
  }
}
