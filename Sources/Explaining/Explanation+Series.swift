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

extension SeriesFormat {
  /// What each column is, in the order of the columns.
  package static let definitions: [(name: String, unit: String, meaning: String)] =
    [
      ("start", "s", "play time at which the half second begins"),
      ("watching", "viewers", "how many watch, at least"),
      ("withGaze", "viewers", "of how many of them a look can be used, at least"),
      (
        "withFace", "viewers",
        "of how many of them a face was read that tells what counts, at least"
      ),
      ("withBoth", "viewers", "of how many of them both can be used, at least"),
      ("score", "0 to 1", "what the half second alone is worth for choosing"),
      ("reacting", "viewers", "how many of withFace react, by the probabilities of each"),
      ("reactingShare", "0 to 1", "their share of withFace"),
    ]
    + Emotion.allCases.map { emotion in
      (emotion.name, "0 to 1", "the share of withFace that reacts with \(emotion.name)")
    } + [
      ("held", "0 to 1", "the share of a new viewer's looks that an upright window holds"),
      ("evidence", "nats", "log likelihood of a reaction of the audience against none"),
      ("moment", "rank", "which of the candidates the half second lies in, the best is 1"),
    ]
}

extension Explanation {
  /// Every figure that choosing used, a line a half second, as it may be told.
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

  static let names = SeriesFormat.definitions.map(\.name)
}
