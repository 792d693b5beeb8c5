import Audience
import EditDecisions
import Support

/// A stretch of the moment between two cuts of the source, or of what wishes leave of it.
struct SourceShot: Hashable, Sendable {
  /// Seconds of play time, rounded to 1 ms.
  var start: Double, end: Double
}

/// What a shot's window is planned from.
struct ShotAttention: Hashable, Sendable {
  /// In order of time; empty without gaze and without detections.
  var looks: [Looks]
  /// The bins of the timeline whose gaze is about the shot.
  var bins: Range<Int>
  /// Whether `looks` are gaze; else they stand for detections.
  var isGaze: Bool
  /// What stands for looks where they are not gaze; `nil` where nothing does.
  var subject: String?
  /// The detection that holds most of the gathered gaze.
  var stealer: SceneStealer?
  /// The bins that `looks` are of.
  var lookBins = 0..<0
  /// By bin, the main gaze cluster; away from cuts with that of its two neighbours.
  var clusters: [Int: MainCluster] = [:]
}

extension MomentFramer {
  /// The shots of the source inside the moment, in order; none for an empty range.
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

  /// Seconds of a frame.
  var frameSeconds: Double {
    let rate = request.frameRate.value
    return rate.isFinite && rate > 0 ? 1 / rate : 0.04
  }

  /// From when on gaze is about a shot: the first half second after a cut is not yet, nor is a bin
  /// that holds any of it.
  func settled(in shot: SourceShot) -> Double {
    let cut = cuts.last { $0 <= shot.start + frameSeconds / 2 } ?? -.infinity
    return cut + 1.5 * HalfSeconds.length
  }

  /// The gaze of a shot, or its detections where there is none.
  ///
  /// If the shot goes on beyond its seconds here, one bin on either side counts, too: its first and
  /// last half second are then as well known as its middle. A shot that is too short for that uses
  /// the bins of `lateBins`.
  func attention(in shot: SourceShot) -> ShotAttention {
    let timeline = request.timeline
    let (second, settled) = (HalfSeconds.length, settled(in: shot))
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
        clusters: clusters(inBins: wider, stealer))
    }
    let subject = subject(of: detections)
    return ShotAttention(
      looks: looksLike(detections.filter { $0.name == subject }), bins: bins, isGaze: false,
      subject: subject, stealer: nil)
  }

  /// The bins that are mostly about a short shot, between 0.3 s after its start and 0.4 s after its
  /// end.
  ///
  /// Eyes arrive at a new picture late, and stay on it after its end. A viewer's gaze point in a
  /// bin is a median, so half of the bin is enough.
  private func lateBins(of shot: SourceShot) -> Range<Int> {
    let cut = cuts.last { $0 <= shot.start + frameSeconds / 2 }
    let next = cuts.first { $0 >= shot.end - frameSeconds / 2 }
    let start = cut == nil ? shot.start : shot.start + constants.arrivalSeconds
    let end = next == nil ? shot.end : shot.end + constants.lingerSeconds
    let half = HalfSeconds.length / 2
    guard end - start >= half else { return 0..<0 }
    return request.timeline.bins(from: start, to: end)
  }

  /// The main clusters of some bins.
  ///
  /// Near a cut many look elsewhere, and a face that they leave would be cut at the edge: there the
  /// distance counts as much as coverage, and also if a detector saw the thing.
  private func clusters(
    inBins bins: Range<Int>, _ stealer: SceneStealer?
  ) -> [Int: MainCluster] {
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return bins.reduce(into: [:]) { found, bin in
      let middle = HalfSeconds.middle(of: bin)
      let isNear = cuts.contains { abs($0 - middle) < constants.nearSeconds }
      // Where it counts as much as coverage, it is as late as coverage.
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

  /// Whether the largest window is as wide as a box.
  func isNarrow(_ box: PictureBox) -> Bool {
    let range = axis.interval(of: box)
    return range.upperBound - range.lowerBound <= axis.windowShare
  }

  /// The thing that is seen longest and largest, a face where there is one; `nil` of nothing.
  ///
  /// What the detector does not track is one thing with all else of its label.
  private func subject(of detections: [Detection]) -> String? {
    let faces = detections.filter { $0.label.lowercased().contains("face") }
    let seen = Dictionary(grouping: faces.isEmpty ? detections : faces, by: \.name)
    let sums = seen.mapValues { $0.reduce(0) { $0 + weight(of: $1) } }.filter { $0.value > 0 }
    return sums.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// How sure and how large it is seen, at one time: the side of a square of its area.
  private func weight(of detection: Detection) -> Double {
    let box = detection.box
    let weight = detection.score * (max(0, box.width) * max(0, box.height)).squareRoot()
    return weight.isFinite ? weight : 0
  }

  /// Detections as looks at the middles of their boxes.
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
