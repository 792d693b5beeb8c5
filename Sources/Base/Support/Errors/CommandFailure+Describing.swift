import Foundation

extension CommandFailure {
  /// Converts any error to a message and an exit code; the only place that does.
  package init(describing error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as any UserFacingError: self.init(error.status, "\(error)", scope: error.scope)
    case let error as FileRejection: self.init(error)
    case let error as CocoaError: self.init(error)
    case is CancellationError: self.init(.interrupted, "stopped")
    default: self.init(.bug, "unexpected error, which is a bug in gazecut: \(error)")
    }
  }

  /// The failure for a file that cannot be used, if the path is not known.
  private init(_ error: FileRejection) {
    self.init(
      [EACCES, EPERM, EROFS].contains(error.code) ? .noPermission : .inputOutputFailed,
      "cannot use a file: \(error.description)",
      scope: [ENOSPC, EDQUOT].contains(error.code) ? .run : .video)
  }

  /// The failure for an error of Foundation, with the system's message instead of "error 512".
  private init(_ error: CocoaError) {
    let system = error.underlying as? POSIXError
    let code = system?.code.rawValue ?? Self.system[error.code] ?? EIO
    let status: ExitStatus =
      switch code {
      case EACCES, EPERM, EROFS: .noPermission
      case ENOENT: .notFound
      case EILSEQ: .badData
      default: .inputOutputFailed
      }
    let file = error.filePath ?? error.url?.path
    self.init(
      status,
      "cannot use \(file.map { "'\($0)'" } ?? "a file"): \(String(cString: strerror(code)))",
      scope: [ENOSPC, EDQUOT].contains(code) ? .run : .video)
  }

  /// The `errno` for Foundation's codes that come without one.
  private static let system: [CocoaError.Code: Int32] = [
    .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
    .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC,
    .fileWriteVolumeReadOnly: EROFS, .fileWriteFileExists: EEXIST,
    .fileReadInapplicableStringEncoding: EILSEQ, .fileReadCorruptFile: EILSEQ,
  ]
}

extension CommandFailure {
  /// The failure of a command that rejected files, with the exit code of the first; `nil` if none.
  ///
  /// Files with the same reason are listed on one line.
  package static func combinedFailure(_ errors: [any Error]) -> CommandFailure? {
    let failures = errors.map(CommandFailure.init(describing:))
    guard let first = failures.first else { return nil }
    var reasons: [String] = []
    var places: [String: [String]] = [:]
    for (error, failure) in zip(errors, failures) {
      let problem = (error as? any UserFacingError)?.fileProblem
      let reason = problem?.reason ?? failure.message
      if places[reason] == nil { reasons.append(reason) }
      places[reason, default: []] += [problem?.place].compactMap(\.self)
    }
    let lines = reasons.map { reason in
      guard let places = places[reason], let place = places.first else { return reason }
      let others = places.dropFirst().joined(separator: ", ")
      return "\(place): \(reason)" + (others.isEmpty ? "" : " (also \(others))")
    }
    return CommandFailure(first.status, lines.joined(separator: "\n"))
  }
}
