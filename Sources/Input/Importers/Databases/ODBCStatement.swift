import CODBC

/// One query on a connection of its own; it belongs to one thread, and ends with it.
@safe
final class ODBCStatement {
  struct Column: Sendable {
    var name: String
    /// ODBC's number of its type.
    var type: SQLSMALLINT
  }

  /// Makes drivers hand rows over as they come, where they would else hold all of them first; each
  /// knows its own words, and passes over the others'.
  ///
  /// (psqlODBC: UseDeclareFetch; MariaDB's from 3.2 on: STREAMRS.)
  private static let streaming = ";UseDeclareFetch=1;Fetch=1000;STREAMRS=1"
  /// Bytes of the longest value: a review of some hours.
  static let longestValue = 64 << 20
  /// UTF-16 units that are asked for at once, with a zero behind them.
  private static let pieceUnits = 8192

  private let file: String
  private let message: ODBCMessage
  private var environment: SQLHANDLE?
  private var connection: SQLHANDLE?
  private var statement: SQLHANDLE?
  private var isConnected = false
  private var columns = 0
  private let piece = UnsafeMutableBufferPointer<SQLWCHAR>.allocate(capacity: pieceUnits + 1)
  /// The bound value and its length in bytes stay where they are until the query has begun.
  private var bound = UnsafeMutableBufferPointer<SQLWCHAR>.allocate(capacity: 1)
  private let boundBytes = UnsafeMutablePointer<SQLLEN>.allocate(capacity: 1)

  /// Connects by what the driver manager is told, which holds no secret; messages may repeat the
  /// words of the query.
  init(_ string: String, query: String, within seconds: Int, file: String) throws(ImportError) {
    self.file = file
    message = ODBCMessage(known: query + "\n" + string)
    unsafe boundBytes.initialize(to: 0)
    unsafe SQLAllocHandle(SQLSMALLINT(SQL_HANDLE_ENV), nil, &environment)
    unsafe gazecut_odbc_set_version(environment)
    unsafe SQLAllocHandle(SQLSMALLINT(SQL_HANDLE_DBC), environment, &connection)
    unsafe gazecut_odbc_set(connection, SQL_ATTR_LOGIN_TIMEOUT, SQLULEN(seconds))
    unsafe gazecut_odbc_set(connection, SQL_ATTR_ACCESS_MODE, SQLULEN(SQL_MODE_READ_ONLY))
    // Nothing is ever committed.
    unsafe gazecut_odbc_set(connection, SQL_ATTR_AUTOCOMMIT, SQLULEN(SQL_AUTOCOMMIT_OFF))
    var text = Self.ended(string + Self.streaming)
    let code = unsafe SQLDriverConnectW(
      connection, nil, &text, SQLSMALLINT(SQL_NTS), nil, 0, nil,
      SQLUSMALLINT(SQL_DRIVER_NOPROMPT))
    guard Self.isGood(code) else {
      throw unsafe message.connecting(SQLSMALLINT(SQL_HANDLE_DBC), connection, file)
    }
    isConnected = true
    unsafe SQLAllocHandle(SQLSMALLINT(SQL_HANDLE_STMT), connection, &statement)
  }

  deinit {
    unsafe SQLFreeHandle(SQLSMALLINT(SQL_HANDLE_STMT), statement)
    if isConnected {
      unsafe SQLEndTran(SQLSMALLINT(SQL_HANDLE_DBC), connection, SQLSMALLINT(SQL_ROLLBACK))
      unsafe SQLDisconnect(connection)
    }
    unsafe SQLFreeHandle(SQLSMALLINT(SQL_HANDLE_DBC), connection)
    unsafe SQLFreeHandle(SQLSMALLINT(SQL_HANDLE_ENV), environment)
    unsafe piece.deallocate()
    unsafe bound.deallocate()
    unsafe boundBytes.deallocate()
  }

  /// What another thread may end the query by, as long as this lives.
  var handle: UInt { unsafe UInt(bitPattern: statement) }

  /// Ends a query that another thread waits for.
  static func cancel(_ handle: UInt) {
    unsafe SQLCancel(SQLHANDLE(bitPattern: handle))
  }

