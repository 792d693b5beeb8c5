import Foundation
import Library
import Media

/// Finds cuts and pauses near candidates: kept from an earlier night, or decoded anew.
struct SourceAnalysis {
  var database: LibraryDatabase
  var video: String
  var source: SourceVideo
  /// Whether what is found is kept; a dry run keeps nothing.
  var mayKeep: Bool
  var isCancelled: CancellationCheck

  /// Times of the first frame of each new shot in `ranges`, seconds.
  func cuts(in ranges: [Range<Double>]) throws -> [Double] {
    try kept(.cuts, ranges) {
      try SceneCuts.find(in: source.info, ranges: ranges, isCancelled: isCancelled).map {
        [$0.time]
      }
    }.compactMap(\.first)
  }

  /// Pauses in the sound in `ranges`, seconds.
  func pauses(in ranges: [Range<Double>]) throws -> [Range<Double>] {
    try kept(.pauses, ranges) {
      try SoundPauses.find(in: source.info, ranges: ranges, isCancelled: isCancelled).map {
        [$0.lowerBound, $0.upperBound]
      }
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
