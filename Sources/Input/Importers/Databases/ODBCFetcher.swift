import CODBC
import Foundation
import Synchronization

/// Runs an ODBC query on a separate thread, and fetches up to two batches of rows ahead.
final class ODBCFetcher: Sendable {
  struct FetchRequest: Sendable {
    var connection: String
    var query: ParameterizedQuery
    var column: String?
    var after: ImportPosition?
    var login: Int
    var file: String
  }

  /// The messages of the thread to the reader, in this order.
  enum FetcherMessage: Sendable {
    case columns([String])
    /// Rows as lists of cells in UTF-8.
    case rows([[[UInt8]]])
    case end
    case failure(ImportError)
  }

  /// Size in bytes at which a batch is sent.
  private static let batchBytes = 1 << 18
  private let messages = Mutex<[FetcherMessage]>([])
  private let messageCount = DispatchSemaphore(value: 0)
  private let freeSlots = DispatchSemaphore(value: 0)
  private let isStopped = Atomic(false)
  /// Handle of the statement, with which another thread can cancel it; 0 for none.
  private let statement = Mutex<UInt>(0)

  init() {
    // Signal instead of using an initial value: libdispatch traps if a semaphore is freed while its
    // value is below the initial one.
    for _ in 0..<2 { freeSlots.signal() }
  }

  /// The next message; `nil` if none arrives within `seconds`.
  func next(within seconds: Double) -> FetcherMessage? {
    guard messageCount.wait(timeout: .now() + seconds) == .success else { return nil }
    freeSlots.signal()
    return messages.withLock { $0.removeFirst() }
  }

  /// Cancels the query on a separate thread, because a driver may block for a long time.
  func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    freeSlots.signal()
    Thread.detachNewThread {
      self.statement.withLock { if $0 != 0 { ODBCStatement.cancel($0) } }
    }
  }

  /// Fetches all rows; this is the body of the thread.
  func run(_ question: FetchRequest) {
    do throws(ImportError) {
      try fetch(question)
      send(.end)
    } catch {
      send(.failure(error))
    }
  }

  private func fetch(_ question: FetchRequest) throws(ImportError) {
    let query = try ODBCStatement(
      question.connection, query: question.query.text, within: question.login,
      file: question.file)
    statement.withLock { $0 = query.handle }
    // Keep the statement alive while another thread cancels it.
    defer { withExtendedLifetime(query) { statement.withLock { $0 = 0 } } }
    let columns = try query.prepare(question.query.text)
    guard !columns.isEmpty else {
      throw ImportError(of: question.file, "the query returns no columns", "write one SELECT")
    }
    send(.columns(columns.map(\.name)))
    try query.execute(binding: Self.first(question, columns), marks: question.query.marks)
    var rows: [[[UInt8]]] = []
    var size = 0
    while !isStopped.load(ordering: .relaxed), let row = try query.next() {
      rows.append(row)
      size += row.reduce(row.count) { $0 + $1.count }
      guard size >= Self.batchBytes else { continue }
      send(.rows(rows))
      (rows, size) = ([], 0)
    }
    send(.rows(rows))
  }

  private func send(_ what: FetcherMessage) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { return }
    freeSlots.wait()
    messages.withLock { $0.append(what) }
    messageCount.signal()
  }

  /// The value for `:since`: the stored one, or the lowest value of the column's type.
  private static func first(_ question: FetchRequest, _ columns: [ODBCStatement.Column]) -> String {
    if let after = question.after { return after.text }
    let name = question.column.map(ColumnName.canonical)
    switch Int32(columns.first { ColumnName.canonical($0.name) == name }?.type ?? 0) {
    case SQL_TINYINT: return "-128"
    case SQL_SMALLINT: return "-32768"
    case SQL_INTEGER: return "-2147483648"
    case SQL_BIGINT, SQL_DECIMAL, SQL_NUMERIC, SQL_REAL, SQL_FLOAT, SQL_DOUBLE:
      return "-9223372036854775808"
    case SQL_TYPE_DATE, SQL_TYPE_TIMESTAMP, SQL_DATETIME: return "1970-01-01 00:00:00"
    default: return ""
    }
  }
}
