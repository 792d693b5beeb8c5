import GRDB

/// Convenience for statements that are prepared once per connection.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try value("SELECT EXISTS (\(sql))", arguments) ?? false
  }

  /// The first column of the first row; `nil` if there is no row, or if the column is NULL.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns the rows of a query as tuples; the column types are inferred from the result type.
  func rows<each Column: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> [(repeat each Column)] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments).map { row in
      var index = -1
      func next<Value: DatabaseValueConvertible>(_: Value.Type) throws -> Value {
        index += 1
        return try row.decode(Value.self, atIndex: index)
      }
      return (repeat try next((each Column).self))
    }
  }
}
