extension FoldedViewer {
  /// Bins of more than a year: a damaged count must not ask for all memory.
  private static let mostBins = 100_000_000

  /// One viewer's rows in columns: what the library keeps, so that one more viewer costs that viewer.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .unfit(let reason):
      writer.write(UInt8(0))
      writer.write(text: reason)
    case .rows(let rows):
      writer.write(UInt8(1))
      writer.write(count: rows.count)
      writer.write(column: rows.map { UInt8($0 == nil ? 0 : 1) })
      let known = rows.compactMap(\.self)
      writer.write(column: known.map(\.x))
      writer.write(column: known.map(\.y))
      writer.write(column: known.map(\.weightLevel))
      for lane in 0..<8 { writer.write(column: known.map { $0.levels[lane] }) }
    }
    return writer.sealed()
  }

  /// Takes a viewer back; `nil` when the bytes are damaged.
  public init?(encoded: [UInt8]) {
    guard var reader = ByteReader(sealed: encoded), let kind = reader.read(UInt8.self) else {
      return nil
    }
    switch kind {
    case 0:
      guard let reason = reader.text(), reader.isAtEnd else { return nil }
      self = .unfit(reason)
    case 1:
      guard let count = reader.count(), count <= Self.mostBins,
        let isKnown = reader.column(UInt8.self, count: count),
        let known = AudienceRow.columns(isKnown.count { $0 != 0 }, from: &reader), reader.isAtEnd
      else { return nil }
      var next = known.makeIterator()
      self = .rows(isKnown.map { $0 == 0 ? nil : next.next() })
    default: return nil
    }
  }
}
