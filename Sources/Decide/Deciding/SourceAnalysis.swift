import EditDecisions
import Foundation
import Library
import Media
import Rendering
import Selection
import Support
import Workspace

/// Finds cuts, black bars and pauses near candidates, from the library or by decoding.
struct SourceAnalysis {
  var database: LibraryDatabase
  var video: String
  var source: SourceVideo
  /// Whether results are stored; a dry run stores nothing.
  var canCache: Bool
  var reader: SourceReader

  /// The result of decoding the picture in some ranges.
  struct Picture {
    /// Times in seconds of the first frame of each new shot.
    var cuts: [Double] = []
    /// Gradual transitions between scenes, in seconds.
    var dissolves: [Range<Double>] = []
    var borders: [BlackBorders] = []

    /// Times of scene changes: cuts, and the middle of each dissolve without a cut.
    var changes: [Double] {
      let middles = dissolves.filter { dissolve in !cuts.contains { dissolve.contains($0) } }
        .map(\.middle)
      return (cuts + middles).sorted()
    }

    init(rows: [[Double]]) {
      cuts = rows.filter { $0.count == 1 }.map { $0[0] }
      dissolves = rows.compactMap(SourceAnalysis.range)
      borders = rows.compactMap(BlackBorders.init(row:))
    }
  }

  /// Cuts, dissolves and pauses in `ranges` that are stored; nothing is decoded.
  func known(in ranges: [Range<Double>]) throws -> CutPoints {
    let picture = Picture(rows: try kept(.cuts, ranges) { [] })
    return CutPoints(
      cuts: picture.cuts, dissolves: picture.dissolves,
      pauses: try kept(.pauses, ranges) { [] }.compactMap(Self.range))
  }

  /// Cuts, dissolves and black bars in `ranges`.
  func picture(in ranges: [Range<Double>]) throws -> Picture {
    Picture(
      rows: try kept(.cuts, ranges) { try reader.rows(.picture(source.info, ranges: ranges)) })
  }

  /// Pauses in the sound in `ranges`, in seconds.
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
    if let data = try database.videos.cached(kind, of: video, key: key),
      let times = try? JSONDecoder().decode([[Double]].self, from: data)
    {
      return times
    }
    let times = try find()
    try reader.requireSource(source.identity)
    if canCache {
      try database.videos.setCache(
        kind, of: video, key: key, value: try JSONEncoder().encode(times))
    }
    return times
  }
}
