package import Logging

extension Logger.MetadataValue {
  /// A number, which the JSON log writes as a number.
  package static func number(_ value: some BinaryInteger & Sendable & CustomStringConvertible)
    -> Self
  {
    .stringConvertible(value)
  }

  package static func number(_ value: Double) -> Self { .stringConvertible(value) }
}
