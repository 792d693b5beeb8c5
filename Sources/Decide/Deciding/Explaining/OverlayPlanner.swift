import Audience
import EditDecisions
import Rendering
import Selection
import Support

struct OverlayPlanner: Sendable {
  let summary: TimelineSummary
  let chooser: MomentChooser
  let choice: Choice
  let moments: [Moment]

  private var disclosure: MinimumGroupRule { chooser.disclosure }

  /// The values of both curves, one entry per bin; empty values outside a range of seconds.
  func levels(within window: Range<Double>) -> [OverlayLevel] {
    summary.bins.indices.map { index in
      let inside = window.contains((Double(index) + 0.5) * TimeBins.length)
      return inside ? level(index) : OverlayLevel()
    }
  }

  var overlayMoments: [OverlayMoment] {
    moments.map {
      OverlayMoment(
        start: $0.start, end: $0.end, coreStart: $0.coreStart, coreEnd: $0.coreEnd,
        framing: $0.framing)
    }
  }

  private func level(_ index: Int) -> OverlayLevel {
    let figures = chooser.series(of: summary, in: index..<index + 1).first
    return OverlayLevel(reacting: figures?.reaction?.share, held: figures?.held)
  }

  func bin(_ index: Int) -> OverlayBin {
    guard summary.bins.indices.contains(index) else { return OverlayBin() }
    let bin = summary.bins[index]
    guard disclosure.mayPublish(bin.withGaze) else { return OverlayBin(lines: lines(index)) }
    let looks = GazeClusterMap(bin, of: summary)
    return OverlayBin(
      looks: zip(looks.places, looks.isGathered).map {
        OverlayLook(place: OverlayPlace(x: $0.x, y: $0.y), isGathered: $1)
      },
      clusters: looks.outlines.map { $0.map { OverlayPlace(x: $0.x, y: $0.y) } },
      lines: lines(index))
  }

  private func lines(_ index: Int) -> [String] {
    let start = Double(index) * TimeBins.length
    guard let figures = chooser.series(of: summary, in: index..<index + 1).first else { return [] }
    let clock = PlayTime.clock(start)
    // The verdict of a time bin is that of its middle, which is inside the video.
    let verdict = verdict(start + TimeBins.length / 2)
    guard figures.mayPublish, let watching = figures.watching else {
      let count = figures.isWatched ? "\(disclosure.few) watch" : "nobody watches"
      return ["\(clock)  \(count)", "", verdict]
    }
    let score = figures.score.map { "  score " + Rounding.text($0, decimals: 2) } ?? ""
    return [
      "\(clock)  \(disclosure.atLeast)\(watching) of \(disclosure.words(summary.viewers)) watch"
        + score,
      "\(faces(figures))  \(gaze(figures))", verdict,
    ]
  }

  private func faces(_ figures: PublishedBin) -> String {
    guard figures.hasFaces else { return "no faces" }
    guard let reaction = figures.reaction else { return "\(disclosure.few) faces" }
    return "react \(percent(reaction.share))"
  }

  private func gaze(_ figures: PublishedBin) -> String {
    guard figures.hasGaze else { return "no looks" }
    return figures.held.map { "held \(percent($0))" } ?? "\(disclosure.few) looks"
  }

  private func percent(_ share: Double) -> String {
    Rounding.text(share * 100, decimals: 0) + "%"
  }

  private func verdict(_ time: Double) -> String {
    if let moment = moments.first(where: { $0.start <= time && time < $0.end }) {
      return "moment \(moment.rank), \(TimeExplanation.Part(of: moment, at: time).name)"
    }
    return choice.rejection(at: time)?.reason ?? ""
  }
}
