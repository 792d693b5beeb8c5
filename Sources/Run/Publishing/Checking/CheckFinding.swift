import Library

/// Something that `gazecut check` found about one file of a video.
struct CheckFinding {
  /// What kind of thing it is.
  enum Kind: String, Sendable, CaseIterable {
    /// A file that the library knows is not there.
    case missing
    /// Its content is not what was published, and its time is: the disk, not a person.
    case damaged
    /// It is there and cannot be read: whose it is now is not known, and nothing is done to it.
    case unreadable
    /// A killed run's temporary file.
    case leftover
    /// A retired file that the library does not know, and would keep for ever.
    case orphan
    /// A person changed it; it stays as it is.
    case changed
    /// It is none of gazecut's.
    case foreign
    /// Only its times are others: it was copied or restored.
    case touched

    /// The word in a count.
    var summary: String {
      self == .touched ? "of the same content with other times" : rawValue
    }

    /// Whether it is a fault; the others are a person's own.
    var isFault: Bool { isHealed || self == .unreadable }

    /// Whether it is a fault that `--repair` heals, or the next run after it.
    var isHealed: Bool {
      switch self {
      case .missing, .damaged, .leftover, .orphan: true
      case .unreadable, .changed, .foreign, .touched: false
      }
    }
  }

  var kind: Kind
  /// The file's name inside the video's folder, or inside `.retired`.
  var name: String
  var isRetired = false
  /// When a clip's file was last changed, as it stood before its content was read.
  var nanoseconds: Int64?
  var clip: Clip?
}
