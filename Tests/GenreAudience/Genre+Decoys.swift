import Audience
import Foundation

/// Genres in which nothing is worth a clip.
extension Genre {
  /// Slides that are read line by line, by each at an own pace; one or two laugh, and the program
  /// that reads faces misfires in bursts.
  package static let lecture = Genre(
    "lecture", duration: 480, moments: 0, held: 0.35...0.6
  ) { duration, random in
    var script = Script(hasLoneLaughs: true)
    var time = 0.0
    while time < duration {
      let (start, lines) = (time, random.whole(5...8))
      let read: Subject.Place = { time, reader in
        line(after: time - start, of: lines, reader: reader)
      }
      // A line is narrow: fixations lie close to what is read.
      script.scenes.append(
        Scene(start: time, subjects: [Subject(share: 0.85, spread: 0.015, place: read)]))
      time += random.within(30...60)
    }
    script.bursts = random.slots(8, between: 10..<duration - 10, lasting: 5...10)
    return script
  }

  /// Where a reader is on a slide: eight fixations a line, from left to right.
  private static func line(after time: Double, of lines: Int, reader: Double) -> PicturePoint {
    // 2.5 to 5 s a line, and up to a slide's length ahead of others; both from one number.
    let pace = 2.5 + 2.5 * (reader * 7.3).truncatingRemainder(dividingBy: 1)
    let read = max(0, time) / pace + reader * Double(lines)
    let across = ((read - read.rounded(.down)) * 8).rounded(.down) / 7
    let line = Int(read) % lines
    return PicturePoint(
      x: 0.12 + 0.74 * across, y: 0.2 + 0.65 * Double(line) / Double(lines - 1))
  }

  /// Everything that only looks like a moment: laughs while looks scatter, stares without a laugh,
  /// lone laughs, bursts of misfires.
  package static let decoys = Genre(
    "decoys", duration: 480, moments: 0, held: 0.34...0.5
  ) { duration, random in
    var script = Script(hasLoneLaughs: true)
    let idle = Scene(start: 0, subjects: [.still(x: 0.5, y: 0.45, share: 0.4)])
    script.scenes = [idle]
    var kinds = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    kinds.shuffle(using: &random)
    let spans = random.slots(kinds.count, between: 10..<duration - 10, lasting: 7...13)
    for (kind, span) in zip(kinds, spans) {
      var scene = Scene(start: span.lowerBound, subjects: [])
      switch kind {
      case 0:
        script.shared.append(
          SharedReaction(span: span, share: random.within(reach), isMoment: false))
        // From before the laugh until the last face is quiet.
        scene.start -= 2
        scene.elsewhere = .anywhere
      case 1:
        let x = random.within(0.2...0.8)
        scene.subjects = [.still(x: x, y: random.within(0.3...0.7), share: 0.9)]
      default:
        script.bursts.append(span)
        continue
      }
      script.scenes.append(scene)
      var after = idle
      after.start = span.upperBound + 5
      script.scenes.append(after)
    }
    return script
  }

  /// People laugh together, each at another of four things side by side.
  package static let splitScreen = Genre(
    "split screen", duration: 420, moments: 0, held: 0.33...0.45
  ) { duration, random in
    let things = [0.125, 0.375, 0.625, 0.875].map { Subject.still(x: $0, y: 0.5, share: 0.235) }
    var script = Script(scenes: [Scene(start: 0, subjects: things)], hasLoneLaughs: true)
    script.shared = five(of: duration, &random).map {
      var shared = $0
      shared.isMoment = false
      return shared
    }
    return script
  }

  /// One face at which all look, and everybody laughs now and then, each at other times: what they
  /// share is chance.
  package static let laughsApart = apart("laughs apart", duration: 480)

  /// The same in a video of the length of a short.
  package static let shortApart = apart("short, apart", duration: 45)

  private static func apart(_ name: String, duration: Double) -> Genre {
    Genre(name, duration: duration, moments: 0, held: 0.85...0.98, isApart: true) { _, _ in
      Script(scenes: [Scene(start: 0, subjects: [.still(x: 0.5, y: 0.42, share: 0.85)])])
    }
  }

  /// Nothing happens: a view out of a window.
  package static let quiet = Genre(
    "quiet", duration: 300, moments: 0, held: 0.5...0.75
  ) { _, _ in
    let cloud: Subject.Place = { time, _ in
      PicturePoint(x: 0.5 + 0.2 * sin(time / 40), y: 0.4)
    }
    return Script(scenes: [Scene(start: 0, subjects: [Subject(share: 0.4, place: cloud)])])
  }
}
