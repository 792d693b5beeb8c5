public import Audience

/// What would have to change for seconds to be chosen; each was tried with the chooser itself.
public enum Change: Hashable, Sendable {
  /// So many more viewers would have to react.
  case reacting(Reacting)
  /// Those who react would have to react more strongly.
  case strength(Strength)
  /// So many more viewers would have to look where the others look.
  case gathering(Gathering)
  /// Neither alone would do: both would have to.
  case both(Reacting, Gathering)
  /// So many more viewers would have to watch, with what the settings ask for usable.
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
  public struct Reacting: Hashable, Sendable {
    /// How many more: with one fewer it would not be chosen.
    public var more: Int
    /// Faces in the window.
    public var of: Int
    /// Mean number of those who react now.
    public var now: Double
    /// With what.
    public var emotion: Emotion
    /// How strongly, 0…1: as those do who react now, 0.6 where they do so faintly or nobody does.
    public var strength: Double
  }

  /// A stronger reaction of those who react.
  public struct Strength: Hashable, Sendable {
    /// Mean strength of those who react now, 0…1.
    public var now: Double
    /// The least mean strength, in steps of 0.05, that would do.
    public var needed: Double
  }

  /// More viewers who look at the one place.
  public struct Gathering: Hashable, Sendable {
    /// How many more: with one fewer it would not be chosen.
    public var more: Int
    /// Looks in the window.
    public var of: Int
    /// Share of the gaze in the densest cluster that this makes, 0…1.
    public var share: Double
    /// The share now; `nil` where there is too little gaze to say.
    public var now: Double?
    /// The share that chance gives.
    public var byChance: Double?
  }

  /// More viewers altogether.
  public struct Watching: Hashable, Sendable {
    /// How many more.
    public var more: Int
    /// How many there are.
    public var now: Int
    /// `selection.minimumViewers`.
    public var least: Int
    /// Which of gaze and face must be usable.
    public var evidence: SelectionSettings.Evidence
    /// Whether that alone, were they like those who are there, would do.
    public var isEnough: Bool
  }

  /// A moment in the way.
  public struct Rival: Hashable, Sendable {
    /// Its rank, 1 for the best.
    public var rank: Int
    /// Where its core begins, seconds.
    public var coreStart: Double
    /// Where it ends, seconds.
    public var coreEnd: Double
    /// Its score.
    public var score: Double
    /// The score of the seconds asked for.
    public var ownScore: Double
  }
}

/// A setting's value that would choose what was refused.
public struct SettingChange: Hashable, Sendable {
  /// The setting's name, as in gazecut.yaml: `selection.count`.
  public var name: String
  /// The value in force.
  public var now: String
  /// The nearest value that would choose it.
  public var value: String
  /// What else it would bring: moments chosen with it that are not chosen now, this one included.
  public var newMoments: Int
}
