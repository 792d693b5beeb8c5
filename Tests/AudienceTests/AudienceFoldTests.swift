import TestMaterial
import Testing

@testable import Audience

@Suite("An audience folded in batches")
struct AudienceFoldTests {
  private static let seconds = 40.0

  private static func session(_ viewer: Int) -> SampleColumns {
    MadeUp.session(
      seconds: seconds,
      gaze: { MadeUp.at(0.2 + 0.01 * Double(viewer % 40) + 0.01 * ($0 / 4).rounded(), 0.5) },
      face: { time in
        (10..<20).contains(time) && viewer % 3 > 0
          ? MadeUp.face(.happy, 0.6 + 0.01 * Double(viewer % 29)) : MadeUp.neutral(time)
      })
  }

  private static func folded(_ viewers: [[SampleColumns]], by count: Int) -> FoldedAudience {
    var fold = AudienceFold(duration: seconds, aspect: 16.0 / 9)
    for start in stride(from: 0, to: viewers.count, by: count) {
      fold.add(sessions: Array(viewers[start..<min(viewers.count, start + count)]))
    }
    return fold.finish()
  }

  /// 530 are more than the crowd of 512 by which the others are told.
  @Test("how many come at a time changes nothing, to the byte", arguments: [13, 530])
  func batches(count: Int) {
    let viewers = (0..<count).map { [Self.session($0)] }
    let whole = AudienceBlocks(Self.folded(viewers, by: count))
    for batch in [1, 7, 512] where count < 100 || batch > 1 {
      #expect(AudienceBlocks(Self.folded(viewers, by: batch)) == whole, "\(batch)")
    }
  }

  @Test("the order of the viewers changes nothing, to the byte")
  func order() {
    let viewers = (0..<13).map(Self.session)
    let whole = AudienceBlocks(MadeUp.folded(viewers, seconds: Self.seconds))
    for shift in [1, 5, 12] {
      let turned = Array(viewers[shift...] + viewers[..<shift])
      #expect(AudienceBlocks(MadeUp.folded(turned, seconds: Self.seconds)) == whole)
    }
    let reversed = MadeUp.folded(viewers.reversed(), seconds: Self.seconds)
    #expect(AudienceBlocks(reversed) == whole)
  }

  @Test("who is told by the crowd is told as one of it, but for the own say")
  func told() throws {
    let rows = (0..<40).map { MadeUp.rows([Self.session($0)], seconds: Self.seconds) }
    let (crowd, members) = ReferenceCrowd.learned(
      rows, settings: ModelSettings(), aspect: 16.0 / 9, binCount: rows[0].count)
    for viewer in [0, 17] {
      let place = try #require(members.firstIndex { $0.rows == rows[viewer] })
      let told = crowd.told(rows[viewer])
      let member = members[place]
      #expect(told.rows == member.rows && told.face.levels == member.face.levels)
      // One of forty more or less.
      for (one, other) in zip(told.reacting, member.reacting) { #expect(abs(one - other) < 0.05) }
      let same = zip(told.marks, member.marks).count { $0 == $1 }
      #expect(same * 10 > told.marks.count * 9)
    }
  }

  /// Two of three laugh from 10 to 20 s, and look further left than the third.
  @Test("looks are told by who reacted, of whom face and looks are known")
  func reaction() throws {
    func session(_ viewer: Int, isBlind: Bool = false) -> SampleColumns {
      let laughs = viewer % 3 > 0
      return MadeUp.session(
        seconds: Self.seconds,
        gaze: { _ in isBlind ? .lost : MadeUp.at(laughs ? 0.3 : 0.7, 0.5) },
        face: { time in
          laughs && (10..<20).contains(time) ? MadeUp.face(.happy, 0.9) : MadeUp.neutral(time)
        })
    }
    var fold = AudienceFold(duration: Self.seconds, aspect: 16.0 / 9)
    fold.stretches = [24..<36, 50..<60]
    fold.add(sessions: (0..<15).map { [session($0)] } + [[session(1, isBlind: true)]])
    _ = fold.finish()
    let (laugh, rest) = (fold.looksByReaction[0], fold.looksByReaction[1])
    #expect(laugh.reacting.viewers == 10 && laugh.others.viewers == 5)
    #expect(laugh.reacting.places.count == 120 && laugh.others.places.count == 60)
    #expect(laugh.reacting.places.allSatisfy { abs($0.x - 0.3) < 0.01 })
    #expect(laugh.others.places.allSatisfy { abs($0.x - 0.7) < 0.01 })
    #expect(rest.reacting.viewers == 0 && rest.others.viewers == 15)
  }
}
