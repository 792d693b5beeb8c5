package import Logging
package import Support

/// The library, progress, log and cancellation of a command.
package struct CommandContext: Sendable {
  package let library: LibraryFolder
  package let reporter: ProgressReporter
  package let logger: Logger
  /// The exit status after a signal: 130 after Ctrl-C, 143 after SIGTERM; otherwise `nil`.
  package let stopStatus: @Sendable () -> ExitStatus?
  /// Whether the log is stored, so that file names that may identify viewers are hashed.
  package let isKept: Bool

  package init(
    library: LibraryFolder, reporter: ProgressReporter, logger: Logger,
    stopStatus: @escaping @Sendable () -> ExitStatus?, isKept: Bool
  ) {
    (self.library, self.reporter, self.logger) = (library, reporter, logger)
    (self.stopStatus, self.isKept) = (stopStatus, isKept)
  }

  package func working(on library: LibraryFolder) -> CommandContext {
    CommandContext(
      library: library, reporter: reporter, logger: logger, stopStatus: stopStatus, isKept: isKept)
  }
}
