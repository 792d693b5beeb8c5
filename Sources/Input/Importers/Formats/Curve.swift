package import Audience

extension ImportFormat {
  static let curve = ImportFormat(
    name: "curve",
    summary: "what a platform counted over play time: most replayed, retention, heat maps, chat",
    carries: [.curve], options: [.video, .offset],
    fits: { head in
      // In yt-dlp's .info.json, the keys of its list of formats come before the curve.
      let forms = [
        ["columnHeaders", "rows"], ["heatmap"], ["hotspots", "start_ms"], ["data", "total_views"],
        ["second", "retentionPercent"], ["replayChatItemAction"],
        ["comments", "content_offset_seconds"], ["start_time", "end_time", "value"],
        ["id", "title", "formats", "format_id"],
      ]
      return forms.contains(where: head.hasKeys) || head.hasColumns(["elapsedVideoTimeRatio"])
    }
  ) { (context) throws(ImportError) in
    .curve(try EngagementCurveImporter(context: context).read())
  }
}

/// An engagement curve that was read but not stored yet.
package struct StagedEngagementCurve {
  package var video: String
  package var curve: EngagementCurve
  /// Numbers of skipped records, by reason.
  package var skipped: [String: Int] = [:]
}

/// Reads an engagement curve; the keys in the file identify the platform.
struct EngagementCurveImporter {
  /// Maximum number of points: one per second of 24 h.
  private static let maximumPoints = Int(PlayTimeOffset.latest)
  /// Largest count: integers up to 2⁵³ are exact.
  private static let maximumCount = Double(1 << 53)
  /// Maximum overlap of two points, as a share of their length, since times are rounded to 1 ms.
  private static let maximumOverlap = 0.01
  private static let forms =
    "a curve is yt-dlp's .info.json, its heat map alone or .live_chat.json, YouTube Analytics' retention (CSV or JSON), "
    + "the heat map or hotspots of Mux, bunny.net's heat map, PeerTube's retention, or a chat of "
    + "TwitchDownloader"

  let context: ImportContext
  private var source: EngagementCurve.Source?
  private var points: [EngagementCurve.Point] = []
  private var isShare = false
  private var people: Int?
  private var chat = ChatterCounter()
  private var analytics = RetentionReport()

  init(context: ImportContext) { self.context = context }

  consuming func read() throws(ImportError) -> StagedEngagementCurve {
    let file = try context.open()
    if file.looksLikeJSON {
      var reader = try JSONReader(file, lines: false)
      while try reader.hasMore() {
        if try reader.peek() == UInt8(ascii: "[") {
          try readList(&reader)
        } else {
          try readDocument(&reader)
        }
      }
    } else {
      analytics = try RetentionReport(DelimitedRows(file))
    }
    if source == nil, let found = try analytics.points(context) {
      (source, points, isShare, people) = (analytics.source, found, true, analytics.people)
    }
    if source == nil, let chatCurve = chat.curve() {
      (source, points, people) = (chatCurve.source, chatCurve.points, chatCurve.people)
    }
    guard let source else {
      guard chat.skips.isEmpty else {
        throw context.nothing(
          "message", chat.skips, "give a chat replay that contains the authors of messages")
      }
      throw context.failure("the file contains no curve", Self.forms)
    }
    let curve = EngagementCurve(
      source: source, points: try validatedPoints(), isShare: isShare, people: people)
    return StagedEngagementCurve(
      video: try context.video(named: nil, line: nil), curve: curve, skipped: chat.skips.byReason)
  }

  /// Reads yt-dlp's heat map, PeerTube's seconds, Mux's hotspots, or the lines of a chat.
  private mutating func readList(_ reader: inout JSONReader) throws(ImportError) {
    var values: [JSONValue] = []
    try reader.beginList()
    while try reader.nextElement() {
      let value = try JSONValue(&reader, isMended: true)
      if let action = value["replayChatItemAction"] {
        chat.add(replayed: action, at: value["videoOffsetTimeMsec"])
      } else if value.isObject {
        values.append(value)
        guard values.count <= Self.maximumPoints else {
          throw reader.failure(
            "more than \(Self.maximumPoints) points",
            "a curve has at most one point per second of 24 h")
        }
      }
    }
    guard let first = values.first else { return }
    if first["start_time"] != nil {
      readIntervals(values)
    } else if first["second"] != nil {
      try readSeconds(values)
    } else if first["start_ms"] != nil {
      readHotspots(values)
    }
  }

