package import Audience
package import EditDecisions

/// What may be told of an audience: the one way in which its figures leave the library.
///
/// A figure that rests on fewer viewers than `selection.minimumViewers` is withheld: it has no
/// number at all, neither its own nor one that stands for it. That nobody is there may be told.
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

  /// How many there are; `nil` for a few.
  package func count(_ viewers: Int) -> Int? { viewers == 0 || isTold(viewers) ? viewers : nil }

  /// How many there are, in words: `12`, `0`, `fewer than 5`.
  package func words(_ viewers: Int) -> String { count(viewers).map(String.init) ?? few }

  /// The same with what is counted: `1 viewer`, `fewer than 5 viewers`.
  package func people(_ viewers: Int) -> String {
    viewers == 1 && isTold(1) ? "1 viewer" : "\(words(viewers)) viewers"
  }

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

extension TimelineSummary {
  /// Whether nobody was folded in, and nobody left out.
  package var isEmpty: Bool { viewers == 0 && excluded.isEmpty }
}