  /// Has the query understood, and not yet begun; the columns of its answer.
  func prepare(_ query: String) throws(ImportError) -> [Column] {
    var text = Self.ended(query)
    try check(unsafe SQLPrepareW(statement, &text, SQLINTEGER(SQL_NTS)))
    var count: SQLSMALLINT = 0
    try check(unsafe SQLNumResultCols(statement, &count))
    columns = Int(count)
    var described: [Column] = []
    for index in 0..<columns { described.append(try describe(index)) }
    return described
  }

  private func describe(_ index: Int) throws(ImportError) -> Column {
    var name = [SQLWCHAR](repeating: 0, count: 256)
    var length: SQLSMALLINT = 0
    var column = Column(name: "", type: 0)
    var size: SQLULEN = 0
    var digits: SQLSMALLINT = 0
    var isNullable: SQLSMALLINT = 0
    try check(
      unsafe SQLDescribeColW(
        statement, SQLUSMALLINT(index + 1), &name, SQLSMALLINT(name.count), &length, &column.type,
        &size, &digits, &isNullable))
    column.name = String(decoding: name.prefix(Int(length)), as: UTF16.self)
    return column
  }

  /// Begins the query, in which each of so many marks stands for a value.
  func execute(binding value: String, marks: Int) throws(ImportError) {
    let units = Self.ended(value)
    let length = units.count - 1
    unsafe bound.deallocate()
    unsafe bound = .allocate(capacity: units.count)
    _ = unsafe bound.initialize(from: units)
    unsafe boundBytes.pointee = length * 2
    for mark in 0..<marks {
      // A text, which each database reads as what it is compared with.
      try check(
        unsafe SQLBindParameter(
          statement, SQLUSMALLINT(mark + 1), SQLSMALLINT(SQL_PARAM_INPUT),
          SQLSMALLINT(SQL_C_WCHAR), SQLSMALLINT(SQL_WVARCHAR), SQLULEN(max(1, length)), 0,
          bound.baseAddress, units.count * 2, boundBytes))
    }
    let code = unsafe SQLExecute(statement)
    // What a query that gives no row answers where it could have changed some.
    if code != SQLRETURN(SQL_NO_DATA) { try check(code) }
  }

  /// The text of each cell of the next row in UTF-8, none of a NULL; `nil` at the end.
  func next() throws(ImportError) -> [[UInt8]]? {
    let code = unsafe SQLFetch(statement)
    guard code != SQLRETURN(SQL_NO_DATA) else { return nil }
    try check(code)
    return try (1...columns).map { column throws(ImportError) in
      // Half a letter in it is none.
      let text = Array(String(decoding: try cell(SQLUSMALLINT(column)), as: UTF16.self).utf8)
      guard text.count <= Self.longestValue else { throw tooLong }
      return text
    }
  }

  /// Reads a cell piece by piece: nobody tells before how long it is.
  private func cell(_ column: SQLUSMALLINT) throws(ImportError) -> [SQLWCHAR] {
    var units: [SQLWCHAR] = []
    while true {
      var left: SQLLEN = 0
      let code = unsafe SQLGetData(
        statement, column, SQLSMALLINT(SQL_C_WCHAR), piece.baseAddress, SQLLEN(piece.count * 2),
        &left)
      if code == SQLRETURN(SQL_NO_DATA) { return units }
      try check(code)
      guard left != SQLLEN(SQL_NULL_DATA) else { return [] }
      let isWhole = left >= 0 && left <= Self.pieceUnits * 2
      unsafe units.append(contentsOf: piece[..<(isWhole ? left / 2 : Self.pieceUnits)])
      guard units.count <= Self.longestValue else { throw tooLong }
      if isWhole { return units }
    }
  }

  private var tooLong: ImportError {
    ImportError(
      of: file, "the query gives a value of more than \(Self.longestValue) bytes",
      "ask for the columns of looks and faces alone")
  }

  private func check(_ code: SQLRETURN) throws(ImportError) {
    guard Self.isGood(code) else {
      throw unsafe message.querying(SQLSMALLINT(SQL_HANDLE_STMT), statement, file)
    }
  }

  /// A text as drivers take it, with a zero at its end.
  private static func ended(_ text: String) -> [SQLWCHAR] { Array(text.utf16) + [0] }

  private static func isGood(_ code: SQLRETURN) -> Bool {
    code == SQLRETURN(SQL_SUCCESS) || code == SQLRETURN(SQL_SUCCESS_WITH_INFO)
  }
}
