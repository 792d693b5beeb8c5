import Importers
package import Workspace

/// Reports the progress of an import, and can stop it.
package struct ImportProgress {
  private let reporter: ProgressReporter
  private let isStopped: () -> Bool

  /// `isStopped` is called often, from one thread.
  package init(reporter: ProgressReporter, isStopped: @escaping () -> Bool = { false }) {
    self.reporter = reporter
    self.isStopped = isStopped
  }

  /// Reports the progress of reading a file, and returns whether to continue.
  ///
  /// `shown` returns the name in messages and may read the whole file, so it is called only if a
  /// message is printed. `done` and `total` are bytes or rows; `total` is `nil` if unknown.
  func read(_ file: String, shownAs shown: () -> String, _ done: Int, _ total: Int?) -> Bool {
    reporter.report(file: file, shownAs: shown, done: done, total: total)
    return !isStopped()
  }

  /// Called between stored sessions; throws `ImportError` of kind `stopped` to stop the import.
  func throwIfStopped(_ file: String) throws {
    guard !isStopped() else { throw ImportError.stopped(file) }
  }
}
