import Audience
import GenreAudience
import Testing

@Suite("Genre audiences")
struct GenreVideoTests {
  @Test("each genre has its own name")
  func namesOfGenres() {
    #expect(Set(Genre.all.map(\.name)).count == Genre.all.count)
  }

  @Test("the same seed gives the same samples, and another seed gives others", arguments: Genre.all)
  func sameSeed(genre: Genre) {
    let first = GenreVideo(genre, seed: 3)
    let second = GenreVideo(genre, seed: 3)
    let other = GenreVideo(genre, seed: 4)
    #expect(first.moments == second.moments)
    for viewer in [0, 11, 23] {
      #expect(first.samples(ofViewer: viewer) == second.samples(ofViewer: viewer))
      #expect(first.samples(ofViewer: viewer) != other.samples(ofViewer: viewer))
    }
  }

  @Test("a viewer does not change with the size of the audience", arguments: Genre.all)
  func sizeOfTheAudience(genre: Genre) {
    let small = GenreVideo(genre, viewers: 5, seed: 8)
    let large = GenreVideo(genre, viewers: 60, seed: 8)
    #expect(small.moments == large.moments)
    for viewer in [0, 4] {
      #expect(small.samples(ofViewer: viewer) == large.samples(ofViewer: viewer))
      let times = stride(from: 0, to: genre.duration, by: 0.5)
      #expect(
        times.map { small.reacts(viewer: viewer, at: $0) }
          == times.map { large.reacts(viewer: viewer, at: $0) })
    }
  }

  @Test("samples are inside the video, in order and at the viewer's rate", arguments: Genre.all)
  func samplesAreInOrder(genre: Genre) {
    let video = GenreVideo(genre, seed: 5)
    var rates: Set<Int> = []
    for viewer in 0..<video.viewers {
      let samples = video.samples(ofViewer: viewer)
      let stay = video.stay(ofViewer: viewer)
      let times = samples.milliseconds
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.allSatisfy { (0...Int32(genre.duration * 1000)).contains($0) })
      rates.insert(Int((Double(times.count) / (stay.upperBound - stay.lowerBound)).rounded()))
    }
    #expect(rates.isSubset(of: [1, 2, 10, 30]) && rates.count >= 3)
  }

  @Test(
    "moments have the planned number, are inside the video and do not touch", arguments: Genre.all)
  func numberOfMoments(genre: Genre) {
    for seed: UInt64 in 1...6 {
      let video = GenreVideo(genre, seed: seed)
      #expect(video.moments.count == genre.moments)
      #expect(video.moments.allSatisfy { $0.lowerBound > 5 && $0.upperBound < genre.duration - 5 })
      for (first, second) in zip(video.moments, video.moments.dropFirst()) {
        // Slots have a margin of 6 s on each side. Lags of 0.3 to 1.2 s and a late end of 2.5 s
        // leave 8 s.
        #expect(second.lowerBound - first.upperBound >= 12 - 1e-9)
      }
    }
  }

  @Test("35 to 75 % of viewers react to a moment, and almost nobody without a cause")
  func reactionRates() {
    for genre in Genre.all where !genre.isApart {
      for seed: UInt64 in 1...4 {
        let video = GenreVideo(genre, seed: seed)
        for moment in video.moments {
          // In the middle all have begun (after 1.2 s, followers 3 s later) and few have ended.
          let middle = (moment.lowerBound + moment.upperBound) / 2 + 1
          let share = Double(video.reactors(at: middle)) / Double(video.viewers)
          #expect((0.25...0.76).contains(share), "\(genre.name) \(seed) \(moment)")
        }
        let felt = video.moments + video.otherReactions
        for time in stride(from: 0, to: genre.duration, by: 0.5) {
          let isCaused = felt.contains { $0.lowerBound <= time && time < $0.upperBound + 4 }
          #expect(isCaused || video.reactors(at: time) <= 2, "\(genre.name) \(seed) \(time)")
        }
      }
    }
  }

  /// Laughs of 4 s with gaps of 16 s: each viewer laughs for a fifth of the time.
  ///
  /// If viewers are independent, the standard deviation of the share is √(0.2 × 0.8 / 24) = 0.08.
  /// The limit is one and a half times that.
  @Test("viewers who laugh independently do so for a fifth of the time")
  func independentLaughs() {
    let video = GenreVideo(.laughsApart, seed: 3)
    let shares = stride(from: 30, to: video.duration - 30, by: 0.5).map { time in
      let there = (0..<video.viewers).filter { video.stay(ofViewer: $0).contains(time) }
      return Double(there.count { video.reacts(viewer: $0, at: time) }) / Double(there.count)
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    let squares = shares.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(shares.count)
    #expect((0.14...0.26).contains(mean) && squares.squareRoot() < 0.12, "\(mean) \(squares)")
  }

  @Test("at most two viewers react at a time in a lecture, and none in a quiet video")
  func lectureAndQuietVideo() {
    for seed: UInt64 in 1...12 {
      let lecture = GenreVideo(.lecture, seed: seed)
      let counts = stride(from: 0, to: lecture.duration, by: 0.25).map(lecture.reactors(at:))
      #expect(counts.max() == 2 || counts.max() == 1)
      let quiet = GenreVideo(.quiet, seed: seed)
      #expect(
        stride(from: 0, to: quiet.duration, by: 0.5).allSatisfy { quiet.reactors(at: $0) == 0 })
    }
  }
}

extension GenreVideo {
  fileprivate func reactors(at time: Double) -> Int {
    (0..<viewers).count { reacts(viewer: $0, at: time) }
  }
}
