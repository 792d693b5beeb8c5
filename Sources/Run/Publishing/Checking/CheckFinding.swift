import Library

/// A difference that `gazecut check` found between a file and the library's records.
struct CheckFinding {
  enum Kind: String, Sendable, CaseIterable {
    /// A file that the library knows does not exist.
    case missing
    /// The content differs although the modification time is the same, so the disk damaged it.
    case damaged
    /// The file exists but cannot be read.
    ///
    /// Nothing is done to it.
    case unreadable
    /// A temporary file of a killed run.
    case leftover
    /// An archived file that the library does not know, and so would never delete.
    case orphan
    /// The user edited the file, so it stays as it is.
    case changed
    /// The file was not made by gazecut.
    case foreign
    /// Only the modification time differs, for example after copying or restoring.
    case touched

    /// The text after the count in the summary.
    var summary: String {
      self == .touched ? "with the same content and another modification time" : rawValue
    }

    /// Whether it is a fault; other differences are the user's changes.
    var isFault: Bool { isHealed || self == .unreadable }

    /// Whether `--repair`, or the next run after it, corrects the fault.
    var isHealed: Bool { [.missing, .damaged, .leftover, .orphan].contains(self) }
  }

  var kind: Kind
  /// Name of the file in the video's folder, or in `.retired`.
  var name: String
  var isRetired = false
  /// Modification time of a clip's file, in nanoseconds since 1970, from before its content was
  /// read.
  var nanoseconds: Int64?
  var clip: Clip?
}
