extension Sequence {
  /// The elements by a key of each; of several with one key, the first.
  package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    keyed(by: key) { $0 }
  }

  /// A value of each by its key; of several with one key, the first's.
  package func keyed<Key: Hashable, Value>(
    by key: (Element) -> Key, _ value: (Element) throws -> Value
  ) rethrows -> [Key: Value] {
    Dictionary(try map { (key($0), try value($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
