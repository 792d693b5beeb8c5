import Audience
import Testing

@Suite("An audience in bytes")
struct AudienceBlocksTests {
  /// 70 s in two blocks; a viewer comes late, and one is left out.
  private func audience() -> FoldedAudience {
    let viewers = (0..<7).map { index in
      MadeUp.session(
        seconds: 70,
        gaze: { $0 < 5 && index == 2 ? .lost : MadeUp.at(0.3 + 0.01 * Double(index), 0.5) },
        face: { $0 > 20 ? MadeUp.face(.surprise, 0.7) : MadeUp.neutral($0) })
    }
    let frozen = MadeUp.session(seconds: 70, face: { _ in MadeUp.face(.neutral, 1) })
    var settings = FoldSettings()
    settings.eyeLag = 0.3
    settings.shifts = 20
    return MadeUp.folded(viewers + [frozen], seconds: 70.123, settings: settings)
  }

  @Test("comes back equal, with the settings it was folded with")
  func roundTrip() throws {
    let audience = audience()
    #expect(audience.summary.bins.contains { $0.agreement != nil && !$0.clusters.isEmpty })
    let blocks = AudienceBlocks(audience)
    #expect(blocks.figures.count == 2 && blocks.rows.count == 2)
    let summary = try #require(TimelineSummary(head: blocks.head, figures: blocks.figures))
    #expect(summary == audience.summary)
    #expect(summary.fold.eyeLag == 0.3 && summary.fold.shifts == 20)
    #expect(blocks.rows.compactMap(AudienceRow.decoded).flatMap(\.self) == audience.rows)
    let empty = AudienceBlocks(TimelineFolder(duration: 0, aspect: 1).folded())
    #expect(TimelineSummary(head: empty.head, figures: empty.figures)?.bins.isEmpty == true)
  }

  @Test("every setting of a fold is kept by its name")
  func settings() {
    let names = Set(Mirror(reflecting: FoldSettings()).children.compactMap(\.label))
    #expect(names == Set(FoldSettings().numbers.map(\.name)))
    var other = FoldSettings()
    other.frozenFaceSamples = 7
    other.clip = 2.5
    #expect(FoldSettings(numbers: other.numbers) == other)
    // What an older or newer gazecut kept has other names.
    #expect(FoldSettings(numbers: [("clip", 2.5), ("unheardOf", 1)]).clip == 2.5)
  }

  @Test("is small: 13 bytes a row at most, and those of a few figures a bin")
  func size() {
    let audience = audience()
    let blocks = AudienceBlocks(audience)
    let rows = audience.rows.reduce(0) { $0 + $1.count }
    let bytes = blocks.rows.reduce(0) { $0 + $1.count }
    #expect(bytes < 13 * rows)
    // Six doubles, a cluster of four, and here at most as many groups of faces as viewers.
    let figures = blocks.figures.reduce(0) { $0 + $1.count }
    #expect(figures < audience.summary.bins.count * (6 * 8 + 4 * 8 + 7 * 13 + 8))
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
    var strengths = EmotionVector.zero
    strengths[.happy] = 1
    strengths[.neutral] = 0.5
    let row = AudienceRow(
      position: PicturePoint(x: 0.25, y: 0.5), weight: 0.2, strengths: strengths)
    #expect(row.position == PicturePoint(x: 0.25, y: 0.5))
    #expect(abs(row.weight - 0.2) < 1e-9)
    #expect(row.strengths?[.happy] == 1)
    let again = AudienceRow(
      position: row.position, weight: row.weight, strengths: row.strengths)
    #expect(again == row)
  }

  @Test("nothing is nothing")
  func nothing() {
    let row = AudienceRow(
      position: PicturePoint(x: .nan, y: 0), weight: .nan, strengths: nil)
    #expect(row.position == nil && row.weight == 0 && row.strengths == nil)
    let far = AudienceRow(position: PicturePoint(x: 1e9, y: -1e9), weight: 7, strengths: nil)
    #expect(far.weight == 1 && (far.position?.x ?? 0) > 3.9)
  }
}
