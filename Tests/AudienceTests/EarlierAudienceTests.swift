import TestMaterial
import Testing

@testable import Audience

@Suite("An audience that the version before kept")
struct EarlierAudienceTests {
  private static let wide = 16.0 / 9
  private static let reacts = 2.302585092994046  // log(.5 / .05)
  private static let rests = -0.6418538861723947  // log(.5 / .95)

  private static var kept: AudienceBlocks {
    AudienceBlocks(
      head: EarlierAudienceBytes.head, figures: [EarlierAudienceBytes.figures],
      rows: [EarlierAudienceBytes.rows])
  }

  @Test("is read as that version wrote it")
  func written() throws {
    let audience = try #require(FoldedAudience(Self.kept))
    let summary = audience.summary
    #expect(summary.duration == 7 && summary.viewers == 6)
    #expect(summary.excluded.map(\.viewers) == [1])
    #expect(summary.excluded.map(\.reason) == ["no samples inside the video"])
    #expect(summary.toldClasses == EmotionSet([.happy, .sad, .surprise, .neutral]))
    #expect(abs(summary.gain - (Self.reacts - Self.rests)) < 1e-9 && summary.certainty == 1)
    // Its own least deviation, .05, was another number.
    #expect(summary.fold.faceLag == 0.5 && summary.fold.model == ModelSettings())
    #expect(TimelineSummary.foldSettings(inHead: Self.kept.head) == summary.fold)
    // Faces come half a second late and eyes .3 s: the last half second has neither.
    #expect(summary.bins.map(\.watching) == Array(repeating: 6, count: 14))
    #expect(summary.bins.map(\.withGaze) == [5] + Array(repeating: 6, count: 12) + [0])
    #expect(summary.bins.map(\.withFace) == Array(repeating: 4, count: 13) + [0])
    #expect(summary.bins.map(\.withBoth) == [3] + Array(repeating: 4, count: 12) + [0])
    for (index, bin) in summary.bins.enumerated() {
      let reacting = (4...11).contains(index) ? 3.0 : 0
      #expect(bin.reacting == reacting)
      #expect(bin.reactingBy[.happy] == Float(reacting * 2 / 3))
      #expect(bin.reactingBy[.surprise] == Float(reacting / 3))
      let evidence = reacting * Self.reacts + (Double(bin.withFace) - reacting) * Self.rests
      #expect(abs(bin.evidence - evidence) < 1e-9)
      #expect(bin.clusters.count == (index < 13 ? 1 : 0))
    }
    // All but the sixth look at one place, until all the others go elsewhere.
    #expect(summary.bins[8...12].allSatisfy { $0.held >= 5 })
    #expect(audience.rows.allSatisfy { $0.count == 6 && $0 == $0.sorted() })
    #expect(audience.rows.joined().allSatisfy { $0.told.isEmpty && $0.weight > 0 })
    #expect(audience.rows[3].contains { $0.isInSecondHalf })
    expectHeld(audience)
  }

  /// That version told of each viewer when that one was there: 16 bytes and more each.
  @Test("loses what it tells of single viewers, and nothing else")
  func withoutViewers() throws {
    var bare = Self.kept
    bare.head = try #require(TimelineSummary.withoutViewers(head: Self.kept.head))
    #expect(bare.head.count < Self.kept.head.count - 6 * 16)
    #expect(FoldedAudience(bare) == FoldedAudience(Self.kept))
    #expect(TimelineSummary.withoutViewers(head: bare.head) == bare.head)
    #expect(TimelineSummary.withoutViewers(head: Array(bare.head.dropLast())) == nil)
  }

