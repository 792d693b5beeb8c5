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

  /// Tells how far the storing of a file's sessions is.
  ///
  /// - Throws: `ImportError`, kind `stopped`, when it is to stop.
  func stored(_ file: String, _ done: Int, of total: Int) throws {
    // Few sessions are stored before anybody could read of it.
    if total > 1000, done % 100 == 0 {
      reporter.step("storing", of: file, done: done, total: total)
    }
    guard !isStopped() else { throw ImportError.stopped(file) }
  }
}
