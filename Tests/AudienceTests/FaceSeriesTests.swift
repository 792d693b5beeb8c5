import Foundation
import TestMaterial
import Testing

@testable import Audience

@Suite("A face measured against itself")
struct FaceSeriesTests {
  /// Without the seconds of rest that are added: each is a test of its own.
  private let settings: ModelSettings = {
    var settings = ModelSettings()
    settings.restSeconds = 0
    return settings
  }()

  @Test("of a short video that people laugh through most of is rest")
  func rest() {
    // Six of ten seconds at 200: beside 20 s at 0 the usual level is 120 × 20 / 60.
    let levels = (0..<20).map { UInt8($0 < 12 ? 200 : 0) }
    let series = FaceSeries(levels: levels, ModelSettings())
    let deviation = 200 * (0.6 * 0.4).squareRoot()
    #expect(abs(Double(series.deviations[200]) - tanh((200 - 40) / deviation / 2)) < 1e-6)
  }

  /// Levels with ties, jumps and gaps, in a disorder of their own.
  private func levels(_ count: Int, seed: UInt64) -> [UInt8?] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      random.unit() < 0.25 ? nil : UInt8(random.unit() * 20) * 12
    }
  }

  @Test("the median of what is known of two and a half seconds", arguments: 1...6)
  func runningMedian(seed: UInt64) {
    let levels = levels(80, seed: seed)
    let found = FaceSeries(MadeUp.rows(levels: levels), settings).levels
    for bin in levels.indices {
      guard levels[bin] != nil else {
        #expect(found[bin] == FaceSeries.unknown)
        continue
      }
      // Five half seconds: two before, two behind; at the ends fewer.
      let near = levels[max(0, bin - 2)...min(levels.count - 1, bin + 2)].compactMap(\.self)
        .sorted().map(Int.init)
      let (low, high) = (near[(near.count - 1) / 2], near[near.count / 2])
      #expect(Int(found[bin]) == (low + high) / 2)
    }
  }

  @Test("what is held for less than half of the median's seconds is not shown")
  func held() {
    // Two half seconds of five, and three.
    let flicker = (0..<40).map { UInt8(20..<22 ~= $0 ? 250 : 10) }
    #expect(FaceSeries(MadeUp.rows(levels: flicker), settings).levels.max() == 10)
    let smile = (0..<40).map { UInt8(20..<23 ~= $0 ? 250 : 10) }
    let held = FaceSeries(MadeUp.rows(levels: smile), settings).levels
    #expect(held.indices.filter { held[$0] == 250 } == [20, 21, 22])
    // With a median of one half second nothing is held.
    var plain = settings
    plain.heldSeconds = 0.5
    #expect(FaceSeries(MadeUp.rows(levels: flicker), plain).levels == flicker)
  }

  @Test("how far from the viewer's usual level, in own standard deviations: tanh(z / 2)")
  func deviations() {
    // 75 half seconds at 51 and 25 at 153: median 51, deviation 102 × √(.75 × .25) = 44.17.
    let series = FaceSeries(
      levels: (0..<100).map { $0 % 4 == 0 ? 153 : 51 } + [FaceSeries.unknown], settings)
    let deviation = 102 * (0.75 * 0.25).squareRoot()
    #expect(abs(Double(series.deviations[153]) - tanh((153 - 51) / deviation / 2)) < 1e-6)
    #expect(series.deviations[51] == 0)
    // Who laughs three quarters of the time rests below the mean: 127.5, not the median's 153.
    let laughing = FaceSeries(levels: (0..<100).map { $0 % 4 == 0 ? 51 : 153 }, settings)
    #expect(abs(Double(laughing.deviations[153]) - tanh((153 - 127.5) / deviation / 2)) < 1e-6)
    #expect(series.deviations[Int(FaceSeries.unknown)] == 0)
    #expect(series.levels.contains { $0 != FaceSeries.unknown })
  }

  @Test("a still face does not blow up noise: the deviation is .04 at least")
  func floor() {
    let still = FaceSeries(levels: Array(repeating: 100, count: 50), settings)
    // One step of 1/255 is a tenth of .04, whatever the face did: tanh(1 / 10.2 / 2).
    #expect(abs(Double(still.deviations[101]) - tanh(1 / 10.2 / 2)) < 1e-6)
    #expect(still.deviations[100] == 0)
    let trembling = FaceSeries(levels: (0..<50).map { 100 + UInt8($0 % 2) }, settings)
    #expect(abs(Double(trembling.deviations[101]) - tanh(1 / 10.2 / 2)) < 1e-6)
  }

  @Test("the largest class by its weight, and a neutral face is none of them")
  func weights() {
    func level(_ known: [Emotion: Double]) -> UInt8 {
      var scores = EmotionVector.zero
      for (emotion, score) in known { scores[emotion] = Float(score) }
      let row = AudienceRow(position: nil, weight: 1, scores: scores, told: EmotionSet(known.keys))
      var weighted = settings
      weighted.emotions[.surprise] = 0.8
      return FaceSeries([row], weighted).levels[0]
    }
    // .6 of 255; surprise counts .8 of what is told.
    #expect(level([.happy: 0.6, .surprise: 0.7]) == 153)
    #expect(level([.happy: 0.5, .surprise: 1]) == 204)
    #expect(level([.happy: 0.2, .neutral: 1, .sad: 0.9]) == 51)
    // 255 stands for what is not known.
    #expect(level([.happy: 1]) == 254)
  }

  @Test("where nothing that counts is told, nothing is known; that it lost is known")
  func unknown() {
    let sad = AudienceRow(position: nil, weight: 1, scores: .zero, told: EmotionSet(.sad))
    let lost = AudienceRow(position: nil, weight: 1, scores: .zero)
    let faceless = AudienceRow(position: nil, weight: 1)
    let series = FaceSeries([nil, faceless, sad, lost], settings)
    let unknown = FaceSeries.unknown
    #expect(series.levels == [unknown, unknown, unknown, 0])
    #expect(FaceSeries([nil, sad], settings).levels.allSatisfy { $0 == FaceSeries.unknown })
  }
}
