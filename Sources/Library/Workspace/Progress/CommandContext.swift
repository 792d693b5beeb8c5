package import Logging
package import Support

/// What a command works on, where it tells of it, and whether somebody stopped it.
package struct CommandContext: Sendable {
  package let library: LibraryFolder
  package let reporter: ProgressReporter
  package let logger: Logger
  /// How the command will end when its task is cancelled: 130 after Ctrl-C, 143 after SIGTERM;
  /// `nil` while nobody asked it to stop.
  package let stopStatus: @Sendable () -> ExitStatus?
  /// Whether what is told is kept, and read by others: files that may tell who watched are called
  /// by their content then.
  package let isKept: Bool

  package init(
    library: LibraryFolder, reporter: ProgressReporter, logger: Logger,
    stopStatus: @escaping @Sendable () -> ExitStatus?, isKept: Bool
  ) {
    (self.library, self.reporter, self.logger) = (library, reporter, logger)
    (self.stopStatus, self.isKept) = (stopStatus, isKept)
  }

  /// The same command on another folder.
  package func working(on library: LibraryFolder) -> CommandContext {
    CommandContext(
      library: library, reporter: reporter, logger: logger, stopStatus: stopStatus, isKept: isKept)
  }
}
