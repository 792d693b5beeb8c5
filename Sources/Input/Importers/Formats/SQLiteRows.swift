import Audience
import CSQLite
import Foundation

/// What a query of a stranger's database may take: views are programs, and need not end.
struct SQLiteLimits {
  /// Bytes of one value: a number or a word needs a few, a picture is no cell.
  var valueBytes: Int32 = 1 << 20
  /// Rows that any file may give, however small.
  var leastRows = 1_000_000
  /// Time without a row: sorting some gigabytes before the first takes minutes.
  var silence = Duration.seconds(600)
  /// Milliseconds that a program which writes to the file is waited for.
  var patience: Int32 = 10_000
  /// Steps of SQLite's machine between two looks at the clock and at Ctrl-C: a few milliseconds.
  var stepsBetweenLooks: Int32 = 200_000

  /// Rows that a file may give: each that was stored takes some bytes, so more rows than bytes are
  /// made up.
  func rows(of file: String) -> Int {
    let bytes = ["", "-wal"].reduce(0) { sum, ending in
      var status = stat()
      return unsafe stat(file + ending, &status) == 0 ? sum + Int(status.st_size) : sum
    }
    return max(leastRows, bytes)
  }
}

/// The rows of a query's result; the file is opened to be read only.
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
  private let mostRows: Int
  /// What messages call the query.
  private let word: String
  /// When it last gave a row.
  private var lastRow = ContinuousClock.now
  private var isStopped = false
  private var isEndless = false

  /// Opens a file and prepares its query, in which every mark stands for `after`; without it, for
  /// what lies before all values.
  init(
    _ context: FileContext, query: String, called word: String = "--query",
    limits: SQLiteLimits = SQLiteLimits(), after: Watermark? = nil
  ) throws(ImportError) {
    file = context.file
    self.word = word
    self.limits = limits
    mostRows = limits.rows(of: file)
    progress = context.options.progress
    // The open itself finds a missing or unreadable file, with the words of all formats.
    let head = try ByteSource(path: file).peek()
    guard head.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw ImportError(of: file, "no SQLite file", "give a database of SQLite 3")
    }
    guard unsafe sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw failed("the database cannot be opened", "give a whole copy of it")
    }
    unsafe sqlite3_limit(database, SQLITE_LIMIT_LENGTH, limits.valueBytes)
    unsafe sqlite3_busy_timeout(database, limits.patience)
    // What a stranger's view may call does nothing but compute.
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
      throw failed("\(word) cannot be used", "check it with the sqlite3 program")
    }
    guard isWhole, unsafe sqlite3_stmt_readonly(statement) != 0,
      unsafe sqlite3_column_count(statement) > 0
    else {
      throw ImportError(of: file, "\(word) is not one SELECT", "it only reads, and gives rows")
    }
    bind(after)
    watch()
    names = unsafe (0..<sqlite3_column_count(statement)).map { index in
      unsafe sqlite3_column_name(statement, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  deinit {
    unsafe sqlite3_finalize(statement)
    unsafe sqlite3_close(database)
  }

  /// Binds a value to every mark: a number is stored as one, and lies before all texts.
  private func bind(_ after: Watermark?) {
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

  /// Asks now and then whether to go on, also while a query sorts before its first row.
  private func watch() {
    let rows = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      database, limits.stepsBetweenLooks,
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
    case _ where isEndless: throw tooLong("gave no row for \(limits.silence)")
    case SQLITE_TOOBIG: throw tooLong("gives a value of more than \(limits.valueBytes) bytes")
    default: throw failed("the database cannot be read", "check it with PRAGMA quick_check")
    }
    line += 1
    guard line <= mostRows else { throw tooLong("gives more than \(mostRows) rows") }
    cells.removeAll(keepingCapacity: true)
    for index in 0..<Int32(names.count) {
      // The text first: the length is that of the last conversion.
      let text = unsafe sqlite3_column_text(statement, index)
      let count = unsafe Int(sqlite3_column_bytes(statement, index))
      unsafe cells.append(text.map { unsafe Bytes(start: $0, count: count) } ?? .empty)
    }
    return true
  }

  /// A view without an end, or a column that holds pictures.
  private func tooLong(_ what: String) -> ImportError {
    ImportError(
      of: file, "\(word) \(what)",
      "ask for the columns and rows of looks and faces alone, from tables rather than "
        + "views; a result may have as many rows as the file has bytes, and at least "
        + "\(limits.leastRows)")
  }

  private func failed(_ problem: String, _ remedy: String) -> ImportError {
    // SQLite's words name tables and columns, never values.
    let words = unsafe database.map { unsafe String(cString: sqlite3_errmsg($0)) }
    let reason = words ?? "out of memory"
    return ImportError(of: file, "\(problem): \(reason)", remedy)
  }
}

extension ImportFormat {
  /// The result of a query on any SQLite file, as a table.
  static let sqlite = ImportFormat(
    name: "sqlite",
    summary: "any SQLite file: the result of --query is the table, its columns named by --map",
    carries: [.gaze, .emotion, .blinks],
    options: .ofSessions + [
      .query, .map, .preset, .presetFile, .startedAt, .offset, .player, .screen, .picture,
    ],
    fits: { $0.starts(with: Array("SQLite format 3\0".utf8)) }
  ) { (context) throws(ImportError) in
    let options = context.options
    guard let query = options.query else {
      throw context.missingOption(
        "which rows are meant is not said",
        "give --query 'SELECT viewer, time, x, y, happy FROM …'")
    }
    let rows = try SQLiteRows(context, query: query)
    let map = try TableFile.mapOfQuery(context)
    return .sessions(try TableImporter(context: context, rows: rows, map: map).read())
  }
}

extension ColumnMap {
  /// The map of a query that names its columns by their roles itself.
  static var named: ColumnMap {
    var map = ColumnMap()
    map.names = [
      .time: ["time", "t"], .confidence: ["conf", "confidence"], .viewer: ["viewer"],
      .session: ["session"], .video: ["video"],
    ]
    map.words[.blink] = [WordColumn(names: ["blink"], words: ["1", "1.0", "true", "yes", "blink"])]
    map.gaze = [PlaceColumns(x: "x", y: "y", unit: .normalised)]
    for emotion in Emotion.allCases {
      map.scores[emotion] = ScoreColumns(columns: [emotion.name], combination: .mean)
    }
    return map
  }
}
