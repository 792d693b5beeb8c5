import Audience

/// Puts one viewer's course into samples.
struct Recording {
  /// Seconds between misfires of one to three readings.
  ///
  /// Quiet seats show 3.9 a minute that stand out by .35, a part of which flicker explains
  /// (ComedyLab, M. T. Harris 2014).
  static let misfireEvery = 60.0 / 2.5
  /// They come in clusters: .26 of them follow within 1 s of another, .12 would by chance.
  static let misfiresFollow = 0.2
  /// How far they stand out: .36 .40 .49 (10, 50 and 90 %).
  static let misfireLift = (least: 0.35, more: 0.08)
  /// How many of them read surprise; assumed.
  static let misfiresOfSurprise = 0.3
  /// How many viewers a burst reaches.
  static let burstReach = 0.7

  private let script: Script
  private let viewer: GenreViewer
  private let reactions: [ShownReaction]
  private let genre: Genre
  private let seed: UInt64
  private let index: Int

  init(
    _ script: Script, viewer: GenreViewer, reactions: [ShownReaction], genre: Genre, seed: UInt64,
    index: Int
  ) {
    self.script = script
    self.viewer = viewer
    self.reactions = reactions
    self.genre = genre
    self.seed = seed
    self.index = index
  }

  /// The samples in order of time.
  func samples() -> SampleColumns {
    var random = random(.face)
    let smiles = smiles(&random)
    let face = FaceCourse(
      viewer.face, reactions: reactions, smiles: smiles, duration: genre.duration,
      random: &random)
    var gaze = GazeCourse(script, habit: viewer.gaze, random: self.random(.looks))
    var misfires = Misfires(misfireTimes(), rate: viewer.circumstances.rate, self.random(.misfires))
    var blink = random.wait(mean: Circumstances.blinkEvery)
    var columns = SampleColumns()
    let stay = viewer.circumstances.stay
    let step = 1 / viewer.circumstances.rate
    var time = stay.lowerBound + random.within(0...step)
    while time < stay.upperBound {
      var scores = face.scores(at: time)
      misfires.read(&scores, at: time)
      while blink + Circumstances.blinkLength < time {
        blink += Circumstances.blinkLength + random.wait(mean: Circumstances.blinkEvery)
      }
      let look = look(at: gaze.position(at: time), time, isShut: blink <= time, &random)
      columns.append(Sample(time: time, gaze: look, face: shown(scores, at: time, &random)))
      // Timers are late by a tenth of their step now and then.
      time += step * random.within(0.95...1.05)
    }
    return columns
  }

  private func random(_ purpose: GenreRandom.Purpose) -> GenreRandom {
    GenreRandom(purpose, genre: genre.name, seed: seed, index: index)
  }

  private func look(
    at point: PicturePoint, _ time: Double, isShut: Bool, _ random: inout GenreRandom
  ) -> Gaze {
    let circumstances = viewer.circumstances
    let isLost = (circumstances.withoutGaze + circumstances.withoutFace).contains {
      $0.contains(time)
    }
    // One sample in twenty is told to be less sure: light, glasses.
    let confidence: GazeConfidence = random.chance(0.05) ? .low : .full
    if isLost { return .lost }
    return isShut ? .blink : .at(point, confidence: confidence, movement: .unknown)
  }

  private func shown(
    _ scores: (happy: Double, surprise: Double), at time: Double, _ random: inout GenreRandom
  ) -> Face {
    var levels = EmotionVector.zero
    // Classes that nothing is planted in are never quite 0.
    for emotion in [Emotion.angry, .disgust, .fear, .sad] {
      levels[emotion] = Float(random.within(0...0.06))
    }
    guard !viewer.circumstances.withoutFace.contains(where: { $0.contains(time) }) else {
      return .lost
    }
    levels[.happy] = Float(scores.happy)
    levels[.surprise] = Float(scores.surprise)
    levels[.neutral] = Float(1 - max(scores.happy, scores.surprise))
    return .scores(FaceScores(levels))
  }

  /// When the face smiles without a laugh.
  private func smiles(_ random: inout GenreRandom) -> [Range<Double>] {
    var smiles: [Range<Double>] = []
    if viewer.face.isRestingSmiler {
      var time = random.wait(mean: 60)
      while time < genre.duration {
        let end = time + random.within(60...180)
        smiles.append(time..<end)
        time = end + random.within(30...120)
      }
    }
    for stretch in script.amused {
      // Smiles of seconds with pauses as long: half of an amused stretch, as labelled.
      var time = stretch.lowerBound + random.wait(mean: 4)
      while time < stretch.upperBound, viewer.face.eagerness > 0 {
        let length = random.lasting(median: FaceHabit.smileMedian, spread: FaceHabit.smileSpread)
        smiles.append(time..<time + min(40, length))
        time += length + random.wait(mean: 7)
      }
    }
    return smiles
  }

  private func misfireTimes() -> [Double] {
    var random = self.random(.misfireTimes)
    var times: [Double] = []
    var time = 0.0
    while time < genre.duration {
      time +=
        random.chance(Self.misfiresFollow)
        ? random.within(0.2...1) : random.wait(mean: Self.misfireEvery / viewer.face.misfires)
      times.append(time)
    }
    for burst in script.bursts where random.chance(Self.burstReach) {
      for _ in 0..<random.whole(2...5) {
        times.append(random.within(burst.lowerBound...burst.upperBound))
      }
    }
    return times.sorted()
  }
}
