import Audience
import GenreAudience
import Testing

/// Compares synthetic faces with those of two real comedy audiences (ComedyLab, Harris 2014).
@Suite("Faces of genre audiences")
struct GenreFaceTests {
  /// Happy scores of viewers with ten or more samples per second, and whether the viewer laughs.
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

  @Test("faces at a show are raised by laughs and differ when quiet, like real ones")
  func facesAtAShow() throws {
    let faces = faces(.comedyAtHome)
    try #require(faces.count > 20)
    let quiet = faces.map { quantile(0.5, of: $0.filter { !$0.laughs }.map(\.happy)) }
    // Real medians without laughs, including smiles: 0, 0.16, 0.34, 0.49, 0.70 (5 to 95 %).
    #expect((0.2...0.45).contains(quantile(0.5, of: quiet)))
    #expect(quantile(0.1, of: quiet) < 0.15 && quantile(0.9, of: quiet) > 0.45)
    let lifts = zip(faces, quiet).compactMap { face, quiet -> Double? in
      let laughs = face.filter(\.laughs).map(\.happy)
      return laughs.count < 50 ? nil : quantile(0.5, of: laughs) - quiet
    }
    // Real increases over everything but laughs: 0.03, 0.16, 0.30, 0.43, 0.53 (5 to 95 %).
    #expect((0.2...0.4).contains(quantile(0.5, of: lifts)))
  }

  @Test("at home, many faces are near 0 most of the time")
  func facesAtHome() throws {
    let faces = faces(.talkingHead)
    try #require(faces.count > 20)
    let still = faces.count { face in face.count { $0.happy < 0.05 } * 2 > face.count }
    // At a real show four of 26 faces are. At home, with scores lower by 0.2, a third or more are.
    #expect((0.25...0.7).contains(Double(still) / Double(faces.count)))
  }
}
