import Audience
import GenreAudience
import TestMaterial
import Testing

@testable import Selection

/// A glance at what `gazecut-bench` measures over many seeds, on audiences that were written by
/// another hand, from real faces and looks.
@Suite("Choosing from audiences of genres")
struct GenreChoiceTests {
  private static let seeds: [UInt64] = [21, 22]

  /// The cores of the moments that 24 viewers give and chance does not, in seconds.
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

  /// Five moments a video and two seeds: one that is missed costs .05, one too many as well.
  @Test(
    "what is planted is found, F1 at half of what both cover",
    arguments: [Genre.talkingHead, .interview, .match])
  func found(genre: Genre) {
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

  @Test("where nothing is a moment, six videos give at most two")
  func nothing() {
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
