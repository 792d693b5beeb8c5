import Audience
import Library

extension AudienceReader {
  private static let batch = 64

  /// Aggregates stored viewers in batches on all processor cores, while the next batch is read.
  ///
  /// Returns `false` if one of them changed in the meantime.
  func add(
    _ viewers: ArraySlice<ViewerReference>, to fold: inout AudienceAggregation, _ means: String,
    canCache: Bool
  ) throws -> Bool {
    let batches = stride(from: viewers.startIndex, to: viewers.endIndex, by: Self.batch).map {
      viewers[$0..<min(viewers.endIndex, $0 + Self.batch)]
    }
    var ahead = Self.read(batches.first ?? [], means, in: database)
    for (number, some) in batches.enumerated() {
      guard let stored = try ahead.get() else { return false }
      let next = number + 1 < batches.count ? batches[number + 1] : []
      let found = folded(stored, fold.folding, whileReading: next, means)
      ahead = found.next
      let results = try zip(some, found.results).map { viewer, result in
        if let result { return result }
        // Damaged rows are aggregated again from samples. Damaged samples cannot be repaired.
        guard let samples = try database.audiences.stored([viewer], foldedBy: ""),
          let again = samples.first.flatMap({ Self.folded($0, fold.folding) })
        else { throw try database.sessions.damageError(of: viewer) }
        return again
      }
      if canCache {
        let new = zip(some, results).filter { $0.1.isNew }
        let bytes = Parallel.map(new.count) { new[$0].1.viewer.encoded() }
        try database.audiences.store(
          zip(new, bytes).map { (viewer: $0.0, bytes: $1) }, foldedBy: means)
      }
      fold.add(results.map(\.viewer))
    }
    return true
  }

  private struct AggregatedViewer: Sendable {
    var viewer: ViewerAggregate
    /// Whether it was aggregated now instead of read from the library.
    var isNew: Bool
  }

  /// The stored content of some viewers, or the error of reading it.
  private typealias Read = Result<[StoredViewerContent]?, LibraryError>

  private static func read(
    _ viewers: ArraySlice<ViewerReference>, _ means: String, in database: LibraryDatabase
  ) -> Read {
    guard !viewers.isEmpty else { return .success([]) }
    return Read { () throws(LibraryError) in try database.audiences.stored(viewers, foldedBy: means)
    }
  }

  /// Aggregates stored viewers in parallel, while one core reads the next ones.
  ///
  /// A result is `nil` if a viewer's bytes are damaged.
  private func folded(
    _ stored: [StoredViewerContent], _ folding: ViewerAggregation,
    whileReading next: ArraySlice<ViewerReference>, _ means: String
  ) -> (results: [AggregatedViewer?], next: Read) {
    enum Piece: Sendable { case read(Read), folded(AggregatedViewer?) }
    let database = database
    let pieces: [Piece] = Parallel.map(stored.count + 1) { piece in
      piece == 0
        ? .read(Self.read(next, means, in: database))
        : .folded(Self.folded(stored[piece - 1], folding))
    }
    var ahead = Read.success([])
    var results: [AggregatedViewer?] = []
    for piece in pieces {
      switch piece {
      case .read(let read): ahead = read
      case .folded(let result): results.append(result)
      }
    }
    return (results, ahead)
  }

  /// Aggregates a stored viewer; `nil` if the bytes are damaged.
  private static func folded(
    _ stored: StoredViewerContent, _ folding: ViewerAggregation
  ) -> AggregatedViewer? {
    switch stored {
    case .folded(let bytes):
      ViewerAggregate(encoded: bytes).map { AggregatedViewer(viewer: $0, isNew: false) }
    case .samples(let samples):
      samples.decoded().map { AggregatedViewer(viewer: folding.fold($0), isNew: true) }
    }
  }
}
