/// Single readings that show what the face does not.
struct Misfires {
  private var times: ArraySlice<Double>
  private let rate: Double
  private var random: GenreRandom
  /// Samples that the present one still reaches, and what it shows.
  private var left = 0
  private var lift = 0.0
  private var isSurprise = false

  /// Misfires at times in their order, of a viewer with so many samples a second.
  init(_ times: [Double], rate: Double, _ random: GenreRandom) {
    self.times = times[...]
    self.rate = rate
    self.random = random
  }

  /// Changes what is read at a time; times must be asked in order.
  mutating func read(_ scores: inout (happy: Double, surprise: Double), at time: Double) {
    while let next = times.first, next <= time {
      times.removeFirst()
      left = samples()
      lift = Recording.misfireLift.least + random.wait(mean: Recording.misfireLift.more)
      isSurprise = random.chance(Recording.misfiresOfSurprise)
    }
    guard left > 0 else { return }
    left -= 1
    if isSurprise {
      scores.surprise = min(1, scores.surprise + lift)
    } else {
      scores.happy = min(1, scores.happy + lift)
    }
  }

  /// One to three; at one or two a second a single one, for two would be a reaction held for 1 s
  /// and more.
  private mutating func samples() -> Int {
    rate <= 2 ? 1 : random.whole(1...3)
  }
}
