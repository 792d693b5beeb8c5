import Audience
import Deciding

/// A chart of the share of viewers who are still watching, over the whole video.
///
/// It has a line for the recorded viewers, and one for a platform's retention curve.
struct ViewerRetentionChart {
  private let duration: Double
  /// Shares of the library's viewers per time bin; empty if unknown.
  private let shares: [Double]
  private let platform: PlatformRetention?
  private let isRounded: Bool

  /// Fails if no share is known.
  init?(curve: PageCurve?, _ platform: PlatformRetention?, duration: Double) {
    let staying = curve?.bins.compactMap(\.staying) ?? []
    shares = staying.count > 1 ? staying : []
    self.platform = platform.flatMap { $0.shares.contains { $0 != nil } ? $0 : nil }
    guard !shares.isEmpty || self.platform != nil else { return nil }
    self.duration = duration
    isRounded = curve.map { $0.minimumViewers > 1 } ?? false
  }

  var html: String {
    guard isLeaving || platform != nil else { return "<p>\(HTMLText.escaped(sentence))</p>" }
    var plot = LinePlot(
      id: "leaving", title: "Viewers who are still watching", description: sentence, height: 72)
    var keys = ""
    if !shares.isEmpty {
      plot.line(points(shares), style: "held")
      keys += "<b class=\"key held\">still watching</b>"
    }
    if let platform {
      plot.line(points(platform.shares), style: "counted")
      keys += "<b class=\"key counted\">\(HTMLText.escaped(platform.source.words))</b>"
    }
    if isRounded, !shares.isEmpty {
      keys += " <span class=\"soft\">rounded to protect viewers</span>"
    }
    return "<p>\(HTMLText.escaped(sentence))</p><figure class=\"panel\"><figcaption>\(keys)"
      + "</figcaption>\(plot.svg)</figure>"
  }

  private func points(_ shares: [Double?]) -> LinePlot.Points {
    shares.enumerated().map { bin, share in
      share.map { (min(1, TimeBins.middle(of: bin) / max(duration, TimeBins.length)), $0) }
    }
  }

  private var isLeaving: Bool { shares.last.map { $0 < shares[0] } ?? false }

  private var sentence: String {
    let platformSummary = platform.map { "By \($0.source.words), \(summary(of: $0.shares))" }
    guard !shares.isEmpty else { return platformSummary ?? "" }
    let viewers = isLeaving ? summary(of: shares) : "Almost all viewers watch to the end."
    return ([viewers] + [platformSummary].compactMap(\.self)).joined(separator: " ")
  }

  /// How many viewers stay, and the range in which most leave: 30 s, or a quarter of a short video.
  private func summary(of shares: [Double?]) -> String {
    let first = shares.firstIndex { $0 != nil } ?? 0
    let known = shares.compactMap(\.self)
    let reach = max(1, min(known.count - 1, Int(min(Self.window, duration / 4) / TimeBins.length)))
    let drops = (0..<max(0, known.count - reach)).map { known[$0] - known[$0 + reach] }
    let end = "\(HTMLText.percent(known.last ?? 0)) of the viewers watch to the end."
    guard let worst = drops.indices.max(by: { drops[$0] < drops[$1] }), drops[worst] > 0 else {
      return end
    }
    let from = TimeBins.start(of: first + worst)
    let to = min(duration, TimeBins.start(of: first + worst + reach))
    return "\(end) Most leave between \(HTMLText.clock(from)) and \(HTMLText.clock(to))."
  }

  /// Maximum length in seconds of the range with most departures in the summary.
  private static let window = 30.0
}
