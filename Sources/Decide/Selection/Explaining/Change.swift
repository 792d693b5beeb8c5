package import Audience

/// A change that would make a rejected segment a moment, verified by running selection.
package enum Change: Hashable, Sendable {
  case reacting(MoreReacting)
  /// More viewers would have to look where the others look.
  case held(MoreGazeCoverage)
  /// Both are needed; neither alone is enough.
  case both(MoreReacting, MoreGazeCoverage)
  /// More viewers with usable gaze and faces would have to watch.
  case watching(MoreViewers)
  /// A setting would have to have another value.
  case setting(SettingChange)
  /// A better moment uses these seconds; without it the segment would be chosen.
  case rival(CompetingMoment)
  /// A wish (an editorial override) prevents it; without the wish it would be chosen.
  case wish(String)
  /// No single change is enough: even a perfect audience would be rejected for this reason.
  case blocked(reason: String)

  package struct MoreReacting: Hashable, Sendable {
    /// Smallest number of additional viewers.
    package var more: Int
    /// Number of faces in the window.
    package var of: Int
    /// Mean number of viewers who react now.
    package var now: Double
    /// The emotion that they would have to show.
    package var emotion: Emotion
  }

  package struct MoreGazeCoverage: Hashable, Sendable {
    /// Smallest number of additional viewers.
    package var more: Int
    /// Number of gaze points in the window.
    package var of: Int
    /// Gaze coverage with these viewers, 0…1.
    package var share: Double
    /// Gaze coverage now; `nil` without gaze.
    package var now: Double?
  }

  package struct MoreViewers: Hashable, Sendable {
    /// The minimum, `selection.minimumViewers`.
    package var least: Int
    /// Whether gaze, a face or both must be usable.
    package var evidence: SelectionSettings.Evidence
  }

  /// A better moment that uses the same seconds.
  package struct CompetingMoment: Hashable, Sendable {
    /// Its rank; 1 is the best.
    package var rank: Int
    /// Its core in seconds.
    package var coreStart: Double, coreEnd: Double
    package var score: Double
    /// The score of the segment itself.
    package var ownScore: Double
  }
}

/// A value of a setting with which a rejected segment would be chosen.
package struct SettingChange: Hashable, Sendable {
  /// Name of the setting as in gazecut.yaml, for example `selection.count`.
  package var name: String
  package var now: String
  /// The nearest value with which the segment would be chosen.
  package var value: String
  /// Number of additional moments with this value, this one included.
  package var newMoments: Int
}
