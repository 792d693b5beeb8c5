import Audience
import Selection
import Support

package enum SeriesFormat: String, CaseIterable, Sendable {
  /// A header, and one line per time bin; a cell is empty if its figure is withheld or unknown.
  case csv
  /// One JSON object per time bin and line; a key is absent if its figure is withheld or unknown.
  case json
}

extension SeriesFormat {
  /// The name, unit and meaning of each column.
  package static let definitions: [(name: String, unit: String, meaning: String)] =
    [
      ("start", "s", "play time at which this half second begins"),
      ("watching", "viewers", "viewers who watch, a lower bound"),
      ("withGaze", "viewers", "those with usable gaze, a lower bound"),
      ("withFace", "viewers", "those with scores of the counted emotions, a lower bound"),
      ("withBoth", "viewers", "those with both, a lower bound"),
      ("score", "0 to 1", "share who react and look at one place, in this half second alone"),
      ("reacting", "viewers", "sum of the probabilities that a viewer of withFace reacts"),
      ("reactingShare", "0 to 1", "their share of withFace"),
    ]
    + Emotion.allCases.map { emotion in
      (
        emotion.name, "0 to 1",
        "share of withFace with a \(emotion.name) reaction; absent if no session reports it"
      )
    } + [
      ("held", "0 to 1", "share of a new viewer's gaze points inside one 9:16 window"),
      ("evidence", "nats", "log likelihood of a reaction of the audience against none"),
      ("moment", "rank", "rank of the moment that contains this half second, 1 is the best"),
      ("staying", "0 to 1", "share of viewers who watch now or later"),
      ("retention", "0 to 1", "share of viewers who watch, from a platform's retention curve"),
    ]
}

struct ExplanationSeries {
  let explanation: Explanation

  func text(as format: SeriesFormat) throws -> String {
    let staying: [Double?] = try explanation.details(in: []).flatMap(explanation.staying) ?? []
    let retention = explanation.platformRetention?.shares ?? []
    let bins = explanation.chooser.series(of: explanation.summary)
    let rows = bins.enumerated().map { index, bin in
      columns(bin)
        + [staying, retention].map { $0.indices.contains(index) ? Self.figure($0[index]) : nil }
    }
    let lines =
      switch format {
      case .csv:
        [SeriesFormat.definitions.map(\.name).joined(separator: ",")]
          + rows.map { $0.map { $0 ?? "" }.joined(separator: ",") }
      case .json: rows.map(Self.object)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ row: [String?]) -> String {
    JSONText.of { json in
      for (column, text) in zip(SeriesFormat.definitions, row) {
        if let text { json.add(column.name, raw: text) }
      }
    }
  }

  /// More decimals than in documents, since users compute with a series.
  private static func figure(_ value: Double?) -> String? {
    value.flatMap { $0.isFinite ? Rounding.text($0, decimals: 4) : nil }
  }

  /// The cells of a time bin without its shares of viewers who stay; `nil` for an empty one.
  private func columns(_ bin: PublishedBin) -> [String?] {
    let reaction = bin.reaction
    let rank = explanation.choice.candidates.firstIndex {
      $0.coreStart <= bin.start && bin.start < $0.coreEnd
    }
    let counts = [bin.watching, bin.withGaze, bin.withFace, bin.withBoth].map {
      $0.map(String.init)
    }
    let figures = [bin.score, reaction?.viewers, reaction?.share].map(Self.figure)
    let emotions = Emotion.allCases.map { emotion in
      Self.figure(
        explanation.summary.reportedEmotions.contains(emotion)
          ? reaction.map { Double($0.shares[emotion]) } : nil)
    }
    let last = [
      Self.figure(bin.held), Self.figure(reaction?.evidence), rank.map { String($0 + 1) },
    ]
    return [Rounding.text(bin.start, decimals: 3)] + counts + figures + emotions + last
  }
}
