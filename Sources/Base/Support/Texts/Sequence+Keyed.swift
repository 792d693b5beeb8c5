extension Sequence {
  /// A dictionary of the elements by key; the first of several elements with a key is used.
  package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    keyed(by: key) { $0 }
  }

  /// A dictionary of values by key; the first of several values with the same key is used.
  package func keyed<Key: Hashable, Value>(
    by key: (Element) -> Key, _ value: (Element) throws -> Value
  ) rethrows -> [Key: Value] {
    Dictionary(try map { (key($0), try value($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
