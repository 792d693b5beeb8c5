/// A chart of the share of viewers who still watch, over the whole video.
struct ViewerRetentionChart {
  private let points: LinePlot.Points
  private let duration: Double
  private let shares: [Double]
  private let binSeconds: Double
  private let isRounded: Bool

  /// Fails if the shares are unknown.
  init?(curve: PageCurve, duration: Double) {
    shares = curve.bins.compactMap(\.staying)
    guard shares.count > 1 else { return nil }
    (self.duration, binSeconds) = (duration, curve.binSeconds)
    isRounded = curve.minimumViewers > 1
    points = shares.enumerated().map { index, share in
      (min(1, (Double(index) + 0.5) * curve.binSeconds / max(duration, curve.binSeconds)), share)
    }
  }

  var html: String {
    guard isLeaving else { return "<p>\(sentence)</p>" }
    var plot = LinePlot(
      id: "leaving", title: "Viewers who are still watching", description: sentence, height: 72)
    plot.grid(0, "0 %")
    plot.grid(0.5, "50 %")
    plot.grid(1, "100 %")
    plot.line(points, style: "held")
    let note = isRounded ? " <span class=\"soft\">rounded to protect viewers</span>" : ""
    return "<p>\(sentence)</p><figure class=\"panel\"><figcaption>"
      + "<b class=\"key held\">still watching</b>\(note)</figcaption>\(plot.svg)</figure>"
  }

  private var isLeaving: Bool { shares[shares.count - 1] < shares[0] }

  /// A summary of the chart: how many viewers stay, and the 30 s in which most leave.
  private var sentence: String {
    guard isLeaving, let last = shares.last else { return "Almost all viewers watch to the end." }
    let reach = max(1, min(shares.count - 1, Int(Self.window / binSeconds)))
    let drops = (0..<(shares.count - reach)).map { shares[$0] - shares[$0 + reach] }
    let worst = drops.indices.max { drops[$0] < drops[$1] } ?? 0
    let from = Double(worst) * binSeconds
    let to = min(duration, from + Double(reach) * binSeconds)
    return "\(HTMLText.percent(last)) of the viewers watch to the end. Most leave between "
      + "\(HTMLText.clock(from)) and \(HTMLText.clock(to))."
  }

  /// Length in seconds of the range with most departures in the summary.
  private static let window = 30.0
}
