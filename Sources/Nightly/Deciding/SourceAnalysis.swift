import Foundation
import Library
import Media

/// Finds cuts, black bars and pauses near candidates: kept from an earlier night, or decoded anew.
struct SourceAnalysis {
  var database: LibraryDatabase
  var video: String
  var source: SourceVideo
  /// Whether what is found is kept; a dry run keeps nothing.
  var mayKeep: Bool
  /// Of the source.
  var reader: SourceReader

  /// What one decoding of the picture in some ranges tells.
  struct Picture {
    /// Times of the first frame of each new shot, seconds.
    var cuts: [Double] = []
    /// How black the sides of frames are.
    var borders: [BlackBorders] = []
  }

  /// Cuts and black sides in `ranges`.
  func picture(in ranges: [Range<Double>]) throws -> Picture {
    let rows = try kept(.cuts, ranges) {
      try reader.rows(.picture(source.info, ranges: ranges))
    }
    return Picture(
      cuts: rows.filter { $0.count == 1 }.map { $0[0] },
      borders: rows.compactMap(BlackBorders.init(row:)))
  }

  /// Pauses in the sound in `ranges`, seconds.
  func pauses(in ranges: [Range<Double>]) throws -> [Range<Double>] {
    try kept(.pauses, ranges) {
      try reader.rows(.pauses(source.info, ranges: ranges))
    }.compactMap { $0.count == 2 && $0[0] < $0[1] ? $0[0]..<$0[1] : nil }
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
    if mayKeep {
      try database.setCache(kind, of: video, key: key, value: try JSONEncoder().encode(times))
    }
    return times
  }
}
