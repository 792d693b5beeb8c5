import Selection

extension Setting {
  /// The thresholds of choosing, for an analyst who moves them and looks.
  ///
  /// The manual's page on judgement says what moving each does to moments found and chosen.
  static let thresholds: [Setting] = [
    .number(
      "selection.leastReaction", "share of the audience, 0 to 1",
      "Least reaction over a core: strengths of those who react, over all faces. Lower finds "
        + "milder moments.", in: 0...1, \.selection.leastReaction),
    .number(
      "selection.leastReactingViewers", "viewers, strengths added up",
      "Least reaction of a core in viewers. Higher wants more people; lower finds what few of few "
        + "react to, strangers among them.", in: 0...1_000_000, \.selection.leastReactingViewers),
    .number(
      "selection.leastStrength", "strength, 0 to 1",
      "Strength from which a face counts as reacting.", in: 0...1, \.selection.leastStrength),
    .number(
      "selection.leastScore", "score, 0 to 1",
      "Least score of a moment. Lower chooses what stands out of a dull video alone.", in: 0...1,
      \.selection.leastScore),
    .number(
      "selection.leastGatheringZ", "deviations above chance",
      "From where looks are called gathered. Lower takes looser gatherings, and more of chance.",
      in: 0...100, \.selection.leastGatheringZ),
    .number(
      "selection.stretchCost", "evidence, log likelihood",
      "What a further stretch must bring. More gives fewer, longer cores.", in: 0...1000,
      \.selection.stretchCost),
    .number(
      "selection.leastCore", "seconds",
      "Shortest core. Shorter finds flashes, and more of what only chance gathered.", in: 0.5...600,
      \.selection.leastCore),
  ]
}
