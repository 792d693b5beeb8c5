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
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(duration: Double, aspect: Double, settings: FoldSettings) {
    folding = SessionFolding(
      settings: settings, duration: duration, aspect: aspect,
      binCount: HalfSeconds.count(for: duration))
  }

  /// Folds.
  ///
  /// A session that knows gaze alone and one that knows the face alone are one pass recorded by
  /// two devices; sessions that know the same are passes of their own and are averaged.
  ///
  /// - Parameter sessions: all of one viewer's, oldest first.
  /// - Returns: the viewer's rows, or why there are none.
  package func fold(_ sessions: [SampleColumns]) -> FoldedViewer {
    var tracks: [SessionTrack] = []
    var reason = SessionFolding.Unfit.empty
    for outcome in Viewing.passes(of: sessions).flatMap(folding.fold) {
      switch outcome {
      case .track(let track): tracks.append(track)
      case .unfit(let why): if reason == .empty { reason = why }
      }
    }
    return SessionTrack.rows(of: tracks).map(FoldedViewer.rows) ?? .unfit(reason.rawValue)
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

/// One pass of a viewer through a video, as one device or two recorded it.
///
/// A tracker that knows only gaze and a camera that knows only the face are two records of one
/// pass: the lids that one saw blank the gaze of the other. Two records that both know gaze, or
/// both know the face, are two passes.
struct Viewing {
  /// The records of the pass.
  private(set) var records: [SampleColumns]

  /// Sorts a viewer's sessions into passes.
  ///
  /// - Parameter sessions: oldest first; the first record of gaze alone goes with the first
  ///   record of a face alone, the second with the second.
  /// - Returns: the passes, in the order of their oldest records.
  static func passes(of sessions: [SampleColumns]) -> [Viewing] {
    var passes: [Viewing] = []
    var waiting: [Side: [Int]] = [:]
    for session in sessions {
      guard let side = Side(session) else {
        passes.append(Viewing(records: [session]))
        continue
      }
      if let partner = waiting[side.other]?.first {
        waiting[side.other]?.removeFirst()
        passes[partner].records.append(session)
      } else {
        waiting[side, default: []].append(passes.count)
        passes.append(Viewing(records: [session]))
      }
    }
    return passes
  }

  /// The side that a record knows when it does not know the other.
  private enum Side: Hashable {
    case gaze, face

    var other: Side { self == .gaze ? .face : .gaze }

    init?(_ columns: SampleColumns) {
      var knowsGaze = false
      var knowsFace = false
      for state in columns.states {
        knowsGaze = knowsGaze || SampleColumns.knowsGaze(state)
        knowsFace = knowsFace || SampleColumns.knowsFace(state)
        if knowsGaze, knowsFace { return nil }
      }
      guard knowsGaze != knowsFace else { return nil }
      self = knowsGaze ? .gaze : .face
    }
  }
}
