package import Audience

/// What would have to change for seconds to be chosen; each was tried with the chooser itself.
package enum Change: Hashable, Sendable {
  /// So many more viewers would have to react.
  case reacting(Reacting)
  /// So many more viewers would have to look where the others look.
  case held(Held)
  /// Neither alone would do: both would have to.
  case both(Reacting, Held)
  /// More viewers would have to watch, with what the settings ask for usable.
  case watching(Watching)
  /// Another value of a setting would choose it.
  case setting(SettingChange)
  /// A better moment has its seconds; without that one it would be chosen.
  case rival(Rival)
  /// A wish stands in its way; taken back, it would be chosen.
  case wish(String)
  /// No single change would do: were everybody to react and to look at one place, this refusal
  /// would still stand.
  case blocked(reason: String)

  /// More viewers who react.
  package struct Reacting: Hashable, Sendable {
    /// How many more: with one fewer it would not be chosen.
    package var more: Int
    /// Faces in the window.
    package var of: Int
    /// Mean number of those who react now.
    package var now: Double
    /// With what.
    package var emotion: Emotion
  }

  /// More viewers who look at the one place.
  package struct Held: Hashable, Sendable {
    /// How many more: with one fewer it would not be chosen.
    package var more: Int
    /// Looks in the window.
    package var of: Int
    /// Share of the looks that a frame would then hold, 0…1.
    package var share: Double
    /// The share now; `nil` where there is no gaze.
    package var now: Double?
  }

  /// More viewers altogether.
  package struct Watching: Hashable, Sendable {
    /// `selection.minimumViewers`.
    package var least: Int
    /// Which of gaze and face must be usable.
    package var evidence: SelectionSettings.Evidence
  }

  /// A moment in the way.
  package struct Rival: Hashable, Sendable {
    /// Its rank, 1 for the best.
    package var rank: Int
    /// Where its core begins, seconds.
    package var coreStart: Double
    /// Where it ends, seconds.
    package var coreEnd: Double
    /// Its score.
    package var score: Double
    /// The score of the seconds asked for.
    package var ownScore: Double
  }
}

/// A setting's value that would choose what was refused.
package struct SettingChange: Hashable, Sendable {
  /// The setting's name, as in gazecut.yaml: `selection.count`.
  package var name: String
  /// The value in force.
  package var now: String
  /// The nearest value that would choose it.
  package var value: String
  /// What else it would bring: moments chosen with it that are not chosen now, this one included.
  package var newMoments: Int
}
