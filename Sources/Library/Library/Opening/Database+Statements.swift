import GRDB

/// Statements that are prepared once for a connection.
extension Database {
  /// Runs a statement that gives nothing.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The rows of a query, whose columns are of the types that are asked for.
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
