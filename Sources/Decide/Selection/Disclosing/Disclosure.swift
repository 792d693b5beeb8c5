package import Audience
package import EditDecisions

/// What may be told of an audience: the one way in which its figures leave the library.
///
/// A figure that rests on fewer viewers than `selection.minimumViewers` is withheld: it has no
/// number at all, neither its own nor one that stands for it. That nobody is there may be told. A
/// share of enough viewers is told no nearer to none or to all of them than one viewer weighs: at
/// either end it would say of everybody what they did. A half second is told in steps of the
/// minimum (`DisclosedBin`), so that who came or went is hardly seen beside the next.
///
///     let disclosure = Disclosure(settings.selection)
///     json.add("share", disclosure.figure(bin.share, of: bin.withFace), decimals: 2)
package struct Disclosure: Hashable, Sendable {
  /// Fewest viewers of whom figures are told.
  package let minimumViewers: Int

  /// What the settings allow to be told.
  package init(_ settings: SelectionSettings) { minimumViewers = settings.minimumViewers }

  /// Whether figures of so many viewers may be told.
  package func isTold(_ viewers: Int) -> Bool { viewers >= minimumViewers }

  /// A figure; `nil` where it rests on too few viewers.
  package func figure<Value>(_ value: Value?, of viewers: Int) -> Value? {
    isTold(viewers) ? value : nil
  }

  /// A share; `nil` where it rests on too few viewers.
  ///
  /// - Parameters:
  ///   - value: 0…1.
  ///   - viewers: of how many.
  /// - Returns: 1 / `viewers` for what is less, and as far from 1 for what is more; as it is
  ///   where figures of a single viewer are told.
  package func share(_ value: Double?, of viewers: Int) -> Double? {
    guard let value, isTold(viewers) else { return nil }
    let one = weight(of: viewers)
    return min(1 - one, max(one, value))
  }

  /// A number of viewers that is a mean or a sum of probabilities; `nil` of too few.
  package func part(_ value: Double, of viewers: Int) -> Double? {
    share(value / Double(max(1, viewers)), of: viewers).map { $0 * Double(viewers) }
  }

  /// A share of a half second in steps of what the minimum weighs, but never fewer steps than the
  /// minimum; `nil` of too few.
  ///
  /// - Parameters:
  ///   - value: 0…1.
  ///   - viewers: of how many.
  /// - Returns: as `share` of `atLeast` so many; as it is where a single viewer may be told.
  package func stepped(_ value: Double?, of viewers: Int) -> Double? {
    guard let value, minimumViewers > 1 else { return share(value, of: viewers) }
    let steps = Double(max(minimumViewers, viewers / minimumViewers))
    return atLeast(viewers).flatMap { share((value * steps).rounded() / steps, of: $0) }
  }

  /// A sum over viewers of a half second, in steps of what the minimum brings to it.
  ///
  /// - Parameters:
  ///   - sum: any unit.
  ///   - one: what a viewer brings to it.
  /// - Returns: the nearest step; as it is where figures of a single viewer are told.
  func stepped(_ sum: Double, one: Double) -> Double {
    guard minimumViewers > 1 else { return sum }
    let step = one * Double(minimumViewers)
    return step > 0 ? (sum / step).rounded() * step : 0
  }

  /// How many of a half second there are at least: a multiple of the minimum; `nil` for a few.
  package func atLeast(_ viewers: Int) -> Int? {
    count(viewers).map { $0 - $0 % max(1, minimumViewers) }
  }

  /// The fewest that a told share leaves open: nobody where it may be one viewer, and all but one
  /// where it may be all.
  ///
  /// - Parameters:
  ///   - sum: of the viewers' parts, 0…`viewers`.
  ///   - viewers: of how many.
  /// - Returns: no more than `sum`.
  func least(_ sum: Double, of viewers: Int) -> Double {
    let share = sum / Double(max(1, viewers))
    guard isShared(share, of: viewers) else { return 0 }
    return min(sum, (1 - weight(of: viewers)) * Double(viewers))
  }

  /// Whether a share is more than one viewer alone could give; any at all where figures of a single
  /// viewer are told.
  func isShared(_ share: Double, of viewers: Int) -> Bool { share > weight(of: viewers) + 1e-6 }

  /// Whether evidence, and segments found by it, may be published at a reaction rate: more than one
  /// viewer must react, unless figures of a single viewer may be published.
  func mayShowEvidence(rate: Double, of viewers: Int) -> Bool {
    minimumViewers <= 1 || isShared(rate, of: viewers)
  }

  private func weight(of viewers: Int) -> Double {
    minimumViewers > 1 && viewers > 1 ? 1 / Double(viewers) : 0
  }

  /// A half second without each side of it that too few viewers tell, as if they were not there.
  package func told(_ bin: BinSummary) -> BinSummary {
    var bin = bin
    if !isTold(bin.withFace) {
      (bin.withFace, bin.evidence, bin.reacting, bin.reactingBy) = (0, 0, 0, .zero)
    }
    if !isTold(bin.withGaze) { (bin.withGaze, bin.held) = (0, 0) }
    if !isTold(bin.withBoth) { (bin.withBoth, bin.reactingHeld) = (0, 0) }
    return bin
  }

  /// A framing without shares that rest on too few viewers: by halves only where either has enough.
  ///
  /// - Parameters:
  ///   - framing: any.
  ///   - picture: size of the picture that it is of, pixels.
  ///   - looks: viewers whose looks it shows at once.
  /// - Returns: the same windows.
  package func told(
    _ framing: Framing, in picture: (width: Int, height: Int), of looks: Int
  ) -> Framing {
    var framing = framing
    // The whole picture keeps every look, whoever gave it.
    func isWhole(_ window: Keyframe) -> Bool {
      window.width >= Double(picture.width) && window.height >= Double(picture.height)
    }
    let isWhole = framing.shots.allSatisfy { shot in
      shot.windows.isEmpty || shot.windows.contains { $0.allSatisfy(isWhole) }
    }
    framing.gazeKept =
      isWhole
      ? figure(framing.gazeKept, of: looks) : share(framing.gazeKept, of: looks).map(hundredths)
    framing.textCovers = share(framing.textCovers, of: looks).map(hundredths)
    if !isTold(looks / 2) { framing.gazeKeptSpread = nil }
    return framing
  }

  /// How many there are; `nil` for a few.
  package func count(_ viewers: Int) -> Int? { viewers == 0 || isTold(viewers) ? viewers : nil }

  /// How many there are, in words: `12`, `0`, `fewer than 5`.
  package func words(_ viewers: Int) -> String { count(viewers).map(String.init) ?? few }

  /// The same with what is counted: `1 viewer`, `fewer than 5 viewers`.
  package func people(_ viewers: Int) -> String {
    viewers == 1 && isTold(1) ? "1 viewer" : "\(words(viewers)) viewers"
  }

  /// What stands before a number of viewers of a half second.
  package var atLeast: String { minimumViewers > 1 ? "at least " : "" }

  /// What stands for a number of viewers that is withheld.
  package var few: String { "fewer than \(minimumViewers)" }

  /// Who was asked, as a document tells it; counts of a few are left out of it.
  package func summary(of audience: TimelineSummary) -> AudienceSummary {
    AudienceSummary(
      viewers: count(audience.viewers) ?? 0,
      excluded: audience.excluded.map {
        .init(viewers: count($0.viewers) ?? 0, reason: $0.reason)
      })
  }

  /// Who was asked, a line for a person: all, and below it who was left out.
  package func lines(of audience: TimelineSummary) -> (viewers: String, excluded: [String]) {
    (
      people(audience.viewers),
      audience.excluded.map { "left out: \(words($0.viewers)), \($0.reason)" }
    )
  }
}
