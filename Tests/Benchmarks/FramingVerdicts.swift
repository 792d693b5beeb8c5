import Framing
import TestMaterial

/// The figures of framing beside their targets, for every bench that measures them.
enum FramingVerdicts {
  /// Looks kept where half of the viewers frame, what the worst clip keeps beyond its best still
  /// window, and how the window moves.
  static func viewers(_ found: HalvesBench.Report) -> [Verdict] {
    [
      Verdict(
        figure: "looks kept, half of the viewers frame, %", value: found.kept, target: 70.0,
        simple: found.still,
        bound: "one clip alternates faster than a window may cut; on the scorers it is 71.0"),
      Verdict(
        figure: "the least that a clip keeps beyond its still window", value: found.leastGain,
        target: 0, bound: "a still window chosen on half of the viewers is as lucky"),
      Verdict(
        figure: "told by gazeKept less kept, points", value: abs(found.told - found.kept),
        target: 1, isCeiling: true, bound: "halves of the framing viewers are fewer"),
    ] + moves(found.motion) + [breaches("viewers", found.motion)]
  }

  /// Looks kept where eight frame whose eyes are tracked badly.
  static func noisyViewers(_ found: HalvesBench.Report) -> [Verdict] {
    [
      Verdict(
        figure: "looks kept, 8 noisy viewers frame, %", value: found.kept, target: 67.5,
        simple: found.still, bound: "the same eight without bias or noise keep 67.9"),
      breaches("8 noisy viewers", found.motion),
    ]
  }

  /// What is kept of people's own windows.
  static func editors(
    _ found: EditorsBench.Shares
  ) -> [Verdict] {
    [
      Verdict(
        figure: "human windows kept, %", value: found.kept, target: 92,
        simple: found.still.kept, bound: "the raw median of five, without limits, keeps 91.8"),
      Verdict(
        figure: "human windows wholly inside, %", value: found.whole, target: 82,
        simple: found.still.whole,
        bound: "coverage is not the median that people's windows ask for; it has 82.9"),
      breaches("editors", found.motion),
    ]
  }

  /// Frames of a triple jump with the runner in the window.
  static func runner(_ found: (slow: Double, fast: Double)) -> [Verdict] {
    [
      Verdict(
        figure: "runner's torso in the window at speed 0.8, %", value: 100 * found.fast,
        target: 95, places: 0, bound: "six viewers; see the manual, Judgement"),
      Verdict(
        figure: "the same at 0.4, %", value: 100 * found.slow, target: 88, places: 0,
        bound: "the runner crosses at 0.65; see the manual, Judgement"),
    ]
  }

  /// What an operator would choose, and how evenly a window follows.
  static func planted(_ found: PlantedShots.Found, _ even: Double) -> [Verdict] {
    [
      Verdict(
        figure: "planted shots: the layout an operator would choose, %",
        value: 100 * found.layout, target: 92.3, bound: "twenty viewers leave gaps in a long line"),
      Verdict(
        figure: "the same, all that is watched shown whole, %", value: 100 * found.whole,
        target: 99.4, bound: "twenty viewers leave gaps in a long line"),
      Verdict(
        figure: "frames within 10 % of a steady subject's speed, %", value: 100 * even,
        target: 95, bound: "a window begins to go when it pays"),
    ]
  }

  /// What an uncut hour costs.
  static func hour(_ found: (seconds: Double, megabytes: Double)) -> [Verdict] {
    [
      Verdict(
        figure: "an uncut hour, seconds of CPU", value: found.seconds, target: 20,
        isCeiling: true, bound: "the search is exact"),
      Verdict(
        figure: "the same, MB", value: found.megabytes, target: 300, isCeiling: true, places: 0,
        bound: "the map of coverage has a number for each step and position"),
    ]
  }

  private static func moves(_ motion: MotionSummary) -> [Verdict] {
    [
      ("moves per 10 s", motion.perTenSeconds(\.moves), 1.8),
      ("restarts after < 2 s, per 10 s", motion.perTenSeconds(\.restarts), 0.1),
      ("moves under 8 % of the width, per 10 s", motion.perTenSeconds(\.shortMoves), 0.2),
      ("turns after < 1 s of rest, per 10 s", motion.perTenSeconds(\.hastyTurns), 0),
    ].map {
      Verdict(
        figure: $0.0, value: $0.1, target: $0.2, isCeiling: true, places: 2, bound: "a bug")
    }
  }

  private static func breaches(_ who: String, _ motion: MotionSummary) -> Verdict {
    Verdict(
      figure: "framings that break a limit of motion, \(who)", value: Double(motion.breaches),
      target: 0, isCeiling: true, places: 0, bound: "a bug")
  }
}
