import Foundation
import TestMaterial
import Testing

@testable import Audience

@Suite("Whether an audience is amused")
struct AudienceStateTests {
  private let settings = ModelSettings()

  /// Half seconds in which the audience laughs: ten of forty.
  private func isShared(_ bin: Int) -> Bool { bin % 40 < 10 }

  /// A face that is at 20 to 140 and laughs at 130 to 250, as faces flicker.
  private func face(_ count: Int, seed: UInt64, _ laughs: (Int) -> Bool) -> FaceSeries {
    var random = SeededGenerator(seed: seed)
    return FaceSeries(
      levels: (0..<count).map { (laughs($0) ? 130 : 20) + UInt8(random.unit() * 120) }, settings)
  }

  /// Seven who laugh together, and one who laughs half of the cycle later, as long as they do.
  private func faces(_ count: Int) -> [FaceSeries] {
    (0..<7).map { face(count, seed: UInt64($0), isShared) }
      + [face(count, seed: 9) { isShared($0 + 20) }]
  }

  private func state(_ faces: [FaceSeries], counts: [Float]? = nil) -> AudienceState {
    AudienceState(
      faces, counts: counts ?? faces.map { _ in 1 }, binCount: faces[0].levels.count, settings)
  }

  /// Nats between a viewer's laugh and rest: how much of a say the viewer has.
  private func say(_ says: [Float]) -> Float { says[190] - says[80] }

  @Test("who goes with the others has a say; who does not has nearly none, after an hour")
  func say() {
    // 7,200 half seconds, a quarter amused: what 1,800 of them tell outweighs a prior of 300 six
    // times.
    let learned = state(faces(7200))
    let others = learned.says[..<7].map(say)
    #expect(others.allSatisfy { $0 > 1 })
    #expect(say(learned.says[7]) < 0.2 * (others.min() ?? 0), "\(say(learned.says[7]))")
    #expect(say(learned.says[7]) >= 0, "nobody speaks against the own smile")
    // The state is what the seven show.
    for bin in 0..<7200 where bin % 40 != 0 && bin % 40 != 10 {
      #expect((learned.amused[bin] > 0.5) == isShared(bin))
    }
  }

  @Test("of twenty seconds nobody's luck is told: all have nearly the same say")
  func few() {
    // 40 half seconds against a prior of 300: the levels of all are nearly those of the average,
    // and what the state does not explain of a face takes a third off.
    let says = state(faces(40)).says.map(say)
    let (most, least) = (says.max() ?? 0, says.min() ?? 0)
    #expect(least > 0 && least > 0.6 * most, "\(says)")
  }

  @Test("evidence is the sum of what the viewers say, as often as they count")
  func sum() {
    let faces = faces(600)
    let counts: [Float] = [1, 2, 0, 4, 1, 1, 2, 1]
    let learned = state(faces, counts: counts)
    for bin in 0..<600 {
      let said = faces.indices.reduce(Float(0)) {
        $0 + counts[$1] * learned.says[$1][Int(faces[$1].levels[bin])]
      }
      // Single precision.
      #expect(abs(learned.evidence[bin] - said) < 1e-4)
    }
  }

  @Test("a viewer who counts twice is as two who are alike")
  func twice() {
    let faces = Array(faces(600).suffix(4))
    let counted = state(faces, counts: [2, 1, 1, 1])
    let doubled = state([faces[0]] + faces)
    for (one, other) in zip(counted.evidence, doubled.evidence) { #expect(abs(one - other) < 1e-3) }
  }

  @Test("the others are asked without the viewer, however often that one counts")
  func others() {
    let faces = faces(400)
    let counts: [Float] = [2, 1, 1, 4, 1, 1, 2, 1]
    let learned = state(faces, counts: counts)
    let found = learned.amused(without: faces[3], 3, counting: 4)
    let without = (0..<400).map { bin in
      faces.indices.filter { $0 != 3 }.reduce(Float(0)) {
        $0 + counts[$1] * learned.says[$1][Int(faces[$1].levels[bin])]
      }
    }
    let wanted = TwoStateChain(forgettingIn: settings.changeSeconds).posterior(
      400, odds: { expf(without[$0]) }, usual: { _ in Float(settings.amusedShare) })
    for (one, other) in zip(found, wanted) { #expect(abs(one - other) < 1e-3) }
  }

  @Test("what is not known says nothing, and nobody's audience is as amused as any")
  func unknown() {
    let dark = FaceSeries(levels: Array(repeating: FaceSeries.unknown, count: 400), settings)
    let learned = state(Array(faces(400)[..<5]) + [dark])
    #expect(learned.says[5].allSatisfy { $0 == 0 })
    #expect(learned.says.allSatisfy { $0[Int(FaceSeries.unknown)] == 0 })
    let nobody = AudienceState([], counts: [], binCount: 30, settings)
    #expect(nobody.evidence.allSatisfy { $0 == 0 })
    #expect(nobody.amused.allSatisfy { abs($0 - Float(settings.amusedShare)) < 1e-6 })
  }

  @Test("one more who reacts brings what those bring who do")
  func gain() {
    let faces = Array(faces(2400)[..<7])
    let learned = state(faces)
    // Half of an amused audience reacts (`reactingAmused`), so one who does moves by twice the
    // step.
    let said = learned.says.map { ($0[254] - $0[0]) / 2 }
    let gain = learned.gain(faces)
    #expect(gain > 0.5 && gain.isFinite)
    #expect(gain < 4 * Double(said.max() ?? 0))
    #expect(AudienceState([], counts: [], binCount: 30, settings).gain([]) == 0)
  }
}
