import EditDecisions
import Foundation
import Library
import Media
import Rendering
import Selection
import Support
import Workspace

/// Finds cuts, black bars and pauses near candidates: kept from an earlier night, or decoded anew.
struct SourceAnalysis {
  var database: LibraryDatabase
  var video: String
  /// Its source, as it was probed.
  var source: SourceVideo
  /// Whether what is found is kept; a dry run keeps nothing.
  var mayKeep: Bool
  var reader: SourceReader

  /// What one decoding of the picture in some ranges tells.
  struct Picture {
    /// Times of the first frame of each new shot, seconds.
    var cuts: [Double] = []
    /// Where one scene turns into another without a cut, seconds.
    var dissolves: [Range<Double>] = []
    /// How black the sides of frames are.
    var borders: [BlackBorders] = []

    /// Where one scene gives way to the next: cuts, and the middle of what dissolves without one.
    var changes: [Double] {
      let middles = dissolves.filter { dissolve in !cuts.contains { dissolve.contains($0) } }
        .map(\.middle)
      return (cuts + middles).sorted()
    }

    /// Reads the rows that are kept of it.
    init(rows: [[Double]]) {
      cuts = rows.filter { $0.count == 1 }.map { $0[0] }
      dissolves = rows.compactMap(SourceAnalysis.range)
      borders = rows.compactMap(BlackBorders.init(row:))
    }
  }

  /// Cuts, dissolves and pauses in `ranges`, where an earlier run looked there; else none.
  func known(in ranges: [Range<Double>]) throws -> CutPoints {
    let picture = Picture(rows: try kept(.cuts, ranges) { [] })
    return CutPoints(
      cuts: picture.cuts, dissolves: picture.dissolves,
      pauses: try kept(.pauses, ranges) { [] }.compactMap(Self.range))
  }

  /// Cuts and black sides in `ranges`.
  func picture(in ranges: [Range<Double>]) throws -> Picture {
    Picture(
      rows: try kept(.cuts, ranges) { try reader.rows(.picture(source.info, ranges: ranges)) })
  }

  /// Pauses in the sound in `ranges`, seconds.
  func pauses(in ranges: [Range<Double>]) throws -> [Range<Double>] {
    try kept(.pauses, ranges) {
      try reader.rows(.pauses(source.info, ranges: ranges))
    }.compactMap(Self.range)
  }

  private static func range(_ row: [Double]) -> Range<Double>? {
    row.count == 2 && row[0] < row[1] ? row[0]..<row[1] : nil
  }

  private func kept(
    _ kind: CacheKind, _ ranges: [Range<Double>], _ find: () throws -> [[Double]]
  ) throws -> [[Double]] {
    guard !ranges.isEmpty else { return [] }
    let key = "\(GazecutVersion.judgement) \(source.fingerprint) \(ranges)"
    if let data = try database.cached(kind, of: video, key: key),
      let times = try? JSONDecoder().decode([[Double]].self, from: data)
    {
      return times
    }
    let times = try find()
    try reader.requireSource(source.identity)
    if mayKeep {
      try database.setCache(kind, of: video, key: key, value: try JSONEncoder().encode(times))
    }
    return times
  }
}
