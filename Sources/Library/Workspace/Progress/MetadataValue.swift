package import Logging

extension Logger.MetadataValue {
  /// A number, which a log in JSON holds as one.
  package static func number(_ value: some BinaryInteger & Sendable & CustomStringConvertible)
    -> Self
  {
    .stringConvertible(value)
  }

  /// A number, which a log in JSON holds as one.
  package static func number(_ value: Double) -> Self { .stringConvertible(value) }
}
