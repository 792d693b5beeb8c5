package import Audience
package import EditDecisions

/// Decides which figures of an audience may be published, by a minimum group size (k-anonymity).
///
/// All figures leave the library through this type. If fewer viewers than
/// `selection.minimumViewers` are behind a figure, it is withheld; only the number 0 is published.
/// A share of 0 or 1 would reveal what each single viewer did. So a share is kept at least one
/// viewer's weight away from both. Figures of a time bin are rounded to steps (`PublishedBin`), so
/// that one viewer who leaves hardly changes them.
///
///     let disclosure = MinimumGroupRule(settings.selection)
///     json.add("share", disclosure.figure(bin.share, of: bin.withFace), decimals: 2)
package struct MinimumGroupRule: Hashable, Sendable {
  /// Fewest viewers for whom figures are published (the k of k-anonymity).
  package let minimumViewers: Int

  package init(_ settings: SelectionSettings) { minimumViewers = settings.minimumViewers }

  /// Whether figures of this number of viewers may be published.
  package func mayPublish(_ viewers: Int) -> Bool { viewers >= minimumViewers }

  /// Whether a curve may be used and published; `true` if it does not state how many it counts.
  package func mayPublish(_ curve: EngagementCurve) -> Bool {
    curve.people.map { mayPublish($0) } ?? true
  }

  /// A figure, or `nil` if it is of too few viewers.
  package func figure<Value>(_ value: Value?, of viewers: Int) -> Value? {
    mayPublish(viewers) ? value : nil
  }

  /// A share (0…1) that may be published; `nil` if it is based on too few viewers.
  ///
  /// It is kept at least 1 / `viewers` away from 0 and 1, unless single viewers may be published.
  package func share(_ value: Double?, of viewers: Int) -> Double? {
    guard let value, mayPublish(viewers) else { return nil }
    let one = weight(of: viewers)
    return min(1 - one, max(one, value))
  }

  /// A mean number of viewers that may be published; `nil` if it is based on too few.
  package func part(_ value: Double, of viewers: Int) -> Double? {
    share(value / Double(max(1, viewers)), of: viewers).map { $0 * Double(viewers) }
  }

  /// A share (0…1) of a time bin, rounded to steps; `nil` if it is based on too few viewers.
  ///
  /// There are at least `minimumViewers` steps from 0 to 1, more for large audiences. It is limited
  /// as by `share(_:of:)`, and not rounded if single viewers may be published.
  package func roundedToSteps(_ value: Double?, of viewers: Int) -> Double? {
    guard let value, minimumViewers > 1 else { return share(value, of: viewers) }
    let steps = Double(max(minimumViewers, viewers / minimumViewers))
    return atLeast(viewers).flatMap { share((value * steps).rounded() / steps, of: $0) }
  }

  /// A sum over the viewers of a time bin, rounded to multiples of `minimumViewers` contributions.
  ///
  /// `one` is the contribution of one viewer, in the unit of `sum`.
  func roundedToSteps(_ sum: Double, one: Double) -> Double {
    guard minimumViewers > 1 else { return sum }
    let step = one * Double(minimumViewers)
    return step > 0 ? (sum / step).rounded() * step : 0
  }

  /// The number of viewers, rounded down to a multiple of the minimum; `nil` if there are too few.
  package func atLeast(_ viewers: Int) -> Int? {
    count(viewers).map { $0 - $0 % max(1, minimumViewers) }
  }

  /// The smallest number of viewers, at most `sum`, that a published share is compatible with.
  ///
  /// It is 0 if one viewer could cause the share, and at most all of the `viewers` but one.
  func least(_ sum: Double, of viewers: Int) -> Double {
    let share = sum / Double(max(1, viewers))
    guard isShared(share, of: viewers) else { return 0 }
    return min(sum, (1 - weight(of: viewers)) * Double(viewers))
  }

  /// Whether a share is larger than one viewer alone could cause, or above 0 without a minimum.
  func isShared(_ share: Double, of viewers: Int) -> Bool { share > weight(of: viewers) + 1e-6 }

  /// Whether evidence, and segments found by it, may be published at a reaction rate.
  ///
  /// More than one viewer must react, unless figures of a single viewer may be published.
  func mayShowEvidence(rate: Double, of viewers: Int) -> Bool {
    minimumViewers <= 1 || isShared(rate, of: viewers)
  }

  private func weight(of viewers: Int) -> Double {
    minimumViewers > 1 && viewers > 1 ? 1 / Double(viewers) : 0
  }

  /// A time bin with its gaze or face figures set to 0 if they are based on too few viewers.
  package func told(_ bin: BinSummary) -> BinSummary {
    var bin = bin
    if !mayPublish(bin.withFace) {
      (bin.withFace, bin.evidence, bin.reacting, bin.reactingBy) = (0, 0, 0, .zero)
    }
    if !mayPublish(bin.withGaze) { (bin.withGaze, bin.held) = (0, 0) }
    if !mayPublish(bin.withBoth) { (bin.withBoth, bin.reactingHeld) = (0, 0) }
    return bin
  }

  /// A framing without the gaze shares that are based on too few viewers; crops are unchanged.
  ///
  /// The spread compares two halves of the audience, so each half needs enough viewers. `looks` is
  /// the number of viewers with gaze at a time.
  package func told(
    _ framing: Framing, in picture: (width: Int, height: Int), of looks: Int
  ) -> Framing {
    var framing = framing
    // A crop of the whole frame always contains all gaze, so the share reveals nothing.
    func isWhole(_ window: CropKeyframe) -> Bool {
      window.width >= Double(picture.width) && window.height >= Double(picture.height)
    }
    let isWhole = framing.shots.allSatisfy { shot in
      shot.windows.isEmpty || shot.windows.contains { $0.allSatisfy(isWhole) }
    }
    let kept = framing.gazeKept
    framing.gazeKept = isWhole ? figure(kept, of: looks) : share(kept, of: looks).map(hundredths)
    framing.textCovers = share(framing.textCovers, of: looks).map(hundredths)
    if !mayPublish(looks / 2) { framing.gazeKeptSpread = nil }
    return framing
  }

  /// The number of viewers; `nil` if it is above 0 and below the minimum.
  package func count(_ viewers: Int) -> Int? { viewers == 0 || mayPublish(viewers) ? viewers : nil }

  /// A number of viewers as text: `12`, `0`, `fewer than 5`.
  package func words(_ viewers: Int) -> String { count(viewers).map(String.init) ?? few }

  /// A number of viewers as text with the noun: `1 viewer`, `fewer than 5 viewers`.
  package func people(_ viewers: Int) -> String {
    viewers == 1 && mayPublish(1) ? "1 viewer" : "\(words(viewers)) viewers"
  }

  /// Prefix of a number that is a lower limit; empty if exact numbers may be published.
  package var atLeast: String { minimumViewers > 1 ? "at least " : "" }

  /// The text for a number that is withheld, for example `fewer than 5`.
  package var few: String { "fewer than \(minimumViewers)" }

  /// The audience for a decision document, with 0 for numbers that are withheld.
  package func summary(of audience: TimelineSummary) -> AudienceSummary {
    AudienceSummary(
      viewers: count(audience.viewers) ?? 0,
      excluded: audience.excluded.map {
        .init(viewers: count($0.viewers) ?? 0, reason: $0.reason)
      })
  }

  /// The audience as text: the number of viewers, and one line per reason for exclusion.
  package func lines(of audience: TimelineSummary) -> (viewers: String, excluded: [String]) {
    let excluded = audience.excluded.map { "left out: \(words($0.viewers)), \($0.reason)" }
    return (people(audience.viewers), excluded)
  }
}
