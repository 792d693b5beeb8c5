import Audience
import Foundation

/// What the program that reads faces makes of one face, ten times a second.
///
/// The score is what the face means to show (quiet, a smile, a laugh), and three kinds of wander
/// whose sum agrees with real scores from sample to sample and over minutes: the correlation of a
/// seat's score with itself is .98 .83 .75 .42 .27 .10 after .1 .5 1 5 10 and 30 s, laughs included
/// (ComedyLab, M. T. Harris 2014).
struct FaceCourse: Sendable {
  /// Readings a second; SHORE gave 8 to 10.
  static let rate = 10.0
  /// Deviation and seconds of the flicker: what is left of scores without their running median
  /// over 2 s deviates by .07 to .12, and correlates by .69 from one reading to the next.
  static let flicker = (deviation: 0.11, seconds: 0.4)
  /// Deviation and seconds of what a face does by itself.
  static let mood = (deviation: 0.14, seconds: 4.0)
  /// Means of quiet over 30 s deviate by .07 to .18 in one seat.
  static let drift = (deviation: 0.13, seconds: 40.0)
  /// Of two readings .39 to .69 are the same to the last digit (.46 in the middle).
  static let repeated = 0.45
  /// Seconds until a laugh is at its height.
  ///
  /// From half a second before the label of a laugh begins to 1 s after, the mean score rises from
  /// .45 to .62. In that mean the labels' own errors blur a single rise, which is quicker.
  static let riseOfLaugh = 1.0
  /// A surprise comes at once; no recording of it is at hand, and .4 s is assumed.
  static let riseOfSurprise = 0.4
  /// It falls as slowly as it rose, or slower.
  static let fall = 1.5
  /// What surprise a quiet face is said to show: hardly any; assumed, as above.
  static let quietSurprise = -0.12

  /// Scores of happy.
  private(set) var happy: [Double] = []
  /// Scores of surprise.
  private(set) var surprise: [Double] = []

  init(
    _ habit: FaceHabit, reactions: [ShownReaction], smiles: [Range<Double>], duration: Double,
    random: inout GenreRandom
  ) {
    let count = Int(duration * Self.rate) + 1
    let smiling = Self.lifts(smiles, of: count, rise: Self.riseOfLaugh)
    let laughing = Self.lifts(of: .happy, in: reactions, of: count, rise: Self.riseOfLaugh)
    let starts = Self.lifts(of: .surprise, in: reactions, of: count, rise: Self.riseOfSurprise)
    // Whichever is higher: a laugh out of a smile is no higher than one out of quiet.
    let happiness = zip(laughing, smiling).map { max($0 * habit.lift, $1 * habit.smile) }
    happy = Self.scores(
      quiet: habit.quiet, lifts: happiness, liveliness: habit.liveliness, random: &random)
    surprise = Self.scores(
      quiet: Self.quietSurprise, lifts: starts.map { $0 * (habit.lift - Self.quietSurprise) },
      liveliness: habit.liveliness / 2, random: &random)
  }

  /// The scores at a play time, with none of the classes that nothing is planted in.
  func scores(at time: Double) -> (happy: Double, surprise: Double) {
    let index = min(happy.count - 1, max(0, Int(time * Self.rate)))
    return (happy[index], surprise[index])
  }

  private static func lifts(
    of emotion: Emotion, in reactions: [ShownReaction], of count: Int, rise: Double
  ) -> [Double] {
    var lifts = [Double](repeating: 0, count: count)
    for reaction in reactions where reaction.emotion == emotion {
      let shown = Self.lifts([reaction.span], of: count, rise: rise)
      for index in shown.indices where shown[index] > 0 {
        lifts[index] = max(lifts[index], shown[index] * reaction.strength)
      }
    }
    return lifts
  }

  /// How far each reading is lifted, 0…1, where something is shown in some stretches.
  private static func lifts(
    _ spans: [Range<Double>], of count: Int, rise: Double
  ) -> [Double] {
    var lifts = [Double](repeating: 0, count: count)
    for span in spans {
      let first = max(0, Int(span.lowerBound * rate))
      let last = min(count - 1, Int((span.upperBound + 4 * fall) * rate))
      guard first <= last else { continue }
      for index in first...last {
        let time = Double(index) / rate
        let risen = min(1, max(0, time - span.lowerBound) / rise)
        let fallen = exp(-max(0, time - span.upperBound) / fall)
        lifts[index] = max(lifts[index], risen * fallen)
      }
    }
    return lifts
  }

  private static func scores(
    quiet: Double, lifts: [Double], liveliness: Double, random: inout GenreRandom
  ) -> [Double] {
    var wanders = [
      Wander(flicker, random: &random), Wander(mood, random: &random),
      Wander(drift, random: &random),
    ]
    var last = 0.0
    return lifts.map { lift in
      var score = quiet + lift
      for index in wanders.indices { score += liveliness * wanders[index].step(&random) }
      if !random.chance(repeated) { last = min(1, max(0, score)) }
      return last
    }
  }
}

/// A number that wanders about 0 (Ornstein and Uhlenbeck), from reading to reading.
private struct Wander {
  private let kept: Double
  private let step: Double
  private var value: Double

  init(_ kind: (deviation: Double, seconds: Double), random: inout GenreRandom) {
    kept = exp(-1 / (FaceCourse.rate * kind.seconds))
    step = kind.deviation * (1 - kept * kept).squareRoot()
    value = random.normal(0, kind.deviation)
  }

  mutating func step(_ random: inout GenreRandom) -> Double {
    value = kept * value + random.normal(0, step)
    return value
  }
}
