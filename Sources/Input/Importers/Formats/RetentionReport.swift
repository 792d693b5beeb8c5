import Audience

/// The audience retention report of YouTube Analytics: one row per part of the video.
///
/// The value is the share of viewers who watch a part. If the report contains only the rank among
/// videos of similar length, the rank is used.
struct RetentionReport {
  private static let place = "elapsedVideoTimeRatio"
  private static let values = ["audienceWatchRatio", "relativeRetentionPerformance"]
  private static let views = "totalSegmentImpressions"

  var names: [String] = []
  var rows: [[Double?]] = []

  init() {}

  init(_ table: DelimitedRows) throws(ImportError) {
    names = table.names
    _ = try table.column(Self.place, orSay: "retention has \(Self.place) and \(Self.values[0])")
    while try table.next() { rows.append(table.cells.map(\.number)) }
  }

  /// Number of views of the most watched part, if the report contains it.
  var people: Int? {
    index(Self.views).flatMap { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }.max()
        .flatMap { $0 >= 0 ? Int(exactly: $0.rounded()) : nil }
    }
  }

  var source: EngagementCurve.Source {
    index(Self.values[0]) == nil ? .relativeRetention : .retention
  }

  /// The points of the curve; `nil` without a position column or rows.
  func points(_ context: ImportContext) throws(ImportError) -> [EngagementCurve.Point]? {
    guard let place = index(Self.place), !rows.isEmpty else { return nil }
    guard let value = Self.values.lazy.compactMap(index).first else {
      throw context.failure(
        "there is no column \(Self.values[0])", "request the metric \(Self.values[0])")
    }
    var found: [(place: Double, value: Double)] = []
    for row in rows {
      guard row.indices.contains(max(place, value)), let share = row[place], let read = row[value]
      else {
        throw context.failure(
          "a row has no \(names[place]) or no \(names[value])", "every row needs both, as numbers")
      }
      found.append((share, read))
    }
    found.sort { $0.place < $1.place }
    // In the API, positions are the ends of parts (0.01 to 1). From 0 on, they are starts.
    let step = found.count > 1 ? found[1].place - found[0].place : found[0].place
    let isTwice = zip(found, found.dropFirst()).contains { $0.place == $1.place }
    guard step > 0, !isTwice else {
      throw context.failure(
        "two rows have the same position in the video",
        "request one video, without further dimensions")
    }
    let isStart = found[0].place == 0
    return found.indices.map { index in
      let before = index > 0 ? found[index - 1].place : max(0, found[0].place - step)
      let after = index + 1 < found.count ? found[index + 1].place : found[index].place + step
      return .init(
        start: isStart ? found[index].place : before,
        end: isStart ? min(1, after) : found[index].place, value: found[index].value)
    }
  }

  private func index(_ name: String) -> Int? {
    names.firstIndex { ColumnName.canonical($0) == ColumnName.canonical(name) }
  }
}
