package import Support

/// An error, printed as `file:line: problem; remedy`, without names of viewers or sessions.
package struct ImportError: UserFacingError, Hashable, Sendable {
  /// The category of an error, which determines the exit code.
  package enum Kind: Hashable, Sendable {
    case notFound
    case permission
    case readFailed
    /// The content is invalid, or contradicts the options.
    case badData
    /// The file matches no format, and the user specified none.
    case notRecognised
    /// The file is incomplete; another program may still be writing it.
    case endsEarly
    /// The size of the video frame is required but not known.
    case unknownPicture
    /// The file cannot be interpreted without a missing option.
    case missingOption
    /// Samples could not be written to the temporary file.
    case scratchFailed
    /// `ImportOptions.progress` returned `false`.
    case stopped
  }

  package let kind: Kind
  /// The file as the user named it.
  package let file: String
  /// The line, starting at 1; `nil` if the error concerns the whole file.
  package let line: Int?
  package let problem: String
  package let remedy: String

  package init(
    _ kind: Kind = .badData, of file: String, line: Int? = nil, _ problem: String, _ remedy: String
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.problem = problem
    self.remedy = remedy
  }

  package var place: String { line.map { "\(file):\($0)" } ?? file }

  package var reason: String { "\(problem); \(remedy)" }

  package var description: String { "\(place): \(reason)" }

  package static func stopped(_ file: String) -> ImportError {
    ImportError(.stopped, of: file, "stopped", "nothing was stored")
  }

  package var status: ExitStatus {
    switch kind {
    case .notFound, .unknownPicture: .notFound
    case .permission: .noPermission
    case .readFailed, .scratchFailed: .inputOutputFailed
    case .stopped: .interrupted
    case .badData, .endsEarly, .notRecognised: .badData
    case .missingOption: .usage
    }
  }

  package var fileProblem: (place: String, reason: String)? { (place, reason) }
}
