/// The bounds of a decision document: far beyond what is decided, and small enough to be held.
///
/// The schema states them, and reading refuses what lies beyond.
package enum DecisionLimits {
  /// Most bytes of a document: one of a hundred moments that pan all the time has some 3 MB.
  package static let bytes = 8 << 20
  /// Most values of all kinds in it: what 8 MB of keyframes have.
  static let values = 1_000_000
  /// Most chosen windows, refusals, entries of the reel, and reasons for leaving viewers out.
  static let moments = 1000
  /// Most further shapes.
  static let shapes = 16
  /// Most shots of a moment.
  static let shots = 10_000
  /// Most keyframes of a window: a quarter of an hour with one for every tenth of a second.
  static let keyframes = 10_000
  /// Latest time and longest duration, seconds: a hundred hours.
  static let seconds = 360_000.0
  /// Most pixels of a side, and farthest edge of a window.
  static let pixels = 1_000_000.0
  /// Most characters of a text: a path has at most so many.
  static let characters = 4096
  /// Most problems that are told at once.
  static let problems = 8
}
