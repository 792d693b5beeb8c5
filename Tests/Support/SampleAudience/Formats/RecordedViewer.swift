package import Audience

/// One viewer of the samples folder, as a perfect device would have recorded them.
package struct RecordedViewer: Sendable {
  /// A made-up pseudonym; the stem of the viewer's own files.
  package let name: String
  /// Number among the viewers, from 0.
  package let number: Int
  /// Two samples a second; blinks and losses among them.
  package let samples: [Sample]

  /// Samples a second.
  static let rate = 2.0
  /// A seed of eight viewers who show all three planted moments clearly, in every format.
  static let seed: UInt64 = 6

  /// The audience of the sample video: enough viewers for a moment, few enough for a small folder.
  package static let meadow: [RecordedViewer] = names.indices.map { number in
    var plan = AudiencePlan()
    plan.duration = SampleScript.meadow.duration
    plan.rate = rate
    plan.viewers = names.count
    plan.difficulty = .easy
    plan.seed = seed
    let planted = PlantedAudience(plan, script: .meadow).samples(ofViewer: number)
    return RecordedViewer(name: names[number], number: number, samples: timed(planted, number))
  }

  private static let names = [
    "avocet", "dunlin", "finch", "heron", "linnet", "plover", "siskin", "wren",
  ]

  /// When each viewer's device ticks: the first just before a whole half second, which is where
  /// SeeYouTube's clock rounds wrongly.
  private static let phases = [0.498, 0, 0.05, 0.12, 0.2, 0.27, 0.34, 0.41]

  /// The planted samples at the device's own instants, with blinks.
  private static func timed(_ planted: SampleColumns, _ number: Int) -> [Sample] {
    var random = SeededRandom(seed: seed, stream: 9000 + UInt64(number))
    return planted.enumerated().map { step, sample in
      var sample = sample
      sample.time = Double(step) / rate + phases[number]
      if random.chance(0.03), case .at = sample.gaze { sample.gaze = .blink }
      return sample
    }.filter { $0.time < SampleScript.meadow.duration }
  }
}

extension Sample {
  /// Where the eyes were; `nil` where nothing tells.
  var point: PicturePoint? {
    if case .at(let point, _, _) = gaze { return point }
    return nil
  }

  /// Whether the eyes were closed.
  var isBlink: Bool { gaze == .blink }

  /// The scores of the face; `nil` where none was found.
  var scores: FaceScores? {
    if case .scores(let scores) = face { return scores }
    return nil
  }
}

extension FaceScores {
  /// The strongest classes told and their scores, the strongest first.
  func strongest(_ count: Int) -> [(emotion: Emotion, score: Double)] {
    told.emotions.map { ($0, Double(self[$0])) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }.prefix(count)
      .map { (emotion: $0.0, score: $0.1) }
  }
}

/// The face of the sample video as a perfect detector would see it.
struct RecordedSubject {
  /// Play time in seconds.
  let time: Double
  /// Number of the shot, from 1: a new shot is a new track.
  let shot: Int
  /// The face in picture coordinates.
  let box: PictureBox

  /// The face of the sample video, two instants a second.
  static let meadow: [RecordedSubject] = (0..<200).map { at(Double($0) / 2) }

  /// The face at a play time; `SampleVideo` draws it 0.3 of the picture's height across.
  static func at(_ time: Double) -> RecordedSubject {
    let script = SampleScript.meadow
    let place = script.subject(at: time)
    let (width, height) = (0.3 * 9 / 16, 0.3)
    return RecordedSubject(
      time: time, shot: script.shots.prefix { $0.start <= time }.count,
      box: PictureBox(
        x: place.x - width / 2, y: place.y - height / 2, width: width, height: height))
  }
}
