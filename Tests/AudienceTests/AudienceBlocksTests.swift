import TestMaterial
import Testing

@testable import Audience

@Suite("Encoding of an audience")
struct AudienceBlocksTests {
  /// An audience of 70 s in two blocks.
  ///
  /// One viewer begins late, and one is excluded.
  private func audience() -> AggregatedAudience {
    let viewers = (0..<7).map { index in
      MadeUp.session(
        seconds: 70, rate: 8,
        gaze: { time in
          // The gaze alternates, so that the median of a time bin is no single gaze point.
          let place = 0.3 + 0.01 * Double(index) + 0.125 * Double(Int((time * 8).rounded()) % 2)
          return time < 5 && index == 2 ? .lost : MadeUp.at(place, 0.5)
        },
        face: { $0 > 55 ? MadeUp.face(.surprise, 0.7) : MadeUp.neutral($0) })
    }
    // A viewer whose only sample is after the end of the video.
    let late = SampleColumns([Sample(time: 71, gaze: MadeUp.center)])
    var settings = AggregationSettings()
    settings.gazeNoise = 0.12
    settings.reactionSeconds = 2
    return MadeUp.folded(viewers + [late], seconds: 70.123, settings: settings)
  }

  @Test("an encoded audience is restored with its aggregation settings")
  func roundTrip() throws {
    let audience = audience()
    #expect(audience.summary.excluded.map(\.viewers) == [1])
    #expect(audience.summary.bins.contains { $0.reactingHeld > 0 && !$0.clusters.isEmpty })
    let blocks = EncodedAudience(audience)
    #expect(blocks.figures.count == 2 && blocks.rows.count == 2)
    let summary = try #require(TimelineSummary(head: blocks.head, figures: blocks.figures))
    #expect(summary == audience.summary)
    #expect(summary.timeline.gazeNoise == 0.12 && summary.fold.reactionSeconds == 2)
    #expect(blocks.rows.compactMap(GazeRow.decoded).flatMap(\.self) == audience.rows)
    #expect(audience.rows.joined().contains { $0.look != $0.position })
    let empty = EncodedAudience(TimelineFolder(duration: 0, aspect: 1).folded())
    #expect(TimelineSummary(head: empty.head, figures: empty.figures)?.bins.isEmpty == true)
  }

  @Test("every aggregation setting is stored by name")
  func settings() {
    let names = Mirror(reflecting: AggregationSettings()).children.compactMap(\.label)
    let stored = Set(names).subtracting(["emotions"]).union(Emotion.allCases.map(\.name))
    #expect(stored == Set(AggregationSettings().numbers.map(\.name)))
    var other = AggregationSettings()
    other.gazeNoise = 0.2
    other.reactionSeconds = 7
    other.emotions[.fear] = 0.5
    #expect(AggregationSettings(numbers: other.numbers) == other)
    #expect(
      AggregationSettings(numbers: [("reactionSeconds", 6), ("clip", 1)]).reactionSeconds == 6)
  }

  @Test("time bins of a viewer are restored")
  func binsOfAViewer() {
    let session = MadeUp.session(
      seconds: 30, rate: 10, gaze: { MadeUp.at(0.3 + $0 / 100, 0.5) },
      face: { $0 > 10 ? MadeUp.face(.happy, 0.9) : .lost })
    let viewer = ViewerAggregate.bins(MadeUp.bins([session], seconds: 40))
    let bytes = viewer.encoded()
    #expect(ViewerAggregate(encoded: bytes) == viewer)
    #expect(ViewerAggregate(encoded: ViewerAggregate.unfit("none").encoded()) == .unfit("none"))
    for place in stride(from: 0, to: bytes.count, by: 5) {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(
        ViewerAggregate(encoded: changed) == nil
          && ViewerAggregate(encoded: Array(bytes[..<place])) == nil)
    }
  }

  @Test("a row takes less than 8 bytes, and figures have a fixed size per bin")
  func sizeOfTheEncoding() {
    let audience = audience()
    let blocks = EncodedAudience(audience)
    let rows = audience.rows.reduce(0) { $0 + $1.count }
    let bytes = blocks.rows.reduce(0) { $0 + $1.count }
    // A row has a position of two by two bytes, a weight and half of the bin.
    #expect(bytes < 8 * rows)
    // Four sums of 8 bytes, seven emotions of 4, a cluster of four numbers, and five counts.
    // Nothing grows with the viewers.
    let figures = blocks.figures.reduce(0) { $0 + $1.count }
    #expect(figures < audience.summary.bins.count * (4 * 8 + 7 * 4 + 4 * 8 + 8))
  }

  @Test("truncated, extended, changed or foreign bytes are rejected")
  func damagedBytes() {
    let blocks = EncodedAudience(audience())
    let figures = blocks.figures
    for bytes in [blocks.head] + figures + blocks.rows {
      for place in stride(from: 0, to: bytes.count, by: 7) {
        var changed = bytes
        changed[place] ^= 0x10
        for damaged in [Array(bytes[..<place]), changed] {
          #expect(TimelineSummary(head: damaged, figures: figures) == nil)
          #expect(TimelineSummary(head: blocks.head, figures: [figures[0], damaged]) == nil)
          #expect(GazeRow.decoded(damaged) == nil)
        }
      }
      #expect(GazeRow.decoded(bytes + [0]) == nil)
    }
    #expect(TimelineSummary(head: [1, 2, 3, 4, 5], figures: figures) == nil)
    #expect(TimelineSummary(head: blocks.head, figures: [figures[0]]) == nil)
    #expect(GazeRow.decoded([]) == nil)
  }
}

@Suite("Gaze rows")
struct AudienceRowRoundingTests {
  @Test("a row stores position and weight in quantization steps")
  func quantization() {
    let row = GazeRow(position: PicturePoint(x: 0.25, y: 0.5), weight: 0.2)
    #expect(row.position == PicturePoint(x: 0.25, y: 0.5))
    #expect(abs(row.weight - 0.2) < 1e-9)
    #expect(GazeRow(position: row.position, weight: row.weight) == row)
  }

  @Test("a row without a valid position has no position")
  func invalidPosition() {
    let row = GazeRow(position: PicturePoint(x: .nan, y: 0), weight: .nan)
    #expect(row.position == nil && row.weight == 0)
    let far = GazeRow(position: PicturePoint(x: 1e9, y: -1e9), weight: 7)
    #expect(far.weight == 1 && (far.position?.x ?? 0) > 3.9)
  }
}
