extension FoldedViewer {
  /// One viewer's rows in columns: what the library keeps, so that one more viewer costs that viewer.
  package func encoded() -> [UInt8] {
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
      // Agreement is told of single looks whenever the viewer is folded in again.
      for axis in 0..<2 {
        writer.write(column: known.map { UInt8(bitPattern: $0.glance[axis]) })
      }
    }
    return writer.sealed()
  }

  /// Takes a viewer back; `nil` when the bytes are damaged.
  package init?(encoded: [UInt8]) {
    guard var reader = ByteReader(sealed: encoded), let kind = reader.read(UInt8.self) else {
      return nil
    }
    switch kind {
    case 0:
      guard let reason = reader.text(), reader.isAtEnd else { return nil }
      self = .unfit(reason)
    case 1:
      guard let count = reader.count(), count <= HalfSeconds.most,
        let isKnown = reader.column(UInt8.self, count: count),
        var known = AudienceRow.columns(isKnown.count { $0 != 0 }, from: &reader),
        let across = reader.column(UInt8.self, count: known.count),
        let down = reader.column(UInt8.self, count: known.count), reader.isAtEnd
      else { return nil }
      for index in known.indices {
        known[index].glance = SIMD2(Int8(bitPattern: across[index]), Int8(bitPattern: down[index]))
      }
      var next = known.makeIterator()
      self = .rows(isKnown.map { $0 == 0 ? nil : next.next() })
    default: return nil
    }
  }
}
