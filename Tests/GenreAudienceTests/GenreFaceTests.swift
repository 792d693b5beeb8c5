import Audience
import GenreAudience
import Testing

/// Faces against what two real comedy audiences showed: ComedyLab, Harris 2014.
@Suite("Faces of planted audiences")
struct GenreFaceTests {
  /// Happy scores of those with ten and more samples a second, and whether the face laughs.
  private func faces(_ genre: Genre) -> [[(happy: Double, laughs: Bool)]] {
    let video = GenreVideo(genre, viewers: 72, seed: 6)
    return (0..<video.viewers).compactMap { viewer in
      let samples = video.samples(ofViewer: viewer)
      guard samples.count > Int(genre.duration) * 5 else { return nil }
      return samples.compactMap { sample in
        guard case .scores(let scores) = sample.face else { return nil }
        return (Double(scores[.happy]), video.reacts(viewer: viewer, at: sample.time))
      }
    }
  }

  private func quantile(_ share: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  @Test("of a room at a show: laughs lift them, quiet levels differ as seats' do")
  func show() throws {
    let faces = faces(.comedyAtHome)
    try #require(faces.count > 20)
    let quiet = faces.map { quantile(0.5, of: $0.filter { !$0.laughs }.map(\.happy)) }
    // Seats' medians without laughs, smiles included: 0 .16 .34 .49 .70 (5 to 95 %).
    #expect((0.2...0.45).contains(quantile(0.5, of: quiet)))
    #expect(quantile(0.1, of: quiet) < 0.15 && quantile(0.9, of: quiet) > 0.45)
    let lifts = zip(faces, quiet).compactMap { face, quiet -> Double? in
      let laughs = face.filter(\.laughs).map(\.happy)
      return laughs.count < 50 ? nil : quantile(0.5, of: laughs) - quiet
    }
    // Above all that is no laugh, smiles included: .03 .16 .30 .43 .53 (5 to 95 %).
    #expect((0.2...0.4).contains(quantile(0.5, of: lifts)))
  }

  @Test("at home many are near 0 nearly always")
  func home() throws {
    let faces = faces(.talkingHead)
    try #require(faces.count > 20)
    let still = faces.count { face in face.count { $0.happy < 0.05 } * 2 > face.count }
    // Of seats at a show four of 26 are; at home, .2 lower, a third and more.
    #expect((0.25...0.7).contains(Double(still) / Double(faces.count)))
  }
}
