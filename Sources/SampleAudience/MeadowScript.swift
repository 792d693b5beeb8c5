import Audience

extension SampleScript {
  /// The script of the project's own sample video, one hundred seconds long.
  ///
  /// Three moments are worth choosing; the four other stretches only look so: faces that laugh
  /// while the eyes wander, eyes that gather while nobody smiles, one viewer who laughs alone, and
  /// a classifier that flickers.
  package static let meadow = SampleScript(
    duration: 100,
    shots: [
      shot(0, 9, from: (0.50, 0.50), to: (0.50, 0.50)),
      shot(9, 22, from: (0.22, 0.52), to: (0.62, 0.48)),
      shot(22, 36, from: (0.70, 0.45), to: (0.70, 0.45)),
      shot(36, 46, from: (0.35, 0.55), to: (0.55, 0.50)),
      shot(46, 60, from: (0.76, 0.50), to: (0.76, 0.50)),
      shot(60, 72, from: (0.30, 0.45), to: (0.30, 0.45)),
      shot(72, 86, from: (0.72, 0.52), to: (0.30, 0.50)),
      shot(86, 100, from: (0.50, 0.50), to: (0.64, 0.46)),
    ],
    stretches: [
      PlantedStretch(start: 10, end: 20, kind: .delight, emotion: .happy, reactingShare: 0.70),
      PlantedStretch(start: 24, end: 33, kind: .stare, emotion: .happy, reactingShare: 0),
      PlantedStretch(start: 37, end: 45, kind: .laugh, emotion: .happy, reactingShare: 0.65),
      PlantedStretch(start: 47, end: 58, kind: .delight, emotion: .surprise, reactingShare: 0.65),
      PlantedStretch(start: 62, end: 70, kind: .lone, emotion: .happy, reactingShare: 0.05),
      PlantedStretch(start: 73, end: 84, kind: .delight, emotion: .happy, reactingShare: 0.75),
      PlantedStretch(start: 88, end: 97, kind: .flicker, emotion: .happy, reactingShare: 0.5),
    ])

  private static func shot(
    _ start: Double, _ end: Double, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> SampleShot {
    SampleShot(
      start: start, end: end, from: PicturePoint(x: from.x, y: from.y),
      to: PicturePoint(x: to.x, y: to.y))
  }
}
