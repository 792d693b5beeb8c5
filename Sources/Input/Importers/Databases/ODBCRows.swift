import Foundation

/// Timeouts of a database query, in seconds.
struct DatabaseTimeouts: Hashable, Sendable {
  /// Maximum time until the connection is open and the query is prepared.
  var login = 30
  /// Maximum time until the next row; sorting gigabytes before the first row takes minutes.
  var silence = 600
  /// Maximum time of the whole query, without the time that the import needs.
  var query = 4 * 3600
}

/// Rows of an ODBC query, fetched by a separate thread, because a driver may hang.
final class ODBCRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  var cells: [Bytes] { row.cells }
  private(set) var line = 0
  private let feed: ODBCFetcher
  private let progress: (Int, Int?) -> Bool
  private let limits: DatabaseTimeouts
  private let row = CellBuffer()
  private var fetched: ArraySlice<[[UInt8]]> = []
  private var waited = 0.0
  private var isEnded = false
  /// Seconds between two checks for cancellation.
  private static let step = 0.1

  /// Starts a query after a value of the `since` column, or at the lowest value of its type.
  init(
    _ context: ImportContext, connection: String, query: ParameterizedQuery,
    since: (column: String, value: ImportPosition?)?, limits: DatabaseTimeouts = DatabaseTimeouts()
  ) throws(ImportError) {
    feed = ODBCFetcher()
    progress = context.options.progress
    self.limits = limits
    file = context.file
    let question = ODBCFetcher.FetchRequest(
      connection: connection, query: query, column: since?.column, after: since?.value,
      login: limits.login, file: context.file)
    let feed = feed
    Thread.detachNewThread { feed.run(question) }
    // Wait 5 s longer than the driver's own timeout, so that the driver can report the reason.
    if case .columns(let names) = try wait(limits.login + 5, "did not accept the connection") {
      self.names = names
    }
  }

  deinit { feed.stop() }

  func next() throws(ImportError) -> Bool {
    while fetched.isEmpty {
      guard !isEnded, case .rows(let next) = try wait(limits.silence, "returned no row") else {
        isEnded = true
        return false
      }
      fetched = next[...]
    }
    line += 1
    row.begin(names.count)
    for (column, cell) in fetched.removeFirst().enumerated() { row.set(column, to: cell) }
    row.copyIntoBuffer()
    return true
  }

  /// Waits for the next message; counts steps, so that suspending the program is no timeout.
  private func wait(_ seconds: Int, _ what: String) throws(ImportError)
    -> ODBCFetcher.FetcherMessage
  {
    var silent = 0.0
    while true {
      guard progress(line, nil) else {
        feed.stop()
        throw .stopped(file)
      }
      if let message = feed.next(within: Self.step) {
        guard case .failure(let error) = message else { return message }
        throw error
      }
      silent += Self.step
      waited += Self.step
      guard silent < Double(seconds), waited < Double(limits.query) else {
        feed.stop()
        let limit = silent < Double(seconds) ? "did not finish in \(limits.query)" : nil
        throw ImportError(
          .readFailed, of: file, "the database \(limit ?? "\(what) for \(seconds)") s",
          "check the server, or let the query return less at a time")
      }
    }
  }
}
