internal import Audience

/// A kind of planted audience: the recipe of the benches with one thing changed.
///
/// A chooser that is best on one recipe and worse than a simple product on another is tuned, not
/// good. Constants are found on the families marked `tuned`; the others report, on other seeds; on
/// those kept back no constant was ever tried while it was looked for.
package struct AudienceFamily: Sendable {
  /// What differs, in a few words.
  package let name: String
  /// What its figures may be used for.
  package let use: Use
  /// Whether constants may be found on it.
  package var isTuned: Bool { use == .tuned }
  /// The audience, but for its size and seed.
  package let plan: AudiencePlan
  /// `selection.count` in force.
  package let count: Int
  /// How many viewers to try.
  package let sizes: [Int]

  /// What the figures of a family may be used for.
  package enum Use: String, Sendable {
    /// Constants are found on it, on seeds of their own.
    case tuned
    /// It reports.
    case reported
    /// It tells whether constants fit one recipe only.
    case keptBack = "kept back"
  }

  /// Makes a family of one's own.
  ///
  /// - Parameters:
  ///   - name: what differs.
  ///   - sizes: how many viewers to try.
  ///   - use: what its figures may be used for.
  ///   - count: `selection.count` in force.
  ///   - change: what differs from the benches' eight minutes.
  package init(
    _ name: String, sizes: [Int], _ use: Use = .reported, count: Int = 5,
    _ change: (inout AudiencePlan) -> Void = { _ in }
  ) {
    self.name = name
    self.sizes = sizes
    self.use = use
    self.count = count
    var plan = AudiencePlan()
    change(&plan)
    self.plan = plan
  }

  /// Every family of the bench.
  package static let all: [AudienceFamily] = groups.flatMap(\.families)

  /// The families by what they vary.
  package static let groups: [(name: String, families: [AudienceFamily])] = [
    ("recipes", recipes), ("numbers", numbers), ("lengths", lengths), ("devices", devices),
    ("habits", habits), ("kept back", keptBack),
  ]

  private static let recipes = [
    AudienceFamily("hard", sizes: [8, 16, 30, 100], .tuned),
    AudienceFamily("easy", sizes: [16, 30], .tuned) { $0.difficulty = .easy },
    AudienceFamily("clean gaze, weak faces", sizes: [16, 30]) {
      $0.difficulty.gazeNoise = 0.03
      $0.difficulty.strength = 0.40...0.60
      $0.difficulty.reactingShare = 0.35...0.55
    },
    AudienceFamily("noisy gaze, strong faces", sizes: [16, 30]) {
      $0.difficulty.gazeNoise = 0.11
      $0.difficulty.strength = 0.70...0.95
      $0.difficulty.reactingShare = 0.55...0.90
    },
  ]

  private static let numbers = [
    AudienceFamily("decoys alone, hard", sizes: [8, 16, 30, 100], .tuned) {
      $0 = $0.withoutDelight()
    },
    AudienceFamily("decoys alone, easy", sizes: [16, 30]) {
      $0.difficulty = .easy
      $0 = $0.withoutDelight()
    },
    AudienceFamily("nothing planted, hard", sizes: [8, 16, 30, 100], .tuned) {
      $0 = $0.withNothingPlanted()
    },
    AudienceFamily("nothing planted, easy", sizes: [16, 30]) {
      $0.difficulty = .easy
      $0 = $0.withNothingPlanted()
    },
    AudienceFamily("nothing planted, 1 a second, strongest class", sizes: [16, 30]) {
      $0 = $0.withNothingPlanted()
      $0.rate = 1
      $0.strongestOnly = true
    },
    AudienceFamily("1 delight, count 10", sizes: [16, 30], count: 10) { $0.planted.delight = 1 },
    AudienceFamily("3 delights, count 10", sizes: [16, 30], count: 10) { $0.planted.delight = 3 },
    AudienceFamily("10 delights, count 10", sizes: [16, 30], count: 10) {
      $0.planted.delight = 10
    },
  ]

  private static let lengths = [
    AudienceFamily("moments of 5 to 7 s", sizes: [16, 30]) { $0.stretchSeconds = 5...7 },
    AudienceFamily("moments of 15 to 45 s", sizes: [16, 30]) {
      $0.stretchSeconds = 15...45
      $0.duration = 900
    },
    AudienceFamily("a film of two hours, 6 moments", sizes: [30], count: 10) {
      $0.duration = 7200
      $0.planted.delight = 6
    },
    AudienceFamily("no cuts", sizes: [8, 16, 30]) { $0.shotSeconds = $0.duration...$0.duration },
    AudienceFamily("surprise only", sizes: [16, 30]) { $0.emotions = [.surprise] },
  ]

  private static let devices = [
    AudienceFamily("60 a second", sizes: [16], .tuned) { $0.rate = 60 },
    AudienceFamily("60 a second, labelled", sizes: [16]) {
      $0.rate = 60
      $0.labelsMovement = true
    },
    AudienceFamily("60 a second, looks of .4 s", sizes: [16]) {
      $0.rate = 60
      $0.dwellSeconds = 0.4
    },
    AudienceFamily("10 a second", sizes: [16]) { $0.rate = 10 },
    AudienceFamily("1 a second", sizes: [16, 30]) { $0.rate = 1 },
    AudienceFamily("1 a second, strongest class", sizes: [16, 30]) {
      $0.rate = 1
      $0.strongestOnly = true
    },
    AudienceFamily("bias that drifts", sizes: [8, 16, 30]) { $0.biasDrift = 0.06 },
    AudienceFamily("a tenth look away", sizes: [16, 30]) { $0.awayShare = 0.1 },
  ]

  private static let habits = [
    // Eyes rest on the middle of the picture by habit, and during a laugh all of them do.
    AudienceFamily("laughs at the middle by habit", sizes: [16, 30], .tuned) {
      $0.elsewhere = 0.07
      $0.difficulty.onSubjectScattered = 0.05
    },
    AudienceFamily("the same, easy", sizes: [16, 30]) {
      $0.difficulty = .easy
      $0.elsewhere = 0.07
      $0.difficulty.onSubjectScattered = 0.05
    },
    AudienceFamily("laughs at the middle, no delight", sizes: [16, 30]) {
      $0 = $0.withoutDelight()
      $0.elsewhere = 0.07
      $0.difficulty.onSubjectScattered = 0.05
    },
  ]

  private static let keptBack = [
    AudienceFamily("lengths with a long tail, 5 to 40 s", sizes: [16, 30], .keptBack) {
      $0.stretchSeconds = 5...40
      $0.lengthSkew = 3
      $0.duration = 600
    },
    AudienceFamily("half join late", sizes: [16, 30], .keptBack) { $0.lateShare = 0.5 },
    AudienceFamily("half leave", sizes: [16, 30], .keptBack) { $0.leavingShare = 0.5 },
    AudienceFamily("half without a face", sizes: [16, 30], .keptBack) { $0.facelessShare = 0.5 },
    AudienceFamily("dark and slow, few cuts", sizes: [16, 30], .keptBack) {
      $0.shotSeconds = 20...120
      $0.shotScale = 25
      $0.difficulty.lost = 0.35
    },
    AudienceFamily("one make in three drifts far", sizes: [16, 30], .keptBack) {
      $0.deviceShare = 1.0 / 3
      $0.deviceDrift = 0.12
    },
    AudienceFamily("rates that come in bursts", sizes: [16, 30], .keptBack) {
      $0.rate = 15
      $0.quietShare = 0.6
    },
    AudienceFamily("everybody laughs a fifth of the time", sizes: [16, 30], .tuned) {
      $0.laughingShare = 0.2
    },
    AudienceFamily("the same, no delight", sizes: [16, 30], .tuned) {
      $0 = $0.withoutDelight()
      $0.laughingShare = 0.2
    },
  ]
}
