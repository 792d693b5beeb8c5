import Audience
import Foundation

/// Genres in which many react while one thing is looked at.
extension Genre {
  /// How much of an audience a shared reaction reaches.
  ///
  /// Of two comedy audiences .27 and .47 and more laugh in the best tenth of the time, .73 and .93
  /// at the best instant (ComedyLab, M. T. Harris 2014).
  static let reach = 0.35...0.7

  /// Five shared reactions of some length, one in each fifth of the video.
  static func five(
    _ emotion: Emotion = .happy, lasting: ClosedRange<Double> = 8...14, of duration: Double,
    _ random: inout GenreRandom
  ) -> [SharedReaction] {
    random.slots(5, between: 10..<duration - 10, lasting: lasting).map {
      SharedReaction(span: $0, emotion: emotion, share: random.within(reach))
    }
  }

  /// One face at the middle, looked at all the time; lone laughs between the shared ones.
  package static let talkingHead = Genre(
    "talking head", duration: 420, moments: 5, held: 0.85...0.98
  ) { duration, random in
    Script(
      scenes: [Scene(start: 0, subjects: [.still(x: 0.5, y: 0.42, share: 0.85)])],
      shared: five(of: duration, &random), hasLoneLaughs: true)
  }

  /// The same face in a video of the length of a short, with one laugh that is shared.
  package static let short = Genre(
    "short", duration: 45, moments: 1, held: 0.8...0.98
  ) { duration, random in
    Script(
      scenes: [Scene(start: 0, subjects: [.still(x: 0.5, y: 0.42, share: 0.85)])],
      shared: random.slots(1, between: 10..<duration - 10, lasting: 6...12).map {
        SharedReaction(span: $0, share: random.within(reach))
      })
  }

  /// Two faces far apart; everyone follows who speaks.
  package static let interview = Genre(
    "interview", duration: 420, moments: 5, held: 0.76...0.95
  ) { duration, random in
    var script = Script(shared: five(of: duration, &random), hasLoneLaughs: true)
    for index in script.shared.indices where index % 2 == 1 {
      script.shared[index].emotion = .surprise
    }
    var (time, speaker) = (0.0, 0)
    while time < duration {
      let places = [0.2, 0.8]
      script.scenes.append(
        Scene(
          start: time,
          subjects: [
            .still(x: places[speaker], y: 0.4, share: 0.82),
            .still(x: places[1 - speaker], y: 0.4, share: 0.08),
          ]))
      time += random.within(3...12)
      speaker = 1 - speaker
    }
    return script
  }

  /// One ball that everyone follows about the picture; at a cheer, the one who scored.
  package static let match = Genre(
    "match", duration: 480, moments: 5, held: 0.78...0.97
  ) { duration, random in
    var script = Script(shared: five(lasting: 7...12, of: duration, &random), hasLoneLaughs: true)
    let (phase, tilt) = (random.within(0...6), random.within(0...6))
    // At most .24 of the width a second: a pass, seen from the stand.
    let ball: Subject.Place = { time, _ in
      PicturePoint(
        x: 0.5 + 0.28 * sin(time / 2.7 + phase) + 0.12 * sin(time / 0.9 + tilt),
        y: 0.55 + 0.16 * sin(time / 1.9 + tilt))
    }
    script.scenes = [Scene(start: 0, subjects: [Subject(share: 0.82, place: ball)])]
    for index in script.shared.indices {
      let span = script.shared[index].span
      script.shared[index].emotion = index % 2 == 0 ? .happy : .surprise
      let goal = ball(span.lowerBound, 0)
      script.scenes.append(
        Scene(
          start: span.lowerBound, subjects: [.still(x: goal.x, y: goal.y, share: 0.85)]))
      script.scenes.append(
        Scene(start: span.upperBound + 3, subjects: [Subject(share: 0.82, place: ball)]))
    }
    return script
  }

  /// Cuts every few seconds, each to something elsewhere, as in a cartoon or a trailer.
  package static let montage = Genre(
    "montage", duration: 400, moments: 5, held: 0.68...0.92
  ) { duration, random in
    var script = Script(shared: five(of: duration, &random), hasLoneLaughs: true)
    var time = 0.0
    while time < duration {
      let x = random.within(0.15...0.85)
      var subjects = [
        Subject.still(x: x, y: random.within(0.3...0.65), share: random.within(0.74...0.88))
      ]
      if random.chance(0.4) {
        // A second thing on the other side has a part of the looks that are left.
        subjects.append(.still(x: x < 0.5 ? x + 0.35 : x - 0.35, y: 0.5, share: 0.1))
      }
      script.scenes.append(Scene(start: time, subjects: subjects))
      time += random.within(2...5)
    }
    return script
  }

  /// Sudden surprises, held for a few seconds, then nothing: a film of horror.
  package static let scares = Genre(
    "scares", duration: 400, moments: 5, held: 0.8...0.97
  ) { duration, random in
    var script = Script(shared: five(.surprise, lasting: 5...8, of: duration, &random))
    let dark: Subject.Place = { time, _ in
      PicturePoint(x: 0.5 + 0.15 * sin(time / 11), y: 0.5)
    }
    script.scenes = [Scene(start: 0, subjects: [Subject(share: 0.6, place: dark)])]
    for shared in script.shared {
      let x = random.within(0.2...0.8)
      script.scenes.append(
        Scene(start: shared.span.lowerBound, subjects: [.still(x: x, y: 0.45, share: 0.88)]))
      script.scenes.append(
        Scene(start: shared.span.upperBound + 2, subjects: [Subject(share: 0.6, place: dark)]))
    }
    return script
  }

  /// A room at a comedian's, each at home: faces as measured there, looks on one performer.
  ///
  /// The measured rooms had shared laughs of every size. Here there are large ones, the moments,
  /// and small ones of a tenth to a fifth: what lies between would be neither right nor wrong.
  package static let comedyAtHome = Genre(
    "comedy at home", duration: 600, moments: 8, held: 0.78...0.96, isShow: true
  ) { duration, random in
    let stage: Subject.Place = { time, _ in
      PicturePoint(x: 0.5 + 0.14 * sin(time / 9), y: 0.4)
    }
    var script = Script(
      scenes: [Scene(start: 0, subjects: [Subject(share: 0.8, place: stage)])],
      hasLoneLaughs: true)
    // Stretches in which .3 and more laugh: 1.3 to 1.7, 4.5 to 5 and 7.3 to 8.7 s (10, 50, 90 %);
    // a clip has 5 s and more, so the moments are the longer half of them.
    for span in random.slots(8, between: 10..<duration - 10, lasting: 5...10) {
      script.shared.append(SharedReaction(span: span, share: random.within(0.4...0.75)))
    }
    let large = script.shared.map(\.span)
    for span in random.slots(20, between: 10..<duration - 10, lasting: 2.2...5) {
      let isClear = !large.contains {
        $0.lowerBound < span.upperBound + 8 && span.lowerBound < $0.upperBound + 8
      }
      guard isClear else { continue }
      let share = random.within(0.1...0.2)
      script.shared.append(SharedReaction(span: span, share: share, isMoment: false))
    }
    // Of all seat seconds .25 to .28 were smiles, more and less at times.
    var time = random.within(0...30)
    while time < duration {
      let end = time + random.within(30...90)
      script.amused.append(time..<min(duration, end))
      time = end + random.within(15...60)
    }
    return script
  }
}