  @Test("joins later viewers, and is kept in the form of today")
  func joined() throws {
    let earlier = try #require(FoldedAudience(Self.kept))
    let again = AudienceBlocks(earlier)
    #expect(again.head[3] == 0x32 && FoldedAudience(again) == earlier)
    var folder = TimelineFolder(
      duration: earlier.summary.duration, aspect: earlier.summary.aspect,
      settings: earlier.summary.fold)
    for _ in 0..<3 { folder.add(viewer: [MadeUp.session(seconds: 7)]) }
    let both = earlier.joined(with: folder.folded())
    #expect(both.summary.viewers == 9)
    #expect(both.summary.gain >= earlier.summary.gain)
    #expect(both.summary.bins[6].withFace == 7 && both.summary.bins[6].reacting >= 3)
    #expect(both.rows[6].count == 9)
    #expect(FoldedAudience(AudienceBlocks(both)) == both)
  }

  @Test("holds what trying every place for every row finds", arguments: 1...12)
  func held(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<130).map { _ in
      (0..<Int(random.unit() * 7)).map { _ -> AudienceRow in
        let thing = random.unit() < 0.5 ? [0.1, 0.5, 0.8][Int(random.unit() * 3)] : random.unit()
        let look = random.unit() < 0.2 ? nil : PicturePoint(x: thing + 0.1 * random.unit(), y: 0.5)
        return AudienceRow(position: look, weight: random.unit())
      }.sorted()
    }
    // Three times as many viewers as are drawn.
    let bins = rows.map { rows in
      Self.bin(watching: 3 * rows.count, withGaze: 3 * rows.count { $0.hasGaze })
    }
    let audience = try #require(FoldedAudience(Self.blocks(bins, rows)))
    #expect(audience.rows == rows)
    expectHeld(audience)
  }

  @Test("counts the faces that tell what counts, by the strength of that version")
  func faces() throws {
    let bin = Self.bin(
      watching: 1000, withGaze: 900,
      faces: [
        // .298 and .302 of happy; surprise that is stronger; anger, which does not count.
        ([0, 0, 0, 76, 0, 0, 0, 0x48], 10, 5), ([0, 0, 0, 77, 0, 0, 0, 0x48], 20, 20),
        ([0, 0, 0, 90, 0, 200, 0, 0x7F], 40, 30), ([255, 0, 0, 0, 0, 0, 0, 0x41], 80, 80),
        // Anger that is the strongest: it is known not to be happy.
        ([255, 0, 0, 0, 0, 0, 0, 0x81], 160, 100),
      ])
    let look = AudienceRow(position: PicturePoint(x: 0.5, y: 0.5), weight: 1)
    let away = AudienceRow(position: PicturePoint(x: 0, y: 0.5), weight: 1)
    let audience = try #require(FoldedAudience(Self.blocks([bin], [[away, look, look, look]])))
    let found = try #require(audience.summary.bins.first)
    #expect(found.withFace == 230 && found.withBoth == 155)
    #expect(found.reacting == 60)
    #expect(found.reactingBy[.happy] == 20 && found.reactingBy[.surprise] == 40)
    #expect(abs(found.evidence - (60 * Self.reacts + 170 * Self.rests)) < 1e-9)
    #expect(found.held == 675)
    #expect(abs(found.reactingHeld - 60 * 155 / 230 * 0.75) < 1e-9)
  }

  @Test("cut, changed or foreign bytes are refused, and so are counts that cannot be")
  func damaged() throws {
    let kept = Self.kept
    for part in [\AudienceBlocks.head, \.figures[0], \.rows[0]] {
      for place in stride(from: 0, to: kept[keyPath: part].count, by: 7) {
        var (cut, changed) = (kept, kept)
        cut[keyPath: part] = Array(kept[keyPath: part][..<place])
        changed[keyPath: part][place] ^= 0x10
        #expect(FoldedAudience(cut) == nil && FoldedAudience(changed) == nil)
      }
    }
    let today = AudienceBlocks(try #require(FoldedAudience(kept)))
    for part in [\AudienceBlocks.head, \.figures[0], \.rows[0]] {
      var mixed = kept
      mixed[keyPath: part] = today[keyPath: part]
      #expect(FoldedAudience(mixed) == nil)
    }
    #expect(TimelineSummary(head: kept.head, figures: kept.figures) == nil)
    let happy: SIMD8<UInt8> = [0, 0, 0, 99, 0, 0, 0, 0x7F]
    for bin in [
      Self.bin(watching: 5, withGaze: 6),
      Self.bin(watching: 5, withGaze: 5, faces: [(happy, 6, 0)]),
      Self.bin(watching: 5, withGaze: 2, faces: [(happy, 5, 3)]),
      Self.bin(watching: 5, withGaze: 5, faces: [(happy, 5, 0), (happy, Int.max, 0)]),
    ] {
      #expect(FoldedAudience(Self.blocks([bin], [[]])) == nil)
    }
  }

  // MARK: What that version wrote

  private typealias Faces = (levels: SIMD8<UInt8>, viewers: Int, withGaze: Int)

  /// A half second: flags, viewers, groups of faces, chance and agreement and a share gathered.
  private static func bin(watching: Int, withGaze: Int, faces: [Faces] = []) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt8(7))
    for count in [watching, withGaze, faces.count] { writer.write(count: count) }
    for face in faces {
      writer.write(face.levels.key)
      for count in [face.viewers, face.withGaze, 255] { writer.write(count: count) }
    }
    for _ in 0..<6 { writer.write(0.5) }
    writer.write(count: 0)
    return writer.bytes
  }

  private static func sealed(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.sealed()
  }

  private static func blocks(_ bins: [[UInt8]], _ rows: [[AudienceRow]]) -> AudienceBlocks {
    let ranges = (0..<AudienceBlocks.count(forBins: bins.count)).map {
      AudienceBlocks.range(of: $0, binCount: bins.count)
    }
    return AudienceBlocks(
      head: sealed {
        $0.write(UInt32(0x3153_5A47))
        for number in [Double(bins.count) / 2, wide] { $0.write(number) }
        for count in [0, 9, 0] { $0.write(count: count) }
        $0.write(EmotionSet.all.rawValue)
        for count in [bins.count, 0] { $0.write(count: count) }
      },
      figures: ranges.map { range in
        sealed {
          $0.write(count: range.count)
          for byte in bins[range].joined() { $0.write(byte) }
        }
      },
      rows: ranges.map { range in
        sealed { writer in
          writer.write(count: range.count)
          for rows in rows[range] { writer.write(count: rows.count) }
          let all = Array(rows[range].joined())
          writer.write(column: all.map(\.x))
          writer.write(column: all.map(\.y))
          writer.write(column: all.map(\.weightLevel))
          for lane in 0..<8 { writer.write(column: all.map { _ in UInt8(lane) }) }
          writer.write(column: all.map { UInt8($0.isInSecondHalf ? 1 : 0) })
        }
      })
  }

  /// Every row, every place: how many looks of the others in three half seconds it holds.
  private func expectHeld(_ audience: FoldedAudience) {
    let looks = audience.rows.map { $0.compactMap { $0.position.map { min(1, max(0, $0.x)) } } }
    let settings = ModelSettings()
    let places = settings.places
    func holds(_ place: Int, _ look: Double) -> Bool {
      let start = (1 - settings.windowShare) * Double(place) / Double(places - 1)
      return start <= look + 1e-6 && look <= start + settings.windowShare + 1e-6
    }
    for (index, bin) in audience.summary.bins.enumerated() {
      let near = looks[max(0, index - 1)...min(looks.count - 1, index + 1)].joined()
      let held = looks[index].count { own in
        let others = (0..<places).map { place in
          near.count { holds(place, $0) } - (holds(place, own) ? 1 : 0)
        }
        // Of places that hold as many the one nearest the middle, the left one of two.
        let best = (0..<places).min {
          (-others[$0], abs(2 * $0 - places + 1), $0) < (-others[$1], abs(2 * $1 - places + 1), $1)
        }
        return best.map { holds($0, own) } ?? false
      }
      let share = Double(held) / Double(max(1, looks[index].count))
      #expect(abs(bin.held - share * Double(bin.withGaze)) < 1e-9, "half second \(index)")
      let both = bin.reacting * Double(bin.withBoth) / Double(max(1, bin.withFace))
      #expect(abs(bin.reactingHeld - both * share) < 1e-9, "half second \(index)")
    }
  }
}
