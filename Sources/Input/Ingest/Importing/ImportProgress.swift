import Importers
package import Workspace

/// How far an import is, and whether it is to stop.
package struct ImportProgress {
  private let reporter: ProgressReporter
  private let isStopped: () -> Bool

  /// Makes one that asks often, from one thread, whether somebody wants it to stop.
  package init(reporter: ProgressReporter, isStopped: @escaping () -> Bool = { false }) {
    self.reporter = reporter
    self.isStopped = isStopped
  }

  /// Tells how far the reading of a file is.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - shown: what messages call it, asked only where something is told: it may take a pass over
  ///     the whole file.
  ///   - done: bytes, or rows, that were read.
  ///   - total: of so many; `nil` where nobody knows.
  /// - Returns: whether to go on.
  func read(_ file: String, shownAs shown: () -> String, _ done: Int, _ total: Int?) -> Bool {
    reporter.report(file: file, shownAs: shown, done: done, total: total)
    return !isStopped()
  }

  /// Asks between sessions that are stored whether to go on.
  ///
  /// - Throws: `ImportError`, kind `stopped`, when it is to stop.
  func requireGoingOn(_ file: String) throws {
    guard !isStopped() else { throw ImportError.stopped(file) }
  }
}
