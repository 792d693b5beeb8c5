import Audience
import EditDecisions
import Library
import Selection

/// How a series is written.
package enum SeriesFormat: String, CaseIterable, Sendable {
  /// A header and a line a half second; a cell is empty where its figure is withheld or not known.
  case csv
  /// An object a half second, one a line; such a key is absent.
  case json
}

extension Explanation {
  /// Every figure that choosing used, a line a half second, as it may be told.
  ///
  /// - Parameter format: how it is written.
  /// - Returns: the lines, ending in a line end.
  package func series(as format: SeriesFormat) -> String {
    report("gathering every half second")
    let rows = chooser.series(of: summary).map(columns)
    let lines =
      switch format {
      case .csv:
        [SeriesColumn.names.joined(separator: ",")]
          + rows.map { $0.map { $0.text ?? "" }.joined(separator: ",") }
      case .json: rows.map(Self.object)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ row: [SeriesColumn]) -> String {
    JSONText.of { json in
      for (name, column) in zip(SeriesColumn.names, row) {
        if let text = column.text { json.add(name, raw: text) }
      }
    }
  }

  private func columns(_ bin: DisclosedBin) -> [SeriesColumn] {
    let reaction = bin.reaction
    let rank = choice.candidates.firstIndex { $0.coreStart <= bin.start && bin.start < $0.coreEnd }
    return [
      .seconds(bin.start), .count(bin.watching), .count(bin.withGaze), .count(bin.withFace),
      .count(bin.withBoth), .figure(bin.score), .figure(reaction?.viewers),
      .figure(reaction?.share),
    ] + Emotion.allCases.map { emotion in .figure(reaction.map { Double($0.shares[emotion]) }) } + [
      .figure(bin.held), .figure(reaction?.evidence), .count(rank.map { $0 + 1 }),
    ]
  }
}

/// A cell of a series.
private struct SeriesColumn {
  /// As it is written; `nil` where there is none.
  let text: String?

  static func seconds(_ value: Double) -> SeriesColumn {
    SeriesColumn(text: Rounding.text(value, decimals: 3))
  }

  static func count(_ value: Int?) -> SeriesColumn { SeriesColumn(text: value.map(String.init)) }

  /// Finer than a document's hundredths: a series is calculated with.
  static func figure(_ value: Double?) -> SeriesColumn {
    SeriesColumn(text: value.flatMap { $0.isFinite ? Rounding.text($0, decimals: 4) : nil })
  }

  static let names =
    [
      "start", "watching", "withGaze", "withFace", "withBoth", "score", "reacting",
      "reactingShare",
    ] + Emotion.allCases.map(\.name) + ["held", "evidence", "moment"]
}
