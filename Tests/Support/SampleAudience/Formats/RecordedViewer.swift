package import Audience

/// One viewer in the samples folder, as recorded by a perfect device.
package struct RecordedViewer: Sendable {
  /// A made-up name, also used for the viewer's files.
  package let name: String
  /// Number of the viewer, from 0.
  package let number: Int
  /// Two samples per second, with blinks and losses.
  package let samples: [Sample]

  /// Samples per second.
  static let rate = 2.0
  /// A seed with which all eight viewers clearly show all three planted moments, in every format.
  static let seed: UInt64 = 6

  /// The audience of the sample video: enough viewers for a moment in a small folder.
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

  /// Time of the first sample of each viewer in seconds.
  ///
  /// The first value is just below 0.5 s, where SeeYouTube's clock rounds incorrectly.
  private static let phases = [0.498, 0, 0.05, 0.12, 0.2, 0.27, 0.34, 0.41]

  /// The planted samples at the times of the device, with blinks.
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
  /// The gaze point; `nil` if unknown.
  var point: PicturePoint? {
    if case .at(let point, _, _) = gaze { return point }
    return nil
  }

  var isBlink: Bool { gaze == .blink }

  /// The scores of the face; `nil` if no face was found.
  var scores: FaceScores? {
    if case .scores(let scores) = face { return scores }
    return nil
  }
}

extension FaceScores {
  /// The classes with the highest scores, highest first.
  func strongest(_ count: Int) -> [(emotion: Emotion, score: Double)] {
    told.emotions.map { ($0, Double(self[$0])) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }.prefix(count)
      .map { (emotion: $0.0, score: $0.1) }
  }
}

/// The face in the sample video, as detected by a perfect detector.
struct RecordedSubject {
  /// Play time in seconds.
  let time: Double
  /// Number of the shot, from 1; each shot has its own track.
  let shot: Int
  /// The face in frame coordinates.
  let box: PictureBox

  /// The face in the sample video at two times per second.
  static let meadow: [RecordedSubject] = (0..<200).map { at(Double($0) / 2) }

  /// The face at a play time; its height is 0.3 of the frame, as `SampleVideo` draws it.
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
