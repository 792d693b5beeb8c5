import Audience
import GenreAudience
import Testing

@Suite("Gaze of genre audiences")
struct GenreLookTests {
  @Test("85 % of gaze points are on the talking head")
  func talkingHead() {
    for seed: UInt64 in 1...3 {
      let looks = PlantedLooks(GenreVideo(.talkingHead, viewers: 48, seed: seed))
      let all = looks.seconds.joined()
      // Within 0.15 widths and 0.3 heights, which is more than 2.5 standard deviations of all
      // noise. About 0.4 of the other 0.15 are there by chance.
      let near = all.count { abs($0.x - 0.5) < 0.15 && abs($0.y - 0.42) < 0.3 }
      let share = Double(near) / Double(all.count)
      #expect((0.81...0.93).contains(share), "\(share)")
    }
  }

  @Test(
    "a crop of 0.316 of the width covers the share of gaze points that the genre defines",
    arguments: Genre.all)
  func gazeCoverage(genre: Genre) {
    let video = GenreVideo(genre, viewers: 96, seed: 1)
    let looks = PlantedLooks(video)
    let spans = genre.moments > 0 ? video.moments : video.otherReactions
    let whole = [0..<genre.duration]
    // Starts 1 s after the cause, because gaze arrives after 0.2 to 0.35 s and fills a time bin.
    let held = (spans.isEmpty ? whole : spans).map {
      looks.gazeCoverage(from: $0.lowerBound + 1, to: $0.upperBound)
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
    // The probabilities are 0.2 for faces, 0.36 for gaze (a lost face has no gaze), 0.1 and 0.1.
    // Some gaps are between two samples: of 1,200 viewers, 0.17 and 0.34 lost any. The limits are 3
    // standard deviations for 120 viewers.
    #expect((8...33).contains(lostFace))
    #expect((25...57).contains(lostGaze))
    #expect((2...22).contains(late) && (2...22).contains(early))
    #expect(blinks > 100)
  }
}

/// The gaze points of an audience, one per viewer and second.
private struct PlantedLooks {
  /// Gaze points per second of play time.
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

  /// The mean share of gaze points per second in the best crop of width 0.316.
  func gazeCoverage(from start: Double, to end: Double) -> Double {
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
