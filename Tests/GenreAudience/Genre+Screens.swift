import Audience

/// Genres in which what people look at is not at the middle, or not alone on the screen.
extension Genre {
  /// One face at a third of the width, as in an interview of one person.
  package static let talkingHeadOffCentre = Genre(
    "talking head off centre", duration: 420, moments: 5, held: 0.82...0.98
  ) { duration, random in
    let x = random.chance(0.5) ? 0.28 : 0.72
    return Script(
      scenes: [Scene(start: 0, subjects: [.still(x: x, y: 0.42, share: 0.85)])],
      shared: five(of: duration, &random), hasLoneLaughs: true)
  }

  /// A face at the middle above a subtitle, which has a part of the looks.
  package static let subtitles = Genre(
    "subtitles", duration: 420, moments: 5, held: 0.72...0.95
  ) { duration, random in
    let text: Subject.Place = { time, reader in
      // Seven fixations per line of 2.5 s, each reader at another place.
      let step = ((time / 2.5 + reader) * 7).rounded(.down)
      return PicturePoint(x: 0.3 + 0.4 * step.truncatingRemainder(dividingBy: 7) / 6, y: 0.88)
    }
    return Script(
      scenes: [
        Scene(
          start: 0,
          subjects: [
            .still(x: 0.5, y: 0.4, share: 0.62), Subject(share: 0.25, spread: 0.015, place: text),
          ])
      ],
      shared: five(of: duration, &random), hasLoneLaughs: true)
  }

  /// A game, and the player's face in a corner, which everyone watches when something happens.
  package static let streamer = Genre(
    "streamer", duration: 420, moments: 5, held: 0.72...0.97
  ) { duration, random in
    func scene(_ start: Double, game: Double, face: Double) -> Scene {
      Scene(
        start: start,
        subjects: [.still(x: 0.55, y: 0.45, share: game), .still(x: 0.13, y: 0.8, share: face)])
    }
    let shared = five(of: duration, &random)
    let scenes = shared.flatMap {
      [
        scene($0.span.lowerBound, game: 0.08, face: 0.82),
        scene($0.span.upperBound + 2, game: 0.7, face: 0.15),
      ]
    }
    return Script(
      scenes: [scene(0, game: 0.7, face: 0.15)] + scenes, shared: shared, hasLoneLaughs: true)
  }
}