  private mutating func readDocument(_ reader: inout JSONReader) throws(ImportError) {
    var action: JSONValue?
    var milliseconds: JSONValue?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "comments":
        if try "[{".utf8.contains(reader.peek()) { try chat.readTwitch(&reader) }
      case "replayChatItemAction": action = try JSONValue(&reader, isMended: true)
      case "videoOffsetTimeMsec": milliseconds = try JSONValue(&reader, isMended: true)
      case "heatmap", "data", "hotspots", "view_count", "total_views", "columnHeaders", "rows":
        let name = key.text ?? ""
        try readValue(name, JSONValue(&reader, isMended: true))
      default: continue
      }
    }
    if let action { chat.add(replayed: action, at: milliseconds) }
  }

  private mutating func readValue(_ name: String, _ value: JSONValue) throws(ImportError) {
    switch (name, value.content) {
    case ("heatmap", _), ("value", _): try readHeatmap(value)
    // Mux wraps its answer in "data", and PeerTube lists its seconds there.
    case ("data", .object(let members)):
      for (name, value) in members where name != "data" { try readValue(name, value) }
    case ("data", .list(let seconds)): try readSeconds(Self.nonNull(seconds))
    case ("hotspots", _): readHotspots(Self.nonNull(value.values))
    case ("view_count", _), ("total_views", _): people = try Self.count(value)
    case ("columnHeaders", _): analytics.names += value.values.map { $0["name"]?.text ?? "" }
    case ("rows", .list(let rows)): analytics.rows += rows.map { $0.values.map(\.number) }
    default: return
    }
  }

  /// Reads yt-dlp's intervals, Mux's list of numbers, or bunny.net's numbers by segment.
  private mutating func readHeatmap(_ value: JSONValue) throws(ImportError) {
    switch value.content {
    case .object(let segments):
      var values: [Int: Double] = [:]
      for (name, value) in segments {
        guard let index = Int(name), (0..<Self.maximumPoints).contains(index) else {
          throw value.failure(
            "the key of a segment is not a number", "segments are numbered from 0")
        }
        values[index] = value.number ?? .nan
      }
      // A missing segment was not watched.
      let count = (values.keys.max() ?? -1) + 1
      readValue(.bunny, shares: (0..<count).map { values[$0] ?? 0 })
    case .list(let elements):
      let nonNull = Self.nonNull(elements)
      if nonNull.contains(where: \.isObject) {
        readIntervals(nonNull)
      } else if !nonNull.isEmpty {
        // `null` in a list means an unknown value; count it as 0.
        readValue(.muxHeatmap, shares: elements.map { Self.isNull($0) ? 0 : $0.number ?? .nan })
      }
    default:
      throw value.failure(
        "the heat map is empty",
        "YouTube has none for videos that are new or that few people watched")
    }
  }

  private static func nonNull(_ elements: [JSONValue]) -> [JSONValue] {
    elements.filter { !isNull($0) }
  }

  private static func isNull(_ element: JSONValue) -> Bool { element.text?.isEmpty ?? false }

  private mutating func readIntervals(_ intervals: [JSONValue]) {
    source = .mostReplayed
    points += intervals.map { Self.point($0, "start_time", "end_time", "value") }
  }

  /// Reads PeerTube's seconds; each point lasts until the next.
  private mutating func readSeconds(_ seconds: [JSONValue]) throws(ImportError) {
    if let dated = seconds.first(where: { $0["date"] != nil }) {
      throw dated.failure(
        "the file counts viewers by date, not by play time",
        "use stats/retention, which has one number per second of the video")
    }
    guard !seconds.isEmpty else { return }
    source = .peerTube
    points += seconds.map { Self.point($0, "second", "", "retentionPercent") }
    points.sort { $0.start < $1.start }
    for index in points.indices {
      let before = max(0, min(index, points.count - 2))
      let step = points[min(before + 1, points.count - 1)].start - points[before].start
      points[index].end = points[index].start + (step > 0 ? step : 1)
    }
  }

  /// Reads Mux's hotspots; between them the value is lower, and counts as 0.
  private mutating func readHotspots(_ hotspots: [JSONValue]) {
    source = .muxHotspots
    points += hotspots.map { Self.point($0, "start_ms", "end_ms", "score", in: 1000) }
    points.sort { $0.start < $1.start }
    guard let first = points.first, let last = points.last else { return }
    // Add a zero before the first and after the last hotspot.
    points.append(.init(start: last.end, end: 2 * last.end - last.start, value: 0))
    points.insert(.init(start: 0, end: max(0, first.start), value: 0), at: 0)
  }

  private static func point(
    _ object: JSONValue, _ start: String, _ end: String, _ value: String, in unit: Double = 1
  ) -> EngagementCurve.Point {
    func number(_ key: String) -> Double { object[key]?.number ?? .nan }
    return .init(start: number(start) / unit, end: number(end) / unit, value: number(value))
  }

  private static func count(_ value: JSONValue) throws(ImportError) -> Int? {
    guard let number = value.number else { return nil }
    guard (0...maximumCount).contains(number), let count = Int(exactly: number) else {
      throw value.failure(
        "the count \(number) is not valid", "a count is a whole number, 0 or more")
    }
    return count
  }

  private mutating func readValue(_ source: EngagementCurve.Source, shares values: [Double]) {
    (self.source, isShare) = (source, true)
    let count = Double(values.count)
    points = values.enumerated().map { index, value in
      .init(start: Double(index) / count, end: Double(index + 1) / count, value: value)
    }
  }

  /// The validated points, sorted and shifted by `--offset`.
  private func validatedPoints() throws(ImportError) -> [EngagementCurve.Point] {
    let offset = context.options.offset
    guard !isShare || offset == 0 else {
      throw context.failure(
        "--offset needs times in seconds; this curve uses fractions of the video", "remove --offset"
      )
    }
    guard points.count <= Self.maximumPoints else {
      throw context.failure(
        "more than \(Self.maximumPoints) points", "a curve has at most one point per second of 24 h"
      )
    }
    var valid: [EngagementCurve.Point] = []
    for point in points {
      if let (problem, remedy) = fault(of: point) { throw context.failure(problem, remedy) }
      let (start, end) = (max(0, point.start + offset), point.end + offset)
      if start < end { valid.append(.init(start: start, end: end, value: point.value)) }
    }
    guard valid.contains(where: { $0.value > 0 }) else {
      throw context.failure("every value of the curve is 0", Self.forms)
    }
    valid.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    for (point, next) in zip(valid, valid.dropFirst())
    where point.end - next.start > Self.maximumOverlap * (point.end - point.start) {
      throw context.failure(
        "two points overlap: one from \(point.start), one from \(next.start)",
        "give each time only once")
    }
    return valid
  }

  private func fault(of point: EngagementCurve.Point) -> (problem: String, remedy: String)? {
    if !point.start.isFinite || !point.end.isFinite || !point.value.isFinite {
      ("a point has no time or no value", "every point needs both, as numbers")
    } else if !(0...Self.maximumCount).contains(point.value) {
      (
        "the value \(point.value) is not valid",
        "values are counts or fractions of people, 0 or more"
      )
    } else if point.start > point.end {
      ("a point lasts from \(point.start) to \(point.end)", "its start must be before its end")
    } else if isShare, abs(point.end) > 1.001 {
      ("the position \(point.end) is outside the video", "positions are fractions from 0 to 1")
    } else if abs(point.end) > PlayTimeOffset.latest {
      ("a time is more than 24 h into the video", "times are seconds of play time")
    } else {
      nil
    }
  }
}
