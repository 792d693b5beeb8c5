import Audience
import GenreAudience
import TestMaterial
import Testing

@testable import Selection

/// A short version of what `gazecut-bench` measures on the genre audiences.
@Suite("Choosing from genre audiences")
struct GenreChoiceTests {
  private static let seeds: [UInt64] = [21, 22]

  /// The cores of the moments chosen with 24 viewers, in seconds.
  private func cores(_ video: GenreVideo) -> [Range<Double>] {
    var fold = AudienceAggregation(duration: video.duration, aspect: video.aspect)
    fold.add(sessions: (0..<video.viewers).map { [video.samples(ofViewer: $0)] })
    return MomentChooser().choose(from: fold.finish().summary).candidates
      .map { $0.coreStart..<$0.coreEnd }
  }

  private func overlap(_ a: Range<Double>, _ b: Range<Double>) -> Double {
    let shared = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
    let union = a.upperBound - a.lowerBound + b.upperBound - b.lowerBound - max(0, shared)
    return shared > 0 ? shared / union : 0
  }

  /// Each video has five moments, and each genre has two seeds.
  ///
  /// One missed or false moment costs 0.05.
  @Test(
    "planted moments are found with F1 of at least 0.8",
    arguments: [Genre.talkingHead, .interview, .match])
  func plantedMomentsAreFound(genre: Genre) {
    var (hits, planted, chosen) = (0, 0, 0)
    for seed in Self.seeds {
      let video = GenreVideo(genre, viewers: 24, seed: seed)
      let cores = cores(video)
      hits += video.moments.count { moment in cores.contains { overlap($0, moment) >= 0.5 } }
      planted += video.moments.count
      chosen += cores.count
    }
    let f1 = 2 * Double(hits) / Double(max(1, planted + chosen))
    #expect(f1 >= 0.8, "\(genre.name): \(hits) of \(planted) in \(chosen), F1 \(f1)")
  }

  @Test("six videos without moments give at most two")
  func withoutMoments() {
    var chosen: [String] = []
    for genre in [Genre.lecture, .decoys, .splitScreen] {
      for seed in Self.seeds {
        chosen += cores(GenreVideo(genre, viewers: 24, seed: seed)).map {
          "\(genre.name) \(seed): \($0)"
        }
      }
    }
    #expect(chosen.count <= 2, "\(chosen)")
  }

}
