/// A chosen window of a video, with its score, its reasons and its framing.
package struct Moment: Hashable, Sendable {
  /// The clip's id; empty until it is known.
  package var id: String
  /// 1 is the best.
  package var rank: Int
  /// Play time of the first frame, seconds.
  package var start: Double
  /// Play time of the first frame left out, seconds.
  package var end: Double
  /// Where the evidence begins, seconds.
  package var coreStart: Double
  /// Where the evidence ends, seconds.
  package var coreEnd: Double
  /// 0…1; `nil` where it was erased with the figures that it rested on.
  package var score: Double?
  /// The figures behind it.
  package var why: Why
  /// How it is shown upright.
  package var framing: Framing

  /// Makes a moment.
  package init(
    id: String, rank: Int, start: Double, end: Double, coreStart: Double, coreEnd: Double,
    score: Double?, why: Why, framing: Framing
  ) {
    self.id = id
    self.rank = rank
    self.start = start
    self.end = end
    self.coreStart = coreStart
    self.coreEnd = coreEnd
    self.score = score
    self.why = why
    self.framing = framing
  }
}

/// The figures behind a moment; a side without evidence is `nil` and is left out when written.
package struct Why: Hashable, Sendable {
  /// `person` when a person chose the seconds, `wish` where a wish had its say in them or in how
  /// they are shown.
  package var chosenBy: String?
  /// The wishes that did, in their written form.
  package var wish: String?
  /// The strongest emotion.
  package var emotion: String?
  /// Share of the viewers who reacted, 0…1.
  package var reactingShare: Double?
  /// Its lower bound.
  package var reactingShareLow: Double?
  /// Seconds for which the reaction was sustained.
  package var sustainedSeconds: Double?
  /// Share of the gaze in the densest cluster, 0…1.
  package var gatheredShare: Double?
  /// The same by chance.
  package var gatheredByChance: Double?
  /// Distinct viewers with usable gaze and face.
  package var viewers: Int
  /// Share of resampled audiences that choose it as well, 0…1.
  package var sure: Double?
  /// How far its start and its end lie apart in those, seconds: half of the middle 68 %.
  package var startSpread, endSpread: Double?
  /// The detection that held most of the gathered gaze.
  package var sceneStealer: String?
  /// When its clip was made, where an earlier decision stands; an ISO 8601 time.
  package var since: String?
  /// Which earlier clip it replaces, and why, in figures.
  package var replaces: String?
  /// Why the window begins where it does.
  package var startReason: String?
  /// Why the window ends where it does.
  package var endReason: String?
  /// Why it is shorter than the least length, in figures; `nil` where it is not.
  package var shortened: String?

  /// Makes reasons.
  package init(
    chosenBy: String? = nil, emotion: String? = nil, reactingShare: Double? = nil,
    reactingShareLow: Double? = nil, sustainedSeconds: Double? = nil,
    gatheredShare: Double? = nil, gatheredByChance: Double? = nil, viewers: Int,
    sceneStealer: String? = nil, startReason: String? = nil, endReason: String? = nil
  ) {
    self.chosenBy = chosenBy
    self.emotion = emotion
    self.reactingShare = reactingShare
    self.reactingShareLow = reactingShareLow
    self.sustainedSeconds = sustainedSeconds
    self.gatheredShare = gatheredShare
    self.gatheredByChance = gatheredByChance
    self.viewers = viewers
    self.sceneStealer = sceneStealer
    self.startReason = startReason
    self.endReason = endReason
  }

  /// Notes a wish that had its say.
  package mutating func note(_ wish: Wish) {
    chosenBy = "wish"
    self.wish = (self.wish.map { $0 + "; " } ?? "") + "\(wish)"
  }

  /// Who chose, for a person to read; `nil` where the audience did.
  package var choosing: String? {
    chosenBy == nil ? nil : wish.map { "wished: \($0)" } ?? "chosen by a person"
  }

  /// Whether a person chose the seconds themselves, not only their edges or how they are shown.
  package var isByPerson: Bool {
    guard let wish else { return chosenBy != nil }
    return wish.split(separator: "; ").contains { $0.hasPrefix("always ") }
  }

  /// Leaves out how sure it is: nobody asks resampled audiences of a person's own seconds.
  package mutating func withoutSureness() { (sure, startSpread, endSpread) = (nil, nil, nil) }
}
