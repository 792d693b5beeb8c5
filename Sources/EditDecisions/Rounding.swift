/// How finely each kind of number is written; applied before anything uses the number.
public enum Rounding {
  /// Seconds, to 1 ms.
  public static func time(_ seconds: Double) -> Double { round(seconds, steps: 1000) }
  /// Picture pixels, to 0.1.
  public static func pixels(_ value: Double) -> Double { round(value, steps: 10) }
  /// Shares and scores, to 0.01.
  public static func share(_ value: Double) -> Double { round(value, steps: 100) }
  /// Sums of half-second bins, to 0.1 s.
  public static func span(_ seconds: Double) -> Double { round(seconds, steps: 10) }

  private static func round(_ value: Double, steps: Double) -> Double {
    guard value.isFinite else { return 0 }
    // Beyond, doubles are as coarse as that themselves; a value that cannot be stays to be refused.
    guard abs(value) < 1e12 else { return value }
    return (value * steps).rounded() / steps
  }

  /// `value` with exactly `decimals` digits after the point, whatever the locale.
  public static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    guard value.isFinite else { return "0" }
    guard abs(value) < 1e12 else { return "\(value)" }
    let steps = Int((value * Double(scale)).rounded())
    let sign = steps < 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(abs(steps)) }
    let fraction = String(abs(steps) % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(abs(steps) / scale).\(zeros)\(fraction)"
  }
}

extension DecisionDocument {
  /// The same document with every number as it is written.
  public func rounded() -> DecisionDocument {
    var copy = self
    copy.video.duration = Rounding.time(video.duration)
    copy.moments = moments.map { $0.rounded() }
    copy.rejected = rejected.map {
      Rejection(
        start: Rounding.time($0.start), end: Rounding.time($0.end),
        score: Rounding.share($0.score), reason: $0.reason)
    }
    copy.reel = reel.map {
      ReelEntry(
        moment: $0.moment, start: Rounding.time($0.start), end: Rounding.time($0.end),
        at: Rounding.time($0.at))
    }
    return copy
  }
}

extension Moment {
  /// The same moment with every number as it is written.
  public func rounded() -> Moment {
    var copy = self
    copy.start = Rounding.time(start)
    copy.end = Rounding.time(end)
    copy.coreStart = Rounding.time(coreStart)
    copy.coreEnd = Rounding.time(coreEnd)
    copy.score = Rounding.share(score)
    copy.why.reactingShare = why.reactingShare.map(Rounding.share)
    copy.why.reactingShareLow = why.reactingShareLow.map(Rounding.share)
    copy.why.sustainedSeconds = why.sustainedSeconds.map(Rounding.span)
    copy.why.gatheredShare = why.gatheredShare.map(Rounding.share)
    copy.why.gatheredByChance = why.gatheredByChance.map(Rounding.share)
    copy.framing = framing.rounded()
    return copy
  }
}

extension Framing {
  /// The same framing with every number as it is written.
  public func rounded() -> Framing {
    Framing(
      gazeKept: gazeKept.map(Rounding.share),
      gazeKeptSpread: gazeKeptSpread.map(Rounding.share),
      shots: shots.map {
        FramedShot(
          start: Rounding.time($0.start), end: Rounding.time($0.end), cut: $0.cut,
          layout: $0.layout.rounded(), captions: $0.captions)
      },
      active: active.map {
        PictureArea(
          x: Rounding.pixels($0.x), y: Rounding.pixels($0.y), width: Rounding.pixels($0.width),
          height: Rounding.pixels($0.height))
      })
  }
}

extension Layout {
  fileprivate func rounded() -> Layout {
    switch self {
    case .crop(let keyframes): .crop(keyframes.map { $0.rounded() })
    case .stack(let top, let bottom):
      .stack(top.map { $0.rounded() }, bottom.map { $0.rounded() })
    case .fit: .fit
    }
  }
}

extension Keyframe {
  /// The same keyframe with every number as it is written.
  public func rounded() -> Keyframe {
    Keyframe(
      t: Rounding.time(t), x: Rounding.pixels(x), y: Rounding.pixels(y),
      width: Rounding.pixels(width), height: Rounding.pixels(height))
  }
}
