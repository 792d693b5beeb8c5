import CODBC
import Foundation
import Synchronization

/// What a thread of its own fetches, a batch ahead of who takes it.
final class ODBCFeed: Sendable {
  /// What it is to fetch.
  struct Question: Sendable {
    var connection: String
    var query: QueryText
    var column: String?
    var after: Watermark?
    var login: Int
    var file: String
  }

  /// What it tells, in this order.
  enum Told: Sendable {
    case columns([String])
    /// The cells of some rows, each in UTF-8.
    case rows([[[UInt8]]])
    case end
    case failure(ImportError)
  }

  /// Bytes of a batch, beside its last row.
  private static let batchBytes = 1 << 18
  private let told = Mutex<[Told]>([])
  private let isTold = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let isStopped = Atomic(false)
  /// The statement that may be ended from outside; 0 while there is none.
  private let statement = Mutex<UInt>(0)

  init() {
    // Not given as its value: it must not end with less than it began with.
    for _ in 0..<2 { room.signal() }
  }

  /// What comes next; `nil` where that takes longer.
  func next(within seconds: Double) -> Told? {
    guard isTold.wait(timeout: .now() + seconds) == .success else { return nil }
    room.signal()
    return told.withLock { $0.removeFirst() }
  }

  /// Ends the query, on a thread that nobody waits for: what a driver does then may take long.
  func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    room.signal()
    Thread.detachNewThread {
      self.statement.withLock { if $0 != 0 { ODBCStatement.cancel($0) } }
    }
  }

  /// Fetches all rows; the thread's own work.
  func run(_ question: Question) {
    do throws(ImportError) {
      try fetch(question)
      tell(.end)
    } catch {
      tell(.failure(error))
    }
  }

  private func fetch(_ question: Question) throws(ImportError) {
    let query = try ODBCStatement(
      question.connection, query: question.query.text, within: question.login,
      file: question.file)
    statement.withLock { $0 = query.handle }
    // It is not freed while it is being ended.
    defer { withExtendedLifetime(query) { statement.withLock { $0 = 0 } } }
    let columns = try query.prepare(question.query.text)
    guard !columns.isEmpty else {
      throw ImportError(of: question.file, "the query gives no columns", "it is one SELECT")
    }
    tell(.columns(columns.map(\.name)))
    try query.execute(binding: Self.first(question, columns), marks: question.query.marks)
    var rows: [[[UInt8]]] = []
    var size = 0
    while !isStopped.load(ordering: .relaxed), let row = try query.next() {
      rows.append(row)
      size += row.reduce(row.count) { $0 + $1.count }
      guard size >= Self.batchBytes else { continue }
      tell(.rows(rows))
      (rows, size) = ([], 0)
    }
    tell(.rows(rows))
  }

  private func tell(_ what: Told) {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { return }
    room.wait()
    told.withLock { $0.append(what) }
    isTold.signal()
  }

  /// The value behind which the answer begins.
  private static func first(_ question: Question, _ columns: [ODBCStatement.Column]) -> String {
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
