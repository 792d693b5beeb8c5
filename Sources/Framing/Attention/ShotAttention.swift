import Audience
import EditDecisions

/// A stretch of the moment between two cuts of the source.
struct SourceShot: Hashable, Sendable {
  /// Seconds of play time, rounded to 1 ms.
  var start: Double, end: Double
  /// Whether it begins with a cut; else it was already running, or is the video's first.
  var beginsWithCut: Bool
  /// Whether a cut ends it; else the moment ends before it does.
  var endsWithCut = true

  /// Where it is cut, seconds.
  var cuts: [Double] { (beginsWithCut ? [start] : []) + (endsWithCut ? [end] : []) }
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
  /// Where the shot is cut, seconds; empty where detections stand for looks.
  var cuts: [Double] = []
}

extension MomentFramer {
  /// The shots of the source inside the moment, in order; none for an empty range.
  func sourceShots() -> [SourceShot] {
    let start = Written.seconds(request.start)
    let end = Written.seconds(request.end)
    guard start.isFinite, end.isFinite, start < end else { return [] }
    let rate = request.frameRate.value
    let halfFrame = rate.isFinite && rate > 0 ? 0.5 / rate : 0.02
    let cuts = request.cuts.filter(\.isFinite).map(Written.seconds).sorted()
    var shots: [SourceShot] = []
    var begin = start
    var isCut = cuts.contains { abs($0 - start) <= halfFrame }
    for cut in cuts where cut > begin + halfFrame && cut < end - halfFrame {
      shots.append(SourceShot(start: begin, end: cut, beginsWithCut: isCut))
      (begin, isCut) = (cut, true)
    }
    shots.append(
      SourceShot(
        start: begin, end: end, beginsWithCut: isCut,
        endsWithCut: cuts.contains { abs($0 - end) <= halfFrame }))
    return shots
  }

  /// The gaze of a shot, or its detections where there is none.
  ///
  /// The first half second after a cut is not about the shot yet, nor is a bin that holds any of
  /// it: later gaze stands in. A shot too short for that uses all it has.
  func attention(in shot: SourceShot) -> ShotAttention {
    let timeline = request.timeline
    let detections = request.detections.filter { $0.time >= shot.start && $0.time < shot.end }
    let unsettled = constants.settleSeconds + HalfSeconds.length / 2
    let settled = shot.start + (shot.beginsWithCut ? unsettled : 0)
    let bins = timeline.bins(from: settled, to: shot.end)
    var wider = self.bins(around: shot, settled: settled)
    var looks = timeline.looks(inBins: wider, along: axis)
    if looks.isEmpty {
      wider = timeline.bins(from: shot.start - 0.25, to: shot.end + 0.25)
      looks = timeline.looks(inBins: wider, along: axis)
    }
    guard looks.isEmpty else {
      let stealer = SceneStealerSearch(timeline: timeline, axis: axis)
        .stealer(inBins: bins, among: detections)
      return ShotAttention(
        looks: looks, bins: bins, isGaze: true, stealer: stealer, lookBins: wider,
        cuts: shot.cuts)
    }
    let subject = subject(of: detections)
    return ShotAttention(
      looks: looksLike(detections.filter { $0.name == subject }), bins: bins, isGaze: false,
      subject: subject, stealer: nil)
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

  /// The bins of a shot, and one on either side where the shot goes on beyond the moment: a clip's
  /// first and last half second are then as well known as its middle.
  private func bins(around shot: SourceShot, settled: Double) -> Range<Int> {
    let seconds = HalfSeconds.length
    func isCut(from low: Double, to high: Double) -> Bool {
      request.cuts.contains { $0 > low && $0 < high }
    }
    let isMomentEnd = shot.end == Written.seconds(request.end)
    let isMomentStart = shot.start == Written.seconds(request.start)
    let goesOn = isMomentEnd && !isCut(from: shot.end - 0.02, to: shot.end + 1.5 * seconds)
    let wentOn =
      isMomentStart && !shot.beginsWithCut
      && !isCut(from: shot.start - seconds - constants.settleSeconds, to: shot.start)
    return request.timeline.bins(
      from: wentOn ? shot.start - seconds : settled, to: shot.end + (goesOn ? seconds : 0))
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
