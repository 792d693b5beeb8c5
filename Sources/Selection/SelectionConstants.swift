/// What no setting names about choosing: each constant's unit, its source, what moving it does.
///
/// The manual's table of sensitivity moves every one of them.
package struct SelectionConstants: Hashable, Sendable {
  // MARK: The baseline

  /// Most of the usual reaction (median strength, 0…1) that is taken for the baseline.
  ///
  /// Strengths are above each viewer's own rest already: in a short video that is one long laugh
  /// the median is the laugh itself, and must not be subtracted from it.
  package var mostUsualReaction = 0.1
  /// Most of the usual agreement above chance (pair kernel, 0…1) that is taken for the baseline.
  ///
  /// Much of real footage holds the eye all the time (0.08 to 0.10 above chance on real viewers);
  /// more would call a gathering scattered because the rest of the video is gathered too.
  package var mostUsualGathering = 0.05
  /// The quantile of the agreement that is usual, 0…1.
  package var usualGathering = 0.4
  /// Least deviation of a bin's reaction, and half of the most (strength, 0…1).
  ///
  /// A floor: a large audience must not make a trifle of difference look like evidence. A ceiling:
  /// where a reaction fills most of the video, its own rise and fall is no noise.
  package var reactionDeviation = 0.08
  /// Least deviation of a bin's agreement (pair kernel, 0…1).
  package var gatheringDeviation = 0.03

  // MARK: Stretches

  /// Seconds within which two stretches are near enough to be parts of one.
  package var nearSeconds = 4.0
  /// What reacts less than this share of its neighbour is its rise or decay.
  package var leastNeighbor = 0.5
  /// How much of an audience makes a score of 1 − 1/e, share of the reaction and of the gathering.
  package var scoreScale = 0.35

  // MARK: What is usual

  /// Share of the audience that usually reacts: up to here that is misfires, and people who laugh
  /// alone now and then.
  package var ordinaryReaction = 0.05
  /// The more it is beyond this, the less is it a habit: a reaction may fill most of a short video.
  package var habitualReaction = 0.25
  /// What is asked for each share beyond `ordinaryReaction`: how many laugh alone at a time varies
  /// with how many do so on the average.
  ///
  /// Where everybody laughs a fifth of the time at anything 1 leaves 3 to 4 false moments a video,
  /// 1.5 a half, 2 none; 1.75 loses .15 of the recall there at 16 viewers, 1.5 loses .05.
  package var habitFactor = 1.5
  /// How far from the middle a cluster of resting eyes lies, picture heights: noise of a few looks.
  package var middleReach = 0.15
  /// Shares of the time at the middle at which it is a habit of the audience.
  ///
  /// .41 to .55 where eyes rest there between what is shown (planted, seeds 1 to 12). Eyes that
  /// hardly leave it are held by what is shown there: .67 and more where that is at the middle for
  /// eight minutes.
  package var middleHabit = 0.4...0.6
  /// A window whose clusters lie nearer to the middle on the average, heights, does not follow what
  /// is shown: .04 and less in laughs; of delights one in fifty.
  package var middleOffset = 0.045
  /// What gathers more above chance than this is looked at, wherever it is: up to .056 in laughs,
  /// .06 and more in delights of the same hard audiences, .23 in easy ones.
  package var middleAgreement = 0.06

  /// Makes the constants as measured.
  package init() {}
}
