import Foundation
import Library
import Media
import Rendering
import Selection
import Workspace

/// Cuts, dissolves and black bars in some ranges of a source.
struct SourceAnalysis {
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
    dissolves = rows.compactMap(Self.range)
    borders = rows.compactMap(BlackBorders.init(row:))
  }

  fileprivate static func range(_ row: [Double]) -> Range<Double>? {
    row.count == 2 && row[0] < row[1] ? row[0]..<row[1] : nil
  }
}

/// Finds cuts, black bars and pauses near candidates, from the library or by decoding.
extension DecisionMaker {
  /// Cuts, dissolves and pauses in `ranges` that are stored; nothing is decoded.
  func knownCutPoints(in ranges: [Range<Double>]) throws -> CutPoints {
    let picture = SourceAnalysis(rows: try analysed(.cuts, ranges) { [] })
    return CutPoints(
      cuts: picture.cuts, dissolves: picture.dissolves,
      pauses: try analysed(.pauses, ranges) { [] }.compactMap(SourceAnalysis.range))
  }

  func picture(in ranges: [Range<Double>]) throws -> SourceAnalysis {
    SourceAnalysis(
      rows: try analysed(.cuts, ranges) { try reader.rows(.picture(source.info, ranges: ranges)) })
  }

  func pauses(in ranges: [Range<Double>]) throws -> [Range<Double>] {
    try analysed(.pauses, ranges) { try reader.rows(.pauses(source.info, ranges: ranges)) }
      .compactMap(SourceAnalysis.range)
  }

  private func analysed(
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
