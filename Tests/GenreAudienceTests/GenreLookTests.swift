import Audience
import GenreAudience
import Testing

@Suite("Looks of planted audiences")
struct GenreLookTests {
  @Test(".85 of looks are on the talking head, whenever")
  func talkingHead() {
    for seed: UInt64 in 1...3 {
      let looks = PlantedLooks(GenreVideo(.talkingHead, viewers: 48, seed: seed))
      let all = looks.seconds.joined()
      // Within .15 widths and .3 heights: 2.5 and more deviations of fixations, offsets and noise
      // together; of the other .15 about .4 lie there by chance.
      let near = all.count { abs($0.x - 0.5) < 0.15 && abs($0.y - 0.42) < 0.3 }
      let share = Double(near) / Double(all.count)
      #expect((0.81...0.93).contains(share), "\(share)")
    }
  }

  @Test("a window of .316 of the width holds what the genre says", arguments: Genre.all)
  func held(genre: Genre) {
    let video = GenreVideo(genre, viewers: 96, seed: 1)
    let looks = PlantedLooks(video)
    let spans = genre.moments > 0 ? video.moments : video.otherReactions
    let whole = [0..<genre.duration]
    // From 1 s after a cause: eyes arrive after .2 to .35 s, and a bin has to begin and end.
    let held = (spans.isEmpty ? whole : spans).map {
      looks.held(from: $0.lowerBound + 1, to: $0.upperBound)
    }
    let mean = held.reduce(0, +) / Double(held.count)
    #expect(genre.held.contains(mean), "\(genre.name): \(mean)")
  }

  @Test("some viewers lose gaze or face, blink, come late or leave")
  func circumstances() {
    let video = GenreVideo(.talkingHead, viewers: 120, seed: 2)
    var (lostGaze, lostFace, blinks, late, early) = (0, 0, 0, 0, 0)
    for viewer in 0..<video.viewers {
      let samples = video.samples(ofViewer: viewer)
      lostGaze += samples.contains { $0.gaze == .lost } ? 1 : 0
      lostFace += samples.contains { $0.face == .lost } ? 1 : 0
      blinks += samples.contains { $0.gaze == .blink } ? 1 : 0
      late += video.stay(ofViewer: viewer).lowerBound > 0 ? 1 : 0
      early += video.stay(ofViewer: viewer).upperBound < video.duration ? 1 : 0
    }
    // Planted for .2, for .36 (a lost face has no gaze), .1 and .1. Some gaps fall between two
    // samples: of 1,200 viewers .17 and .34 lost any. ± 3 deviations of 120.
    #expect((8...33).contains(lostFace))
    #expect((25...57).contains(lostGaze))
    #expect((2...22).contains(late) && (2...22).contains(early))
    #expect(blinks > 100)
  }
}

/// The looks of an audience, one a viewer and second.
private struct PlantedLooks {
  /// By the second of play time.
  private(set) var seconds: [[PicturePoint]]

  init(_ video: GenreVideo) {
    seconds = Array(repeating: [], count: Int(video.duration) + 1)
    for viewer in 0..<video.viewers {
      var last = -1
      for sample in video.samples(ofViewer: viewer) {
        guard case .at(let point, _, _) = sample.gaze, Int(sample.time) != last else { continue }
        last = Int(sample.time)
        seconds[last].append(point)
      }
    }
  }

  /// The share of looks in the window of .316 that holds most, second by second, in the mean.
  func held(from start: Double, to end: Double) -> Double {
    let shares = seconds[Int(start.rounded(.up))..<Int(end)].filter { $0.count > 9 }.map { looks in
      let x = looks.map(\.x).sorted()
      var (most, right) = (0, 0)
      for (left, edge) in x.enumerated() {
        while right < x.count, x[right] <= edge + 0.316 { right += 1 }
        most = max(most, right - left)
      }
      return Double(most) / Double(x.count)
    }
    return shares.reduce(0, +) / Double(shares.count)
  }
}
