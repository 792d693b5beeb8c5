import CODBC

/// One ODBC query on its own connection, used by one thread.
@safe
final class ODBCStatement {
  struct Column: Sendable {
    var name: String
    var type: SQLSMALLINT
  }

  /// Connection options that make drivers stream rows instead of buffering the whole answer.
  ///
  /// `UseDeclareFetch` is for psqlODBC, `STREAMRS` for MariaDB 3.2 or newer. Drivers ignore unknown
  /// options.
  private static let streaming = ";UseDeclareFetch=1;Fetch=1000;STREAMRS=1"
  /// Maximum size of one value in bytes: 64 MiB, a review of some hours.
  static let longestValue = 64 << 20
  /// UTF-16 units per read call, without the terminating zero.
  private static let pieceUnits = 8192

  private let file: String
  private let message: ODBCDiagnostics
  private var environment: SQLHANDLE?
  private var connection: SQLHANDLE?
  private var statement: SQLHANDLE?
  private var isConnected = false
  private var columns = 0
  private let piece = UnsafeMutableBufferPointer<SQLWCHAR>.allocate(capacity: pieceUnits + 1)
  /// The bound value; ODBC requires that its address and that of its length do not change.
  private var bound = UnsafeMutableBufferPointer<SQLWCHAR>.allocate(capacity: 1)
  private let boundBytes = UnsafeMutablePointer<SQLLEN>.allocate(capacity: 1)

  /// Opens the connection; `string` has no password, so errors may quote it and the query.
  init(_ string: String, query: String, within seconds: Int, file: String) throws(ImportError) {
    self.file = file
    message = ODBCDiagnostics(known: query + "\n" + string)
    unsafe boundBytes.initialize(to: 0)
    unsafe SQLAllocHandle(SQLSMALLINT(SQL_HANDLE_ENV), nil, &environment)
    unsafe gazecut_odbc_set_version(environment)
    unsafe SQLAllocHandle(SQLSMALLINT(SQL_HANDLE_DBC), environment, &connection)
    unsafe gazecut_odbc_set(connection, SQL_ATTR_LOGIN_TIMEOUT, SQLULEN(seconds))
    unsafe gazecut_odbc_set(connection, SQL_ATTR_ACCESS_MODE, SQLULEN(SQL_MODE_READ_ONLY))
    // Without autocommit, the transaction is always rolled back.
    unsafe gazecut_odbc_set(connection, SQL_ATTR_AUTOCOMMIT, SQLULEN(SQL_AUTOCOMMIT_OFF))
    var text = Self.zeroTerminated(string + Self.streaming)
    let code = unsafe SQLDriverConnectW(
      connection, nil, &text, SQLSMALLINT(SQL_NTS), nil, 0, nil,
      SQLUSMALLINT(SQL_DRIVER_NOPROMPT))
    guard Self.isGood(code) else {
      throw unsafe message.connectionError(SQLSMALLINT(SQL_HANDLE_DBC), connection, file)
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

  /// The handle with which another thread can cancel the query during the lifetime of this object.
  var handle: UInt { unsafe UInt(bitPattern: statement) }

  static func cancel(_ handle: UInt) { unsafe SQLCancel(SQLHANDLE(bitPattern: handle)) }

  /// Prepares the query without running it, and returns the columns of its answer.
  func prepare(_ query: String) throws(ImportError) -> [Column] {
    var text = Self.zeroTerminated(query)
    try check(unsafe SQLPrepareW(statement, &text, SQLINTEGER(SQL_NTS)))
    var count: SQLSMALLINT = 0
    try check(unsafe SQLNumResultCols(statement, &count))
    columns = Int(count)
    return try (0..<columns).map { index throws(ImportError) in try describe(index) }
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

  /// Runs the query with `value` bound to each of its `marks` parameters.
  func execute(binding value: String, marks: Int) throws(ImportError) {
    let units = Self.zeroTerminated(value)
    let length = units.count - 1
    unsafe bound.deallocate()
    unsafe bound = .allocate(capacity: units.count)
    _ = unsafe bound.initialize(from: units)
    unsafe boundBytes.pointee = length * 2
    for mark in 0..<marks {
      // Bind as text; each database converts it to the type of the column.
      try check(
        unsafe SQLBindParameter(
          statement, SQLUSMALLINT(mark + 1), SQLSMALLINT(SQL_PARAM_INPUT),
          SQLSMALLINT(SQL_C_WCHAR), SQLSMALLINT(SQL_WVARCHAR), SQLULEN(max(1, length)), 0,
          bound.baseAddress, units.count * 2, boundBytes))
    }
    let code = unsafe SQLExecute(statement)
    // A statement that could change rows returns SQL_NO_DATA if it affects none.
    if code != SQLRETURN(SQL_NO_DATA) { try check(code) }
  }

  /// The cells of the next row in UTF-8, empty for NULL; `nil` at the end.
  func next() throws(ImportError) -> [[UInt8]]? {
    let code = unsafe SQLFetch(statement)
    guard code != SQLRETURN(SQL_NO_DATA) else { return nil }
    try check(code)
    return try (1...columns).map { column throws(ImportError) in
      // An unpaired surrogate decodes to U+FFFD.
      let text = Array(String(decoding: try cell(SQLUSMALLINT(column)), as: UTF16.self).utf8)
      guard text.count <= Self.longestValue else { throw tooLong }
      return text
    }
  }

  /// Reads a cell in pieces, because its length is not known in advance.
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
      of: file, "the query returns a value of more than \(Self.longestValue) bytes",
      "select only the columns with gaze and faces")
  }

  private func check(_ code: SQLRETURN) throws(ImportError) {
    guard Self.isGood(code) else {
      throw unsafe message.queryError(SQLSMALLINT(SQL_HANDLE_STMT), statement, file)
    }
  }

  private static func zeroTerminated(_ text: String) -> [SQLWCHAR] { Array(text.utf16) + [0] }

  private static func isGood(_ code: SQLRETURN) -> Bool {
    code == SQLRETURN(SQL_SUCCESS) || code == SQLRETURN(SQL_SUCCESS_WITH_INFO)
  }
}
