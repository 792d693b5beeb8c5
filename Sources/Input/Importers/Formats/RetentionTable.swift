import Audience

/// YouTube Analytics' retention: named columns, a row for each part of the video.
///
/// The share who watch a part is what counts; where only its rank among videos of that length is
/// given, that.
struct RetentionTable {
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

  /// How many views the most watched part has, where that is told.
  var people: Int? {
    index(Self.views).flatMap { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }.max()
        .flatMap { $0 >= 0 ? Int(exactly: $0.rounded()) : nil }
    }
  }

  /// The points; `nil` where there is no such table.
  func points(_ context: FileContext) throws(ImportError) -> [AudienceCurve.Point]? {
    guard let place = index(Self.place), !rows.isEmpty else { return nil }
    guard let value = Self.values.lazy.compactMap(index).first else {
      throw context.failure("no column \(Self.values[0])", "ask for the metric \(Self.values[0])")
    }
    var found: [(place: Double, value: Double)] = []
    for row in rows {
      guard row.indices.contains(max(place, value)), let share = row[place], let read = row[value]
      else {
        throw context.failure(
          "a row without \(names[place]) or \(names[value])", "every row has both, in numbers")
      }
      found.append((share, read))
    }
    found.sort { $0.place < $1.place }
    // The API tells where a part ends, from 0.01 to 1; a table that begins with 0, where it begins.
    let step = found.count > 1 ? found[1].place - found[0].place : found[0].place
    let isTwice = zip(found, found.dropFirst()).contains { $0.place == $1.place }
    guard step > 0, !isTwice else {
      throw context.failure(
        "two rows of one place in the video", "ask for one video, without further dimensions")
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
