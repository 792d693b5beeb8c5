import GRDB

/// Convenience for statements that are prepared once per connection.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Whether a query returns any row.
  func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    let statement = try cachedStatement(sql: "SELECT EXISTS (\(sql))")
    return try Bool.fetchOne(statement, arguments: arguments) ?? false
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
