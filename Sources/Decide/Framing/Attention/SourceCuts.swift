import Audience
import EditDecisions
import Support

/// A range of the moment between two cuts of the source, or a part of one if overrides divide it.
struct SourceShot {
  var start: Double, end: Double
}

/// The cuts of the source, and the shots of a moment between them.
struct SourceCuts {
  /// The shots inside the moment, in order; empty for an empty range.
  let shots: [SourceShot]
  /// Duration of a frame in seconds.
  let frameSeconds: Double
  /// All cuts of the source in seconds, in order.
  private let times: [Double]

  init(_ request: FramingRequest) {
    let rate = request.frameRate.value
    let frame = rate.isFinite && rate > 0 ? 1 / rate : 0.04
    frameSeconds = frame
    times = request.cuts.filter(\.isFinite).map(Rounding.time).sorted()
    let (start, end) = (Rounding.time(request.start), Rounding.time(request.end))
    guard start.isFinite, end.isFinite, start < end else {
      shots = []
      return
    }
    var shots = [SourceShot(start: start, end: end)]
    for cut in times where cut > shots[shots.count - 1].start + frame / 2 && cut < end - frame / 2 {
      shots[shots.count - 1].end = cut
      shots.append(SourceShot(start: cut, end: end))
    }
    self.shots = shots
  }

  /// The cut at the start of a shot or before it.
  func last(before shot: SourceShot) -> Double? {
    times.last { $0 <= shot.start + frameSeconds / 2 }
  }

  /// The first cut after the start of a shot.
  func first(after shot: SourceShot) -> Double? {
    times.first { $0 > shot.start + frameSeconds / 2 }
  }

  /// Whether there is a cut at the end of a shot or later.
  func hasCut(after shot: SourceShot) -> Bool {
    times.contains { $0 >= shot.end - frameSeconds / 2 }
  }

  func isNear(_ time: Double, within seconds: Double) -> Bool {
    times.contains { abs($0 - time) < seconds }
  }

  /// The time in seconds from which gaze counts for a shot.
  ///
  /// Gaze in the first 0.5 s after a cut still belongs to the shot before. A bin that overlaps
  /// these 0.5 s is skipped too.
  func settled(in shot: SourceShot) -> Double {
    (last(before: shot) ?? -.infinity) + 1.5 * TimeBins.length
  }
}
