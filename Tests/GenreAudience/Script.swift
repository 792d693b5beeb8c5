import Audience

/// What happens in one video: what there is to see, and what people feel at it.
struct Script: Sendable {
  /// What there is to see, in order; the first scene starts at 0.
  var scenes: [Scene] = []
  /// What many feel at once.
  var shared: [SharedReaction] = []
  /// Stretches in which the program that reads faces misfires for most viewers: a light changes.
  var bursts: [Range<Double>] = []
  /// Stretches in which most people smile, without a laugh.
  var amused: [Range<Double>] = []
  /// Whether one or two of a party laugh by themselves now and then.
  var hasLoneLaughs = false

  /// The scene that is seen at a time; the first before the start.
  func scene(at time: Double) -> Int {
    var (low, high) = (0, scenes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if scenes[middle].start <= time { low = middle } else { high = middle }
    }
    return low
  }
}

/// What is felt by many at once.
struct SharedReaction: Sendable {
  /// When its cause is seen, in play time.
  var span: Range<Double>
  /// What the faces show.
  var emotion: Emotion = .happy
  /// How much of an audience it reaches.
  var share: Double
  /// Whether a clip of it would be right: the eyes are on one thing as well.
  var isMoment = true
}

/// A stretch in which the same things are to be seen.
struct Scene: Sendable {
  /// When it begins, in play time.
  var start: Double
  /// What draws the eyes; what their shares leave goes to the picture.
  var subjects: [Subject]
  /// Where the other looks go.
  var elsewhere = Elsewhere.towardsMiddle

  /// Where looks lie that are on nothing in particular.
  enum Elsewhere: Sendable {
    /// Anywhere, the middle more often, as measured on films of open scenes (`GazeHabit`).
    case towardsMiddle
    /// Anywhere in the picture, all places alike.
    case anywhere
  }
}

/// A thing that draws the eyes.
struct Subject: Sendable {
  /// Where it is at a play time, for a reader.
  ///
  /// A number 0..<1, one for each viewer, tells apart those who look at the same thing at
  /// different paces.
  typealias Place = @Sendable (_ time: Double, _ reader: Double) -> PicturePoint

  /// Which share of looks rests on it.
  var share: Double
  /// Standard deviation of the fixations about its middle, in widths of the picture.
  var spread = GazeHabit.spreadOnThing
  /// Where it is.
  var place: Place

  /// A thing that stays where it is.
  static func still(x: Double, y: Double, share: Double) -> Subject {
    Subject(share: share) { _, _ in PicturePoint(x: x, y: y) }
  }
}

extension GenreRandom {
  /// Puts things that last between the times given, one into each of so many equal slots.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - between: the times.
  ///   - lasting: how long each is.
  ///   - margin: seconds that stay free at either end of a slot.
  /// - Returns: the stretches in order.
  mutating func slots(
    _ count: Int, between: Range<Double>, lasting: ClosedRange<Double>, margin: Double = 6
  ) -> [Range<Double>] {
    let slot = (between.upperBound - between.lowerBound) / Double(count)
    return (0..<count).map { index in
      let length = within(lasting)
      let first = between.lowerBound + Double(index) * slot + margin
      let start = within(first...(first + slot - 2 * margin - length))
      return start..<start + length
    }
  }
}
