import Foundation

/// How long a database may take; all in seconds of waiting.
package struct DatabaseLimits: Hashable, Sendable {
  /// Until it lets in and has understood the query.
  var login: Int
  /// Without a row: sorting some gigabytes before the first takes minutes.
  var silence: Int
  /// In all, beside what importing the rows takes.
  var query: Int

  package init(login: Int = 30, silence: Int = 600, query: Int = 4 * 3600) {
    (self.login, self.silence, self.query) = (login, silence, query)
  }
}

/// The rows of a query's answer that ODBC gives.
///
/// A thread of its own fetches: what hangs in a driver holds that thread, and nobody else.
final class ODBCRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  var cells: [Bytes] { row.cells }
  private(set) var line = 0
  private let feed: ODBCFeed
  private let progress: (Int, Int?) -> Bool
  private let limits: DatabaseLimits
  private let row = CellBuffer()
  /// The rows that are fetched and were not given yet.
  private var fetched: ArraySlice<[[UInt8]]> = []
  private var waited = 0.0
  private var isEnded = false
  /// Seconds between two looks at whether to go on.
  private static let step = 0.1

  /// Begins a query, behind the value of a column; without a value, with the lowest of the column's
  /// type.
  init(
    _ context: FileContext, connection: String, query: QueryText,
    since: (column: String, value: Watermark?)?, limits: DatabaseLimits = DatabaseLimits()
  ) throws(ImportError) {
    feed = ODBCFeed()
    progress = context.options.progress
    self.limits = limits
    file = context.file
    let question = ODBCFeed.Question(
      connection: connection, query: query, column: since?.column, after: since?.value,
      login: limits.login, file: context.file)
    let feed = feed
    Thread.detachNewThread { feed.run(question) }
    // The driver ends its own attempt first, and tells why.
    if case .columns(let names) = try wait(limits.login + 5, "did not let in") {
      self.names = names
    }
  }

  deinit { feed.stop() }

  func next() throws(ImportError) -> Bool {
    while fetched.isEmpty {
      guard !isEnded, case .rows(let next) = try wait(limits.silence, "gave no row") else {
        isEnded = true
        return false
      }
      fetched = next[...]
    }
    line += 1
    row.begin(names.count)
    for (column, cell) in fetched.removeFirst().enumerated() { row.set(column, to: cell) }
    row.lay()
    return true
  }

  /// Waits for what the thread tells next.
  ///
  /// In steps and not by a clock: a program that was stopped for an hour must not take that hour
  /// for silence.
  private func wait(_ seconds: Int, _ what: String) throws(ImportError) -> ODBCFeed.Told {
    var silent = 0.0
    while true {
      guard progress(line, nil) else {
        feed.stop()
        throw .stopped(file)
      }
      if let told = feed.next(within: Self.step) {
        guard case .failure(let error) = told else { return told }
        throw error
      }
      silent += Self.step
      waited += Self.step
      guard silent < Double(seconds), waited < Double(limits.query) else {
        feed.stop()
        let limit = silent < Double(seconds) ? "is not done after \(limits.query)" : nil
        throw ImportError(
          .readFailed, of: file, "the database \(limit ?? "\(what) for \(seconds)") s",
          "look after the server; let the query ask for less at a time")
      }
    }
  }
}
