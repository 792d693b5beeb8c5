import Audience

/// Where one viewer looks, from fixation to fixation.
///
/// Times must be asked in order: what comes next depends on what was looked at.
struct GazeCourse {
  private let script: Script
  private let habit: GazeHabit
  private var random: GenreRandom
  private var fixation = Fixation()

  init(_ script: Script, habit: GazeHabit, random: GenreRandom) {
    self.script = script
    self.habit = habit
    self.random = random
  }

  /// The position that the tracker tells at a play time not before the last one asked for.
  mutating func position(at time: Double) -> PicturePoint {
    let scene = script.scene(at: time - habit.latency)
    if scene != fixation.scene {
      begin(at: script.scenes[scene].start + habit.latency, in: scene, isNewVisit: true)
    }
    while fixation.end <= time {
      begin(at: fixation.end, in: scene, isNewVisit: fixation.left == 0)
    }
    // A thing that moves is pursued without lag, so its place is that of this instant.
    var point = fixation.fixed
    if let subject = fixation.subject {
      let middle = script.scenes[scene].subjects[subject].place(time, habit.reader)
      point.x += middle.x
      point.y += middle.y
    }
    point.x += habit.offset.x + random.normal(0, habit.noise)
    point.y += habit.offset.y + random.normal(0, habit.noise * GenreVideo.wide)
    return point
  }

  private mutating func begin(at time: Double, in index: Int, isNewVisit: Bool) {
    let scene = script.scenes[index]
    if isNewVisit {
      fixation.subject = random.choice(of: scene.subjects.map(\.share))
      fixation.left = random.whole(GazeHabit.fixationsInVisit)
    }
    fixation.scene = index
    fixation.left -= 1
    // Less than .08 s is no fixation; over 3 s, one in 12,000 of these draws, would be a stare.
    let length = random.lasting(
      median: GazeHabit.fixationMedian, spread: GazeHabit.fixationSpread)
    fixation.end = time + min(3, max(0.08, length))
    if let subject = fixation.subject {
      let spread = scene.subjects[subject].spread
      fixation.fixed = PicturePoint(
        x: random.normal(0, spread), y: random.normal(0, spread * GenreVideo.wide))
    } else {
      fixation.fixed = elsewhere(scene.elsewhere)
    }
  }

  private mutating func elsewhere(_ kind: Scene.Elsewhere) -> PicturePoint {
    switch kind {
    case .anywhere:
      return PicturePoint(x: random.within(0.02...0.98), y: random.within(0.04...0.96))
    case .towardsMiddle:
      let (middle, spread) = (GazeHabit.elsewhereMiddle, GazeHabit.elsewhereSpread)
      let (x, y) = (random.normal(middle.x, spread.x), random.normal(middle.y, spread.y))
      return PicturePoint(x: min(0.98, max(0.02, x)), y: min(0.98, max(0.02, y)))
    }
  }
}

/// What is looked at without a saccade.
private struct Fixation {
  /// The index of its scene; none at first.
  var scene = -1
  /// The index of the thing looked at; `nil` for the picture.
  var subject: Int?
  /// Where it lies: from the thing's middle, or in the picture.
  var fixed = PicturePoint(x: 0.5, y: 0.5)
  /// When it ends, in play time.
  var end = 0.0
  /// How many more belong to the visit.
  var left = 0
}
