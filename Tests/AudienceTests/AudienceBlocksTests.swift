import TestMaterial
import Testing

@testable import Audience

@Suite("An audience in bytes")
struct AudienceBlocksTests {
  /// 70 s in two blocks; a viewer comes late, and one is left out.
  private func audience() -> FoldedAudience {
    let viewers = (0..<7).map { index in
      MadeUp.session(
        seconds: 70, rate: 8,
        gaze: { time in
          // To and fro, so that the median of a half second is no single look.
          let place = 0.3 + 0.01 * Double(index) + 0.125 * Double(Int((time * 8).rounded()) % 2)
          return time < 5 && index == 2 ? .lost : MadeUp.at(place, 0.5)
        },
        face: { $0 > 20 ? MadeUp.face(.surprise, 0.7) : MadeUp.neutral($0) })
    }
    // Nobody's: all of it lies behind the end.
    let late = SampleColumns([Sample(time: 71, gaze: MadeUp.center)])
    var settings = FoldSettings()
    settings.gazeNoise = 0.12
    settings.model.rounds = 3
    return MadeUp.folded(viewers + [late], seconds: 70.123, settings: settings)
  }

  @Test("comes back equal, with the settings it was folded with")
  func roundTrip() throws {
    let audience = audience()
    #expect(audience.summary.excluded.map(\.viewers) == [1] && audience.summary.gain > 0)
    #expect(audience.summary.bins.contains { $0.reactingHeld > 0 && !$0.clusters.isEmpty })
    let blocks = AudienceBlocks(audience)
    #expect(blocks.figures.count == 2 && blocks.rows.count == 2)
    let summary = try #require(TimelineSummary(head: blocks.head, figures: blocks.figures))
    #expect(summary == audience.summary)
    #expect(summary.timeline.gazeNoise == 0.12 && summary.fold.model.rounds == 3)
    #expect(blocks.rows.compactMap(AudienceRow.decoded).flatMap(\.self) == audience.rows)
    #expect(audience.rows.joined().contains { $0.look != $0.position })
    let empty = AudienceBlocks(TimelineFolder(duration: 0, aspect: 1).folded())
    #expect(TimelineSummary(head: empty.head, figures: empty.figures)?.bins.isEmpty == true)
  }

  @Test("every setting of a fold is kept by its name")
  func settings() {
    let parts: [Any] = [FoldSettings(), ModelSettings()]
    let names = parts.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }
    // The model's own numbers stand beside the others, each emotion under its name.
    let kept = Set(names).subtracting(["model", "emotions"]).union(Emotion.allCases.map(\.name))
    #expect(kept == Set(FoldSettings().numbers.map(\.name)))
    var other = FoldSettings()
    other.gapSeconds = 7
    other.model.priorSeconds = 25
    other.model.emotions[.fear] = 0.5
    #expect(FoldSettings(numbers: other.numbers) == other)
    // What an older or newer gazecut kept has other names.
    #expect(FoldSettings(numbers: [("rounds", 6), ("clip", 1)]).model.rounds == 6)
  }

  @Test("rows of versions without single looks are read, each look where the median is")
  func withoutLooks() throws {
    var writer = ByteWriter()
    for _ in 0..<2 { writer.write(count: 1) }
    for _ in 0..<2 { writer.write(column: [Int16(PictureGrid.step(0.25))]) }
    for value in [UInt8(200), 1] { writer.write(column: [value]) }
    let row = try #require(AudienceRow.decoded(writer.sealed())?.first?.first)
    #expect(row.look == PicturePoint(x: 0.25, y: 0.25) && row.isInSecondHalf)
  }

  @Test("is small: 8 bytes a row at most, and those of a few figures a bin")
  func size() {
    let audience = audience()
    let blocks = AudienceBlocks(audience)
    let rows = audience.rows.reduce(0) { $0 + $1.count }
    let bytes = blocks.rows.reduce(0) { $0 + $1.count }
    // A place of two and two bytes, a weight, a half; what seven rows of a bin share is a count.
    #expect(bytes < 8 * rows)
    // Four sums of 8 bytes, seven classes of 4, a cluster of four numbers, and five counts; nothing
    // of it grows with the viewers.
    let figures = blocks.figures.reduce(0) { $0 + $1.count }
    #expect(figures < audience.summary.bins.count * (4 * 8 + 7 * 4 + 4 * 8 + 8))
  }

  @Test("cut, lengthened, changed or foreign bytes are refused")
  func damaged() {
    let blocks = AudienceBlocks(audience())
    let figures = blocks.figures
    for bytes in [blocks.head] + figures + blocks.rows {
      for place in stride(from: 0, to: bytes.count, by: 7) {
        var changed = bytes
        changed[place] ^= 0x10
        for damaged in [Array(bytes[..<place]), changed] {
          #expect(TimelineSummary(head: damaged, figures: figures) == nil)
          #expect(TimelineSummary(head: blocks.head, figures: [figures[0], damaged]) == nil)
          #expect(AudienceRow.decoded(damaged) == nil)
        }
      }
      #expect(AudienceRow.decoded(bytes + [0]) == nil)
    }
    #expect(TimelineSummary(head: [1, 2, 3, 4, 5], figures: figures) == nil)
    #expect(TimelineSummary(head: blocks.head, figures: [figures[0]]) == nil)
    #expect(AudienceRow.decoded([]) == nil)
  }
}

@Suite("A row")
struct AudienceRowRoundingTests {
  @Test("gives back what it was given, in its steps")
  func steps() throws {
    var scores = EmotionVector.zero
    scores[.happy] = 1
    scores[.neutral] = 0.5
    let row = AudienceRow(position: PicturePoint(x: 0.25, y: 0.5), weight: 0.2, scores: scores)
    #expect(row.position == PicturePoint(x: 0.25, y: 0.5))
    #expect(abs(row.weight - 0.2) < 1e-9)
    #expect(row.told == .all)
    let again = AudienceRow(position: row.position, weight: row.weight, scores: scores)
    #expect(again == row)
  }

  @Test("nothing is nothing")
  func nothing() {
    let row = AudienceRow(
      position: PicturePoint(x: .nan, y: 0), weight: .nan)
    #expect(row.position == nil && row.weight == 0 && row.told.isEmpty)
    let far = AudienceRow(position: PicturePoint(x: 1e9, y: -1e9), weight: 7)
    #expect(far.weight == 1 && (far.position?.x ?? 0) > 3.9)
  }
}
