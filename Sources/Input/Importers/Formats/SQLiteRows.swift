import Audience
import CSQLite
import Foundation

/// Limits for a query on an untrusted database, because a view can run forever.
struct SQLiteLimits {
  /// Maximum size of one value in bytes; numbers and words need only a few.
  var valueBytes: Int32 = 1 << 20
  /// Minimum of the row limit, for small files.
  var minimumRowLimit = 1_000_000
  /// Maximum time without a row; sorting some gigabytes before the first row takes minutes.
  var silence = Duration.seconds(600)
  /// Milliseconds to wait for another program's lock on the file (`sqlite3_busy_timeout`).
  var patience: Int32 = 10_000
  /// Steps of SQLite's virtual machine between calls of the progress handler (some milliseconds).
  var progressInterval: Int32 = 200_000

  /// The maximum number of rows of a query: the size of the file in bytes.
  ///
  /// Each stored row takes some bytes, so a query with more rows generates them.
  func rows(of file: String) -> Int {
    let bytes = ["", "-wal"].reduce(0) { sum, ending in
      var status = stat()
      return unsafe stat(file + ending, &status) == 0 ? sum + Int(status.st_size) : sum
    }
    return max(minimumRowLimit, bytes)
  }
}

/// The rows of an SQLite query; the file is opened read-only.
@safe
final class SQLiteRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  private(set) var cells: [Bytes] = []
  private(set) var line = 0
  private var database: OpaquePointer?
  private var statement: OpaquePointer?
  private let progress: (Int, Int?) -> Bool
  private let limits: SQLiteLimits
  private let maximumRows: Int
  private let word: String
  private var lastRow = ContinuousClock.now
  private var isStopped = false
  private var isEndless = false

  /// Opens a file and prepares its query.
  ///
  /// Each parameter is bound to `after`, or to the lowest integer if `after` is `nil`.
  init(
    _ context: ImportContext, query: String, called word: String = "--query",
    limits: SQLiteLimits = SQLiteLimits(), after: ImportPosition? = nil
  ) throws(ImportError) {
    file = context.file
    self.word = word
    self.limits = limits
    maximumRows = limits.rows(of: file)
    progress = context.options.progress
    // ByteSource gives a missing file the same error as in other formats.
    let head = try ByteSource(path: file).peek()
    guard head.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw ImportError(of: file, "this is not an SQLite file", "give an SQLite 3 database")
    }
    guard unsafe sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw databaseError("the database cannot be opened", "copy the whole file again")
    }
    unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, limits.valueBytes)
    unsafe sqlite3_busy_timeout(database, limits.patience)
    // Functions called by an untrusted view must have no side effects.
    unsafe sqlite3_exec(database, "PRAGMA trusted_schema = OFF", nil, nil, nil)
    var isWhole = false
    let code = unsafe query.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v2(database, text, -1, &statement, &tail)
      let rest = unsafe tail.map { unsafe String(cString: $0) } ?? ""
      isWhole = rest.allSatisfy { $0 == ";" || $0.isWhitespace }
      return code
    }
    guard code == SQLITE_OK, unsafe statement != nil else {
      throw databaseError("\(word) failed", "try it with the sqlite3 program")
    }
    guard isWhole, unsafe sqlite3_stmt_readonly(statement) != 0,
      unsafe sqlite3_column_count(statement) > 0
    else {
      throw ImportError(of: file, "\(word) is not one SELECT", "write one SELECT that returns rows")
    }
    bind(after)
    installProgressHandler()
    names = unsafe (0..<sqlite3_column_count(statement)).map { index in
      unsafe sqlite3_column_name(statement, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  deinit {
    unsafe sqlite3_finalize(statement)
    unsafe sqlite3_close(database)
  }

  /// Binds a value to each parameter, numbers as numbers, which SQLite sorts before all text.
  private func bind(_ after: ImportPosition?) {
    for index in unsafe 0..<sqlite3_bind_parameter_count(statement) {
      if let text = after?.text, Int64(text) == nil {
        if let number = Double(text) {
          unsafe sqlite3_bind_double(statement, index + 1, number)
        } else {
          let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
          unsafe sqlite3_bind_text(statement, index + 1, text, -1, copied)
        }
      } else {
        unsafe sqlite3_bind_int64(statement, index + 1, after.flatMap { Int64($0.text) } ?? .min)
      }
    }
  }

  /// Installs SQLite's progress handler, which stops the query on a timeout or cancellation.
  private func installProgressHandler() {
    let rows = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      database, limits.progressInterval,
      { pointer in
        guard let pointer = unsafe pointer else { return 0 }
        let rows = unsafe Unmanaged<SQLiteRows>.fromOpaque(pointer).takeUnretainedValue()
        rows.isStopped = !rows.progress(rows.line, nil)
        rows.isEndless = rows.lastRow.duration(to: .now) >= rows.limits.silence
        return rows.isStopped || rows.isEndless ? 1 : 0
      }, unsafe rows)
  }

  func next() throws(ImportError) -> Bool {
    lastRow = .now
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: break
    case SQLITE_DONE: return false
    case _ where isStopped: throw .stopped(file)
    case _ where isEndless: throw limitError("returned no row for \(limits.silence)")
    case SQLITE_TOOBIG: throw limitError("returns a value of more than \(limits.valueBytes) bytes")
    default: throw databaseError("the database cannot be read", "check it with PRAGMA quick_check")
    }
    line += 1
    guard line <= maximumRows else { throw limitError("returns more than \(maximumRows) rows") }
    cells.removeAll(keepingCapacity: true)
    for index in 0..<Int32(names.count) {
      // The length is that of the last conversion, so convert to text first.
      let text = unsafe sqlite3_column_text(statement, index)
      let count = unsafe Int(sqlite3_column_bytes(statement, index))
      unsafe cells.append(text.map { unsafe Bytes(start: $0, count: count) } ?? .empty)
    }
    return true
  }

  private func limitError(_ what: String) -> ImportError {
    ImportError(
      of: file, "\(word) \(what)",
      "select only the columns and rows with gaze and faces, from tables instead of views; "
        + "a result may have as many rows as the file has bytes, and at least "
        + "\(limits.minimumRowLimit)")
  }

  private func databaseError(_ problem: String, _ remedy: String) -> ImportError {
    // SQLite's messages contain names of tables and columns, never values.
    let words = unsafe database.map { unsafe String(cString: sqlite3_errmsg($0)) }
    return ImportError(of: file, "\(problem): \(words ?? "out of memory")", remedy)
  }
}

extension ImportFormat {
  static let sqlite = ImportFormat(
    name: "sqlite",
    summary: "any SQLite file: the result of --query is the table, its columns named by --map",
    carries: [.gaze, .emotion, .blinks],
    options: .ofSessions + [
      .query, .map, .preset, .presetFile, .startedAt, .offset, .player, .screen, .picture,
    ], fits: { $0.starts(with: Array("SQLite format 3\0".utf8)) }
  ) { (context) throws(ImportError) in
    let options = context.options
    guard let query = options.query else {
      throw context.missingOption(
        "the query is missing", "give --query 'SELECT viewer, time, x, y, happy FROM …'")
    }
    let rows = try SQLiteRows(context, query: query)
    let map = try TableOpener.mapOfQuery(context)
    return .sessions(try TableImporter(context: context, rows: rows, map: map).read())
  }
}
