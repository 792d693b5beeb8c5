/// One viewer's pass through one video, from one import.
public struct Session: Hashable, Sendable {
  /// Who it was: a keyed pseudonym, never a name.
  public var viewer: ViewerPseudonym
  /// What was recorded, in any order of time.
  public var samples: SampleColumns

  /// Makes a session.
  public init(viewer: ViewerPseudonym, samples: SampleColumns) {
    self.viewer = viewer
    self.samples = samples
  }
}

/// A person, known by a keyed pseudonym only.
///
/// It has no description on purpose: it must not reach a message, a log or a file by accident.
public struct ViewerPseudonym: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The pseudonym itself; for the library's key columns only.
  public let key: String

  /// Wraps a pseudonym.
  public init(key: String) { self.key = key }

  /// Always the same word: a viewer is not to be told from another in any text.
  public var description: String { "viewer" }
  /// The same as `description`.
  public var debugDescription: String { "viewer" }
}
