import Testing

@testable import Audience

@Suite("Who reacts")
struct ReactingFacesTests {
  private let settings = ModelSettings()

  private static let unknown = FaceSeries.unknown

  /// The probability in one half second of a face, in an audience that is as amused throughout.
  private func probability(
    _ levels: [UInt8], amused: Float, at bin: Int
  ) -> Float {
    ReactingFaces(settings).probabilities(
      FaceSeries(levels: levels, settings),
      amused: Array(repeating: amused, count: levels.count))[bin]
  }

  @Test("of an unknown face what the audience makes usual")
  func unknown() {
    let unknown = [UInt8](repeating: Self.unknown, count: 120)
    let (most, least) = (Float(settings.reactingAmused), Float(settings.reactingElse))
    // What lies between the two states lies between, by the probability of either.
    for (amused, wanted) in [(Float(0), least), (1, most), (0.5, (most + least) / 2)] {
      #expect(abs(probability(unknown, amused: amused, at: 60) - wanted) < 1e-5)
    }
  }

  @Test("a face that never changes does not react: always less than an unknown one")
  func still() {
    // It is at its own mean, so each half second speaks against a reaction by exp(−.5).
    let still = [UInt8](repeating: 90, count: 600)
    let unknown = [UInt8](repeating: Self.unknown, count: 600)
    #expect(probability(still, amused: 0, at: 300) < 0.02)
    // In an audience that is surely amused half of the unknown faces react.
    #expect(probability(still, amused: 1, at: 300) < 0.25)
    for amused in stride(from: Float(0), through: 1, by: 0.125) {
      let usual = probability(unknown, amused: amused, at: 300)
      #expect(probability(still, amused: amused, at: 300) < 0.5 * usual)
    }
  }

  @Test("a face that is held above its own mean reacts, and in an amused audience more readily")
  func held() {
    // Ten of a hundred seconds at 200: z is 3, and tanh(1.5) is .9.
    let levels = (0..<600).map { UInt8($0 % 200 < 20 ? 200 : 20) }
    #expect(probability(levels, amused: 1, at: 210) > 0.7)
    // Before the face has spoken for long, what the others do decides.
    #expect(probability(levels, amused: 1, at: 200) > probability(levels, amused: 0, at: 200))
    #expect(probability(levels, amused: 0, at: 300) < 0.02)
    // Six times ten seconds, each a little higher.
    let rising = (0..<1200).map { (bin: Int) -> UInt8 in
      bin % 200 < 20 ? UInt8(40 * (bin / 200 + 1)) : 20
    }
    let found = (0..<6).map { probability(rising, amused: 0.5, at: 200 * $0 + 10) }
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "\(found)")
  }

  @Test("a viewer of the audience is told by the others: the own laugh is asked once")
  func others() {
    // Seven of a hundred seconds, so that z is 3.7.
    let laughs = { (bin: Int) in bin % 200 < 14 }
    let rows = { (laughs: @escaping (Int) -> Bool) in
      MadeUp.rows(levels: (0..<960).map { laughs($0) ? 220 : 10 })
    }
    // Five who never react, and one who laughs alone.
    let quiet = (0..<5).map { _ in rows { _ in false } }
    let alone = CrowdLearning(
      quiet + [rows(laughs)], settings, aspect: 16.0 / 9, binCount: 960
    ).members()[5]
    // Six who laugh together, one of whom is the same face.
    let joined = CrowdLearning(
      Array(repeating: rows(laughs), count: 6), settings, aspect: 16.0 / 9, binCount: 960
    ).members()[5]
    for bin in stride(from: 7, to: 960, by: 200) {
      #expect(joined.reacting[bin] > 0.7, "\(joined.reacting[bin])")
      #expect(alone.reacting[bin] < joined.reacting[bin])
    }
    #expect((30..<190).allSatisfy { alone.reacting[$0] < 0.1 && joined.reacting[$0] < 0.1 })
  }
}
