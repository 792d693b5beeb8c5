package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case someVideosFailed = 3
  case usage = 64
  case badData = 65
  case notFound = 66
  case missingComponent = 69
  case bug = 70
  case cannotCreate = 73
  case inputOutputFailed = 74
  case tryAgain = 75
  case noPermission = 77
  case configuration = 78
  case interrupted = 130
  case terminated = 143

  /// The meaning of the code, as in the manual.
  package var meaning: String {
    switch self {
    case .done: "success, also if there was nothing to do"
    case .someVideosFailed:
      "partial success: a video failed, or a watched folder or database could not be read"
    case .usage: "wrong command, option or argument"
    case .badData: "invalid or damaged data"
    case .notFound: "a file, folder, video or viewer was not found"
    case .missingComponent: "a required library, encoder or filter is missing"
    case .bug: "internal error: a bug in gazecut"
    case .cannotCreate: "an output file or folder cannot be created"
    case .inputOutputFailed: "reading or writing failed, for example because the disk is full"
    case .tryAgain: "another command is using the library; try again later"
    case .noPermission: "permission denied"
    case .configuration: "wrong setting, or a library that this version cannot open"
    case .interrupted: "interrupted by SIGINT (Ctrl-C)"
    case .terminated: "terminated by SIGTERM"
    }
  }
}

/// An error for the user: message and exit code.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package var status: ExitStatus
  package var message: String
  package var scope = Scope.video

  /// Work that would fail for the same reason.
  package enum Scope: String, Hashable, Sendable, Codable {
    /// Only this video; others may succeed.
    case video
    /// Other work at the same time, for example for lack of memory; alone it may succeed.
    case machine
    /// Every other video of this run, for example because of a full disk.
    case run
  }

  package init(_ status: ExitStatus, _ message: String, scope: Scope = .video) {
    (self.status, self.message, self.scope) = (status, message, scope)
  }

  package var description: String { message }
}
