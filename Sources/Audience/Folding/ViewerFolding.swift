/// What folding makes of one viewer.
package enum FoldedViewer: Hashable, Sendable {
  /// A row a half second; `nil` where the viewer did not watch.
  case rows([AudienceRow?])
  /// The viewer is left out, with the reason in the words of the report.
  case unfit(String)
}

/// Folds one viewer's sessions, whatever the others did: viewers may be folded side by side.
package struct ViewerFolding: Sendable {
  private let folding: SessionFolding

  /// Prepares for a video.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - settings: how to clean.
  package init(duration: Double, settings: FoldSettings) {
    folding = SessionFolding(
      settings: settings, duration: duration, binCount: HalfSeconds.count(for: duration))
  }

  /// Folds.
  ///
  /// - Parameter sessions: all of one viewer's, oldest first: the records of several devices, or of
  ///   several passes.
  /// - Returns: the viewer's rows, or why there are none.
  package func fold(_ sessions: [SampleColumns]) -> FoldedViewer {
    SessionTrack.rows(of: sessions.compactMap(folding.fold)).map(FoldedViewer.rows)
      ?? .unfit("no samples inside the video")
  }
}

extension FoldedViewer {
  /// One viewer's rows in columns: what the library keeps, so that one more viewer costs that
  /// viewer.
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
        let known = AudienceRow.columns(isKnown.count { $0 != 0 }, from: &reader),
        let across = reader.column(UInt8.self, count: known.count),
        let down = reader.column(UInt8.self, count: known.count), reader.isAtEnd
      else { return nil }
      var next = 0
      self = .rows(
        isKnown.map { isKnown in
          guard isKnown != 0 else { return nil }
          var row = known[next]
          row.glance = SIMD2(Int8(bitPattern: across[next]), Int8(bitPattern: down[next]))
          next += 1
          return row
        })
    default: return nil
    }
  }
}
