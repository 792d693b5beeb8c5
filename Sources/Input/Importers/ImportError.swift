/// Why a file was refused: `file:line: what was wrong; what would be right`.
///
/// It never holds a viewer's or a session's name; the file's path is the user's own word.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; the command line maps each to an exit code.
  package enum Kind: Hashable, Sendable {
    case notFound
    /// The file may not be read.
    case permission
    case readFailed
    /// What the file says cannot be used, or contradicts the options.
    case badData
    /// What the file holds is of no format, and none was named.
    case notRecognised
    /// The file ends before its own form says so: it may still be written.
    case endsEarly
    /// The size of the video's picture is needed and not known.
    case unknownPicture
    /// The file cannot be understood without an option that was not given.
    case missingOption
    /// What was read could not be set aside on disk.
    case scratchFailed
    /// The reading was stopped, by `ImportOptions.progress`.
    case stopped
  }

  /// What kind of trouble it is.
  package let kind: Kind
  /// The file as the user named it.
  package let file: String
  /// The line, from 1; `nil` where the whole file is meant.
  package let line: Int?
  package let problem: String
  /// What would be right, or what to do.
  package let remedy: String

  /// A refusal, of what a file says where no other kind is given.
  package init(
    _ kind: Kind = .badData, of file: String, line: Int? = nil, _ problem: String, _ remedy: String
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.problem = problem
    self.remedy = remedy
  }

  /// `file:line`, or the file.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// `what was wrong; what would be right`.
  package var reason: String { "\(problem); \(remedy)" }

  /// `file:line: what was wrong; what would be right`.
  package var description: String { "\(place): \(reason)" }

  /// Of a reading, or a storing, that was to end.
  package static func stopped(_ file: String) -> ImportError {
    ImportError(.stopped, of: file, "stopped", "nothing of it is stored")
  }
}
